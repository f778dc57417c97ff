// SPDX-License-Identifier: Apache-2.0
// write() until all is written, with SIGXFSZ taken away.
#include "runtime/base/file.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static bool
write_loop(int fd, const void *data, size_t size)
{
    const char *p = data;

    while (size) {
        ssize_t n = write(fd, p, size);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

bool
weft_write_all(int fd, const void *data, size_t size)
{
    const struct timespec at_once = {0};
    sigset_t limit, before, pending;
    bool written;
    int error;

    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &limit, &before);
    written = write_loop(fd, data, size);
    error = errno;
    // One that waited before is the application's own.
    if (!written && error == EFBIG && !sigismember(&pending, SIGXFSZ))
        while (sigtimedwait(&limit, NULL, &at_once) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}
