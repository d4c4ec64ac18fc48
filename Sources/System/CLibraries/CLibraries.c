#include "CLibraries.h"

#include <dlfcn.h>

enum { untried = 0, missing = 1, complete = 2 };

bool clibrary_fill(void *table, const CLibraryFunction *functions, size_t count, const char *file) {
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
    for (size_t index = 0; index < count; index++) {
        void *address = dlsym(handle, functions[index].name);
        if (!address && !functions[index].is_optional) return false;
        *(void **)((char *)table + functions[index].offset) = address;
    }
    return true;
}

static int find(CLibrary *library) {
    const size_t most = sizeof library->files / sizeof library->files[0];
    for (size_t index = 0; index < most && library->files[index]; index++) {
        if (clibrary_fill(library->table, library->functions, library->count, library->files[index]))
            return !library->prepare || library->prepare() ? complete : missing;
    }
    return missing;
}

const void *clibrary_open(CLibrary *library) {
    int state = __atomic_load_n(&library->state, __ATOMIC_ACQUIRE);
    if (state == untried) {
        pthread_mutex_lock(&library->lock);
        state = __atomic_load_n(&library->state, __ATOMIC_RELAXED);
        if (state == untried) {
            state = find(library);
            __atomic_store_n(&library->state, state, __ATOMIC_RELEASE);
        }
        pthread_mutex_unlock(&library->lock);
    }
    return state == complete ? library->table : NULL;
}
