// Where a traced length comes from, and what two are as polynomials, in words: for diagnostics.
#include "prim/poly.h"
#include "trace/trace.h"

#include <inttypes.h>
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

// ---- two lengths as polynomials ----

// A size that a caller chooses freely.
static bool is_free(dbx_var v) {
  const dbx_frame *f = dbx_frame_by_id(dbx_var_at(v)->frame);
  return dbx_var_at(v)->kind == DBX_VAR_ARG && f && f->kind == DBX_FRAME_FUNCTION;
}

// "n = 2, m = 3"; `unknown` receives those that are not free.
static void put_point(dbx_buf *b, const dbx_sizes *s, dbx_u32s *unnamed, dbx_buf *unknown) {
  for (uint32_t i = 0; i < s->vars.n; i++) {
    if (i) dbx_put(b, ", ");
    dbx_put_poly_var(b, s->vars.at[i], unnamed);
    dbx_printf(b, " = %" PRId64, s->at[i]);
    if (is_free(s->vars.at[i])) continue;
    if (unknown->n) dbx_put(unknown, ", ");
    dbx_put_poly_var(unknown, s->vars.at[i], unnamed);
  }
}

static void note_apart(const char *x, const char *y, dbx_sizes *s, dbx_u32s *unnamed) {
  dbx_buf point = {0}, unknown = {0};
  put_point(&point, s, unnamed, &unknown);
  if (!s->vars.n) dbx_diag_note("as polynomials they are %s and %s", x, y);
  else if (unknown.n)
    dbx_diag_note("as polynomials they are %s and %s: nothing is known of %s; at %s they would be "
                  "%" PRId64 " and %" PRId64,
                  x, y, dbx_text(&unknown), dbx_text(&point), s->p, s->q);
  else
    dbx_diag_note("as polynomials they are %s and %s: they differ at %s: %" PRId64 " and %" PRId64,
                  x, y, dbx_text(&point), s->p, s->q);
  dbx_buf_free(&point), dbx_buf_free(&unknown);
}

// With dims=identity only what the option would change is worth a line.
static void note_forms(dbx_poly p, dbx_poly q) {
  if (p != q && !dbx_dims_symbolic()) return;
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_buf x = {0}, y = {0};
  dbx_u32s unnamed = {0};
  dbx_sizes s;
  dbx_put_poly(&x, p, &unnamed), dbx_put_poly(&y, q, &unnamed);
  if (p == q) {
    dbx_diag_note("as polynomials both are %s: with dims=symbolic (--dims=symbolic, or "
                  "`:set dims symbolic`) they are equal",
                  dbx_text(&x));
  } else if (dbx_poly_tell_apart(p, q, &s)) {
    note_apart(dbx_text(&x), dbx_text(&y), &s, &unnamed);
    dbx_vec_free(&s.vars);
  } else {
    dbx_diag_note("as polynomials they are %s and %s: no small size tells them apart, but only "
                  "+, -, * and ** of sizes are followed",
                  dbx_text(&x), dbx_text(&y));
  }
  dbx_buf_free(&x), dbx_buf_free(&y);
  dbx_vec_free(&unnamed);
  dbx_scratch_release(m);
}

static bool is_length(dbx_dim d) { return dbx_dim_is_int(d) || dbx_dim_is_var(d); }

void dbx_note_polynomials(dbx_dim a, dbx_dim b) {
  bool traced = (dbx_dim_is_var(a) || dbx_dim_is_var(b)) && is_length(a) && is_length(b);
  if (!traced || !dbx_diag_pending() || dbx_dim_equal(a, b)) return;
  note_forms(dbx_poly_of_dim(a), dbx_poly_of_dim(b));
}

void dbx_note_dims(dbx_dim a, dbx_dim b) {
  dbx_note_dim(a);
  dbx_note_dim(b);
  dbx_note_polynomials(a, b);
}
