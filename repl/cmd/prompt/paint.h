// Colours of what is typed.
#ifndef DBX_CMD_PAINT_H
#define DBX_CMD_PAINT_H

#include <stddef.h>

// Gives each of the n bytes of a text its edit_color (edit/edit.h); `color` is zeroed before. The
// bracket at the cursor, or in front of it, and its partner stand out. Keeps and changes nothing.
void paint_text(const char *text, size_t n, size_t cursor, unsigned char *color);

#endif
