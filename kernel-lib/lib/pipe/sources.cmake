# SPDX-License-Identifier: Apache-2.0
# Pipe Functions
weft_kernel_sources(pipe
    commit_read_pipe.cl
    commit_write_pipe.cl
    get_pipe_max_packets.cl
    get_pipe_num_packets.cl
    group_commit.cl
    group_reserve.cl
    is_valid_reserve_id.cl
    null_reserve_id.cl
    read_pipe.cl
    reserve.cl
    reserve_read_pipe.cl
    reserve_write_pipe.cl
    write_pipe.cl)
