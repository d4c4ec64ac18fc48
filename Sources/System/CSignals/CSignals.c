#define _GNU_SOURCE
#include "CSignals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int notices[2] = {-1, -1};
static atomic_int end_status = 1;
static atomic_int is_ending = 0;

static struct {
    atomic_int armed;
    int terminal;
    int standard_error;
    struct termios settings;
    char bytes[1024];
    size_t count;
} guard;

// With these the process ends by the same signal. The last ones are normally not sent, but would end it as well.
static const int crashes[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGQUIT,
                              SIGSYS, SIGXCPU, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSTKFLT};
static const int ends[] = {SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2};
static const int noticed[] = {SIGWINCH, SIGTSTP, SIGCONT};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void restore_terminal(void) {
    if (!atomic_exchange(&guard.armed, 0)) return;
    size_t sent = 0;
    for (int tries = 0; sent < guard.count && tries < 10;) {
        ssize_t result = write(guard.terminal, guard.bytes + sent, guard.count - sent);
        if (result > 0) {
            sent += (size_t)result;
        } else if (result < 0 && errno == EAGAIN) {
            struct pollfd writable = {.fd = guard.terminal, .events = POLLOUT};
            poll(&writable, 1, 50);
            tries++;
        } else if (result == 0 || errno != EINTR) {
            break;
        }
    }
    tcsetattr(guard.terminal, TCSANOW, &guard.settings);
    if (guard.standard_error >= 0) dup2(guard.standard_error, STDERR_FILENO);
}

static void unblock(int number) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void on_crash(int number) {
    restore_terminal();
    signal(number, SIG_DFL);
    unblock(number);
    raise(number);
}

// Replaces glibc's abort for all threads and libraries. glibc 2.41 no longer unblocks SIGABRT before raising it: a thread that
// blocks the signal, as those of libdispatch do, would end the process without its handler.
void abort(void) {
    unblock(SIGABRT);
    raise(SIGABRT);
    // SIGABRT was ignored, or its handler returned.
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
    _exit(128 + SIGABRT);
}

static void on_alarm(int number) {
    (void)number;
    restore_terminal();
    _exit(atomic_load(&end_status));
}

static void on_notice(int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    ssize_t ignored = write(notices[1], &byte, 1);
    (void)ignored;
    errno = saved;
}

static void on_end(int number) {
    // The event loop ends the process; if it is stuck, the alarm does. HUP often comes twice: once the loop ends the process, its
    // time is not shortened.
    if (!atomic_load(&is_ending)) {
        atomic_store(&end_status, 128 + number);
        alarm(1);
    }
    on_notice(number);
}

// Not SIG_IGN, since children would inherit that.
static void on_nothing(int number) { (void)number; }

static void handle(int number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    sigfillset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

int signals_install(void) {
    if (notices[0] >= 0) return notices[0];
    if (pipe2(notices, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    signals_prepare_thread();
    for (size_t index = 0; index < COUNT(crashes); index++) handle(crashes[index], on_crash);
    for (size_t index = 0; index < COUNT(ends); index++) handle(ends[index], on_end);
    for (size_t index = 0; index < COUNT(noticed); index++) handle(noticed[index], on_notice);
    handle(SIGALRM, on_alarm);
    handle(SIGPIPE, on_nothing);
    return notices[0];
}

void signals_guard(int terminal, const struct termios *settings, const char *bytes, size_t count, int standard_error) {
    atomic_store(&guard.armed, 0);
    guard.terminal = terminal;
    guard.standard_error = standard_error;
    guard.settings = *settings;
    guard.count = count < sizeof guard.bytes ? count : sizeof guard.bytes;
    memcpy(guard.bytes, bytes, guard.count);
    atomic_store(&guard.armed, 1);
}

void signals_unguard(void) { atomic_store(&guard.armed, 0); }

void signals_prepare_thread(void) {
    static _Thread_local int is_prepared = 0;
    if (is_prepared) return;
    is_prepared = 1;
    // When glibc detects a damaged heap, it calls its own abort, not ours.
    unblock(SIGABRT);
    // Never freed: a thread of the pool may run a handler as long as it lives.
    stack_t stack = {.ss_size = 64 * 1024};
    stack.ss_sp = malloc(stack.ss_size);
    if (stack.ss_sp) sigaltstack(&stack, NULL);
}

void signals_end_soon(int status, unsigned seconds) {
    atomic_store(&is_ending, 1);
    atomic_store(&end_status, status);
    alarm(seconds);
}

void signals_stop(int number) {
    signal(number, SIG_DFL);
    kill(0, number);
}

void signals_lend(int is_lent) {
    // Ignored, not handled by nothing: a signal that is handled may be delivered late, on another thread, to the handler that is set by
    // then. Children are started with the default actions.
    handle(SIGINT, is_lent ? SIG_IGN : on_end);
    handle(SIGQUIT, is_lent ? SIG_IGN : on_crash);
    handle(SIGTSTP, is_lent ? SIG_IGN : on_notice);
}

void signals_continue(void) {
    handle(SIGTSTP, on_notice);
    signal(SIGTTOU, SIG_DFL);
}
