// The reader of Jaxpr text, as jax 0.4.23 with Catalyst prints it (and typed literals of newer
// versions): a second source language. What it reads, the printer prints back identically.
#include "read/read.h"
#include "ir/definition.h"
#include "ir/primitive.h"
#include "ir/scan.h"
#include "ir/style.h"
#include "prim/prim.h"
#include "read/circuit.h"
#include "read/operands.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct scope {
  struct scope *outer; // only for depth; Jaxprs are closed
  dbx_map names;       // symbol -> variable
  dbx_map sums;        // operands of a scalar addition (a hash) -> the first one's result
  int depth;
} scope;

typedef struct reader {
  dbx_scan s;
  dbx_arena *arena;
  dbx_map reused; // the Jaxprs of "let NAME = ... in"
  // Of the text printed as one piece: the whole, or one element of a list of Jaxprs, whose names
  // begin anew.
  dbx_map shared;        // symbol -> Jaxpr of "let NAME = ... in"
  dbx_map written;       // hash of the text of a Jaxpr -> that Jaxpr
  dbx_operands operands; // of the equation that is read
} reader;

enum { MAX_DEPTH = 2000 };

typedef dbx_vec(dbx_var) vars;
typedef dbx_vec(dbx_atom) atoms;

static dbx_status read_jaxpr(reader *r, scope *outer, dbx_jaxpr **ret);
static dbx_status read_named_jaxpr(reader *r, scope *outer, dbx_jaxpr **ret);
static dbx_status read_piece(reader *r, scope *outer, dbx_jaxpr **ret);

static dbx_status wrong(reader *r, const char *what) {
  return dbx_fail(DBX_E601, dbx_scan_span(&r->s), "expected %s in the Jaxpr", what);
}

static dbx_sym here(reader *r) {
  return dbx_intern_n(r->s.text + r->s.begin, r->s.end - r->s.begin);
}

// ---- types and binders ----

static dbx_status read_dim(reader *r, scope *sc, dbx_dim *ret) {
  if (r->s.tok == DBX_TOK_INT && r->s.i >= 0) {
    *ret = dbx_dim_int(r->s.i);
    return dbx_scan_next(&r->s);
  }
  if (r->s.tok != DBX_TOK_NAME) return wrong(r, "a dimension");
  uint64_t *v = dbx_map_find(&sc->names, here(r));
  if (!v)
    return dbx_fail(DBX_E607, dbx_scan_span(&r->s), "unbound axis size: '%s'",
                    dbx_sym_text(here(r)));
  if (!dbx_aval_is_size(dbx_var_aval((dbx_var)*v)))
    return dbx_fail(DBX_E607, dbx_scan_span(&r->s), "axis size '%s' is not an integer scalar",
                    dbx_sym_text(here(r)));
  *ret = dbx_dim_var((dbx_var)*v);
  return dbx_scan_next(&r->s);
}

static dbx_status read_dtype(reader *r, dbx_dtype *ret) {
  if (dbx_scan_is_name(&r->s, "key")) { // key<fry>
    *ret = DBX_KEY;
    DBX_TRY(dbx_scan_next(&r->s));
    DBX_TRY(dbx_scan_expect(&r->s, '<'));
    if (!dbx_scan_is_name(&r->s, "fry")) return wrong(r, "key<fry>");
    DBX_TRY(dbx_scan_next(&r->s));
    return dbx_scan_expect(&r->s, '>');
  }
  if (r->s.tok != DBX_TOK_NAME ||
      !dbx_dtype_by_short(r->s.text + r->s.begin, r->s.end - r->s.begin, ret))
    return wrong(r, "a type such as f64[a,3]");
  return dbx_scan_next(&r->s);
}

static dbx_status read_type(reader *r, scope *sc, dbx_aval *ret) {
  dbx_dtype t;
  bool quantum;
  DBX_TRY(read_quantum_type(&r->s, ret, &quantum));
  if (quantum) return DBX_OK;
  DBX_TRY(read_dtype(r, &t));
  DBX_TRY(dbx_scan_expect(&r->s, '['));
  dbx_vec(dbx_dim) dims = {0};
  dbx_status st = DBX_OK;
  while (st == DBX_OK && !dbx_scan_is(&r->s, ']')) {
    dbx_dim d = 0;
    if (dims.n) st = dbx_scan_expect(&r->s, ',');
    if (st == DBX_OK && (st = read_dim(r, sc, &d)) == DBX_OK) dbx_push(&dims, d);
  }
  if (st == DBX_OK) *ret = dbx_aval_of(t, false, dims.n, dims.at);
  dbx_vec_free(&dims);
  return st == DBX_OK ? dbx_scan_expect(&r->s, ']') : st;
}

static bool at_number(const reader *r) {
  static const char *const numbers[] = {"True", "False", "inf", "nan", "infj", "nanj"};
  for (size_t i = 0; r->s.tok == DBX_TOK_NAME && i < sizeof numbers / sizeof *numbers; i++)
    if (dbx_scan_is_name(&r->s, numbers[i])) return true;
  return false;
}

// Variables 6454 and 9504 are called inf and nan: "inf:f64[]" is a binder where "=" follows, or the
// end of the binders, or another one; else it is a literal with its type.
static bool binders_from(const dbx_scan *s, uint32_t i) {
  while (i < s->n && (isalnum((unsigned char)s->text[i]) || s->text[i] == '_')) i++;
  if (i >= s->n || s->text[i++] != ':') return false;
  while (i < s->n && s->text[i] != '[') i++;
  while (i < s->n && s->text[i] != ']') i++;
  bool same_line = true; // the binders of an equation stand in one
  for (i++; i < s->n && isspace((unsigned char)s->text[i]); i++) same_line &= s->text[i] != '\n';
  if (i >= s->n) return false;
  return s->text[i] == '=' || s->text[i] == '.' ||
         (same_line && isalpha((unsigned char)s->text[i]) && binders_from(s, i));
}

static bool at_binder(const reader *r) {
  return r->s.tok == DBX_TOK_NAME && dbx_scan_after(&r->s) == ':' &&
         (!at_number(r) || (islower((unsigned char)r->s.text[r->s.begin]) && // inf, nan
                            binders_from(&r->s, r->s.begin)));
}

static dbx_status read_binder(reader *r, scope *sc, dbx_var_kind kind, dbx_var *ret) {
  dbx_sym name = here(r);
  dbx_span span = dbx_scan_span(&r->s);
  const char *text = dbx_sym_text(name);
  bool dropped = !strcmp(text, "_");
  dbx_aval type;
  DBX_TRY(dbx_scan_next(&r->s));
  DBX_TRY(dbx_scan_expect(&r->s, ':'));
  DBX_TRY(read_type(r, sc, &type));
  if (!dropped && dbx_map_find(&sc->names, name))
    return dbx_fail(DBX_E603, span, "Variable '%s' already bound", text);
  dbx_var v = dbx_var_new(type, kind, 0);
  dbx_var_at(v)->suffix = !dropped && text[dbx_sym_len(name) - 1] == '_';
  if (!dropped) dbx_var_at(v)->name = name;
  if (!dropped) dbx_map_put(&sc->names, name, v);
  *ret = dropped ? v | DBX_DROPPED : v;
  return DBX_OK;
}

static dbx_status read_binders(reader *r, scope *sc, dbx_var_kind kind, dbx_var **at, uint32_t *n) {
  vars vs = {0};
  dbx_status st = DBX_OK;
  while (st == DBX_OK && at_binder(r)) {
    dbx_var v = 0;
    if ((st = read_binder(r, sc, kind, &v)) == DBX_OK) dbx_push(&vs, v);
  }
  *at = dbx_arena_copy(r->arena, vs.at, vs.n * sizeof *vs.at);
  *n = vs.n;
  dbx_vec_free(&vs);
  return st;
}

// ---- literals ----

// inf and nan, which the scanner takes for names where they have no sign; suffix: "" or "j".
static bool is_not_finite(reader *r, const char *suffix, double *ret) {
  const char *text = r->s.tok == DBX_TOK_NAME ? dbx_sym_text(here(r)) : "";
  bool inf = !strncmp(text, "inf", 3), nan = !strncmp(text, "nan", 3);
  if ((!inf && !nan) || strcmp(text + 3, suffix)) return false;
  *ret = inf ? INFINITY : NAN;
  return true;
}

static dbx_status read_complex(reader *r, dbx_scalar *x) { // after "("
  bool number = r->s.tok == DBX_TOK_INT || r->s.tok == DBX_TOK_FLOAT;
  if (number) x->c[0] = r->s.f;
  else if (!is_not_finite(r, "", &x->c[0])) return wrong(r, "a complex number");
  DBX_TRY(dbx_scan_next(&r->s));
  if (r->s.tok != DBX_TOK_IMAG) return wrong(r, "an imaginary part");
  x->c[1] = r->s.f;
  DBX_TRY(dbx_scan_next(&r->s));
  return dbx_scan_expect(&r->s, ')');
}

// A literal whose dtype only the text tells; retyped when its primitive is known.
static dbx_status read_literal(reader *r, scope *sc, dbx_atom *ret, bool *typed) {
  dbx_scalar x = {0};
  dbx_dtype t = DBX_F64;
  if (r->s.tok == DBX_TOK_INT) {
    t = r->s.i < 0 && r->s.text[r->s.begin] != '-' ? DBX_U64 : DBX_I64;
    x.i = r->s.i;
  } else if (r->s.tok == DBX_TOK_FLOAT) {
    x.c[0] = r->s.f;
  } else if (r->s.tok == DBX_TOK_IMAG) {
    t = DBX_C128;
    x.c[1] = r->s.f;
  } else if (dbx_scan_is_name(&r->s, "True") || dbx_scan_is_name(&r->s, "False")) {
    t = DBX_BOOL;
    x.i = r->s.text[r->s.begin] == 'T';
  } else if (is_not_finite(r, "", &x.c[0])) {
    t = DBX_F64;
  } else if (is_not_finite(r, "j", &x.c[1])) {
    t = DBX_C128;
  } else if (!dbx_scan_is(&r->s, '(')) {
    return wrong(r, "a variable or a literal");
  }
  bool complex = dbx_scan_is(&r->s, '(');
  dbx_span span = dbx_scan_span(&r->s);
  DBX_TRY(dbx_scan_next(&r->s));
  if (complex) t = DBX_C128;
  if (complex) DBX_TRY(read_complex(r, &x));
  *ret = dbx_literal_of(t, false, x);
  *typed = dbx_scan_is(&r->s, ':');
  if (!*typed) return DBX_OK;
  dbx_aval type; // 1.0:f64[]
  DBX_TRY(dbx_scan_next(&r->s));
  DBX_TRY(read_type(r, sc, &type));
  span.end = r->s.begin;
  if (dbx_aval_at(type)->rank) return dbx_fail(DBX_E605, span, "a literal is a scalar");
  return dbx_retype_literal(ret, dbx_aval_at(type)->dtype, span);
}

static dbx_status read_atom(reader *r, scope *sc, dbx_atom *ret, bool *typed) {
  *typed = false;
  uint64_t *v = r->s.tok == DBX_TOK_NAME ? dbx_map_find(&sc->names, here(r)) : NULL;
  if (v) {
    *ret = (dbx_atom)*v;
    return dbx_scan_next(&r->s);
  }
  if (at_number(r)) return read_literal(r, sc, ret, typed);
  if (r->s.tok == DBX_TOK_NAME)
    return dbx_fail(DBX_E602, dbx_scan_span(&r->s), "Variable '%s' not defined",
                    dbx_sym_text(here(r)));
  return read_literal(r, sc, ret, typed);
}

// ---- parameters ----

static dbx_status read_value(reader *r, scope *sc, dbx_sym key, const dbx_param **ret);

typedef dbx_vec(const dbx_param *) params;

static dbx_status read_items(reader *r, scope *sc, dbx_sym key, char close, params *items,
                             dbx_u32s *keys) {
  DBX_TRY(dbx_scan_next(&r->s)); // the opening bracket
  bool first = true;
  while (!dbx_scan_is(&r->s, close)) {
    const dbx_param *p;
    dbx_sym field = 0;
    bool jaxprs = key == DBX_S_branches && !dbx_scan_is(&r->s, ','); // have none between them
    if (!first && !jaxprs) DBX_TRY(dbx_scan_expect(&r->s, ','));
    if (dbx_scan_is(&r->s, close)) break;
    if (keys) {
      if (r->s.tok != DBX_TOK_NAME) return wrong(r, "a field name");
      field = here(r);
      DBX_TRY(dbx_scan_next(&r->s));
      DBX_TRY(dbx_scan_expect(&r->s, '='));
    }
    DBX_TRY(read_value(r, sc, key, &p));
    first = false;
    if (keys && dbx_is_new_field(field, p)) continue;
    if (keys) dbx_push(keys, field);
    dbx_push(items, p);
  }
  return dbx_scan_next(&r->s);
}

static dbx_status read_sequence(reader *r, scope *sc, dbx_sym key, const dbx_param **ret) {
  bool tuple = dbx_scan_is(&r->s, '(');
  params items = {0};
  dbx_status st = read_items(r, sc, key, tuple ? ')' : ']', &items, NULL);
  if (st == DBX_OK) *ret = tuple ? dbx_p_tuple(items.at, items.n) : dbx_p_list(items.at, items.n);
  dbx_vec_free(&items);
  return st;
}

// A name: a dtype, an enum member, a shared Jaxpr, a record Name(key=value, ...), np.int64(3).
static dbx_status read_named(reader *r, scope *sc, dbx_sym key, const dbx_param **ret) {
  dbx_sym name = here(r);
  const char *text = dbx_sym_text(name);
  dbx_dtype t;
  bool record = r->s.end < r->s.n && r->s.text[r->s.end] == '(';
  uint64_t *shared = dbx_map_find(&r->shared, name);
  DBX_TRY(dbx_scan_next(&r->s));
  if (record && !strcmp(text, "np.int64")) {
    DBX_TRY(dbx_scan_expect(&r->s, '('));
    if (r->s.tok != DBX_TOK_INT) return wrong(r, "an integer");
    *ret = dbx_p_scalar(DBX_I64, dbx_scalar_int(r->s.i));
    DBX_TRY(dbx_scan_next(&r->s));
    return dbx_scan_expect(&r->s, ')');
  }
  if (record) {
    params items = {0};
    dbx_u32s keys = {0};
    dbx_status st = read_items(r, sc, key, ')', &items, &keys);
    if (st == DBX_OK) *ret = dbx_p_record(text, keys.at, items.at, items.n);
    dbx_vec_free(&items), dbx_vec_free(&keys);
    return st;
  }
  if (shared && key != DBX_S_name) *ret = dbx_p_jaxpr((dbx_jaxpr *)(uintptr_t)*shared);
  else if (key != DBX_S_name && !strcmp(text, "None")) *ret = dbx_p_none();
  else if (key != DBX_S_name && (!strcmp(text, "True") || !strcmp(text, "False")))
    *ret = dbx_p_bool(*text == 'T');
  else if (key != DBX_S_name && dbx_dtype_by_name(text, &t)) *ret = dbx_p_dtype(t);
  else *ret = dbx_p_sym(name);
  return DBX_OK;
}

// name=<lambda>, name=<unnamed function>: up to the closing angle, else anything up to a blank or
// the closing bracket.
static dbx_status read_raw(reader *r, const dbx_param **ret) {
  uint32_t i = r->s.begin;
  const char *angle =
      i < r->s.n && r->s.text[i] == '<' ? memchr(r->s.text + i, '>', r->s.n - i) : NULL;
  if (angle && !memchr(r->s.text + i, '\n', (size_t)(angle - r->s.text) - i))
    i = (uint32_t)(angle - r->s.text);
  while (i < r->s.n && !strchr(" \n\t]", r->s.text[i])) i++;
  if (i == r->s.begin) return wrong(r, "a parameter value");
  *ret = dbx_p_sym(dbx_intern_n(r->s.text + r->s.begin, i - r->s.begin));
  r->s.end = i;
  return dbx_scan_next(&r->s);
}

static dbx_status read_value(reader *r, scope *sc, dbx_sym key, const dbx_param **ret) {
  dbx_jaxpr *j;
  bool line;
  DBX_TRY(read_line_param(&r->s, key, ret, &line));
  if (line) return DBX_OK;
  if (key == DBX_S_callback)
    return dbx_fail(
        DBX_E605, dbx_scan_span(&r->s),
        "a Python function is not part of a Jaxpr's text: this equation cannot be read");
  if (key == DBX_S_name && !dbx_scan_is(&r->s, '{')) return read_raw(r, ret);
  bool piece = key == DBX_S_branch_jaxprs;
  if (dbx_scan_is(&r->s, '{') || (piece && dbx_scan_is_name(&r->s, "let"))) {
    DBX_TRY(piece                ? read_piece(r, sc, &j)
            : key == DBX_S_jaxpr ? read_named_jaxpr(r, sc, &j)
                                 : read_jaxpr(r, sc, &j));
    *ret = dbx_p_jaxpr(j);
    return DBX_OK;
  }
  if (dbx_scan_is(&r->s, '(') || dbx_scan_is(&r->s, '[')) return read_sequence(r, sc, key, ret);
  if (r->s.tok == DBX_TOK_NAME) return read_named(r, sc, key, ret);
  if (r->s.tok == DBX_TOK_INT) {
    *ret = dbx_p_int(r->s.i);
    return dbx_scan_next(&r->s);
  }
  if (r->s.tok == DBX_TOK_FLOAT) {
    *ret = dbx_p_scalar(DBX_F64, dbx_scalar_f(r->s.f));
    return dbx_scan_next(&r->s);
  }
  return dbx_scan_is(&r->s, '<') ? read_raw(r, ret) : wrong(r, "a parameter value");
}

static dbx_status given_twice(reader *r) {
  return dbx_fail(DBX_E601, dbx_scan_span(&r->s), "the parameter '%s' is given twice",
                  dbx_sym_text(here(r)));
}

static dbx_status read_params(reader *r, scope *sc, dbx_eqn *e) {
  dbx_vec(dbx_kv) kvs = {0};
  dbx_map seen = {0};
  dbx_status st = dbx_scan_next(&r->s);
  while (st == DBX_OK && !dbx_scan_is(&r->s, ']')) {
    dbx_kv kv = {.key = dbx_old_key(here(r))};
    if (r->s.tok != DBX_TOK_NAME) st = wrong(r, "a parameter name");
    else if (dbx_map_find(&seen, kv.key)) st = given_twice(r);
    else e->prim = dbx_primitive_with(e->prim, kv.key), dbx_map_put(&seen, kv.key, 1);
    if (st == DBX_OK) st = dbx_scan_next(&r->s);
    if (st == DBX_OK) st = dbx_scan_expect(&r->s, '=');
    if (st == DBX_OK) st = read_value(r, sc, kv.key, &kv.val);
    if (st == DBX_OK && !dbx_is_new_parameter(e->prim, kv.key, kv.val)) dbx_push(&kvs, kv);
  }
  e->params = dbx_arena_copy(r->arena, kvs.at, kvs.n * sizeof *kvs.at);
  e->n_params = kvs.n;
  dbx_vec_free(&kvs);
  dbx_map_free(&seen);
  return st == DBX_OK ? dbx_scan_next(&r->s) : st;
}

// ---- equations ----

static uint32_t fixed_operands(const dbx_primitive *p) {
  uint32_t n = *p->operands != 0;
  for (const char *s = p->operands; *s; s++) n += *s == ' ';
  return n;
}

// "in" ends the equations where "(" follows, except as a missing operand (variable 221 is "in").
static bool at_in(const reader *r, const dbx_primitive *p, uint32_t have) {
  return dbx_scan_is_name(&r->s, "in") && dbx_scan_after(&r->s) == '(' &&
         (!p || have >= fixed_operands(p) || strstr(p->operands, "..."));
}

// An equation without binders begins with its primitive: "for_loop[", "qdealloc a".
static bool at_resultless(const reader *r) {
  if (dbx_scan_is_name(&r->s, "qdealloc")) return true;
  return r->s.tok == DBX_TOK_NAME && r->s.end < r->s.n && r->s.text[r->s.end] == '[';
}

static dbx_status read_operands(reader *r, scope *sc, dbx_eqn *e) {
  atoms as = {0};
  dbx_status st = DBX_OK;
  r->operands.n = 0;
  while (st == DBX_OK && r->s.tok != DBX_TOK_END && !dbx_scan_is(&r->s, ';') &&
         !dbx_scan_is(&r->s, '}') && !at_in(r, e->prim, as.n) && !at_binder(r) &&
         !at_resultless(r)) {
    dbx_atom a = 0;
    dbx_operand_text o = {.span = dbx_scan_span(&r->s)};
    if ((st = read_atom(r, sc, &a, &o.typed)) == DBX_OK) dbx_push(&as, a);
    dbx_push(&r->operands, o);
  }
  e->in = dbx_arena_copy(r->arena, as.at, as.n * sizeof *as.at);
  e->n_in = as.n;
  dbx_vec_free(&as);
  return st;
}

// The length of a concatenation may be computed twice, and arrays be typed by either sum (a branch
// is traced twice, docs/semantics.md, Layout of equations).
static void join_equal_sums(scope *sc, const dbx_eqn *e) {
  if (strcmp(e->prim->name, "add") || e->n_in != 2 || e->n_out != 1) return;
  uint64_t operand[2];
  for (int i = 0; i < 2; i++) {
    if (!dbx_aval_is_int_scalar(dbx_atom_aval(e->in[i]))) return;
    operand[i] = dbx_is_literal(e->in[i]) ? e->in[i] : dbx_referent(e->in[i]);
  }
  uint64_t key = dbx_hash(operand, sizeof operand, 7) | 1, *first = dbx_map_find(&sc->sums, key);
  if (first) dbx_var_at(e->out[0])->referent = (dbx_var)*first;
  else dbx_map_put(&sc->sums, key, e->out[0] & DBX_HANDLE);
}

static dbx_status read_eqn(reader *r, scope *sc, dbx_eqn *e) {
  uint32_t begin = r->s.begin;
  DBX_TRY(read_binders(r, sc, DBX_VAR_RESULT, &e->out, &e->n_out));
  if (e->n_out) DBX_TRY(dbx_scan_expect(&r->s, '='));
  if (r->s.tok != DBX_TOK_NAME) return wrong(r, "a primitive");
  e->prim = dbx_primitive_find(dbx_old_primitive(here(r)));
  if (!e->prim)
    return dbx_fail(DBX_E601, dbx_scan_span(&r->s), "unknown primitive '%s'",
                    dbx_sym_text(here(r)));
  DBX_TRY(dbx_scan_next(&r->s));
  if (dbx_scan_is(&r->s, '[')) DBX_TRY(read_params(r, sc, e));
  uint32_t end = r->s.begin;
  DBX_TRY(read_operands(r, sc, e));
  e->span = (dbx_span){r->s.file, begin, end > begin ? end : begin};
  DBX_TRY(dbx_type_literals(e, &r->operands, r->arena));
  dbx_set_referents(e, &r->reused);
  join_equal_sums(sc, e);
  dbx_define(r->arena, e);
  return DBX_OK;
}

static dbx_status read_eqns(reader *r, scope *sc, dbx_jaxpr *j) {
  dbx_vec(dbx_eqn) es = {0};
  dbx_status st = DBX_OK;
  while (st == DBX_OK && !at_in(r, NULL, 0)) {
    dbx_eqn e = {0};
    if ((st = read_eqn(r, sc, &e)) == DBX_OK) dbx_push(&es, e);
    if (st == DBX_OK && dbx_scan_is(&r->s, ';')) st = dbx_scan_next(&r->s);
  }
  j->eqns = dbx_arena_copy(r->arena, es.at, es.n * sizeof *es.at);
  j->n_eqns = es.n;
  dbx_vec_free(&es);
  return st;
}

static dbx_status read_outs(reader *r, scope *sc, dbx_jaxpr *j) {
  atoms as = {0};
  dbx_status st = dbx_scan_expect(&r->s, '(');
  while (st == DBX_OK && !dbx_scan_is(&r->s, ')')) {
    dbx_atom a = 0;
    bool typed;
    if (as.n) st = dbx_scan_expect(&r->s, ',');
    if (st != DBX_OK || dbx_scan_is(&r->s, ')')) break;
    if ((st = read_atom(r, sc, &a, &typed)) == DBX_OK) dbx_push(&as, a);
  }
  j->outs = dbx_arena_copy(r->arena, as.at, as.n * sizeof *as.at);
  j->n_out = as.n;
  dbx_vec_free(&as);
  return st == DBX_OK ? dbx_scan_next(&r->s) : st;
}

static dbx_status read_body(reader *r, scope *sc, dbx_jaxpr *j) {
  DBX_TRY(dbx_scan_expect(&r->s, '{'));
  DBX_TRY(dbx_scan_expect_name(&r->s, "lambda"));
  DBX_TRY(read_binders(r, sc, DBX_VAR_CONST, &j->constvars, &j->n_const));
  DBX_TRY(dbx_scan_expect(&r->s, ';'));
  DBX_TRY(read_binders(r, sc, DBX_VAR_ARG, &j->invars, &j->n_in));
  DBX_TRY(dbx_scan_expect(&r->s, '.'));
  DBX_TRY(dbx_scan_expect_name(&r->s, "let"));
  DBX_TRY(read_eqns(r, sc, j));
  DBX_TRY(dbx_scan_expect_name(&r->s, "in"));
  DBX_TRY(read_outs(r, sc, j));
  j->consts = DBX_NEWN(r->arena, dbx_array *, j->n_const);
  return DBX_OK;
}

static dbx_status read_jaxpr(reader *r, scope *outer, dbx_jaxpr **ret) {
  scope sc = {.outer = outer, .depth = outer ? outer->depth + 1 : 0};
  if (sc.depth > MAX_DEPTH)
    return dbx_fail(DBX_E601, dbx_scan_span(&r->s), "Jaxprs nested deeper than %d", MAX_DEPTH);
  dbx_jaxpr *j = DBX_NEW(r->arena, dbx_jaxpr);
  dbx_status st = read_body(r, &sc, j);
  dbx_map_free(&sc.names), dbx_map_free(&sc.sums);
  if (st != DBX_OK) return st;
  *ret = j;
  return dbx_scan_expect(&r->s, '}');
}

// A Jaxpr that is used several times may be written out before its "let": two texts with the same
// variables are one Jaxpr, since every variable of a piece has its own name.
static dbx_status read_named_jaxpr(reader *r, scope *outer, dbx_jaxpr **ret) {
  uint32_t begin = r->s.begin;
  DBX_TRY(read_jaxpr(r, outer, ret));
  if (!(*ret)->n_in && !(*ret)->n_eqns) return DBX_OK;
  dbx_buf b = {0};
  for (uint32_t i = begin; i < r->s.begin; i++)
    if (!strchr(" \n\t\r", r->s.text[i])) dbx_putc(&b, r->s.text[i]);
  uint64_t key = dbx_hash(b.at, b.n, 1) | 1, *known = dbx_map_find(&r->written, key);
  if (known) *ret = (dbx_jaxpr *)(uintptr_t)*known;
  else dbx_map_put(&r->written, key, (uint64_t)(uintptr_t)*ret);
  dbx_buf_free(&b);
  return DBX_OK;
}

static dbx_status read_top(reader *r, scope *outer, dbx_jaxpr **ret) {
  while (dbx_scan_is_name(&r->s, "let")) {
    dbx_jaxpr *j;
    DBX_TRY(dbx_scan_next(&r->s));
    dbx_sym name = here(r);
    if (r->s.tok != DBX_TOK_NAME) return wrong(r, "a name");
    DBX_TRY(dbx_scan_next(&r->s));
    DBX_TRY(dbx_scan_expect(&r->s, '='));
    DBX_TRY(read_named_jaxpr(r, outer, &j));
    dbx_map_put(&r->shared, name, (uint64_t)(uintptr_t)j);
    dbx_map_put(&r->reused, (uint64_t)(uintptr_t)j, 1);
    DBX_TRY(dbx_scan_expect_name(&r->s, "in"));
  }
  return read_jaxpr(r, outer, ret);
}

static dbx_status read_piece(reader *r, scope *outer, dbx_jaxpr **ret) {
  dbx_map shared = r->shared, written = r->written;
  r->shared = r->written = (dbx_map){0};
  dbx_status st = read_top(r, outer, ret);
  dbx_map_free(&r->shared), dbx_map_free(&r->written);
  r->shared = shared, r->written = written;
  return st;
}

dbx_status dbx_read_jaxpr_at(uint32_t file, uint32_t *offset, dbx_arena *arena, dbx_jaxpr **ret) {
  reader r = {.arena = arena};
  dbx_status st = dbx_scan_start(&r.s, file, *offset);
  if (st == DBX_OK) st = read_piece(&r, NULL, ret);
  dbx_vec_free(&r.operands);
  dbx_map_free(&r.reused);
  *offset = r.s.begin;
  return st;
}

dbx_status dbx_read_jaxpr(uint32_t file, dbx_arena *arena, dbx_jaxpr **ret) {
  uint32_t offset = 0;
  size_t n;
  DBX_TRY(dbx_read_jaxpr_at(file, &offset, arena, ret));
  dbx_source_text(file, &n);
  (*ret)->from_text = true;
  if (offset < n)
    return dbx_fail(DBX_E601, (dbx_span){file, offset, (uint32_t)n}, "text after the Jaxpr");
  return DBX_OK;
}
