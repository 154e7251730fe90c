// Where a traced length comes from, and what two are as polynomials, in words: for diagnostics.
#include "ir/primitive.h"
#include "prim/poly.h"
#include "prim/prim.h"
#include "trace/provenance.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// What the program called it first.
static const char *name_of(const dbx_frame *f, dbx_var v) {
  for (uint32_t i = 0; i < f->trace->events.n; i++) {
    const dbx_event *e = &f->trace->events.at[i];
    if (e->kind == DBX_EV_NAME && e->u.name.variable == v) return dbx_sym_text(e->u.name.name);
  }
  return NULL;
}

static void put_argument(dbx_buf *b, const dbx_link *l) {
  const char *of = dbx_sym_text(l->frame->name),
             *name = l->sized ? name_of(l->frame, l->sized) : NULL;
  if (!l->sized) {
    dbx_printf(b, "argument of '%s'", of);
    return;
  }
  dbx_printf(b, "implicit argument of '%s': size of ", of);
  if (name) dbx_put(b, name);
  else dbx_printf(b, "its argument %u", l->of);
  dbx_printf(b, ", axis %u", l->axis);
  if (l->kind == DBX_LINK_CARRY_SIZE)
    dbx_put(b, "; the loop carries this length, so that it is not known to be any other");
}

// The source text, its first line.
static bool put_source(dbx_buf *b, dbx_span s) {
  size_t n = 0;
  const char *text = s.file ? dbx_source_text(s.file, &n) : NULL;
  if (!text || s.end > n || s.begin >= s.end) return false;
  size_t length = s.end - s.begin;
  const char *newline = memchr(text + s.begin, '\n', length);
  if (newline) length = (size_t)(newline - text) - s.begin;
  dbx_printf(b, "%.*s%s", (int)length, text + s.begin, newline ? " ..." : "");
  return true;
}

static void put_result(dbx_buf *b, const dbx_link *l) {
  size_t from = b->n;
  dbx_put(b, l->eqn && l->eqn->prim->nested ? "result of: " : "computed by: ");
  if (put_source(b, l->span)) return;
  b->n = from;
  dbx_put(b, "computed by the program");
}

// ---- a length in words of the source ----

static bool has_length(dbx_var array, dbx_var v, uint32_t *axis) {
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(array));
  for (uint32_t k = 0; k < t->rank; k++)
    if (dbx_dim_is_var(t->dims[k]) && dbx_referent((dbx_var)dbx_dim_value(t->dims[k])) == v)
      return *axis = k, true;
  return false;
}

// The array that the same expression made with the length: it is the expression's value, and the
// length is not. *position: among several results, UINT32_MAX if it is the only one.
static bool made_with(const dbx_link *l, dbx_var v, uint32_t *position, uint32_t *axis) {
  const dbx_trace *t = l->frame->trace;
  for (uint32_t i = l->event; i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    const dbx_eqn *q = dbx_same_span(e->span, l->span) ? dbx_event_eqn(e) : NULL;
    const dbx_bind *bind = q ? dbx_bind_of_eqn(dbx_frame_by_id(e->frame), q) : NULL;
    uint32_t from = bind ? bind->n_implicit : 0;
    for (uint32_t k = from; q && k < q->n_out; k++) {
      if (!has_length(q->out[k] & DBX_HANDLE, v, axis)) continue;
      return *position = q->n_out - from > 1 ? k - from : UINT32_MAX, true;
    }
  }
  return false;
}

// An expression on one line; that of a Jaxpr's text is an equation.
static bool put_expression(dbx_buf *b, dbx_span s) {
  size_t n = 0;
  const char *text = s.file ? dbx_source_text(s.file, &n) : NULL;
  if (!text || s.end > n || s.begin >= s.end) return false;
  if (memchr(text + s.begin, '\n', s.end - s.begin)) return false;
  if (memmem(text + s.begin, s.end - s.begin, " = ", 3)) return false;
  return put_source(b, s);
}

static bool put_named_array(dbx_buf *b, const dbx_trace *t, dbx_var v) {
  uint32_t axis;
  for (uint32_t i = 0; i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind != DBX_EV_NAME || !has_length(e->u.name.variable, v, &axis)) continue;
    return dbx_printf(b, "%s.shape[%u]", dbx_sym_text(e->u.name.name), axis), true;
  }
  return false;
}

bool dbx_put_length_words(dbx_buf *b, dbx_var v) {
  v = dbx_referent(v);
  dbx_link l = dbx_link_of(v);
  if (!l.frame) return false;
  const char *name = name_of(l.frame, v);
  uint32_t position = UINT32_MAX, axis = 0;
  bool part = l.eqn && made_with(&l, v, &position, &axis);
  bool plain = l.eqn && (!l.eqn->prim->nested || dbx_is_call(l.eqn->prim));
  if (name) return dbx_put(b, name), true;
  if (l.eqn && !part && plain && put_expression(b, l.span)) return true;
  if (put_named_array(b, l.frame->trace, v)) return true;
  if (!part || !put_expression(b, l.span)) return false;
  if (position != UINT32_MAX) dbx_printf(b, "[%u]", position);
  return dbx_printf(b, ".shape[%u]", axis), true;
}

void dbx_put_dim_words(dbx_buf *b, dbx_dim d) {
  size_t from = b->n;
  dbx_put_dim(b, d, NULL);
  if (strcmp(dbx_text(b) + from, "?")) return;
  b->n = from;
  if (!dbx_put_length_words(b, (dbx_var)dbx_dim_value(d))) dbx_put(b, "a length of its own");
}

// In the source's words where something is born: "argument of 'f'", "computed by: n + 1".
static bool put_birth(dbx_buf *b, dbx_var v, dbx_span *place) {
  dbx_link l = dbx_link_of(v);
  dbx_var_kind kind = dbx_var_at(v)->kind;
  if (!l.frame || kind == DBX_VAR_CONST) return false;
  bool function = kind == DBX_VAR_ARG && l.frame->kind == DBX_FRAME_FUNCTION;
  *place = function && l.frame->trace->span.file ? l.frame->trace->span : l.span;
  if (kind == DBX_VAR_ARG) put_argument(b, &l);
  else put_result(b, &l);
  return true;
}

void dbx_note_dim(dbx_dim d) {
  if (!dbx_dim_is_var(d) || !dbx_diag_pending()) return;
  dbx_var v = dbx_referent((dbx_var)dbx_dim_value(d));
  dbx_buf name = {0}, text = {0};
  dbx_span place;
  dbx_put_dim(&name, d, NULL);
  if (put_birth(&text, v, &place)) dbx_diag_birth(dbx_text(&name), v, place, dbx_text(&text));
  dbx_buf_free(&name), dbx_buf_free(&text);
}

// ---- a value in words of the source ----

enum { VALUES_DEEP = 4, VALUES = 4 };

static bool needs_value(dbx_code c) {
  return (c >= DBX_E402 && c <= DBX_E405) || c == DBX_E505 || c == DBX_E513;
}

// Where a scalar that is needed now comes from: a name of the program, or those in the expression.
static void note_value(dbx_var v, uint32_t depth) {
  v = dbx_referent(v);
  dbx_link l = dbx_link_of(v);
  const char *name = l.frame ? name_of(l.frame, v) : NULL;
  dbx_buf text = {0};
  dbx_span place;
  if (name && put_birth(&text, v, &place)) dbx_diag_birth(name, v, place, dbx_text(&text));
  for (uint32_t i = 0; depth && l.eqn && !l.eqn->prim->nested && i < l.eqn->n_in; i++)
    if (!dbx_is_literal(l.eqn->in[i]) && dbx_diag_pending()->n_births < VALUES)
      note_value(l.eqn->in[i] & DBX_HANDLE, depth - 1);
  dbx_buf_free(&text);
}

// ---- a dtype in words of the source ----

// The operand noted last is what a body gives, and the one before it what came in: of another
// dtype.
static bool differs_in_dtype(const dbx_diag *d, const char *role) {
  if ((d->code != DBX_E502 && d->code != DBX_E515) || !strstr(role, "after")) return false;
  if (d->n_operands < 2) return false;
  const char *x = d->operands[d->n_operands - 2].type, *y = d->operands[d->n_operands - 1].type;
  size_t n = strcspn(x, "[");
  return n != strcspn(y, "[") || memcmp(x, y, n) != 0;
}

// The input of an equation that its result has the dtype from: one that another expression made,
// before what this one converts; 0: none has.
static dbx_var giver_of_dtype(const dbx_link *l, dbx_dtype t) {
  dbx_var found = 0;
  for (uint32_t i = 0; i < l->eqn->n_in; i++) {
    dbx_atom a = l->eqn->in[i];
    if (dbx_is_literal(a) || dbx_aval_at(dbx_atom_aval(a))->dtype != t) continue;
    dbx_var v = dbx_referent(a & DBX_HANDLE);
    if (!dbx_same_span(dbx_link_of(v).span, l->span)) return v;
    if (!found) found = v;
  }
  return found;
}

// Where the dtype of what a body gives first came in: "f64: computed by: jnp.arange(n) * 0.5".
static void note_dtype(dbx_var v) {
  dbx_dtype t = dbx_aval_at(dbx_var_aval(v))->dtype;
  dbx_link l = dbx_link_of(v = dbx_referent(v));
  for (dbx_var from; l.eqn && !l.eqn->prim->nested && (from = giver_of_dtype(&l, t));)
    l = dbx_link_of(v = from);
  dbx_buf text = {0};
  dbx_span place;
  if (put_birth(&text, v, &place)) dbx_diag_birth(dbx_dtype_short(t), 0, place, dbx_text(&text));
  dbx_buf_free(&text);
}

// ---- operands ----

// A number has no tracer of its own: it comes from the array that has it.
static void note_static(dbx_dim d, uint32_t axis, const dbx_var array, const char *role) {
  dbx_buf name = {0}, text = {0};
  dbx_span place = {0};
  dbx_put_dim(&name, d, NULL);
  const char *at = strstr(role, " at [");
  dbx_printf(&text, "static, axis %u of %.*s", axis, (int)(at ? (size_t)(at - role) : strlen(role)),
             role);
  dbx_var v = array ? dbx_referent(array) : 0;
  if (v) {
    dbx_put(&text, "; ");
    size_t n = text.n;
    if (!put_birth(&text, v, &place)) text.n = n, dbx_put(&text, "a concrete array");
  }
  dbx_diag_birth(dbx_text(&name), 0, place, dbx_text(&text));
  dbx_buf_free(&name), dbx_buf_free(&text);
}

// The names of the Jaxpr are given by the innermost frame that is concerned.
static void note_frame(const dbx_frame *f) {
  dbx_diag *d = dbx_diag_pending();
  for (const dbx_frame *outer = f; outer; outer = outer->parent)
    if (!d->frame || outer->id == d->frame) d->frame = f->id;
}

// A length without a name of its own by its formula, where all in it has one: "n + 1".
static void put_length(dbx_buf *b, dbx_dim d) {
  enum { LONGEST_FORMULA = 32 };
  dbx_link l =
      dbx_dim_is_var(d) ? dbx_link_of(dbx_referent((dbx_var)dbx_dim_value(d))) : (dbx_link){0};
  size_t from = b->n;
  if (l.eqn && !name_of(l.frame, dbx_referent((dbx_var)dbx_dim_value(d)))) {
    dbx_u32s unnamed = {0};
    dbx_put_poly(b, dbx_poly_of_dim(d), &unnamed, NULL);
    dbx_vec_free(&unnamed);
    if (!strpbrk(dbx_text(b) + from, "?([") && b->n - from <= LONGEST_FORMULA) return;
    b->n = from;
  }
  dbx_put_dim(b, d, NULL);
}

void dbx_put_type_words(dbx_buf *b, dbx_var v) {
  dbx_aval a = dbx_tracer_aval(v, NULL);
  const dbx_aval_info *t = dbx_aval_at(a);
  if (!t->dynamic) {
    dbx_put(b, dbx_aval_text(a));
    return;
  }
  dbx_put(b, dbx_dtype_short(t->dtype));
  dbx_putc(b, '[');
  for (uint32_t i = 0; i < t->rank; i++) {
    if (i) dbx_putc(b, ',');
    put_length(b, t->dims[i]);
  }
  dbx_putc(b, ']');
}

// Of the operand that was noted last; later its trace may be gone.
static void note_words(dbx_var v) {
  dbx_diag *d = dbx_diag_pending();
  dbx_buf b = {0};
  dbx_put_type_words(&b, v);
  dbx_involved *last = d->n_operands ? &d->operands[d->n_operands - 1] : NULL;
  if (last && last->tracer == v && !last->words) last->words = dbx_strdup(dbx_text(&b));
  dbx_buf_free(&b);
}

static void note_operand(const char *role, dbx_span span, dbx_aval a, dbx_var v) {
  const dbx_frame *f = v ? dbx_frame_by_id(dbx_var_at(v)->frame) : dbx_trace_frame();
  if (f) note_frame(f);
  if (v) a = dbx_tracer_aval(v, NULL);
  const dbx_aval_info *t = dbx_aval_at(a);
  dbx_diag_operand(span, role, dbx_aval_text(a), v);
  if (v && dbx_var_at(v)->frame) note_words(v);
  if (v && differs_in_dtype(dbx_diag_pending(), role)) note_dtype(v);
  if (v && !t->rank && needs_value(dbx_diag_pending()->code)) note_value(v, VALUES_DEEP);
  for (uint32_t i = 0; i < t->rank; i++) {
    if (dbx_dim_is_var(t->dims[i])) dbx_note_dim(t->dims[i]);
    else if (dbx_dim_is_int(t->dims[i])) note_static(t->dims[i], i, v, role);
  }
}

void dbx_note_operand(const char *role, dbx_span span, const dbx_val *v) {
  if (!dbx_diag_pending() || !dbx_is_arraylike(v) || v->kind == DBX_V_BIGINT) return;
  note_operand(role, span, dbx_val_aval(v), v->kind == DBX_V_TRACER ? v->tracer : 0);
}

void dbx_note_atom(dbx_atom a, const char *fmt, ...) {
  dbx_span place = {0};
  char text[128]; // a role is our own words and small numbers
  va_list ap;
  if (!dbx_diag_pending()) return;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  bool literal = dbx_is_literal(a);
  const dbx_frame *f = literal ? NULL : dbx_frame_by_id(dbx_var_at(a)->frame);
  if (f && dbx_var_at(a)->kind == DBX_VAR_RESULT && dbx_var_at(a)->birth < f->trace->events.n)
    place = f->trace->events.at[dbx_var_at(a)->birth].span;
  note_operand(text, place, dbx_atom_aval(a), literal ? 0 : a);
}

// Do the lengths differ by the same number, which is not 0, in every run?
static bool never_equal(dbx_dim a, dbx_dim b, int64_t *by) {
  bool traced = dbx_dim_is_var(a) && dbx_dim_is_var(b);
  return traced && dbx_poly_apart(dbx_poly_of_dim(a), dbx_poly_of_dim(b), by);
}

const char *dbx_dims_verdict(dbx_dim a, dbx_dim b) {
  int64_t by;
  if (dbx_dim_is_int(a) && dbx_dim_is_int(b)) return "";
  return never_equal(a, b, &by) ? ": two lengths are never equal"
                                : ": two lengths are not known to be equal";
}

// "size (n + 1) is one longer than n": the formula where the words are not it.
static void note_never(const char *longer, dbx_dim d, const char *shorter, int64_t by) {
  static const char *const words[] = {"", "one", "two", "three"};
  dbx_buf b = {0}, formula = {0};
  dbx_u32s unnamed = {0};
  dbx_put_poly(&formula, dbx_poly_of_dim(d), &unnamed, NULL);
  dbx_put(&b, longer);
  bool told = strcmp(dbx_text(&formula), longer) && !strchr(dbx_text(&formula), '?');
  if (told) dbx_printf(&b, " (%s)", dbx_text(&formula));
  if (by <= 3) dbx_printf(&b, " is %s longer than %s", words[by], shorter);
  else dbx_printf(&b, " is %" PRId64 " longer than %s", by, shorter);
  dbx_diag_note("%s: they are never equal", dbx_text(&b));
  dbx_buf_free(&b), dbx_buf_free(&formula), dbx_vec_free(&unnamed);
}

// Why two lengths do not count as equal.
static void note_reason(dbx_dim a, dbx_dim b) {
  dbx_buf x = {0}, y = {0};
  int64_t by;
  dbx_put_dim_words(&x, a), dbx_put_dim_words(&y, b);
  if (never_equal(a, b, &by) && by > INT64_MIN) {
    if (by > 0) note_never(dbx_text(&x), a, dbx_text(&y), by);
    else note_never(dbx_text(&y), b, dbx_text(&x), -by);
  } else if (dbx_dim_is_int(a) && dbx_dim_is_int(b))
    dbx_diag_note("%s and %s are two numbers", dbx_text(&x), dbx_text(&y));
  else if (dbx_dim_is_int(a) || dbx_dim_is_int(b))
    dbx_diag_note("%s is a number and %s is known only when the program runs: nothing says that "
                  "they are equal",
                  dbx_text(dbx_dim_is_int(a) ? &x : &y), dbx_text(dbx_dim_is_int(a) ? &y : &x));
  else
    dbx_diag_note("%s and %s are two variables, and two lengths are known to be equal only if they "
                  "are one variable",
                  dbx_text(&x), dbx_text(&y));
  dbx_buf_free(&x), dbx_buf_free(&y);
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
    dbx_put_poly_var(b, s->vars.at[i], unnamed, NULL);
    dbx_printf(b, " = %" PRId64, s->at[i]);
    if (is_free(s->vars.at[i])) continue;
    if (unknown->n) dbx_put(unknown, ", ");
    dbx_put_poly_var(unknown, s->vars.at[i], unnamed, NULL);
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
  dbx_put_poly(&x, p, &unnamed, NULL), dbx_put_poly(&y, q, &unnamed, NULL);
  if (p == q) {
    dbx_diag_advise(DBX_NOTE_SYMBOLIC, dbx_text(&x));
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
  if (!dbx_diag_pending() || !is_length(a) || !is_length(b)) return;
  dbx_note_dim(a);
  dbx_note_dim(b);
  note_reason(a, b);
  dbx_note_polynomials(a, b);
}
