#pragma once

// Swift's module of libc does not have timerfd.
#include <stdbool.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>

/// A timer of the wall clock, also while the machine is suspended; -1 for none.
static inline int timer_open_wall_clock(void) { return timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC); }

/// The timer can be read at that time (seconds since 1970, UTC), and as soon as the clock is set.
static inline bool timer_set(int timer, int64_t seconds) {
    struct itimerspec time = {.it_value = {.tv_sec = seconds}};
    return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &time, 0) == 0;
}
