// Signal handlers. They are C because a handler may run in the middle of anything: no locks, no memory from a heap, no
// runtime. They are a compiled file, not a header, because the state must be one a process.
#pragma once
#include <stddef.h>
#include <termios.h>

// Opens the pipe that tells signals (one byte each: HUP INT TERM USR1 USR2 WINCH TSTP CONT) and installs all handlers, also those that
// give the terminal back after a crash. Returns the pipe's reading end, or -1.
int signals_install(void);

// From here on a crash gives this terminal back: with these bytes, these settings, and standard error as it was (-1: unchanged).
void signals_guard(int terminal, const struct termios *settings, const char *bytes, size_t count, int standard_error);

// The terminal has been given back.
void signals_unguard(void);

// Gives the calling thread a stack for handlers and unblocks SIGABRT, once a thread, so that a stack overflow and a damaged heap are
// handled too.
void signals_prepare_thread(void);

// The process ends with this status after so many seconds, whatever it does meanwhile.
void signals_end_soon(int status, unsigned seconds);

// Stops the process group with this signal's default action. The process runs on until it arrives.
void signals_stop(int number);

// Undoes what signals_stop changed.
void signals_continue(void);
