#pragma once

// libdispatch's main queue for a loop of ours on the main thread, as CoreFoundation's run loop serves it. After dispatch_main a thread
// that watches events wakes another one for each of them; here the thread that polls does the work itself.

// Readable while the queue has work.
int main_queue_descriptor(void);

// Does the work that waits. Call it on the main thread, and never dispatch_main.
void main_queue_run(void);
