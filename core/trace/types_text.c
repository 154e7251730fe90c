// The reader of InputTypes and OutputTypes (see types_text.h).
#include "trace/types_text.h"

#include "ir/scan.h"
#include "prim/prim.h"
#include "trace/nested.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_DEPTH = 100 }; // of brackets

typedef struct entry {
  dbx_aval aval;
  bool expl;
  dbx_span span;
  dbx_sym name;
} entry;
typedef dbx_vec(dbx_dim) dims;

typedef struct reader {
  dbx_scan s;
  dbx_span whole;
  const dbx_sig_names *names;
  dbx_vec(entry) entries;
  bool out; // an InDBIdx or OutDBIdx was read
} reader;

// ---- tokens; nothing behind the span counts ----

static bool at_end(const reader *r) {
  return r->s.tok == DBX_TOK_END || r->s.begin >= r->whole.end;
}
static bool is(const reader *r, char punct) { return !at_end(r) && dbx_scan_is(&r->s, punct); }
static bool is_name(const reader *r, const char *name) {
  return !at_end(r) && dbx_scan_is_name(&r->s, name);
}

static dbx_span here(const reader *r) {
  if (at_end(r)) return (dbx_span){r->whole.file, r->whole.end, r->whole.end};
  return dbx_scan_span(&r->s);
}

static dbx_status wrong(const reader *r, const char *what) {
  return dbx_fail(DBX_E601, here(r), "expected %s in the type", what);
}

static dbx_status take(reader *r, char punct) {
  char what[] = "'?'";
  what[1] = punct;
  return is(r, punct) ? dbx_scan_next(&r->s) : wrong(r, what);
}

static bool any_name(const reader *r, const char *const *names) {
  for (; *names; names++)
    if (is_name(r, *names)) return true;
  return false;
}

// ---- lengths ----

static dbx_dim_kind index_kind(const reader *r) {
  return is_name(r, "DBIdx")      ? DBX_DIM_DB
         : is_name(r, "InDBIdx")  ? DBX_DIM_INDB
         : is_name(r, "OutDBIdx") ? DBX_DIM_OUTDB
                                  : DBX_DIM_INT;
}

static dbx_status read_number(reader *r, dbx_dim_kind kind, dbx_dim *ret) {
  bool length = kind == DBX_DIM_INT;
  if (at_end(r) || r->s.tok != DBX_TOK_INT || r->s.i < 0 || (!length && r->s.i > UINT32_MAX))
    return wrong(r, length ? "a length" : "a position");
  *ret = dbx_dim_make(kind, r->s.i);
  return dbx_scan_next(&r->s);
}

static dbx_status read_index(reader *r, dbx_dim_kind kind, dbx_dim *ret) {
  DBX_TRY(dbx_scan_next(&r->s));
  DBX_TRY(take(r, '('));
  if (is_name(r, "val")) {
    DBX_TRY(dbx_scan_next(&r->s));
    DBX_TRY(take(r, '='));
  }
  DBX_TRY(read_number(r, kind, ret));
  r->out |= kind != DBX_DIM_DB;
  return take(r, ')');
}

// The position of an entry is a DBIdx or OutDBIdx once it is known which type this is.
static dbx_status name_of_length(reader *r, dbx_span span, dbx_dim *ret) {
  dbx_sym name = dbx_intern_n(r->s.text + span.begin, span.end - span.begin);
  for (uint32_t i = 0; i < r->entries.n; i++)
    if (r->entries.at[i].name == name) return *ret = dbx_dim_make(DBX_DIM_UNKNOWN, i), DBX_OK;
  dbx_var v = r->names ? r->names->find(r->names->ctx, dbx_sym_text(name)) : 0;
  if (!v) return dbx_fail(DBX_E607, span, "'%s' is the name of no length here", dbx_sym_text(name));
  if (!dbx_aval_is_size(dbx_var_aval(v)))
    return dbx_fail(DBX_E607, span, "'%s' is no integer scalar, so it cannot be a length",
                    dbx_sym_text(name));
  return *ret = dbx_dim_var(v), DBX_OK;
}

// "n", "t7", "y.shape[0]".
static dbx_status read_named(reader *r, dbx_dim *ret) {
  dbx_span span = here(r);
  bool shape = span.end - span.begin > 6 && !memcmp(r->s.text + span.end - 6, ".shape", 6);
  DBX_TRY(dbx_scan_next(&r->s));
  if (shape && is(r, '[')) {
    DBX_TRY(dbx_scan_next(&r->s));
    DBX_TRY(read_number(r, DBX_DIM_INT, ret));
    span.end = here(r).end;
    DBX_TRY(take(r, ']'));
  }
  return name_of_length(r, span, ret);
}

static dbx_status read_length(reader *r, dbx_dim *ret) {
  dbx_dim_kind kind = index_kind(r);
  if (kind != DBX_DIM_INT) return read_index(r, kind, ret);
  if (!at_end(r) && r->s.tok == DBX_TOK_NAME) return read_named(r, ret);
  return read_number(r, DBX_DIM_INT, ret);
}

// After the opening bracket.
static dbx_status read_lengths(reader *r, char close, dims *ret) {
  while (!is(r, close)) {
    dbx_dim d = 0;
    DBX_TRY(read_length(r, &d));
    dbx_push(ret, d);
    if (is(r, ',')) DBX_TRY(dbx_scan_next(&r->s));
    else if (!is(r, close)) return wrong(r, close == ']' ? "',' or ']'" : "',' or ')'");
  }
  return dbx_scan_next(&r->s);
}

// ---- dtypes and types ----

// The last part of a dotted name counts ("jnp.float64").
static bool dtype_here(const reader *r, dbx_dtype *ret) {
  char name[16];
  if (at_end(r) || r->s.tok != DBX_TOK_NAME) return false;
  uint32_t from = r->s.begin;
  for (uint32_t i = from; i < r->s.end; i++)
    if (r->s.text[i] == '.') from = i + 1;
  uint32_t n = r->s.end - from;
  if (n >= sizeof name) return false;
  memcpy(name, r->s.text + from, n);
  name[n] = 0;
  if (dbx_dtype_by_short(name, n, ret) || dbx_dtype_by_name(name, ret)) return true;
  static const struct {
    const char *name;
    dbx_dtype dtype;
  } python[] = {{"int", DBX_I64}, {"float", DBX_F64}, {"complex", DBX_C128}, {"bool", DBX_BOOL}};
  for (size_t i = 0; i < sizeof python / sizeof *python; i++)
    if (!strcmp(python[i].name, name)) return *ret = python[i].dtype, true;
  return false;
}

typedef struct parts { // of a type
  dbx_dtype dtype;
  dims shape;
  bool weak, has_dtype, has_shape;
} parts;

static dbx_status read_dtype(reader *r, parts *p) {
  if (p->has_dtype || !dtype_here(r, &p->dtype)) return wrong(r, "a dtype such as f64");
  p->has_dtype = true;
  return dbx_scan_next(&r->s);
}

static dbx_status read_shape(reader *r, parts *p) {
  char close = is(r, '(') ? ')' : ']';
  if (p->has_shape || !(is(r, '[') || is(r, '('))) return wrong(r, "a shape such as [3,n]");
  p->has_shape = true;
  DBX_TRY(dbx_scan_next(&r->s));
  return read_lengths(r, close, &p->shape);
}

static dbx_status read_weak(reader *r, parts *p) {
  p->weak = is_name(r, "True");
  if (!p->weak && !is_name(r, "False")) return wrong(r, "True or False");
  return dbx_scan_next(&r->s);
}

// One argument of ShapedArray(...) or DShapedArray(...).
static dbx_status read_field(reader *r, parts *p) {
  static const struct {
    const char *name;
    dbx_status (*read)(reader *r, parts *p);
  } fields[] = {{"shape", read_shape}, {"dtype", read_dtype}, {"weak_type", read_weak}};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    if (!is_name(r, fields[i].name)) continue;
    DBX_TRY(dbx_scan_next(&r->s));
    DBX_TRY(take(r, '='));
    return fields[i].read(r, p);
  }
  if (is(r, '[') || is(r, '(')) return read_shape(r, p);
  DBX_TRY(read_dtype(r, p));
  return is(r, '[') ? read_shape(r, p) : DBX_OK;
}

static bool at_class(const reader *r) {
  static const char *const names[] = {"ShapedArray", "DShapedArray", NULL};
  return any_name(r, names);
}

static dbx_status read_class(reader *r, parts *p) {
  DBX_TRY(dbx_scan_next(&r->s));
  DBX_TRY(take(r, '('));
  while (!is(r, ')')) {
    DBX_TRY(read_field(r, p));
    if (is(r, ',')) DBX_TRY(dbx_scan_next(&r->s));
    else if (!is(r, ')')) return wrong(r, "',' or ')'");
  }
  if (!p->has_dtype || !p->has_shape) return wrong(r, "a shape and a dtype");
  return dbx_scan_next(&r->s);
}

static dbx_status read_plain(reader *r, parts *p) {
  if (!dtype_here(r, &p->dtype)) return wrong(r, "a type such as f64[DBIdx(0),3]");
  DBX_TRY(dbx_scan_next(&r->s));
  return is(r, '[') ? read_shape(r, p) : wrong(r, "'[' and the lengths of the axes");
}

static dbx_status read_type(reader *r, dbx_aval *ret) {
  parts p = {0};
  char quote = is(r, '"') ? '"' : is(r, '\'') ? '\'' : 0;
  dbx_status st = quote ? dbx_scan_next(&r->s) : DBX_OK;
  if (st == DBX_OK) st = at_class(r) ? read_class(r, &p) : read_plain(r, &p);
  if (st == DBX_OK && quote) st = take(r, quote);
  if (st == DBX_OK) *ret = dbx_aval_of(p.dtype, p.weak, p.shape.n, p.shape.at);
  dbx_vec_free(&p.shape);
  return st;
}

// ---- entries ----

static bool is_separator(const reader *r) { // "," ";" or a dot in the middle of the line
  return is(r, ',') || is(r, ';') || is_name(r, "\xC2\xB7");
}

static bool begins_line(const reader *r) {
  uint32_t i = r->s.begin;
  while (i > r->whole.begin && (r->s.text[i - 1] == ' ' || r->s.text[i - 1] == '\t')) i--;
  return i == r->whole.begin || r->s.text[i - 1] == '\n';
}

// What a report writes behind an entry is for people: the rest of the line.
static dbx_status skip_words(reader *r) {
  dbx_dtype t;
  if (at_end(r) || begins_line(r) || is_separator(r) || is(r, ')') || is(r, ']')) return DBX_OK;
  if (r->s.tok == DBX_TOK_INT || dtype_here(r, &t) || at_class(r)) return DBX_OK;
  while (r->s.end < r->whole.end && r->s.text[r->s.end] != '\n') r->s.end++;
  return dbx_scan_next(&r->s);
}

// "explicit", "implicit", True (explicit), False: of the entry before. *found: there was one.
static dbx_status read_explicitness(reader *r, bool *found) {
  static const char *const yes[] = {"explicit", "True", "true", NULL}, *const no[] = {
                                                                           "implicit", "False",
                                                                           "false", NULL};
  bool expl = any_name(r, yes);
  *found = expl || any_name(r, no);
  if (!*found) return DBX_OK;
  if (!r->entries.n) return wrong(r, "a type before this");
  bool word = is_name(r, "explicit") || is_name(r, "implicit");
  r->entries.at[r->entries.n - 1].expl = expl;
  DBX_TRY(dbx_scan_next(&r->s));
  return word ? skip_words(r) : DBX_OK;
}

static dbx_status read_position(reader *r) {
  if (at_end(r) || r->s.tok != DBX_TOK_INT) return DBX_OK;
  if (r->s.i != r->entries.n)
    return dbx_fail(DBX_E601, here(r), "this is entry %u of the type, not entry %" PRId64,
                    r->entries.n, r->s.i);
  return dbx_scan_next(&r->s);
}

static dbx_status read_entry(reader *r) {
  dbx_span span;
  entry e = {.expl = true};
  DBX_TRY(read_position(r));
  span = here(r);
  if (!at_end(r) && r->s.tok == DBX_TOK_NAME && dbx_scan_after(&r->s) == ':') {
    e.name = dbx_intern_n(r->s.text + r->s.begin, r->s.end - r->s.begin);
    DBX_TRY(dbx_scan_next(&r->s));
    DBX_TRY(dbx_scan_next(&r->s));
  }
  DBX_TRY(read_type(r, &e.aval));
  span.end = r->s.begin < r->whole.end ? r->s.begin : r->whole.end;
  while (span.end > span.begin && strchr(" \t\n", r->s.text[span.end - 1])) span.end--;
  e.span = span;
  dbx_push(&r->entries, e);
  return DBX_OK;
}

static dbx_status read_list(reader *r, char close, int depth);

static dbx_status read_item(reader *r, int depth) {
  bool found;
  DBX_TRY(read_explicitness(r, &found));
  if (found) return DBX_OK;
  if (!is(r, '(') && !is(r, '[')) return read_entry(r);
  char close = is(r, '(') ? ')' : ']';
  if (depth == MAX_DEPTH) return dbx_fail(DBX_E601, here(r), "brackets nested too deeply");
  DBX_TRY(dbx_scan_next(&r->s));
  return read_list(r, close, depth + 1);
}

// To the closing bracket, or, if close is 0, to the end of the text.
static dbx_status read_list(reader *r, char close, int depth) {
  for (bool separated = true; !at_end(r) && !(close && is(r, close));) {
    if (is_separator(r)) {
      if (separated) return wrong(r, "an entry");
      DBX_TRY(dbx_scan_next(&r->s));
      separated = true;
      continue;
    }
    DBX_TRY(read_item(r, depth));
    separated = false;
  }
  return close ? take(r, close) : DBX_OK;
}

// "in_type", "out_type:", "InputType =" before the entries.
static dbx_status read_title(reader *r, dbx_sig_kind *kind) {
  static const char *const in[] = {"in_type", "InputType", NULL}, *const out[] = {
                                                                      "out_type", "OutputType",
                                                                      "eqn_out_type", NULL};
  bool input = any_name(r, in);
  if (!input && !any_name(r, out)) return DBX_OK;
  if (*kind == DBX_SIG_EITHER) *kind = input ? DBX_SIG_INPUT : DBX_SIG_OUTPUT;
  DBX_TRY(dbx_scan_next(&r->s));
  return is(r, ':') || is(r, '=') ? dbx_scan_next(&r->s) : DBX_OK;
}

// ---- the result ----

static dbx_dim named_entry(void *ctx, dbx_dim d) {
  const dbx_sig_kind *kind = ctx;
  if (dbx_dim_kind_of(d) != DBX_DIM_UNKNOWN) return d;
  return dbx_dim_make(*kind == DBX_SIG_OUTPUT ? DBX_DIM_OUTDB : DBX_DIM_DB, dbx_dim_value(d));
}

static void deliver(const reader *r, dbx_arena *a, dbx_sig_kind kind, dbx_sig_text *ret) {
  uint32_t n = r->entries.n;
  if (kind == DBX_SIG_EITHER) kind = r->out ? DBX_SIG_OUTPUT : DBX_SIG_INPUT;
  *ret = (dbx_sig_text){dbx_sig_new(a, n), DBX_NEWN(a, dbx_span, n), DBX_NEWN(a, dbx_sym, n), kind,
                        r->whole};
  for (uint32_t i = 0; i < n; i++) {
    const entry *e = &r->entries.at[i];
    ret->sig.aval[i] = dbx_aval_map(e->aval, named_entry, &kind);
    ret->sig.expl[i] = e->expl;
    ret->span[i] = e->span, ret->name[i] = e->name;
  }
}

dbx_status dbx_read_sig(dbx_arena *a, dbx_span span, dbx_sig_kind kind, const dbx_sig_names *names,
                        dbx_sig_text *ret) {
  reader r = {.whole = span, .names = names};
  dbx_status st = dbx_scan_start(&r.s, span.file, span.begin);
  if (st == DBX_OK) st = read_title(&r, &kind);
  if (st == DBX_OK) st = read_list(&r, 0, 0);
  if (st == DBX_OK) deliver(&r, a, kind, ret);
  dbx_vec_free(&r.entries);
  return st;
}

// ---- checking ----

static dbx_status check_scalar(dbx_span span, const char *index, int64_t k, dbx_aval a) {
  if (dbx_aval_is_size(a)) return DBX_OK;
  return dbx_fail(DBX_E607, span,
                  "%s(%" PRId64 ") refers to a %s, but a length is an integer scalar", index, k,
                  dbx_aval_text(a));
}

static dbx_status check_own(const dbx_sig_text *s, uint32_t i, dbx_dim d, const char *index) {
  int64_t k = dbx_dim_value(d);
  if (k >= s->sig.n)
    return dbx_fail(DBX_E607, s->span[i], "%s(%" PRId64 "): the type has %u entr%s", index, k,
                    s->sig.n, s->sig.n == 1 ? "y" : "ies");
  if (k == i)
    return dbx_fail(DBX_E607, s->span[i], "%s(%" PRId64 ") refers to its own entry", index, k);
  if (s->kind == DBX_SIG_INPUT && k > i)
    return dbx_fail(DBX_E607, s->span[i],
                    "%s(%" PRId64 ") refers to the right: entry %u is bound before entry %" PRId64,
                    index, k, i, k);
  return check_scalar(s->span[i], index, k, s->sig.aval[k]);
}

static dbx_status check_input(const dbx_sig_text *s, uint32_t i, dbx_dim d, const dbx_sig *inputs) {
  int64_t k = dbx_dim_value(d);
  if (!inputs) return DBX_OK;
  if (k >= inputs->n)
    return dbx_fail(DBX_E607, s->span[i],
                    "InDBIdx(%" PRId64 "): there %s %u constant%s and inputs to refer to", k,
                    inputs->n == 1 ? "is" : "are", inputs->n, inputs->n == 1 ? "" : "s");
  return check_scalar(s->span[i], "InDBIdx", k, inputs->aval[k]);
}

static dbx_status check_length(const dbx_sig_text *s, uint32_t i, dbx_dim d,
                               const dbx_sig *inputs) {
  bool output = s->kind == DBX_SIG_OUTPUT;
  switch (dbx_dim_kind_of(d)) {
  case DBX_DIM_DB:
    if (!output) return check_own(s, i, d, "DBIdx");
    return dbx_fail(DBX_E607, s->span[i],
                    "DBIdx belongs to an InputType; an OutputType has InDBIdx and OutDBIdx");
  case DBX_DIM_OUTDB:
    if (output) return check_own(s, i, d, "OutDBIdx");
    return dbx_fail(DBX_E607, s->span[i],
                    "OutDBIdx belongs to an OutputType; an InputType has DBIdx");
  case DBX_DIM_INDB:
    if (output) return check_input(s, i, d, inputs);
    return dbx_fail(DBX_E607, s->span[i],
                    "InDBIdx belongs to an OutputType; an InputType has DBIdx");
  default: return DBX_OK;
  }
}

dbx_status dbx_check_sig(const dbx_sig_text *s, const dbx_sig *inputs) {
  for (uint32_t i = 0; i < s->sig.n; i++) {
    const dbx_aval_info *v = dbx_aval_at(s->sig.aval[i]);
    for (uint32_t k = 0; k < v->rank; k++) DBX_TRY(check_length(s, i, v->dims[k], inputs));
  }
  return DBX_OK;
}

static bool same_aval(dbx_aval a, dbx_aval b) {
  const dbx_aval_info *x = dbx_aval_at(a), *y = dbx_aval_at(b);
  bool same = x->dtype == y->dtype && x->rank == y->rank;
  for (uint32_t i = 0; same && i < x->rank; i++) same = dbx_dim_identical(x->dims[i], y->dims[i]);
  return same;
}

bool dbx_sig_same(const dbx_sig *x, const dbx_sig *y, uint32_t *differs) {
  uint32_t i = 0, n = x->n < y->n ? x->n : y->n;
  while (i < n && x->expl[i] == y->expl[i] && same_aval(x->aval[i], y->aval[i])) i++;
  *differs = i;
  return i == x->n && i == y->n;
}
