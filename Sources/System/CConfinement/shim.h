// Restricts the system calls of a process that decodes untrusted data: a seccomp filter and an empty Landlock ruleset. Both apply
// to all threads, for the rest of the process's life.
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

// As in unistd.h and sched.h, which declare them only with _GNU_SOURCE.
extern long syscall(long number, ...);
enum { CCONFINEMENT_THREAD = 0x00010000, CCONFINEMENT_NAMESPACES = 0x7E020080 };

#if defined(__x86_64__)
#define CCONFINEMENT_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define CCONFINEMENT_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// Allows the process its memory, threads, clocks, and the socket at descriptor 0, and refuses every other call with EPERM: it
/// cannot open files, create sockets, start programs, access other processes, or make memory executable. False where the kernel
/// accepts no filter, or for another architecture. Requires no_new_privs.
///
/// Calls are refused rather than fatal, since a library that cannot open an optional file goes on without it.
static inline bool cconfinement_close_filter(void) {
#ifndef CCONFINEMENT_ARCHITECTURE
    return false;
#else
#define NUMBER ((uint32_t)offsetof(struct seccomp_data, nr))
// Both architectures are little-endian: the low half of an argument comes first.
#define LOW(index) ((uint32_t)(offsetof(struct seccomp_data, args) + (index) * 8))
#define HIGH(index) (LOW(index) + 4)
#define LOAD(where) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (where))
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define ALLOWED RETURN(SECCOMP_RET_ALLOW)
#define REFUSED RETURN(SECCOMP_RET_ERRNO | EPERM)
// Skips `count` instructions unless the loaded value equals `value`.
#define UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, (count))
#define IF_ANY_BIT(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(bits), 0, (count))
#define ALLOW(call) UNLESS(__NR_##call, 1), ALLOWED
// Allows the call if these bits of the argument are clear.
#define ALLOW_WITHOUT(call, index, bits) UNLESS(__NR_##call, 4), LOAD(LOW(index)), IF_ANY_BIT(bits, 1), REFUSED, ALLOWED
// Allows the call if the low 32 bits of the argument have this value.
#define ALLOW_WITH(call, index, value) UNLESS(__NR_##call, 4), LOAD(LOW(index)), UNLESS(value, 1), ALLOWED, REFUSED
// Allows the call on descriptor 0 without an address.
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
        // Memory, not executable.
        ALLOW(brk),
        ALLOW(munmap),
        ALLOW(mremap),
        ALLOW(madvise),
        ALLOW_WITHOUT(mmap, 2, PROT_EXEC),
        ALLOW_WITHOUT(mprotect, 2, PROT_EXEC),
        // Threads. The flags of clone3 cannot be checked here, since they are in memory; ENOSYS makes the C library use clone.
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
        // Signals to itself, with which the C library aborts.
        ALLOW(rt_sigreturn),
        ALLOW(rt_sigprocmask),
        ALLOW(rt_sigaction),
        ALLOW(sigaltstack),
        ALLOW(restart_syscall),
        ALLOW_WITH(tgkill, 0, getpid()),
        // Clocks, random numbers, and the size of the machine.
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
        // Reading limits, without setting new ones.
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
    // Applies to threads that a library has started as well.
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
#endif
}

/// Removes every right on files and TCP that the kernel's Landlock knows from the calling thread and those that it starts: a
/// second barrier behind the filter. False where the kernel has no Landlock. The numbers are those of linux/landlock.h, since the
/// installed header may be older than the kernel.
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
