// SPDX-License-Identifier: Apache-2.0
// weft-compiler: started by libweft.so as a fork server; of no use by hand (see weftc for that).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/server/server.h"

#ifndef WEFT_VERSION
#define WEFT_VERSION "0"
#endif

static bool
is_server(int argc, char **argv)
{
    return argc >= 3 && (strcmp(argv[1], "--server") == 0 || strcmp(argv[1], "--server-later") == 0) &&
           argv[2][0] >= '0' && argv[2][0] <= '9';
}

// Ahead of LLVM's constructors, which take 2 ms: most processes find all they build in the cache.
__attribute__((constructor(101))) static void
begin(int argc, char **argv)
{
    if (is_server(argc, argv))
        weft_server_begin(atoi(argv[2]), strcmp(argv[1], "--server-later") == 0);
}

int
main(int argc, char **argv)
{
    if (is_server(argc, argv))
        weft_server_run();
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts("weft-compiler " WEFT_VERSION);
        return 0;
    }
    fputs("usage: weft-compiler --server[-later] FD   (started by libweft.so)\n"
          "       weft-compiler --version\n",
          stderr);
    return 2;
}
