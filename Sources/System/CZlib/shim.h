#pragma once
// zlib, opened on first use: only pictures in pixels need it. The declarations are copied here, so that only the library itself
// has to be installed; they follow zlib 1.2 and have not changed since 1.0.
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The library's functions. None is called unless all were found.
typedef struct {
    unsigned long (*bound)(unsigned long length);
    int (*compress)(uint8_t *target, unsigned long *target_length, const uint8_t *source, unsigned long length, int level);
    unsigned long (*crc)(unsigned long sum, const uint8_t *bytes, unsigned int length);
    bool is_complete;
} CZlibLibrary;

static inline bool czlib_find(CZlibLibrary *library) {
    void *handle = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
#define CZLIB_FIND(field, name) \
    if (!(*(void **)&library->field = dlsym(handle, name))) return false
    CZLIB_FIND(bound, "compressBound");
    CZLIB_FIND(compress, "compress2");
    CZLIB_FIND(crc, "crc32");
#undef CZLIB_FIND
    return true;
}

static inline CZlibLibrary *czlib_storage(void) {
    static CZlibLibrary library;
    return &library;
}

static inline void czlib_find_once(void) {
    CZlibLibrary *library = czlib_storage();
    library->is_complete = czlib_find(library);
}

/// The library, opened by the first call on whichever thread; NULL when it, or one of its functions, is missing.
static inline const CZlibLibrary *czlib_open(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, czlib_find_once);
    return czlib_storage()->is_complete ? czlib_storage() : NULL;
}

/// The maximum size of the compressed bytes.
static inline size_t czlib_bound(const CZlibLibrary *library, size_t count) { return library->bound(count); }

/// Compresses the bytes to a zlib stream (RFC 1950). Returns its size, 0 on failure.
static inline size_t czlib_compress(const CZlibLibrary *library, const uint8_t *bytes, size_t count, uint8_t *target,
                                    size_t room, int level) {
    unsigned long length = room;
    return library->compress(target, &length, bytes, count, level) == 0 ? length : 0;
}

/// The checksum used by PNG, of at most 4 GB.
static inline uint32_t czlib_crc(const CZlibLibrary *library, const uint8_t *bytes, size_t count) {
    return (uint32_t)library->crc(0, bytes, (unsigned int)count);
}
