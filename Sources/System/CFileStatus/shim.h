#pragma once

// Swift's module of libc does not have statx.
#include <fcntl.h>
#include <linux/stat.h>
#include <stdbool.h>
#include <time.h>

// As in sys/stat.h, which declares it only with _GNU_SOURCE.
extern int statx(int folder, const char *path, int flags, unsigned int mask, struct statx *status);

/// When the file was made; false where the file system does not tell.
static inline bool cfilestatus_birth(const char *path, struct timespec *born) {
    struct statx status;
    if (statx(AT_FDCWD, path, 0, STATX_BTIME, &status) != 0 || (status.stx_mask & STATX_BTIME) == 0) return false;
    born->tv_sec = status.stx_btime.tv_sec;
    born->tv_nsec = status.stx_btime.tv_nsec;
    return true;
}
