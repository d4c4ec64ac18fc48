// CARDS_TEST_MISSING has the name prefixes of libraries that dlopen must not find, separated by blanks.
// CARDS_TEST_CALLS is a file to which each successful call appends a line: "fsync FILE PATH" with the file's number, as it may have no name
// yet, and "named FILE MODE MODE PATH" for rename, link and linkat, with the modes of the file and of its folder.
// CARDS_TEST_FULL begins the paths of files of which no more than the first 32 KB can be written: then the disk is full.
#define _GNU_SOURCE
#include "Interposer.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

static int is_missing(const char *library) {
    const char *names = getenv("CARDS_TEST_MISSING");
    while (library && names && *names) {
        const size_t length = strcspn(names, " ");
        if (length > 0 && strncmp(library, names, length) == 0) return 1;
        names += length;
        names += strspn(names, " ");
    }
    return 0;
}

void *dlopen(const char *library, int mode) {
    static void *(*open_library)(const char *, int);
    if (is_missing(library)) return NULL;
    if (!open_library) *(void **)&open_library = next("dlopen");
    return open_library ? open_library(library, mode) : NULL;
}

static void note(const char *line, int length) {
    const char *path = getenv("CARDS_TEST_CALLS");
    if (!path) return;
    const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return;
    if (length > 0 && write(file, line, (size_t)length) < 0) abort();
    close(file);
}

static void note_named(const char *path) {
    struct stat status, folder_status;
    char folder[PATH_MAX], line[2 * PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    if (lstat(path, &status) != 0 || stat(folder, &folder_status) != 0) return;
    note(line, snprintf(line, sizeof line, "named %lu %o %o %s\n", (unsigned long)status.st_ino, status.st_mode & 0777,
                        folder_status.st_mode & 0777, path));
}

int fsync(int descriptor) {
    static int (*synchronize)(int);
    if (!synchronize) *(void **)&synchronize = next("fsync");
    const int result = synchronize ? synchronize(descriptor) : -1;
    char link[64], path[PATH_MAX], line[2 * PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    struct stat status;
    if (result == 0 && length > 0 && fstat(descriptor, &status) == 0) {
        path[length] = 0;
        note(line, snprintf(line, sizeof line, "fsync %lu %s\n", (unsigned long)status.st_ino, path));
    }
    return result;
}

int rename(const char *from, const char *to) {
    static int (*move)(const char *, const char *);
    if (!move) *(void **)&move = next("rename");
    const int result = move ? move(from, to) : -1;
    if (result == 0) note_named(to);
    return result;
}

int link(const char *from, const char *to) {
    static int (*make)(const char *, const char *);
    if (!make) *(void **)&make = next("link");
    const int result = make ? make(from, to) : -1;
    if (result == 0) note_named(to);
    return result;
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    static int (*make)(int, const char *, int, const char *, int);
    if (!make) *(void **)&make = next("linkat");
    const int result = make ? make(from_folder, from, to_folder, to, flags) : -1;
    if (result == 0 && to_folder == AT_FDCWD) note_named(to);
    return result;
}

static int is_full(int descriptor, off64_t end) {
    const char *beginning = getenv("CARDS_TEST_FULL");
    if (!beginning || !*beginning || end <= 32 << 10) return 0;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return strncmp(path, beginning, strlen(beginning)) == 0;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    static ssize_t (*write_at)(int, const void *, size_t, off64_t);
    if (is_full(descriptor, offset + (off64_t)count)) {
        errno = ENOSPC;
        return -1;
    }
    if (!write_at) *(void **)&write_at = next("pwrite64");
    return write_at ? write_at(descriptor, bytes, count, offset) : -1;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return pwrite64(descriptor, bytes, count, offset);
}
