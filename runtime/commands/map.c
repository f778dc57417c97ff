// SPDX-License-Identifier: Apache-2.0
// Map, unmap and migrate: no byte moves.
#include "runtime/commands/map.h"

#include "runtime/core/error.h"
#include "runtime/queue/public.h"

struct map {
    struct weft_command command;
    cl_mem memory;       // retained
    const void *pointer; // borrowed from memory
    bool done;           // run() was reached
};

static cl_int
run_map(struct weft_command *command)
{
    ((struct map *)command)->done = true;
    return CL_SUCCESS;
}

static void
release_map(struct weft_command *command)
{
    struct map *map = (struct map *)command;

    // A map that failed before it ran leaves nothing to unmap.
    if (map->memory && !map->done && weft_memory_unmap(map->memory, map->pointer))
        weft_memory_unmapped(map->memory);
    weft_object_unref(map->memory);
}

cl_int
weft_map_enqueue(cl_command_queue queue, cl_command_type type, cl_mem memory, cl_map_flags flags,
                 const struct weft_extent *extent, struct weft_wait wait, void **pointer)
{
    static const struct weft_command_ops ops = {.run = run_map, .release = release_map};
    struct weft_command *command;
    struct map *map;
    void *mapped = NULL;
    cl_int err = weft_command_create(queue, type, sizeof(*map), &ops, &command);

    if (err != CL_SUCCESS)
        return err;
    map = (struct map *)command;
    err = weft_memory_map(memory, flags, extent, &mapped);
    if (err != CL_SUCCESS) {
        weft_command_drop(command);
        // CL_INVALID_OPERATION "if mapping would lead to overlapping regions being mapped for writing"
        return weft_error(memory->context, err, "%zu bytes from %zu cannot be mapped%s", weft_extent_span(extent),
                          extent->start,
                          err == CL_INVALID_OPERATION ? ": they overlap a region mapped for writing" : "");
    }
    weft_object_ref(memory);
    map->memory = memory;
    map->pointer = mapped;
    err = weft_command_enqueue(command, wait.count, wait.list, wait.blocking, wait.event);
    if (err == CL_SUCCESS)
        *pointer = mapped;
    return err;
}

static cl_int
run_unmap(struct weft_command *command)
{
    struct map *map = (struct map *)command;

    map->done = true;
    weft_memory_unmapped(map->memory);
    return CL_SUCCESS;
}

static void
release_unmap(struct weft_command *command)
{
    struct map *map = (struct map *)command;

    if (map->memory && !map->done)
        weft_memory_unmapped(map->memory);
    weft_object_unref(map->memory);
}

cl_int
weft_unmap_enqueue(cl_command_queue queue, cl_mem memory, const void *pointer, struct weft_wait wait)
{
    static const struct weft_command_ops ops = {.run = run_unmap, .release = release_unmap};
    struct weft_command *command;
    struct map *map;
    cl_int err = weft_command_create(queue, CL_COMMAND_UNMAP_MEM_OBJECT, sizeof(*map), &ops, &command);

    if (err != CL_SUCCESS)
        return err;
    if (!weft_memory_unmap(memory, pointer)) {
        weft_command_drop(command);
        return weft_error(memory->context, CL_INVALID_VALUE, "%p is not mapped", pointer);
    }
    map = (struct map *)command;
    weft_object_ref(memory);
    map->memory = memory;
    map->pointer = pointer;
    return weft_command_enqueue(command, wait.count, wait.list, CL_FALSE, wait.event);
}

static cl_int
run_migrate(struct weft_command *command)
{
    (void)command;
    return CL_SUCCESS;
}

static void
release_migrate(struct weft_command *command)
{
    (void)command;
}

cl_int
weft_migrate_enqueue(cl_command_queue queue, struct weft_wait wait)
{
    static const struct weft_command_ops ops = {.run = run_migrate, .release = release_migrate};
    struct weft_command *command;
    cl_int err = weft_command_create(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, sizeof(struct map), &ops, &command);

    if (err != CL_SUCCESS)
        return err;
    return weft_command_enqueue(command, wait.count, wait.list, CL_FALSE, wait.event);
}
