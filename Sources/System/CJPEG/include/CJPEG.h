// What libjpeg finds damaged while gdk-pixbuf decodes with it. gdk-pixbuf drops these warnings; libjpeg asks the program first for the
// function that sets up how they are handled, and finds the one here (Package.swift exports it). Only the helper decodes pictures, one
// at a time.
#pragma once
#include <stdbool.h>

/// Forgets what was found so far.
void cjpeg_forget_damage(void);

/// Whether coded data of a JPEG was found damaged since then. False as well where gdk-pixbuf decodes with another library.
bool cjpeg_found_damage(void);
