#pragma once

#include <stddef.h>

// The pages of docs, embedded by the C preprocessor: as a Swift literal their 80 kB took 11 seconds to compile.

struct document {
    const unsigned char *bytes;
    size_t count;
};

// The page of this name, without its extension; without bytes if there is none.
struct document document_named(const char *name);
