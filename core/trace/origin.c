// Where a traced length comes from, in words: for diagnostics.
#include "trace/trace.h"

#include <string.h>

static uint32_t position(const dbx_frame *f, dbx_var v) {
  uint32_t i = 0;
  while (i < f->invars.n && f->invars.at[i] != v) i++;
  return i;
}

// Implicit arguments come first, as lengths of arguments to their right.
static bool is_length_of_argument(const dbx_frame *f, uint32_t at) {
  for (uint32_t i = at + 1; i < f->invars.n; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(f->invars.at[i]));
    for (uint32_t k = 0; k < t->rank; k++)
      if (t->dims[k] == dbx_dim_var(f->invars.at[at])) return true;
  }
  return false;
}

static void note_argument(const dbx_frame *f, const char *name, dbx_var v) {
  const char *of = dbx_sym_text(f->name);
  bool length = is_length_of_argument(f, position(f, v));
  if (f->kind == DBX_FRAME_NESTED && length)
    dbx_diag_note(
        "%s is an implicit argument of the body '%s': the loop carries this length, so that it is "
        "not known to be any other",
        name, of);
  else if (length) dbx_diag_note("%s is the length of an axis of an argument of '%s'", name, of);
  else dbx_diag_note("%s is an argument of '%s'", name, of);
}

// The source text of an event, its first line.
static bool put_source(dbx_buf *b, const dbx_frame *f, uint32_t event, uint32_t *line) {
  dbx_span s = event < f->trace->events.n ? f->trace->events.at[event].span : (dbx_span){0};
  size_t n = 0;
  const char *text = s.file ? dbx_source_text(s.file, &n) : NULL;
  if (!text || s.end > n || s.begin >= s.end) return false;
  *line = dbx_source_place(s.file, s.begin).line;
  size_t length = s.end - s.begin;
  const char *newline = memchr(text + s.begin, '\n', length);
  if (newline) length = (size_t)(newline - text) - s.begin;
  dbx_printf(b, "%.*s%s", (int)length, text + s.begin, newline ? " ..." : "");
  return true;
}

static void note_result(const dbx_frame *f, const char *name, uint32_t birth) {
  dbx_buf source = {0};
  uint32_t line;
  if (put_source(&source, f, birth, &line))
    dbx_diag_note("%s is computed in line %u: %s", name, line, dbx_text(&source));
  dbx_buf_free(&source);
}

void dbx_put_dim_words(dbx_buf *b, dbx_dim d) {
  uint32_t from = b->n, line;
  dbx_put_dim(b, d, NULL);
  if (strcmp(dbx_text(b) + from, "?")) return;
  b->n = from;
  const dbx_var_info *v = dbx_var_at(dbx_referent((dbx_var)dbx_dim_value(d)));
  const dbx_frame *f = dbx_frame_by_id(v->frame);
  if (!f || v->kind != DBX_VAR_RESULT || !put_source(b, f, v->birth, &line))
    dbx_put(b, "a length of its own");
}

void dbx_note_dim(dbx_dim d) {
  if (!dbx_dim_is_var(d) || !dbx_diag_pending()) return;
  dbx_var v = dbx_referent((dbx_var)dbx_dim_value(d));
  const dbx_var_info *info = dbx_var_at(v);
  const dbx_frame *f = dbx_frame_by_id(info->frame);
  dbx_buf name = {0};
  if (!f) return;
  dbx_put_dim(&name, d, NULL);
  if (!strcmp(dbx_text(&name), "?")) dbx_clear(&name), dbx_put(&name, "one length");
  if (info->kind == DBX_VAR_ARG) note_argument(f, dbx_text(&name), v);
  else if (info->kind == DBX_VAR_RESULT) note_result(f, dbx_text(&name), info->birth);
  dbx_buf_free(&name);
}
