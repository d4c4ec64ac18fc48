// What the kernel may be asked for by a process that decodes what others made: a seccomp filter of ours and an empty Landlock
// ruleset. Both hold for the rest of the process's life, and for every thread of it.
#pragma once
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// As in unistd.h and sched.h, where they hide behind _GNU_SOURCE.
extern long syscall(long number, ...);
enum { CCONFINEMENT_THREAD = 0x00010000, CCONFINEMENT_NAMESPACES = 0x7E020080 };

#if defined(__x86_64__)
#define CCONFINEMENT_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define CCONFINEMENT_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// Lets the process go on with its memory, its threads, its clock and the socket that is its descriptor 0, and refuses every other
/// call with EPERM: no file is opened, no socket made, no program started, no other process touched, no memory made executable.
/// False where the kernel takes no filter, or on an architecture that it is not written for. It needs no_new_privs.
///
/// Refused rather than killed: a library that looks for a file in passing goes on without it.
static inline bool cconfinement_close_filter(void) {
#ifndef CCONFINEMENT_ARCHITECTURE
    return false;
#else
#define NUMBER ((uint32_t)offsetof(struct seccomp_data, nr))
// Both architectures put the low half of an argument first.
#define LOW(index) ((uint32_t)(offsetof(struct seccomp_data, args) + (index) * 8))
#define HIGH(index) (LOW(index) + 4)
#define LOAD(where) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (where))
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define ALLOWED RETURN(SECCOMP_RET_ALLOW)
#define REFUSED RETURN(SECCOMP_RET_ERRNO | EPERM)
// Steps over so many instructions unless the value is that one.
#define UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, (count))
#define IF_ANY_BIT(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(bits), 0, (count))
#define ALLOW(call) UNLESS(__NR_##call, 1), ALLOWED
// With all bits of an argument clear.
#define ALLOW_WITHOUT(call, index, bits) UNLESS(__NR_##call, 4), LOAD(LOW(index)), IF_ANY_BIT(bits, 1), REFUSED, ALLOWED
// With an argument of that value, as a number of 32 bits.
#define ALLOW_WITH(call, index, value) UNLESS(__NR_##call, 4), LOAD(LOW(index)), UNLESS(value, 1), ALLOWED, REFUSED
// Over descriptor 0, and to or from nowhere else.
#define ALLOW_ON_SOCKET(call)                                                                                               \
    UNLESS(__NR_##call, 8), LOAD(LOW(0)), UNLESS(STDIN_FILENO, 5), LOAD(LOW(4)), UNLESS(0, 3), LOAD(HIGH(4)), UNLESS(0, 1), \
        ALLOWED, REFUSED
    struct sock_filter filter[] = {
        LOAD((uint32_t)offsetof(struct seccomp_data, arch)),
        UNLESS(CCONFINEMENT_ARCHITECTURE, 1),
        BPF_STMT(BPF_JMP | BPF_JA, 1),
        RETURN(SECCOMP_RET_KILL_PROCESS),
        LOAD(NUMBER),
        // The socket.
        ALLOW_ON_SOCKET(recvfrom),
        ALLOW_ON_SOCKET(sendto),
        ALLOW(ppoll),
#ifdef __NR_poll
        ALLOW(poll),
#endif
        ALLOW(close),
        // Memory, none of it for code.
        ALLOW(brk),
        ALLOW(munmap),
        ALLOW(mremap),
        ALLOW(madvise),
        ALLOW_WITHOUT(mmap, 2, PROT_EXEC),
        ALLOW_WITHOUT(mprotect, 2, PROT_EXEC),
        // Threads. Whether clone3 makes one cannot be seen from here; the C library then takes clone.
        UNLESS(__NR_clone, 6),
        LOAD(LOW(0)),
        IF_ANY_BIT(CCONFINEMENT_NAMESPACES, 1),
        REFUSED,
        IF_ANY_BIT(CCONFINEMENT_THREAD, 1),
        ALLOWED,
        REFUSED,
        UNLESS(__NR_clone3, 1),
        RETURN(SECCOMP_RET_ERRNO | ENOSYS),
        ALLOW(futex),
        ALLOW(set_robust_list),
        ALLOW(rseq),
        ALLOW(membarrier),
        ALLOW(sched_yield),
        ALLOW(sched_getaffinity),
        ALLOW(gettid),
        ALLOW(getpid),
        ALLOW(exit),
        ALLOW(exit_group),
        ALLOW_WITH(prctl, 0, PR_SET_NAME),
        // Signals to itself: how the C library ends a process that has gone wrong.
        ALLOW(rt_sigreturn),
        ALLOW(rt_sigprocmask),
        ALLOW(rt_sigaction),
        ALLOW(sigaltstack),
        ALLOW(restart_syscall),
        ALLOW_WITH(tgkill, 0, getpid()),
        // Clocks, chance, and how large the machine is.
        ALLOW(clock_gettime),
        ALLOW(clock_getres),
        ALLOW(clock_nanosleep),
        ALLOW(nanosleep),
        ALLOW(gettimeofday),
#ifdef __NR_time
        ALLOW(time),
#endif
        ALLOW(getrandom),
        ALLOW(getrusage),
        ALLOW(sysinfo),
        // Read, with no new limit.
        UNLESS(__NR_prlimit64, 6),
        LOAD(LOW(2)),
        UNLESS(0, 3),
        LOAD(HIGH(2)),
        UNLESS(0, 1),
        ALLOWED,
        REFUSED,
        REFUSED,
    };
#undef NUMBER
#undef LOW
#undef HIGH
#undef LOAD
#undef RETURN
#undef ALLOWED
#undef REFUSED
#undef UNLESS
#undef IF_ANY_BIT
#undef ALLOW
#undef ALLOW_WITHOUT
#undef ALLOW_WITH
#undef ALLOW_ON_SOCKET
    struct sock_fprog program = {.len = sizeof filter / sizeof filter[0], .filter = filter};
    // For threads that a library has left running, too.
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
#endif
}

/// Takes every right on files and on TCP that the kernel's Landlock knows from the calling thread and those that it starts. A second
/// wall behind the filter: false where the kernel has none. The numbers are those of linux/landlock.h, which is older on some systems
/// than the kernel.
static inline bool cconfinement_close_landlock(void) {
    enum { CREATE = 444, RESTRICT = 446, ASK_VERSION = 1 };
    struct {
        uint64_t files, network, scopes;
    } handled = {(1 << 13) - 1, 0, 0};
    long version = syscall(CREATE, NULL, 0, ASK_VERSION);
    if (version < 1) return false;
    if (version >= 2) handled.files |= 1 << 13; // refer
    if (version >= 3) handled.files |= 1 << 14; // truncate
    if (version >= 5) handled.files |= 1 << 15; // ioctl on devices
    if (version >= 4) handled.network = 3;      // bind and connect
    if (version >= 6) handled.scopes = 3;       // abstract sockets and signals of others
    long rules = syscall(CREATE, &handled, version >= 6 ? 24 : version >= 4 ? 16 : 8, 0);
    if (rules < 0) return false;
    bool is_closed = syscall(RESTRICT, rules, 0) == 0;
    close((int)rules);
    return is_closed;
}
