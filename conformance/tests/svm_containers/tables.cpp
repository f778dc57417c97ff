// SPDX-License-Identifier: Apache-2.0
// Hash tables, graphs and other structures in shared virtual memory, whose pointers kernels follow themselves.
#include "conformance/tests/svm_containers/shared.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace {

struct Entry {
    Entry *Next;
    cl_uint Key, Value;
};

void
hash_map_with_chains_is_filled(void **)
{
    Vector<Entry> Entries(Count);
    Vector<Entry *> Buckets(64);
    std::map<unsigned, unsigned> Seen;

    for (unsigned I = 0; I < Count; I++)
        Entries[I] = {nullptr, static_cast<cl_uint>(number(I)), I};
    run("typedef struct entry { global struct entry *next; uint key, value; } entry;",
        "global entry *entries, global atomic_ulong *buckets",
        "global atomic_ulong *bucket = buckets + entries[i].key % 64; ulong old = atomic_load(bucket);"
        "do entries[i].next = (global entry *)old;"
        "while (!atomic_compare_exchange_weak(bucket, &old, (ulong)(entries + i)));",
        Count, Entries.data(), Buckets.data());
    for (unsigned B = 0; B < 64; B++)
        for (Entry *E = Buckets[B]; E; E = E->Next) {
            assert_int_equal(E->Key % 64, B);
            Seen[E->Key] = E->Value;
        }
    assert_int_equal(Seen.size(), Count);
}

void
hash_map_with_chains_is_searched(void **)
{
    Vector<Entry> Entries(Count);
    Vector<Entry *> Buckets(64);
    Vector<int> Found(Count);

    for (unsigned I = 0; I < Count; I++) {
        Entry *&Bucket = Buckets[static_cast<unsigned>(number(I)) % 64];

        Entries[I] = {Bucket, static_cast<cl_uint>(number(I)), I};
        Bucket = &Entries[I];
    }
    run("typedef struct entry { global struct entry *next; uint key, value; } entry;",
        "global entry * global *buckets, global int *found",
        "const uint key = ((uint)i * 2654435761u) >> 12; global entry *e = buckets[key % 64];"
        "while (e && e->key != key) e = e->next; found[i] = e ? (int)e->value : -1;",
        Count, Buckets.data(), Found.data());
    for (int I = 0; I < Count; I++)
        assert_int_equal(Found[I], I);
}

void
hash_map_of_open_addresses(void **)
{
    Vector<cl_uint> Keys(1024), Counts(1024);
    std::map<unsigned, unsigned> Expected, Seen;

    for (unsigned I = 0; I < 4000; I++)
        Expected[static_cast<unsigned>(number(I)) % 500 + 1]++;
    run("", "global atomic_uint *keys, global atomic_uint *counts",
        "const uint key = (((uint)i * 2654435761u) >> 12) % 500 + 1;"
        "for (uint at = key * 7; ; at++) {"
        "  uint seen = 0;"
        "  if (atomic_compare_exchange_strong(&keys[at % 1024], &seen, key) || seen == key) {"
        "    atomic_fetch_add(&counts[at % 1024], 1u); break; }"
        "}",
        4000, Keys.data(), Counts.data());
    for (int I = 0; I < 1024; I++)
        if (Keys[I])
            Seen[Keys[I]] = Counts[I];
    assert_true(Seen == Expected);
}

struct Trie {
    Trie *Children[26];
    cl_int Words;
};

void
trie_counts_words(void **)
{
    Vector<Trie> Nodes;
    Vector<char> Text;
    Vector<int> Starts, Found(200);
    std::map<std::string, int> Words;

    Nodes.reserve(2000);
    Nodes.push_back({});
    for (unsigned I = 0; I < 200; I++) {
        std::string Word;
        Trie *T = &Nodes[0];

        for (unsigned N = static_cast<unsigned>(number(I)) % 50 + 1; N; N /= 3)
            Word += static_cast<char>('a' + N % 3);
        Starts.push_back(static_cast<int>(Text.size()));
        Text.insert(Text.end(), Word.c_str(), Word.c_str() + Word.size() + 1);
        Words[Word]++;
        for (char C : Word) {
            if (!T->Children[C - 'a']) {
                Nodes.push_back({});
                T->Children[C - 'a'] = &Nodes.back();
            }
            T = T->Children[C - 'a'];
        }
        T->Words++;
    }
    run("typedef struct trie { global struct trie *children[26]; int words; } trie;",
        "global trie *t, global char *text, global int *starts, global int *found",
        "for (global char *c = text + starts[i]; *c; c++) t = t->children[*c - 'a']; found[i] = t->words;", 200,
        &Nodes[0], Text.data(), Starts.data(), Found.data());
    for (int I = 0; I < 200; I++)
        assert_int_equal(Found[I], Words[Text.data() + Starts[I]]);
}

struct Vertex {
    Vertex **Neighbours;
    cl_int Degree, Distance;
};

void
graph_is_searched_breadth_first(void **)
{
    enum { N = 300 };
    Vector<Vertex> Graph(N);
    std::vector<Vector<Vertex *>> Edges(N);
    std::vector<int> Expected(N, -1);
    std::deque<int> Queue = {0};

    for (int I = 0; I < N; I++) {
        for (int Other : {(I * 7 + 1) % N, (I * 3 + 2) % N, (I + 11) % N})
            Edges[I].push_back(&Graph[Other]);
        Graph[I] = {Edges[I].data(), 3, I ? -1 : 0};
    }
    Expected[0] = 0;
    while (!Queue.empty()) {
        int At = Queue.front();

        Queue.pop_front();
        for (Vertex *V : Edges[At])
            if (int &D = Expected[V - &Graph[0]]; D < 0) {
                D = Expected[At] + 1;
                Queue.push_back(static_cast<int>(V - &Graph[0]));
            }
    }
    for (int Level = 0; Level < *std::max_element(Expected.begin(), Expected.end()); Level++)
        run("typedef struct vertex { global struct vertex * global *neighbours; int degree, distance; } vertex;",
            "global vertex *v, int level",
            "if (v[i].distance == level) for (int j = 0; j < v[i].degree; j++)"
            "  atomic_cmpxchg((volatile global int *)&v[i].neighbours[j]->distance, -1, level + 1);",
            N, Graph.data(), Level);
    for (int I = 0; I < N; I++)
        assert_int_equal(Graph[I].Distance, Expected[I]);
}

struct Level {
    Level *Next, *Down;
    cl_int Key;
};

void
skip_list_is_searched(void **)
{
    Vector<Level> Nodes;
    std::vector<Level *> Heads;
    Vector<int> Found(1000);

    Nodes.reserve(3000);
    for (int Step = 1; Step <= 64; Step *= 4) {
        Level *Last = nullptr;

        Nodes.push_back({nullptr, Heads.empty() ? nullptr : Heads.back(), -1});
        Heads.push_back(Last = &Nodes.back());
        for (int Key = 0; Key < 1000; Key += 2 * Step) {
            Level *Down = Step == 1 ? nullptr : Heads[Heads.size() - 2];

            while (Down && Down->Key != Key)
                Down = Down->Next;
            Nodes.push_back({nullptr, Down, Key});
            Last = Last->Next = &Nodes.back();
        }
    }
    run("typedef struct level { global struct level *next, *down; int key; } level;",
        "global level *l, global int *found",
        "for (; l; l = l->down) { while (l->next && l->next->key <= i) l = l->next; if (l->key == i) { found[i] = 1; "
        "break; } }",
        1000, Heads.back(), Found.data());
    for (int I = 0; I < 1000; I++)
        assert_int_equal(Found[I], I % 2 == 0);
}

void
ring_buffer_goes_round(void **)
{
    struct Ring {
        cl_int *Start;
        cl_int First, Used, Size;
    };
    Vector<int> Memory(16), Taken(100);
    Box<Ring> R;

    *R = {Memory.data(), 0, 0, 16};
    run("typedef struct { global int *start; int first, used, size; } ring;", "global ring *r, global int *taken",
        "int in = 0, out = 0;"
        "while (out < 100) {"
        "  while (r->used < r->size && in < 100) r->start[(r->first + r->used++) % r->size] = in++ * 3;"
        "  for (int j = 0; j < 7 && r->used; j++, r->used--) { taken[out++] = r->start[r->first]; r->first = (r->first "
        "+ 1) % r->size; }"
        "}",
        1, R.get(), Taken.data());
    for (int I = 0; I < 100; I++)
        assert_int_equal(Taken[I], 3 * I);
    assert_int_equal(R->Used, 0);
}

void
matrix_of_row_pointers(void **)
{
    enum { N = 20 };
    Vector<float> A(N * N), B(N * N), C(N * N);
    Vector<float *> Rows;

    for (int I = 0; I < N * N; I++) {
        A[I] = static_cast<float>(I % 7);
        B[I] = static_cast<float>(I % 5);
    }
    for (Vector<float> *M : {&A, &B, &C})
        for (int I = 0; I < N; I++)
            Rows.push_back(M->data() + I * N);
    run("", "global float * global *rows, int n",
        "for (int j = 0; j < n; j++) { float s = 0; for (int k = 0; k < n; k++) s += rows[i][k] * rows[n + k][j]; "
        "rows[2 * n + i][j] = s; }",
        N, Rows.data(), static_cast<cl_int>(N));
    for (int I = 0; I < N; I++)
        for (int J = 0; J < N; J++) {
            float Sum = 0;

            for (int K = 0; K < N; K++)
                Sum += A[I * N + K] * B[K * N + J];
            assert_true(C[I * N + J] == Sum);
        }
}

void
arena_of_a_kernels_own(void **)
{
    struct Arena {
        std::atomic<cl_uint> Used;
        cl_uint Size;
        char *Memory;
    };
    Vector<char> Memory(64 * 1024);
    Vector<cl_int *> Lists(100);
    auto A = Shared<Arena>().allocate(1);

    new (A) Arena{{0}, 64 * 1024, Memory.data()};
    run("typedef struct { atomic_uint used; uint size; global char *memory; } arena;",
        "global arena *a, global ulong *lists",
        "uint at = atomic_fetch_add(&a->used, (uint)(i + 1) * 4); global int *mine = (global int *)(a->memory + at);"
        "for (int j = 0; j <= i; j++) mine[j] = i * j; lists[i] = (ulong)mine;",
        100, A, Lists.data());
    assert_int_equal(A->Used.load(), 5050 * 4);
    for (int I = 0; I < 100; I++)
        for (int J = 0; J <= I; J++)
            assert_int_equal(Lists[I][J], I * J);
    Shared<Arena>().deallocate(A, 1);
}

void
disjoint_sets_are_joined(void **)
{
    struct Member {
        Member *Parent;
    };
    Vector<Member> Members(120);

    for (auto &M : Members)
        M.Parent = &M;
    run("typedef struct member { global struct member *parent; } member;", "global member *m, int n",
        "for (int j = 0; j + 6 < n; j++) {"
        "  global member *a = m + j, *b = m + j + 6;"
        "  while (a->parent != a) a = a->parent; while (b->parent != b) b = b->parent;"
        "  if (a != b) b->parent = a;"
        "}",
        1, Members.data(), 120);
    auto Root = [](Member *M) {
        while (M->Parent != M)
            M = M->Parent;
        return M;
    };
    for (int I = 0; I < 120; I++)
        assert_ptr_equal(Root(&Members[I]), Root(&Members[I % 6]));
    assert_ptr_not_equal(Root(&Members[0]), Root(&Members[1]));
}

} // namespace

int
main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_map_with_chains_is_filled),  cmocka_unit_test(hash_map_with_chains_is_searched),
        cmocka_unit_test(hash_map_of_open_addresses),      cmocka_unit_test(trie_counts_words),
        cmocka_unit_test(graph_is_searched_breadth_first), cmocka_unit_test(skip_list_is_searched),
        cmocka_unit_test(ring_buffer_goes_round),          cmocka_unit_test(matrix_of_row_pointers),
        cmocka_unit_test(arena_of_a_kernels_own),          cmocka_unit_test(disjoint_sets_are_joined),
    };

    return cmocka_run_group_tests_name("svm_containers_tables", tests, test_begin, test_end);
}
