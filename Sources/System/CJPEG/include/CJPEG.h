// Detects damage that libjpeg finds while gdk-pixbuf decodes with it. gdk-pixbuf drops these warnings; but libjpeg's function
// that sets up their handling is looked up in the program first, which exports its own (Package.swift). Only the helper decodes
// pictures, one at a time.
#pragma once
#include <stdbool.h>

/// Resets the result.
void cjpeg_forget_damage(void);

/// Whether damaged data was found in a JPEG since then. False as well where gdk-pixbuf decodes with another library.
bool cjpeg_found_damage(void);
