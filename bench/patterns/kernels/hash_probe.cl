// SPDX-License-Identifier: Apache-2.0
// Probes of an open hash table until the key or an empty cell.
kernel void
hash_probe(global const int *key, global const int *value, global const int *query, global int *out, uint mask)
{
    int id = get_global_id(0), wanted = query[id], found = -1;
    uint cell = ((uint)wanted * 2654435761u >> 7) & mask;

    while (key[cell] >= 0) {
        if (key[cell] == wanted) {
            found = value[cell];
            break;
        }
        cell = (cell + 1) & mask;
    }
    out[id] = found;
}
