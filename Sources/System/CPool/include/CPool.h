#pragma once

// Makes Swift's shared pool run on overcommit queues of libdispatch.
//
// By default Swift's runtime uses queues that count their runnable threads: from the first job on, a timer for that wakes the
// process every second, forever. An idle program must not wake up. Overcommit queues are not counted. The counted queues must not
// be used elsewhere either: not for sleeping tasks (see QueueClock), not as DispatchQueue.global().
//
// Must be called before the first task.
void pool_install(void);
