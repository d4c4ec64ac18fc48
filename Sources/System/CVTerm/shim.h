#pragma once
#include <stdbool.h>
#include <string.h>
#include <vterm.h>

/// Text that is a terminal's property: all of it, or from 0.2 on a piece, of which the first one begins it.
typedef struct {
    const char *bytes;
    size_t count;
    bool begins;
} CVTermText;

static inline CVTermText cvterm_text(const VTermValue *value) {
#if VTERM_VERSION_MAJOR > 0 || VTERM_VERSION_MINOR >= 2
    return (CVTermText){value->string.str, value->string.len, value->string.initial};
#else
    return (CVTermText){value->string, value->string ? strlen(value->string) : 0, true};
#endif
}
