// ncurses with wide characters, and what Swift does not import of it: macros, casts, and arrays of unknown size.
#pragma once
#define NCURSES_WIDECHAR 1
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#include <langinfo.h>
#include <linux/kd.h>
#include <locale.h>
#include <ncurses.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <term.h>
#include <wchar.h>

// Declared only with _GNU_SOURCE, which must not leak from here into other modules.
extern int memfd_create(const char *name, unsigned int flags);
extern int wcwidth(wchar_t character);

static inline WINDOW *curses_standard_screen(void) { return stdscr; }
static inline WINDOW *curses_current_screen(void) { return curscr; }

// A file in memory to which ncurses writes instead of the terminal.
static inline int curses_memory_file(void) { return memfd_create("curses", 1 /* MFD_CLOEXEC */); }

static inline SCREEN *curses_new_terminal(const char *name, int output) {
    FILE *file = fdopen(output, "w");
    return file ? newterm(name, file, stdin) : NULL;
}

static inline attr_t curses_bold(void) { return A_BOLD; }
static inline attr_t curses_dim(void) { return A_DIM; }
static inline attr_t curses_italic(void) { return A_ITALIC; }
static inline attr_t curses_underline(void) { return A_UNDERLINE; }
static inline attr_t curses_reverse(void) { return A_REVERSE; }

static inline int curses_pair_limit(void) { return COLOR_PAIRS; }

// The names of all capabilities, in the order of a compiled description.
static inline const char *curses_boolean_name(int index) { return boolnames[index]; }
static inline const char *curses_number_name(int index) { return numnames[index]; }
static inline const char *curses_string_name(int index) { return strnames[index]; }

// NULL for a capability that the terminal lacks; terminfo has two values for that.
static inline const char *curses_string(const char *name) {
    const char *text = tigetstr(name);
    return text == (const char *)-1 ? NULL : text;
}

// The sequence for a colour, valid until the next call; NULL where the terminal has none.
static inline const char *curses_color_sequence(int is_foreground, int color) {
    const char *capability = is_foreground ? set_a_foreground : set_a_background;
    return capability ? tiparm(capability, color) : NULL;
}

// The characters to which the font of a Linux console is mapped (console_ioctl, GIO_UNIMAP). Returns how many there are, at most
// `capacity`; -1 where the terminal is no console of this machine.
static inline int console_characters(int terminal, uint16_t *characters, int capacity) {
    struct unimapdesc map = {.entry_ct = 65535};
    map.entries = (struct unipair *)malloc(65535 * sizeof(struct unipair));
    if (!map.entries) return -1;
    int count = -1;
    if (ioctl(terminal, GIO_UNIMAP, &map) == 0) {
        count = map.entry_ct < capacity ? map.entry_ct : capacity;
        for (int index = 0; index < count; index++) characters[index] = map.entries[index].unicode;
    }
    free(map.entries);
    return count;
}

static inline const char *curses_codeset(void) { return nl_langinfo(CODESET); }
