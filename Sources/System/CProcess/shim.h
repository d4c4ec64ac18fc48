#pragma once
#include <fcntl.h>
#include <malloc.h>
// For starting and limiting a child process: what Swift's module of the C library leaves out (spawn.h; prctl, which is variadic;
// the resource names of setrlimit, an enum that Swift cannot pass).
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <signal.h>
#include <stdbool.h>
#include <unistd.h>

// As in spawn.h, which declares it only with _GNU_SOURCE.
enum { CPROCESS_SPAWN_SETSID = 0x80 };

// As in spawn.h (glibc 2.34), for the same reason.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

// As in unistd.h, for the same reason.
extern int pipe2(int ends[2], int flags);
extern long syscall(long number, ...);

/// A pipe that no other process inherits, not even one that another thread starts at this moment.
static inline bool cprocess_pipe(int *ends) { return pipe2(ends, O_CLOEXEC) == 0; }

/// An anonymous file with these bytes, positioned at its start; negative when memory or descriptors are used up. Closing it frees
/// it.
static inline int cprocess_memory_file(const void *bytes, size_t count) {
    int file = (int)syscall(SYS_memfd_create, "bytes", 1 /* MFD_CLOEXEC */);
    for (size_t done = 0; file >= 0 && done < count;) {
        ssize_t written = pwrite(file, (const char *)bytes + done, count - done, (off_t)done);
        if (written <= 0) return close(file), -1;
        done += (size_t)written;
    }
    return file;
}

/// A descriptor that becomes readable when the process ends; not inherited by children, negative on failure.
static inline int cprocess_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

/// Sends a signal to the process of such a descriptor; nothing where it has ended.
static inline void cprocess_signal(int descriptor, int number) { syscall(SYS_pidfd_send_signal, descriptor, number, NULL, 0); }

/// The calling process gets this signal when the thread that started it ends.
static inline bool cprocess_set_parent_death_signal(int number) { return prctl(PR_SET_PDEATHSIG, number, 0, 0, 0) == 0; }

/// Neither the process nor its children can gain privileges any more.
static inline bool cprocess_set_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0; }

/// Whether the process leaves a core file, and other processes of its user can read its memory.
static inline bool cprocess_set_dumpable(bool is_dumpable) { return prctl(PR_SET_DUMPABLE, is_dumpable, 0, 0, 0) == 0; }
static inline bool cprocess_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0; }

static inline bool cprocess_limit(int resource, rlim_t value) {
    struct rlimit limit = {value, value};
    return setrlimit(resource, &limit) == 0;
}

static inline bool cprocess_limit_memory(rlim_t bytes) { return cprocess_limit(RLIMIT_AS, bytes); }
static inline bool cprocess_limit_core(rlim_t bytes) { return cprocess_limit(RLIMIT_CORE, bytes); }
static inline bool cprocess_limit_written_file(rlim_t bytes) { return cprocess_limit(RLIMIT_FSIZE, bytes); }
static inline bool cprocess_limit_open_files(rlim_t count) { return cprocess_limit(RLIMIT_NOFILE, count); }

/// Stops this process as Ctrl-Z does, and returns when it is continued; at once where no shell could continue it.
static inline void cprocess_stop(void) {
    struct sigaction usual = {.sa_handler = SIG_DFL}, before;
    sigset_t stop, mask;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGTSTP, &usual, &before);
    // Threads of libdispatch block it.
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &before, NULL);
}

// Makes all threads share one heap. Must be called before threads are started.
static inline void process_share_heap(void) { mallopt(M_ARENA_MAX, 1); }
