// Loaded before a program (LD_PRELOAD) by a journey, to let libraries be missing and to note what reaches the disk. No interface.
#pragma once
