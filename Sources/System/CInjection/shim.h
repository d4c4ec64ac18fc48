// Makes system calls inside another process, as injected code would. For tests only.
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

// As in unistd.h, which declares it only with _GNU_SOURCE.
extern long syscall(long number, ...);

/// A system call and its arguments. The text is copied into the other process; an argument that is cinjection_text is replaced by
/// its address.
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

// The process waits after a system call instruction, which is reused.
static inline uint64_t cinjection_instruction(pid_t process, const CInjectionRegisters *registers) {
    uint64_t address = registers->rip - 2;
    return (ptrace(PTRACE_PEEKTEXT, process, (void *)address, NULL) & 0xFFFF) == 0x050F ? address : 0;
}

static inline void cinjection_set(CInjectionRegisters *registers, uint64_t instruction, const CInjectedCall *call, uint64_t text) {
    uint64_t values[6];
    for (int i = 0; i < 6; i++) values[i] = call->arguments[i] == cinjection_text ? text : call->arguments[i];
    registers->rip = instruction;
    registers->rax = (uint64_t)call->number;
    // Marks that no interrupted call has to be restarted.
    registers->orig_rax = UINT64_MAX;
    registers->rdi = values[0], registers->rsi = values[1], registers->rdx = values[2];
    registers->r10 = values[3], registers->r8 = values[4], registers->r9 = values[5];
}

static inline uint64_t cinjection_stack(const CInjectionRegisters *registers) { return registers->rsp; }
static inline long cinjection_result(const CInjectionRegisters *registers) { return (long)registers->rax; }
#elif defined(__aarch64__)
typedef struct user_regs_struct CInjectionRegisters;

// For a call that will be restarted the kernel has already moved back to its instruction.
static inline uint64_t cinjection_instruction(pid_t process, const CInjectionRegisters *registers) {
    for (uint64_t address = registers->pc; address >= registers->pc - 4; address -= 4)
        if ((ptrace(PTRACE_PEEKTEXT, process, (void *)address, NULL) & 0xFFFFFFFF) == 0xD4000001) return address;
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

/// Makes the calls one after another in a child process that waits in a system call, and stores each result: at least 0, or a
/// negative errno. False when the process could not be stopped, or ended. Afterwards the process is unusable and must be killed.
static inline bool cinjection_make(pid_t process, const CInjectedCall *calls, int count, long *results) {
    if (ptrace(PTRACE_ATTACH, process, NULL, NULL) != 0 || !cinjection_wait(process)) return false;
    CInjectionRegisters registers;
    struct iovec all = {&registers, sizeof registers};
    if (ptrace(PTRACE_GETREGSET, process, (void *)NT_PRSTATUS, &all) != 0) return false;
    uint64_t instruction = cinjection_instruction(process, &registers);
    // Below the used part of the stack.
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

/// From now on the calling thread and its children behave as on a kernel without seccomp filters.
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
