// Preloaded into the program by .ci/weight: counts what it allocates, and the statements that SQLite runs before the first frame. The
// counters are in a file that CARDS_COUNTS names, so that they can be read while the program runs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct counts {
    _Atomic uint64_t allocations;
    _Atomic uint64_t statements;
    // Of the statements, at the first frame; 0 before it.
    _Atomic uint64_t at_first_frame;
};

// Until the file is open, and in the program's children.
static struct counts unread;
static struct counts *counts = &unread;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("CARDS_COUNTS");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (page != MAP_FAILED) counts = page;
    unsetenv("CARDS_COUNTS");
    unsetenv("LD_PRELOAD");
}

// glibc's own names of what is replaced here.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count(void) { atomic_fetch_add_explicit(&counts->allocations, 1, memory_order_relaxed); }

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count();
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count();
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : 12 /* ENOMEM */;
}

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

// SQLITE_TRACE_STMT also tells of the statements of triggers, as comments.
static int on_statement(unsigned kind, void *context, void *statement, void *text) {
    (void)kind, (void)context, (void)statement;
    if (strncmp(text, "--", 2) != 0) atomic_fetch_add(&counts->statements, 1);
    return 0;
}

int sqlite3_open_v2(const char *path, void **database, int flags, const char *system) {
    int (*open_database)(const char *, void **, int, const char *);
    int (*trace)(void *, unsigned, int (*)(unsigned, void *, void *, void *), void *);
    *(void **)&open_database = next("sqlite3_open_v2");
    *(void **)&trace = next("sqlite3_trace_v2");
    int result = open_database(path, database, flags, system);
    if (result == 0) trace(*database, 1 /* SQLITE_TRACE_STMT */, on_statement, NULL);
    return result;
}

// ncurses writes the first frame; later ones may be written without it.
int doupdate(void) {
    int (*update)(void);
    *(void **)&update = next("doupdate");
    if (counts->at_first_frame == 0) atomic_store(&counts->at_first_frame, counts->statements);
    return update();
}
