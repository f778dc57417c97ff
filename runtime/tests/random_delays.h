// SPDX-License-Identifier: Apache-2.0
// Random delays before and after each atomic operation, lock and futex call: included ahead of each C file of the
// runtime in a build with WEFT_RANDOM_DELAYS, whose code knows nothing of it. What happens is in random_delays.c.
//
// Weak compare-and-exchange may also fail, and a sleep on a futex end, for no reason.
#ifndef WEFT_TESTS_RANDOM_DELAYS_H
#define WEFT_TESTS_RANDOM_DELAYS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/base/thread.h"
#include "runtime/base/futex.h"

// Keeps errno. A place, of which only some may delay, is where it is called from: wherever code was inlined to.
void weft_random_delay(void);
// Whether something that may fail for no reason does so.
bool weft_random_failure(void);

// The names of variables differ where an operation stands in another one's argument.
#define WEFT_DELAY_JOIN_(a, b) a##b
#define WEFT_DELAY_JOIN(a, b) WEFT_DELAY_JOIN_(a, b)
#define WEFT_DELAY_VALUE(value) WEFT_DELAY_VALUE_(value, WEFT_DELAY_JOIN(weft_delayed_, __COUNTER__))
#define WEFT_DELAY_VALUE_(value, name)                                                                                 \
    __extension__({                                                                                                    \
        weft_random_delay();                                                                                           \
        __auto_type name = (value);                                                                                    \
        weft_random_delay();                                                                                           \
        name;                                                                                                          \
    })
#define WEFT_DELAY_VOID(call) (weft_random_delay(), (call), weft_random_delay())

#if defined(__clang__)
#define WEFT_ATOMIC_LOAD __c11_atomic_load
#define WEFT_ATOMIC_STORE __c11_atomic_store
#define WEFT_ATOMIC_EXCHANGE __c11_atomic_exchange
#define WEFT_ATOMIC_STRONG __c11_atomic_compare_exchange_strong
#define WEFT_ATOMIC_WEAK __c11_atomic_compare_exchange_weak
#define WEFT_ATOMIC_FETCH(operation) __c11_atomic_fetch_##operation
#else
#define WEFT_ATOMIC_LOAD __atomic_load_n
#define WEFT_ATOMIC_STORE __atomic_store_n
#define WEFT_ATOMIC_EXCHANGE __atomic_exchange_n
#define WEFT_ATOMIC_STRONG(at, seen, value, then, otherwise)                                                           \
    __atomic_compare_exchange_n((at), (seen), (value), false, (then), (otherwise))
#define WEFT_ATOMIC_WEAK(at, seen, value, then, otherwise)                                                             \
    __atomic_compare_exchange_n((at), (seen), (value), true, (then), (otherwise))
#define WEFT_ATOMIC_FETCH(operation) __atomic_fetch_##operation
#endif

#undef atomic_load_explicit
#undef atomic_load
#undef atomic_store_explicit
#undef atomic_store
#undef atomic_exchange_explicit
#undef atomic_exchange
#undef atomic_compare_exchange_strong_explicit
#undef atomic_compare_exchange_strong
#undef atomic_compare_exchange_weak_explicit
#undef atomic_compare_exchange_weak
#undef atomic_fetch_add_explicit
#undef atomic_fetch_add
#undef atomic_fetch_sub_explicit
#undef atomic_fetch_sub
#undef atomic_fetch_or_explicit
#undef atomic_fetch_or
#undef atomic_fetch_and_explicit
#undef atomic_fetch_and
#undef atomic_fetch_xor_explicit
#undef atomic_fetch_xor

#define atomic_load_explicit(at, order) WEFT_DELAY_VALUE(WEFT_ATOMIC_LOAD((at), (order)))
#define atomic_load(at) atomic_load_explicit((at), memory_order_seq_cst)
#define atomic_store_explicit(at, value, order) WEFT_DELAY_VOID(WEFT_ATOMIC_STORE((at), (value), (order)))
#define atomic_store(at, value) atomic_store_explicit((at), (value), memory_order_seq_cst)
#define atomic_exchange_explicit(at, value, order) WEFT_DELAY_VALUE(WEFT_ATOMIC_EXCHANGE((at), (value), (order)))
#define atomic_exchange(at, value) atomic_exchange_explicit((at), (value), memory_order_seq_cst)
#define atomic_compare_exchange_strong_explicit(at, seen, value, then, otherwise)                                      \
    WEFT_DELAY_VALUE(WEFT_ATOMIC_STRONG((at), (seen), (value), (then), (otherwise)))
#define atomic_compare_exchange_strong(at, seen, value)                                                                \
    atomic_compare_exchange_strong_explicit((at), (seen), (value), memory_order_seq_cst, memory_order_seq_cst)
#define atomic_compare_exchange_weak_explicit(at, seen, value, then, otherwise)                                        \
    WEFT_DELAY_VALUE(weft_random_failure() ? (*(seen) = WEFT_ATOMIC_LOAD((at), (otherwise)), false)                    \
                                           : WEFT_ATOMIC_WEAK((at), (seen), (value), (then), (otherwise)))
#define atomic_compare_exchange_weak(at, seen, value)                                                                  \
    atomic_compare_exchange_weak_explicit((at), (seen), (value), memory_order_seq_cst, memory_order_seq_cst)
#define atomic_fetch_add_explicit(at, value, order) WEFT_DELAY_VALUE(WEFT_ATOMIC_FETCH(add)((at), (value), (order)))
#define atomic_fetch_add(at, value) atomic_fetch_add_explicit((at), (value), memory_order_seq_cst)
#define atomic_fetch_sub_explicit(at, value, order) WEFT_DELAY_VALUE(WEFT_ATOMIC_FETCH(sub)((at), (value), (order)))
#define atomic_fetch_sub(at, value) atomic_fetch_sub_explicit((at), (value), memory_order_seq_cst)
#define atomic_fetch_or_explicit(at, value, order) WEFT_DELAY_VALUE(WEFT_ATOMIC_FETCH(or)((at), (value), (order)))
#define atomic_fetch_or(at, value) atomic_fetch_or_explicit((at), (value), memory_order_seq_cst)
#define atomic_fetch_and_explicit(at, value, order) WEFT_DELAY_VALUE(WEFT_ATOMIC_FETCH (and)((at), (value), (order)))
#define atomic_fetch_and(at, value) atomic_fetch_and_explicit((at), (value), memory_order_seq_cst)
#define atomic_fetch_xor_explicit(at, value, order) WEFT_DELAY_VALUE(WEFT_ATOMIC_FETCH (xor)((at), (value), (order)))
#define atomic_fetch_xor(at, value) atomic_fetch_xor_explicit((at), (value), memory_order_seq_cst)

// A macro's own name is not replaced in it: these are the functions.
#define weft_mutex_lock(mutex) WEFT_DELAY_VALUE(weft_mutex_lock(mutex))
#define weft_mutex_unlock(mutex) WEFT_DELAY_VOID(weft_mutex_unlock(mutex))
#define pthread_mutex_lock(mutex) WEFT_DELAY_VALUE(pthread_mutex_lock(mutex))
#define pthread_mutex_trylock(mutex) WEFT_DELAY_VALUE(pthread_mutex_trylock(mutex))
#define pthread_mutex_unlock(mutex) WEFT_DELAY_VALUE(pthread_mutex_unlock(mutex))
#define pthread_cond_wait(condition, mutex) WEFT_DELAY_VALUE(pthread_cond_wait((condition), (mutex)))
#define pthread_cond_timedwait(condition, mutex, until)                                                                \
    WEFT_DELAY_VALUE(pthread_cond_timedwait((condition), (mutex), (until)))
#define pthread_cond_signal(condition) WEFT_DELAY_VALUE(pthread_cond_signal(condition))
#define pthread_cond_broadcast(condition) WEFT_DELAY_VALUE(pthread_cond_broadcast(condition))
#define pthread_once(once, call) WEFT_DELAY_VALUE(pthread_once((once), (call)))
#define pthread_create(thread, attributes, entry, data)                                                                \
    WEFT_DELAY_VALUE(pthread_create((thread), (attributes), (entry), (data)))
#define pthread_join(thread, value) WEFT_DELAY_VALUE(pthread_join((thread), (value)))
#define weft_futex_wait(word, seen, limit)                                                                             \
    WEFT_DELAY_VOID(weft_random_failure() ? (void)0 : weft_futex_wait((word), (seen), (limit)))
#define weft_futex_wake(word, threads) WEFT_DELAY_VOID(weft_futex_wake((word), (threads)))
#define weft_pause() WEFT_DELAY_VOID(weft_pause())

#endif
