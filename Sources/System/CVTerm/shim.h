#pragma once
#include <stdbool.h>
#include <string.h>
#include <vterm.h>

/// The text of a terminal property: complete, or from 0.2 on in fragments, of which the first has `begins`.
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
