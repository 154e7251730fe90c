// See expr.h. Recursive descent; what is read is evaluated at once.
#include "expr.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 24 }; // items of one list

typedef struct reader {
  const char *at, *whole;
  const expr_name *names;
  uint32_t n;
} reader;

static dbx_status sum(reader *r, int level, dbx_val *ret);
static dbx_status test(reader *r, dbx_val *ret) { return sum(r, 0, ret); }

static dbx_val as_tuple(const dbx_val *v, uint32_t n, dbx_val_kind kind) {
  dbx_val *own = DBX_TMP(dbx_val, n + 1);
  for (uint32_t i = 0; i < n; i++) own[i] = v[i];
  return (dbx_val){.kind = kind, .n = n, .item = own};
}

// ---- tokens ----

static void blanks(reader *r) { r->at += strspn(r->at, " \n"); }

static bool accept(reader *r, const char *text) {
  blanks(r);
  size_t n = strlen(text);
  if (strncmp(r->at, text, n) != 0) return false;
  r->at += n;
  return true;
}

static void expect(reader *r, const char *text) {
  cr_assert(accept(r, text), "%s: expected %s at '%s'", r->whole, text, r->at);
}

static bool word(reader *r, char *ret, size_t n) {
  size_t k = 0;
  blanks(r);
  if (!isalpha((unsigned char)*r->at) && *r->at != '_') return false;
  for (; isalnum((unsigned char)*r->at) || *r->at == '_'; r->at++)
    if (k + 1 < n) ret[k++] = *r->at;
  ret[k] = 0;
  return true;
}

// ---- lists and arguments ----

typedef struct arguments {
  dbx_val at[MOST];
  dbx_keyword kw[MOST];
  uint32_t n, n_kw;
} arguments;

static bool keyword(reader *r, char *name, size_t n) {
  const char *from = r->at;
  if (word(r, name, n) && accept(r, "=") && *r->at != '=') return true;
  r->at = from;
  return false;
}

static dbx_status items(reader *r, const char *close, arguments *a, bool *comma) {
  char name[32];
  *a = (arguments){0};
  *comma = false;
  while (!accept(r, close)) {
    cr_assert_lt(a->n, MOST);
    dbx_val *to = &a->at[a->n];
    if (keyword(r, name, sizeof name))
      a->kw[a->n_kw].name = dbx_intern(name), to = &a->kw[a->n_kw++].val;
    else a->n++;
    DBX_TRY(test(r, to));
    if (accept(r, ",")) *comma = true;
    else return expect(r, close), DBX_OK;
  }
  return DBX_OK;
}

// ---- atoms ----

static dbx_val number(reader *r) {
  char *end;
  size_t n = strspn(r->at, "0123456789.");
  bool real = memchr(r->at, '.', n) || r->at[n] == 'e';
  dbx_val v = real ? dbx_val_float(strtod(r->at, &end)) : dbx_val_int(strtoll(r->at, &end, 10));
  unsigned long long u = real ? 0 : strtoull(r->at, NULL, 10);
  if (u > INT64_MAX)
    v = (dbx_val){.kind = DBX_V_BIGINT, .n = 1, .big = {.nearest = (double)u, .u = u}};
  r->at = end;
  if (*r->at != 'j') return v;
  r->at++;
  return (dbx_val){.kind = DBX_V_COMPLEX, .c = {0, real ? v.c[0] : (double)v.i}};
}

static dbx_val string(reader *r) {
  char quote = *r->at++;
  size_t n = strcspn(r->at, quote == '"' ? "\"" : "'");
  dbx_val v = {.kind = DBX_V_STR, .str = dbx_intern_n(r->at, (uint32_t)n)};
  r->at += n + 1;
  return v;
}

static bool constant(const char *name, dbx_val *ret) {
  if (!strcmp(name, "None")) return *ret = dbx_val_none(), true;
  if (!strcmp(name, "True") || !strcmp(name, "False"))
    return *ret = dbx_val_bool(*name == 'T'), true;
  if (!strcmp(name, "nan")) return *ret = dbx_val_float(strtod("nan", NULL)), true;
  if (!strcmp(name, "inf")) return *ret = dbx_val_float(strtod("inf", NULL)), true;
  return false;
}

static dbx_status call(reader *r, const dbx_function *f, const dbx_val *self, dbx_val *ret) {
  arguments a;
  bool comma;
  DBX_TRY(items(r, ")", &a, &comma));
  if (self) memmove(a.at + 1, a.at, a.n++ * sizeof *a.at), a.at[0] = *self;
  return dbx_function_call(f, a.at, a.n, a.kw, a.n_kw, ret);
}

// jnp.sum(...), jnp.linalg.norm(...), jnp.int8, jnp.int8(...)
static dbx_status of_module(reader *r, char *module, dbx_val *ret) {
  char name[48];
  dbx_dtype t;
  expect(r, ".");
  word(r, name, sizeof name);
  if (!strcmp(name, "linalg") || !strcmp(name, "nn") || !strcmp(name, "random")) {
    strcpy(module, name);
    expect(r, ".");
    word(r, name, sizeof name);
  }
  const dbx_function *f = dbx_function_find(module, name);
  if (f) return expect(r, "("), call(r, f, NULL, ret);
  cr_assert(dbx_dtype_by_name(strcmp(name, "bool_") ? name : "bool", &t), "%s: no %s.%s", r->whole,
            module, name);
  *ret = dbx_val_dtype(t);
  return DBX_OK;
}

static dbx_status named(reader *r, dbx_val *ret) {
  char name[48];
  word(r, name, sizeof name);
  if (constant(name, ret)) return DBX_OK;
  if (!strcmp(name, "jnp") || !strcmp(name, "lax") || !strcmp(name, "jax") ||
      !strcmp(name, "lapack") || !strcmp(name, "window"))
    return of_module(r, name, ret);
  for (uint32_t i = 0; i < r->n; i++)
    if (!strcmp(name, r->names[i].name)) return *ret = r->names[i].val, DBX_OK;
  cr_assert_fail("%s: no name %s", r->whole, name);
  return DBX_FAIL;
}

static dbx_status sequence(reader *r, bool list, dbx_val *ret) {
  arguments a;
  bool comma;
  DBX_TRY(items(r, list ? "]" : ")", &a, &comma));
  if (!list && a.n == 1 && !comma) *ret = a.at[0];
  else *ret = as_tuple(a.at, a.n, list ? DBX_V_LIST : DBX_V_TUPLE);
  return DBX_OK;
}

// What stands between the brackets of an index; `close` ends it.
static dbx_status one_index(reader *r, dbx_val *ret) {
  dbx_val part[3] = {{0}};
  bool slice = false;
  if (accept(r, "...")) return *ret = (dbx_val){.kind = DBX_V_ELLIPSIS}, DBX_OK;
  for (int i = 0; i < 3; i++) {
    blanks(r);
    if (!strchr(":,]", *r->at)) DBX_TRY(test(r, &part[i]));
    if (i == 2 || !accept(r, ":")) break;
    slice = true;
  }
  *ret = slice ? as_tuple(part, 3, DBX_V_SLICE) : part[0];
  return DBX_OK;
}

static dbx_status index_of(reader *r, dbx_val *ret) {
  dbx_val v[8];
  uint32_t n = 0;
  bool comma = false;
  while (!accept(r, "]")) {
    cr_assert_lt(n, 8);
    DBX_TRY(one_index(r, &v[n++]));
    comma |= accept(r, ",");
  }
  *ret = n == 1 && !comma ? v[0] : as_tuple(v, n, DBX_V_TUPLE);
  return DBX_OK;
}

// ---- what follows an atom ----

static dbx_val shape_of(const dbx_val *v) {
  const dbx_aval_info *t = dbx_aval_at(dbx_val_aval(v));
  dbx_val dims[MOST];
  for (uint32_t i = 0; i < t->rank; i++)
    dims[i] = dbx_dim_is_var(t->dims[i]) ? dbx_val_tracer((dbx_var)dbx_dim_value(t->dims[i]))
                                         : dbx_val_int(dbx_dim_value(t->dims[i]));
  return as_tuple(dims, t->rank, DBX_V_TUPLE);
}

static dbx_status update(reader *r, const dbx_val *x, dbx_val *ret) {
  dbx_val index;
  arguments a;
  char method[16];
  bool comma;
  expect(r, "[");
  DBX_TRY(index_of(r, &index));
  expect(r, ".");
  word(r, method, sizeof method);
  expect(r, "(");
  DBX_TRY(items(r, ")", &a, &comma));
  return dbx_at(x, &index, method, a.at, a.n, a.kw, a.n_kw, ret);
}

static dbx_status attribute(reader *r, dbx_val x, dbx_val *ret) {
  char name[32];
  bool read_only;
  word(r, name, sizeof name);
  if (!strcmp(name, "shape")) return *ret = shape_of(&x), DBX_OK;
  if (!strcmp(name, "at")) return update(r, &x, ret);
  const dbx_function *f = dbx_array_method(name, &read_only);
  cr_assert(f, "%s: no method %s", r->whole, name);
  if (read_only) return dbx_function_call(f, &x, 1, NULL, 0, ret);
  expect(r, "(");
  return call(r, f, &x, ret);
}

static dbx_status subscript(reader *r, dbx_val x, dbx_val *ret) {
  dbx_val index;
  DBX_TRY(index_of(r, &index));
  if (!dbx_is_seq(&x)) return dbx_getitem(&x, &index, ret);
  *ret = x.item[index.i < 0 ? x.n + index.i : index.i];
  return DBX_OK;
}

static dbx_status atom(reader *r, dbx_val *ret) {
  blanks(r);
  if (isdigit((unsigned char)*r->at) || *r->at == '.') *ret = number(r);
  else if (*r->at == '\'' || *r->at == '"') *ret = string(r);
  else if (accept(r, "(")) DBX_TRY(sequence(r, false, ret));
  else if (accept(r, "[")) DBX_TRY(sequence(r, true, ret));
  else DBX_TRY(named(r, ret));
  for (;;) {
    if (accept(r, ".")) DBX_TRY(attribute(r, *ret, ret));
    else if (accept(r, "[")) DBX_TRY(subscript(r, *ret, ret));
    else return DBX_OK;
  }
}

// ---- operators, by level ----

static const char *const operators[][7] = {
    {"==", "!=", "<=", ">=", "<", ">"}, {"|"},    {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"},
    {"//", "*", "/", "%", "@"},         {"unary"}};
enum { UNARY = 7 };

static const char *operator_at(reader *r, int level) {
  blanks(r);
  if (level == 0 && (!strncmp(r->at, "<<", 2) || !strncmp(r->at, ">>", 2))) return NULL;
  for (int i = 0; i < 7 && operators[level][i]; i++)
    if (accept(r, operators[level][i])) return operators[level][i];
  return NULL;
}

static dbx_op op_named(const char *text) {
  static const struct {
    const char *text;
    dbx_op op;
  } rows[] = {{"+", DBX_OP_Add},       {"-", DBX_OP_Sub},     {"*", DBX_OP_Mult},
              {"@", DBX_OP_MatMult},   {"/", DBX_OP_Div},     {"%", DBX_OP_Mod},
              {"**", DBX_OP_Pow},      {"<<", DBX_OP_LShift}, {">>", DBX_OP_RShift},
              {"|", DBX_OP_BitOr},     {"^", DBX_OP_BitXor},  {"&", DBX_OP_BitAnd},
              {"//", DBX_OP_FloorDiv}, {"~", DBX_OP_Invert},  {"neg", DBX_OP_USub},
              {"==", DBX_OP_Eq},       {"!=", DBX_OP_NotEq},  {"<", DBX_OP_Lt},
              {"<=", DBX_OP_LtE},      {">", DBX_OP_Gt},      {">=", DBX_OP_GtE}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(rows[i].text, text)) return rows[i].op;
  return DBX_OP_Is; // which is none of arrays
}

// Arithmetic of numbers alone is the host's, not the array API's.
static dbx_status apply(const char *op, const dbx_val *x, const dbx_val *y, dbx_val *ret) {
  if (x->kind == DBX_V_INT && !strcmp(op, "neg")) return *ret = dbx_val_int(-x->i), DBX_OK;
  if (x->kind == DBX_V_FLOAT && !strcmp(op, "neg")) return *ret = dbx_val_float(-x->c[0]), DBX_OK;
  if (y && x->kind == DBX_V_INT && y->kind == DBX_V_INT && strchr("+-*", *op) && !op[1]) {
    *ret = dbx_val_int(*op == '+' ? x->i + y->i : *op == '-' ? x->i - y->i : x->i * y->i);
    return DBX_OK;
  }
  bool complex_literal = x->kind == DBX_V_FLOAT && y && y->kind == DBX_V_COMPLEX && *op == '+';
  if (complex_literal)
    return *ret = (dbx_val){.kind = DBX_V_COMPLEX, .c = {x->c[0], y->c[1]}}, DBX_OK;
  return dbx_operator(op_named(op), x, y, ret);
}

static dbx_status unary(reader *r, dbx_val *ret) {
  dbx_val x, y;
  const char *op = accept(r, "-") ? "neg" : accept(r, "~") ? "~" : NULL;
  if (op) return unary(r, &x) == DBX_OK ? apply(op, &x, NULL, ret) : DBX_FAIL;
  DBX_TRY(atom(r, &x));
  *ret = x;
  if (!accept(r, "**")) return DBX_OK;
  DBX_TRY(unary(r, &y));
  return apply("**", &x, &y, ret);
}

static dbx_status sum(reader *r, int level, dbx_val *ret) {
  if (level == UNARY) return unary(r, ret);
  dbx_val x, y;
  DBX_TRY(sum(r, level + 1, &x));
  for (const char *op; (op = operator_at(r, level));) {
    DBX_TRY(sum(r, level + 1, &y));
    DBX_TRY(apply(op, &x, &y, &x));
  }
  *ret = x;
  return DBX_OK;
}

dbx_status expr_eval(const char *text, const expr_name *names, uint32_t n, dbx_val *ret) {
  reader r = {text, text, names, n};
  DBX_TRY(test(&r, ret));
  blanks(&r);
  cr_assert(!*r.at, "%s: '%s' is left", text, r.at);
  return DBX_OK;
}

const char *taken(void) {
  static char text[64];
  dbx_diag *d = dbx_diag_take();
  if (!d) return "";
  snprintf(text, sizeof text, "%s %s", dbx_code_name(d->code), dbx_sym_text(d->cls));
  dbx_diag_free(d);
  return text;
}

const char *expr_text(const char *text, const expr_name *names, uint32_t n) {
  static dbx_buf b;
  dbx_val v;
  uint32_t pool = dbx_pool_mark();
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_clear(&b);
  if (expr_eval(text, names, n, &v) == DBX_OK) put_val(&b, &v);
  else dbx_put(&b, taken());
  dbx_pool_release(pool);
  dbx_scratch_release(m);
  return dbx_text(&b);
}

// ---- bodies ----

static void leaves_of(const dbx_val *v, dbx_leaves *ret) {
  for (uint32_t i = 0; v->kind == DBX_V_TUPLE && i < v->n; i++) leaves_of(&v->item[i], ret);
  if (v->kind != DBX_V_TUPLE) ret->at[ret->n++] = *v;
}

static void put_tree(dbx_buf *b, const dbx_val *v) {
  if (v->kind != DBX_V_TUPLE) {
    dbx_put(b, "*");
    return;
  }
  dbx_put(b, "(");
  for (uint32_t i = 0; i < v->n; i++) {
    if (i) dbx_put(b, ", ");
    put_tree(b, &v->item[i]);
  }
  dbx_put(b, v->n == 1 ? ",)" : ")");
}

static dbx_status run_body(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  expr_body *e = ctx;
  char params[8][16];
  expr_name names[MOST];
  uint32_t k = 0;
  reader r = {e->text, e->text, NULL, 0};
  for (; word(&r, params[k], sizeof params[k]); accept(&r, ",")) {
    cr_assert(k < n && k < 8, "%s takes %u arguments", e->text, n);
    names[k] = (expr_name){params[k], args[k]}, k++;
  }
  cr_assert_eq(k, n, "%s takes %u arguments", e->text, n);
  expect(&r, "->");
  for (uint32_t i = 0; i < e->n; i++) names[k++] = e->names[i];
  dbx_val v;
  dbx_buf tree = {0};
  e->calls++;
  DBX_TRY(expr_eval(r.at, names, k, &v));
  *ret = (dbx_leaves){.at = DBX_TMP(dbx_val, MOST)};
  leaves_of(&v, ret);
  dbx_put(&tree, "PyTreeDef(");
  put_tree(&tree, &v);
  dbx_put(&tree, ")");
  ret->tree = dbx_intern(dbx_text(&tree));
  dbx_buf_free(&tree);
  return DBX_OK;
}

dbx_callable expr_callable(expr_body *b) { return (dbx_callable){run_body, b, dbx_intern("body")}; }

// ---- arrays as text ----

static dbx_scalar read_scalar(const char **s, dbx_dtype t) {
  char *end;
  dbx_scalar x = {0};
  *s += strspn(*s, " ");
  if (!strncmp(*s, "True", 4) || !strncmp(*s, "False", 5)) {
    x.i = **s == 'T';
    *s += x.i ? 4 : 5;
    return x;
  }
  if (dbx_is_inexact(t)) {
    bool bracket = **s == '('; // (1+2j)
    x.c[0] = strtod(*s + bracket, &end);
    if (*end == 'j') x.c[1] = x.c[0], x.c[0] = 0;
    else if (bracket) x.c[1] = strtod(end, &end);
    *s = end + (bracket ? 2 : 0);
    return x;
  }
  if (dbx_is_unsigned(t)) x.u = strtoull(*s, &end, 10);
  else x.i = strtoll(*s, &end, 10);
  *s = end;
  return x;
}

dbx_array *array_read(const char *text) {
  const char *s = text;
  dbx_dtype t;
  int64_t dims[MOST];
  uint32_t rank = 0;
  size_t n = strcspn(s, "[");
  cr_assert(dbx_dtype_by_short(s, n, &t), "%s", text);
  for (s += n + 1; *s != ']'; s += *s == ',') {
    char *end;
    dims[rank++] = strtoll(s, &end, 10);
    s = end;
  }
  s++;
  dbx_array *a;
  cr_assert_eq(dbx_array_new(t, rank, dims, &a), DBX_OK);
  for (int64_t i = 0; i < a->size; i++) {
    cr_assert(*s, "%s: %d elements", text, (int)i);
    dbx_array_set(a, i, read_scalar(&s, t));
  }
  return a;
}

void put_array(dbx_buf *b, const dbx_array *a) {
  dbx_printf(b, "%s%s[", dbx_dtype_short(a->dtype), a->weak ? "*" : "");
  for (uint32_t i = 0; i < a->rank; i++) dbx_printf(b, "%s%d", i ? "," : "", (int)a->dims[i]);
  dbx_put(b, "]");
  for (int64_t i = 0; i < a->size; i++) {
    dbx_put(b, " ");
    dbx_put_short_scalar(b, dbx_array_at(a, i), a->dtype);
  }
}

static void put_items(dbx_buf *b, const dbx_val *v) {
  bool list = v->kind == DBX_V_LIST;
  dbx_put(b, list ? "[" : "(");
  for (uint32_t i = 0; i < v->n; i++) {
    if (i) dbx_put(b, ", ");
    put_val(b, &v->item[i]);
  }
  dbx_put(b, list ? "]" : v->n == 1 ? ",)" : ")");
}

void put_val(dbx_buf *b, const dbx_val *v) {
  dbx_dtype t;
  dbx_scalar x;
  if (v->kind == DBX_V_NONE) dbx_put(b, "None");
  else if (v->kind == DBX_V_DTYPE) dbx_put(b, dbx_dtype_name(v->dtype));
  else if (v->kind == DBX_V_STR) dbx_printf(b, "'%s'", dbx_sym_text(v->str));
  else if (v->kind == DBX_V_ARRAY) put_array(b, v->array);
  else if (v->kind == DBX_V_TRACER) dbx_put_aval(b, dbx_var_aval(v->tracer), NULL);
  else if (dbx_is_seq(v)) put_items(b, v);
  else if (dbx_is_number(v) && dbx_val_scalar(v, &t, &x) == DBX_OK) dbx_put_scalar(b, x, t);
  else dbx_printf(b, "<%s>", dbx_val_type_name(v));
}
