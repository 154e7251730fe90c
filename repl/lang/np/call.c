// The functions of numpy by name: their table, the binding of arguments to signatures.
#include "lang/np/np.h"
#include "lang/object/operation.h"
#include "trace/trace.h"

#include <string.h>

enum { MAX_PARAMETERS = 12 };

// ---- signatures ----

typedef struct parameter {
  const char *name, *standard; // standard NULL: it has to be given
  uint32_t n, n_standard;
  bool rest, keyword_only;
} parameter;

typedef struct signature {
  parameter at[MAX_PARAMETERS];
  uint32_t n;
} signature;

static signature signature_of(const char *text) {
  signature s = {0};
  bool keyword_only = false;
  while (*text) {
    size_t n = strcspn(text, ",");
    const char *equals = memchr(text, '=', n);
    bool mark = n == 1 && (*text == '*' || *text == '/'), rest = *text == '*' && n > 1;
    if (!mark) {
      const char *name = text + rest;
      size_t length = (size_t)((equals ? equals : text + n) - name);
      s.at[s.n++] = (parameter){name,
                                equals ? equals + 1 : NULL,
                                (uint32_t)length,
                                equals ? (uint32_t)(text + n - equals - 1) : 0,
                                rest,
                                keyword_only};
    }
    keyword_only |= *text == '*';
    text += n;
    while (*text == ',' || *text == ' ') text++;
  }
  return s;
}

static pv standard_of(const parameter *p) {
  char text[24];
  if (!p->standard || !p->n_standard) return PV(PV_UNBOUND);
  snprintf(text, sizeof text, "%.*s", (int)p->n_standard, p->standard);
  if (!strcmp(text, "None")) return pv_none();
  if (!strcmp(text, "True") || !strcmp(text, "False")) return pv_bool(*text == 'T');
  char *end;
  if (!strpbrk(text, ".e")) {
    long i = strtol(text, &end, 10);
    if (!*end) return pv_int(i);
  }
  double f = strtod(text, &end);
  return *end ? str_of(text) : pv_float(f);
}

static dbx_status bind_keywords(const signature *s, const call_args *c, const char *fn, pv *a) {
  for (uint32_t k = 0; k < c->n_kw; k++) {
    const char *name = dbx_sym_text(c->kw[k]);
    uint32_t i = 0;
    while (i < s->n &&
           (s->at[i].rest || strlen(name) != s->at[i].n || memcmp(name, s->at[i].name, s->at[i].n)))
      i++;
    if (i == s->n)
      return dbx_fail(DBX_E202, (dbx_span){0}, "%s() got an unexpected keyword argument '%s'", fn,
                      name);
    if (a[i].tag != PV_UNBOUND)
      return dbx_fail(DBX_E202, (dbx_span){0}, "%s() got multiple values for argument '%s'", fn,
                      name);
    a[i] = c->kw_at[k];
  }
  return DBX_OK;
}

static dbx_status bind(const np_row *row, const call_args *c, const pv *self, pv *a) {
  signature s = signature_of(row->signature);
  uint32_t given = 0, n = c->n + (self != NULL);
  for (uint32_t i = 0; i < s.n; i++) {
    a[i] = PV(PV_UNBOUND);
    if (s.at[i].keyword_only || given >= n) continue;
    if (s.at[i].rest) {
      a[i] = tuple_new(c->at + given - (self != NULL), n - given);
      given = n;
      continue;
    }
    a[i] = self && !given ? *self : c->at[given - (self != NULL)];
    given++;
  }
  if (given < n)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() takes %u positional arguments but %u were given",
                    row->name, given, n);
  DBX_TRY(bind_keywords(&s, c, row->name, a));
  for (uint32_t i = 0; i < s.n; i++) {
    if (a[i].tag != PV_UNBOUND) continue;
    if (s.at[i].rest) a[i] = tuple_new(NULL, 0);
    else if (s.at[i].standard) a[i] = standard_of(&s.at[i]);
    else
      return dbx_fail(DBX_E202, (dbx_span){0}, "%s() missing required argument: '%.*s'", row->name,
                      (int)s.at[i].n, s.at[i].name);
  }
  return DBX_OK;
}

// ---- calls: traces do not see them ----

dbx_status np_call_row(const np_row *row, const call_args *c, const pv *self, pv *ret) {
  pv a[MAX_PARAMETERS];
  operation o = operation_begin();
  struct dbx_trace *suspended = dbx_trace_suspend();
  dbx_status st = bind(row, c, self, a);
  if (st == DBX_OK) st = row->fn(row, a, ret);
  if (st == DBX_OK && ret->tag == PV_UNBOUND) st = DBX_FAIL;
  dbx_trace_resume(suspended);
  return dbx_polled(operation_end(&o, st)); // loops that had to end early left it to this place
}

static dbx_status call(const np_row *row, const call_args *c, const pv *self, pv *ret) {
  uint64_t writes = heap_now->writes;
  dbx_status st = np_call_row(row, c, self, ret);
  return st != DBX_OK && heap_try_call_again(c, writes) ? np_call_row(row, c, self, ret) : st;
}

// ---- the tables ----

static const np_row functions[] = {
#define N(name, fn, signature) {#name, fn, signature},
#define L(name, fn, signature)
#define M(name, fn, signature)
#include "lang/np/functions.def"
#undef N
#undef L
#undef M
};
static const np_row linalg[] = {
#define N(name, fn, signature)
#define L(name, fn, signature) {#name, fn, signature},
#define M(name, fn, signature)
#include "lang/np/functions.def"
#undef N
#undef L
#undef M
};
static const np_row methods[] = {
#define N(name, fn, signature)
#define L(name, fn, signature)
#define M(name, fn, signature) {#name, fn, signature},
#include "lang/np/functions.def"
#undef N
#undef L
#undef M
};

static const np_row *find(const np_row *rows, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(rows[i].name, name)) return &rows[i];
  return NULL;
}

static dbx_status function_native(const call_args *c, pv *ret) {
  return call(((o_native *)c->fn.o)->data, c, NULL, ret);
}
static dbx_status method_native(const call_args *c, pv *ret) {
  const o_native *m = (o_native *)c->fn.o;
  return call(m->data, c, &m->self, ret);
}

bool np_find_function(const char *name, pv *ret) {
  const np_row *row = find(functions, sizeof functions / sizeof *functions, name);
  const nd_ufunc *f = nd_ufunc_find(name);
  if (row) *ret = native_new(row->name, function_native, PV(PV_UNBOUND), row);
  else if (f) *ret = np_ufunc(f);
  return row || f;
}

bool np_find_linalg(const char *name, pv *ret) {
  const np_row *row = find(linalg, sizeof linalg / sizeof *linalg, name);
  if (row) *ret = native_new(row->name, function_native, PV(PV_UNBOUND), row);
  return row != NULL;
}

bool np_find_method(pv x, const char *name, pv *ret) {
  const np_row *row = find(methods, sizeof methods / sizeof *methods, name);
  if (row) *ret = native_new(row->name, method_native, x, row);
  return row != NULL;
}

dbx_status np_call_function(const char *name, const pv *args, uint32_t n, pv *ret) {
  call_args c = {.at = args, .n = n, .span = dbx_here};
  return call(find(functions, sizeof functions / sizeof *functions, name), &c, NULL, ret);
}

// ---- what the functions share ----

dbx_status np_no_option(const np_row *row, pv given, const char *name) {
  if (given.tag == PV_UNBOUND || is_none(given) || (given.tag == PV_BOOL && given.i)) return DBX_OK;
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "the argument '%s' of numpy.%s exists, but is not offered here", name, row->name);
}

dbx_status np_flag(pv v, bool *ret) { return lang_truth(v, ret); }

dbx_status np_one_axis(pv axis, uint32_t rank, uint32_t *ret) {
  int64_t i;
  DBX_TRY(lang_index(axis, &i));
  return nd_axis(i, rank, ret);
}

dbx_status np_axes(pv axis, uint32_t rank, bool *axes) {
  uint32_t i;
  memset(axes, is_none(axis), rank);
  if (is_none(axis)) return DBX_OK;
  if (!is_seq(axis)) {
    int64_t first;
    DBX_TRY(lang_index(axis, &first));
    if (!rank && (first == 0 || first == -1)) return DBX_OK; // of a number
    DBX_TRY(nd_axis(first, rank, &i));
    return axes[i] = true, DBX_OK;
  }
  for (uint32_t k = 0; k < SEQ(axis)->n; k++) {
    DBX_TRY(np_one_axis(SEQ(axis)->at[k], rank, &i));
    if (axes[i]) return dbx_fail(DBX_E306, (dbx_span){0}, "duplicate value in 'axis'");
    axes[i] = true;
  }
  return DBX_OK;
}

dbx_status np_shape_arg(pv shape, uint32_t *rank, int64_t **dims) {
  pv items = is_none(shape) ? tuple_new(NULL, 0) : shape; // None: no axes
  if (!is_seq(items) && (is_obj(shape, T_NDARRAY) ? NDARRAY(shape)->rank : is_obj(shape, T_RANGE)))
    DBX_TRY(lang_to_list(shape, &items));
  bool many = is_seq(items);
  *rank = many ? SEQ(items)->n : 1;
  *dims = DBX_TMP(int64_t, *rank + 1);
  for (uint32_t i = 0; i < *rank; i++) {
    pv length = many ? SEQ(items)->at[i] : items;
    bool truth =
        length.tag == PV_BOOL || (is_obj(length, T_GENERIC) && GENERIC(length)->t == DBX_BOOL);
    if (truth)
      return dbx_fail(DBX_E204, (dbx_span){0},
                      many ? "an integer is required"
                           : "expected a sequence of integers or a single integer, got a bool");
    if (lang_is_beyond_index(length))
      return dbx_fail(DBX_E208, (dbx_span){0}, "Maximum allowed dimension exceeded");
    DBX_TRY(lang_index(length, &(*dims)[i]));
  }
  return DBX_OK;
}

dbx_status np_out(pv *out, nd *view) {
  if (is_obj(*out, T_TUPLE) && SEQ(*out)->n == 1) *out = SEQ(*out)->at[0];
  if (is_obj(*out, T_NDARRAY) && NDARRAY(*out)->readonly)
    return dbx_fail(DBX_E208, (dbx_span){0}, "output array is read-only");
  if (is_obj(*out, T_NDARRAY)) return np_writable(*out, view);
  return dbx_fail(DBX_E204, (dbx_span){0}, "return arrays must be of ArrayType");
}

dbx_status np_standard(const np_row *row, pv given, const char *name, const char *standard) {
  if (!is_str(given) || !strcmp(STR(given)->s, standard)) return DBX_OK;
  return np_no_option(row, given, name);
}

dbx_status np_give(const nd *r, pv out, pv *ret) {
  nd to;
  if (is_none(out)) return *ret = np_return(r), DBX_OK;
  bool given = is_obj(out, T_NDARRAY);
  if (given) to = np_nd(out);
  if (!given || nd_same_shape(r, &to)) DBX_TRY(np_out(&out, &to));
  if (!nd_same_shape(r, &to))
    return dbx_fail(DBX_E208, (dbx_span){0}, "the output array has another shape than the result");
  if (!nd_can_cast(r->t, to.t, "same_kind"))
    return dbx_fail_as(DBX_E204, DBX_S_UFuncTypeError, (dbx_span){0},
                       "Cannot cast output from dtype('%s') to dtype('%s') with casting rule "
                       "'same_kind'",
                       dbx_dtype_name(r->t), dbx_dtype_name(to.t));
  return *ret = out, nd_write(&to, r);
}

// Each has an nd, and its axes and steps.
dbx_status np_operands_room(uint32_t n) {
  return lang_check_room((double)n * (sizeof(nd) + 4 * sizeof(int64_t)));
}

dbx_status np_operands(pv seq, nd **ret, uint32_t *n) {
  pv items;
  if (!is_seq(seq) && !is_array(seq))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "arrays to stack must be passed as a \"sequence\" type such as list or tuple.");
  DBX_TRY(lang_to_list(seq, &items));
  lang_pin(items);
  *n = SEQ(items)->n;
  DBX_TRY(np_operands_room(*n));
  *ret = DBX_TMP(nd, *n + 1);
  for (uint32_t i = 0; i < *n; i++) DBX_TRY(np_operand(SEQ(items)->at[i], &(*ret)[i]));
  return DBX_OK;
}
