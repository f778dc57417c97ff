// SPDX-License-Identifier: Apache-2.0
// weft-compiler: started by libweft.so as a fork server; of no use by hand (see weftc for that).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/server/server.h"

#ifndef WEFT_VERSION
#define WEFT_VERSION "0"
#endif

int
main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--server") == 0 && argv[2][0] >= '0' && argv[2][0] <= '9')
        return weft_server_run(atoi(argv[2]));
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts("weft-compiler " WEFT_VERSION);
        return 0;
    }
    fputs("usage: weft-compiler --server FD   (started by libweft.so)\n"
          "       weft-compiler --version\n",
          stderr);
    return 2;
}
