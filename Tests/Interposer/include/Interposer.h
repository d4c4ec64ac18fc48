// Preloaded into a program (LD_PRELOAD) by the journey tests, to hide libraries and to log what reaches the disk. No interface.
#pragma once
