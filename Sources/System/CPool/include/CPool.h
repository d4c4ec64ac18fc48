#pragma once

// Makes Swift's shared pool run on threads of libdispatch that nobody counts.
//
// The queues that Swift's runtime uses by itself count their runnable threads: from the first job on, a timer wakes the process
// every second for good, to look at the counts. A program that rests must rest. Queues that may overcommit are not counted;
// the others are not used anywhere: not for sleeping tasks (QueueClock), not as DispatchQueue.global().
//
// To be called before the first task.
void pool_install(void);
