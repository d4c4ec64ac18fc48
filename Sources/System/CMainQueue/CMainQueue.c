#include "CMainQueue.h"

#include <stdint.h>
#include <unistd.h>

// libdispatch, whose headers are not available to a C target.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

void main_queue_run(void) {
    uint64_t count;
    // It does not block: nothing is there to read after a spurious wake-up.
    ssize_t size = read(main_queue_descriptor(), &count, sizeof count);
    (void)size;
    _dispatch_main_queue_callback_4CF(NULL);
}
