#define _GNU_SOURCE
#include "CJPEG.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// The first members of two structures of jpeglib.h, the same in every libjpeg since version 6.
typedef struct ErrorManager ErrorManager;

typedef struct {
    ErrorManager *errors;
} Codec;

struct ErrorManager {
    void (*error_exit)(Codec *);
    void (*emit_message)(Codec *, int level);
    void (*output_message)(Codec *);
    void (*format_message)(Codec *, char *);
    void (*reset)(Codec *);
    int code;
    union {
        int numbers[8];
        char text[80];
    } parameter;
    int trace_level;
    long warnings;
    const char *const *messages;
    int last_message;
};

/// Cameras and webcams leave a few bytes after the last row or before a restart marker. More bytes are a part of the picture.
enum { harmless_bytes = 16 };

static bool is_damaged;
static void (*emit)(Codec *, int level);

void cjpeg_forget_damage(void) { is_damaged = false; }

bool cjpeg_found_damage(void) { return is_damaged; }

/// Whether the warning is about coded data: invalid codes, or data that ends too early or too late. Other warnings are about
/// headers.
static bool is_damage(const ErrorManager *errors) {
    if (errors->code < 0 || errors->code > errors->last_message || !errors->messages) return false;
    const char *message = errors->messages[errors->code];
    if (!message || strncmp(message, "Corrupt JPEG data", strlen("Corrupt JPEG data")) != 0) return false;
    return !strstr(message, "extraneous") || errors->parameter.numbers[0] > harmless_bytes;
}

static void note(Codec *codec, int level) {
    // Negative levels are warnings, others are trace messages.
    if (level < 0 && is_damage(codec->errors)) is_damaged = true;
    emit(codec, level);
}

/// Replaces libjpeg's function for all libraries that this program has opened: calls the original and sets `note` as the handler
/// of warnings.
__attribute__((visibility("default"))) ErrorManager *jpeg_std_error(ErrorManager *errors) {
    static ErrorManager *(*standard)(ErrorManager *);
    if (!standard) {
        // The original is found by way of the calling library.
        Dl_info caller;
        void *handle = NULL;
        if (dladdr(__builtin_return_address(0), &caller)) handle = dlopen(caller.dli_fname, RTLD_NOW | RTLD_NOLOAD);
        if (handle) *(void **)&standard = dlsym(handle, "jpeg_std_error");
        // The caller cannot continue without it. As the caller is linked to libjpeg, it is always found.
        if (!standard) abort();
    }
    errors = standard(errors);
    emit = errors->emit_message;
    errors->emit_message = note;
    return errors;
}
