// Source texts and spans. A span is a half-open byte range of one registered text; every event,
// equation and diagnostic carries one. Nothing here opens files: the front end hands over text.
#ifndef DBX_BASE_SOURCE_H
#define DBX_BASE_SOURCE_H

#include "base/state.h"

#include <stddef.h>
#include <stdint.h>

// Registers a copy of the text; name is what diagnostics show (a base name or "<prompt 3>").
uint32_t dbx_source_add(const char *name, const char *text, size_t n);
// A text that is typed is a source while it grows: the name and the text that it has from now on (a
// copy). What spans of it mean changes with it.
void dbx_source_rename(uint32_t file, const char *name);
void dbx_source_retext(uint32_t file, const char *text, size_t n);
// It is a part of a longer text: the number of its first line there.
void dbx_source_count_from(uint32_t file, uint32_t line);
// Frees those that were registered from this one on; nothing may refer to them any more.
void dbx_source_forget(uint32_t from);
const char *dbx_source_name(uint32_t file);
const char *dbx_source_text(uint32_t file, size_t *n);

typedef struct dbx_place {
  uint32_t line, column;  // counted from 1, or dbx_source_count_from; columns are code points
  const char *text;       // the line, without its newline
  uint32_t length, start; // bytes of the line; byte offset of its start
} dbx_place;
// Of a byte of the text; behind its end: its end. A file of 0 has the place 0:0 and no text.
dbx_place dbx_source_place(uint32_t file, uint32_t offset);

// The span that bind, events and diagnostics take when no better one is given.
#define dbx_here (base_now->here)

void dbx_sources_end_(void); // private to base/state.c

#endif
