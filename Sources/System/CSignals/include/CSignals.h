// Signal handlers. They are in C because a handler may interrupt anything: it must not use locks, the heap, or Swift's runtime.
// They are a compiled file, not a header, because their state must exist once per process.
#pragma once
#include <stddef.h>
#include <termios.h>

// Opens the pipe that reports signals (one byte each: HUP INT TERM USR1 USR2 WINCH TSTP CONT) and installs all handlers,
// including those that restore the terminal after a crash. Returns the pipe's read end, or -1.
int signals_install(void);

// From now on a crash restores this terminal: writes these bytes, and resets its settings and standard error (-1: unchanged).
void signals_guard(int terminal, const struct termios *settings, const char *bytes, size_t count, int standard_error);

// To be called when the terminal has been restored.
void signals_unguard(void);

// Sets up an alternate signal stack for the calling thread and unblocks SIGABRT, once per thread, so that stack overflows and
// heap corruption are handled as well.
void signals_prepare_thread(void);

// Ends the process with this status after `seconds`, whatever it does meanwhile.
void signals_end_soon(int status, unsigned seconds);

// Stops the process group by this signal's default action. The process runs on until the signal arrives.
void signals_stop(int number);

// Undoes what signals_stop changed.
void signals_continue(void);

// While another program has the terminal, the keys that send SIGINT, SIGQUIT and SIGTSTP are meant for that program only: it gets
// them too, being in the same process group. Whoever waits for it stops this process when that one stops.
void signals_lend(int is_lent);
