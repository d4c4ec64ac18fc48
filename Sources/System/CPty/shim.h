// What tests need to run a program in a pseudo-terminal but Swift does not import: functions that need _GNU_SOURCE, and system
// calls without a wrapper.
#pragma once
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

extern int posix_openpt(int flags);
extern int grantpt(int fd);
extern int unlockpt(int fd);
extern int ptsname_r(int fd, char *buffer, size_t length);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern long syscall(long number, ...);

static inline int pty_process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

static inline int pty_set_size(int fd, unsigned short columns, unsigned short rows, unsigned short width,
                               unsigned short height) {
    struct winsize size = {.ws_row = rows, .ws_col = columns, .ws_xpixel = width, .ws_ypixel = height};
    return ioctl(fd, TIOCSWINSZ, &size);
}

// A new session (POSIX_SPAWN_SETSID, which needs _GNU_SOURCE) with the signal mask of the attributes.
static inline short pty_spawn_flags(void) { return 0x80 | POSIX_SPAWN_SETSIGMASK; }
