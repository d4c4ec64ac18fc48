#include "CPool.h"

#include <stddef.h>
#include <stdint.h>

// libdispatch, whose headers are not available to a C target.
typedef struct dispatch_queue_s *dispatch_queue_t;
extern dispatch_queue_t dispatch_get_global_queue(intptr_t quality, uintptr_t flags);
extern void dispatch_async_f(dispatch_queue_t queue, void *context, void (*work)(void *context));

// What Swift's runtime exports for executors, and its hook for the shared pool.
typedef struct SwiftJob SwiftJob;
typedef struct {
    void *identity;
    uintptr_t implementation;
} SwiftExecutor;
extern __attribute__((swiftcall)) void swift_job_run(SwiftJob *job, SwiftExecutor executor);
extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(SwiftJob *job, void *original);

static void run(void *job) {
    SwiftExecutor shared_pool = {NULL, 0};
    swift_job_run(job, shared_pool);
}

static __attribute__((swiftcall)) void enqueue(SwiftJob *job, void *original) {
    (void)original;
    enum { default_quality = 0x15, may_overcommit = 2 };
    dispatch_async_f(dispatch_get_global_queue(default_quality, may_overcommit), job, run);
}

void pool_install(void) { swift_task_enqueueGlobal_hook = enqueue; }
