// SPDX-License-Identifier: Apache-2.0
// What tests do without under sanitizers.
#ifndef WEFT_TESTS_SANITIZERS_H
#define WEFT_TESTS_SANITIZERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// They reserve more address space than some tests allow. ThreadSanitizer maps its own as it goes, wants no threads in
// the child of a process that had some, and has a thread of its own.
#if defined(__SANITIZE_THREAD__)
#define WEFT_TSAN 1
#elif defined(__SANITIZE_ADDRESS__)
#define WEFT_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WEFT_TSAN 1
#elif __has_feature(address_sanitizer)
#define WEFT_SANITIZED 1
#endif
#endif
#if defined(WEFT_TSAN) && !defined(WEFT_SANITIZED)
#define WEFT_SANITIZED 1
#endif

// Before the test has started anything that must be ended.
static inline void
skip_under_thread_sanitizer(void)
{
#ifdef WEFT_TSAN
    skip();
#endif
}

#endif
