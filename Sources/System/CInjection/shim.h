// What a test needs to make calls of the system inside another process: as code that has taken it over would. Only tests use it.
#pragma once
#include <elf.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

// As in unistd.h, where it hides behind _GNU_SOURCE.
extern long syscall(long number, ...);

/// A call and its arguments. The text lies in the other process while it is made; an argument that is cinjection_text becomes its address.
typedef struct {
    long number;
    uint64_t arguments[6];
    char text[64];
} CInjectedCall;

static const uint64_t cinjection_text = UINT64_MAX;

static inline bool cinjection_wait(pid_t process) {
    int status = 0;
    return waitpid(process, &status, __WALL) == process && WIFSTOPPED(status);
}

#if defined(__x86_64__)
typedef struct user_regs_struct CInjectionRegisters;

// The instruction behind which the process waits is a call of the system; it is used for the next one.
static inline uint64_t cinjection_instruction(pid_t process, const CInjectionRegisters *registers) {
    uint64_t place = registers->rip - 2;
    return (ptrace(PTRACE_PEEKTEXT, process, (void *)place, NULL) & 0xFFFF) == 0x050F ? place : 0;
}

static inline void cinjection_set(CInjectionRegisters *registers, uint64_t instruction, const CInjectedCall *call, uint64_t text) {
    uint64_t values[6];
    for (int i = 0; i < 6; i++) values[i] = call->arguments[i] == cinjection_text ? text : call->arguments[i];
    registers->rip = instruction;
    registers->rax = (uint64_t)call->number;
    // It is not in a call any more: nothing is to be taken up again.
    registers->orig_rax = UINT64_MAX;
    registers->rdi = values[0], registers->rsi = values[1], registers->rdx = values[2];
    registers->r10 = values[3], registers->r8 = values[4], registers->r9 = values[5];
}

static inline uint64_t cinjection_stack(const CInjectionRegisters *registers) { return registers->rsp; }
static inline long cinjection_result(const CInjectionRegisters *registers) { return (long)registers->rax; }
#elif defined(__aarch64__)
typedef struct user_regs_struct CInjectionRegisters;

// Where the interrupted call is to be made again the kernel has gone back to it already.
static inline uint64_t cinjection_instruction(pid_t process, const CInjectionRegisters *registers) {
    for (uint64_t place = registers->pc; place >= registers->pc - 4; place -= 4)
        if ((ptrace(PTRACE_PEEKTEXT, process, (void *)place, NULL) & 0xFFFFFFFF) == 0xD4000001) return place;
    return 0;
}

static inline void cinjection_set(CInjectionRegisters *registers, uint64_t instruction, const CInjectedCall *call, uint64_t text) {
    for (int i = 0; i < 6; i++) registers->regs[i] = call->arguments[i] == cinjection_text ? text : call->arguments[i];
    registers->regs[8] = (uint64_t)call->number;
    registers->pc = instruction;
}

static inline uint64_t cinjection_stack(const CInjectionRegisters *registers) { return registers->sp; }
static inline long cinjection_result(const CInjectionRegisters *registers) { return (long)registers->regs[0]; }
#endif

/// Makes the calls one after another in a child of ours that waits in a call of the system, and notes what each gave: at least 0, or
/// an errno below it. False when the process could not be stopped, or ended. It is of no use afterwards, and is to be killed.
static inline bool cinjection_make(pid_t process, const CInjectedCall *calls, int count, long *results) {
    if (ptrace(PTRACE_ATTACH, process, NULL, NULL) != 0 || !cinjection_wait(process)) return false;
    CInjectionRegisters registers;
    struct iovec all = {&registers, sizeof registers};
    if (ptrace(PTRACE_GETREGSET, process, (void *)NT_PRSTATUS, &all) != 0) return false;
    uint64_t instruction = cinjection_instruction(process, &registers);
    // Far enough below what the process has on its stack.
    uint64_t text = (cinjection_stack(&registers) - 4096) & ~(uint64_t)15;
    if (!instruction) return false;
    for (int index = 0; index < count; index++) {
        for (size_t offset = 0; offset < sizeof calls[index].text; offset += sizeof(long)) {
            long word;
            memcpy(&word, calls[index].text + offset, sizeof word);
            if (ptrace(PTRACE_POKEDATA, process, (void *)(text + offset), (void *)word) != 0) return false;
        }
        cinjection_set(&registers, instruction, &calls[index], text);
        if (ptrace(PTRACE_SETREGSET, process, (void *)NT_PRSTATUS, &all) != 0) return false;
        if (ptrace(PTRACE_SINGLESTEP, process, NULL, NULL) != 0 || !cinjection_wait(process)) return false;
        if (ptrace(PTRACE_GETREGSET, process, (void *)NT_PRSTATUS, &all) != 0) return false;
        results[index] = cinjection_result(&registers);
    }
    return true;
}

/// From here on the calling thread, and what it starts, is on a kernel that knows no filters.
static inline bool cinjection_forget_seccomp(void) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_seccomp, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = 4, .filter = filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}
