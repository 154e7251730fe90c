// Interned strings: one 32-bit handle per text for the life of the session; equal text, equal
// handle. The symbols of syms.def have fixed handles DBX_S_<name>.
#ifndef DBX_BASE_SYM_H
#define DBX_BASE_SYM_H

#include <stddef.h>
#include <stdint.h>

typedef uint32_t dbx_sym; // 0 is "no symbol" and has the text ""

enum {
  DBX_S_none_,
#define S(name) DBX_S_##name,
#include "base/syms.def"
#undef S
  DBX_S_count_
};

// The handle of a text, which is copied at its first use and is never given back (the session's).
dbx_sym dbx_intern(const char *text);
dbx_sym dbx_intern_n(const char *text, size_t n);
// NUL-terminated, valid until the session ends; its bytes are counted by dbx_sym_len.
const char *dbx_sym_text(dbx_sym s);
size_t dbx_sym_len(dbx_sym s);

// The table of a session (private to base/state.c).
void dbx_syms_begin_(void);
void dbx_syms_end_(void);

#endif
