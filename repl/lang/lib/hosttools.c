// The modules functools and operator.
#include "base/poll.h"
#include "lang/jax/jax.h"
#include "lang/lib/builtins.h"
#include "lang/lib/types.h"

#include <string.h>

static const char *own_name(const call_args *c) { return ((o_native *)c->fn.o)->name; }
static const void *own_data(const call_args *c) { return ((o_native *)c->fn.o)->data; }

// ---- warnings: what py/warnings.py stands on ----

static dbx_status show_warning(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "show", 2, 2));
  if (!is_str(c->at[0]) || !is_str(c->at[1])) return args_count(c, "show", 3, 3);
  pv text = lang_terminated(c->at[0]), cls = lang_terminated(c->at[1]);
  dbx_warn_as(DBX_W103, dbx_intern(STR(cls)->s), lang_program_place(dbx_here), "%s", STR(text)->s);
  return *ret = pv_none(), DBX_OK;
}

// The file and the line of the statement at hand.
static dbx_status place_of_warning(const call_args *c, pv *ret) {
  pv at[2];
  dbx_span here = lang_program_place(dbx_here);
  dbx_place p = dbx_source_place(here.file, here.begin);
  DBX_TRY(args_count(c, "place", 0, 0));
  at[0] = str_of(dbx_source_name(here.file)), at[1] = pv_int(p.line);
  return *ret = tuple_new(at, 2), DBX_OK;
}

static dbx_status get_warnings(const lang_module *m, const char *name, pv *ret) {
  (void)m;
  if (!strcmp(name, "show")) *ret = native_new("show", show_warning, PV(PV_UNBOUND), NULL);
  if (!strcmp(name, "place")) *ret = native_new("place", place_of_warning, PV(PV_UNBOUND), NULL);
  return DBX_OK;
}
const lang_module lang_module_warnings = {"_warnings", get_warnings};

// ---- functools ----

static dbx_status tools_partial(const call_args *c, pv *ret) {
  if (!c->n) return dbx_fail(DBX_E202, (dbx_span){0}, "type 'partial' takes at least one argument");
  if (!lang_callable(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "the first argument must be callable");
  const o_partial *inner = is_obj(c->at[0], T_PARTIAL) ? (o_partial *)c->at[0].o : NULL;
  o_partial *p = heap_new(T_PARTIAL, sizeof *p);
  pv args = list_new(inner ? inner->args->at : NULL, inner ? inner->args->n : 0), kw = dict_new();
  for (uint32_t i = 1; i < c->n; i++) list_push(SEQ(args), c->at[i]);
  p->fn = inner ? inner->fn : c->at[0];
  p->args = SEQ(tuple_new(SEQ(args)->at, SEQ(args)->n));
  p->kw = DICT(kw);
  if (inner) DBX_TRY(dict_update(p->kw, pv_obj(inner->kw)));
  for (uint32_t i = 0; i < c->n_kw; i++) dict_put_sym(p->kw, c->kw[i], c->kw_at[i]);
  return *ret = pv_obj(p), DBX_OK;
}

static dbx_status tools_reduce(const call_args *c, pv *ret) {
  pv it, pair[2];
  bool done = false, started = c->n == 3;
  DBX_TRY(args_no_keywords(c, "reduce"));
  DBX_TRY(args_count(c, "reduce", 2, 3));
  if (!lang_iterable(c->at[1]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "reduce() arg 2 must support iteration");
  DBX_TRY(lang_iter(c->at[1], &it));
  uint32_t mark = lang_pins();
  lang_pin(it);
  lang_pin(started ? c->at[2] : PV(PV_UNBOUND));
  dbx_status st = DBX_OK;
  while (st == DBX_OK && (st = lang_next(it, &pair[1], &done)) == DBX_OK && !done) {
    pair[0] = lang_pinned(mark + 1);
    if (started) st = lang_call(c->at[0], pair, 2, &pair[1]);
    if (st == DBX_OK) lang_set_pinned(mark + 1, pair[1]);
    started = true;
    if (st == DBX_OK) st = dbx_poll();
  }
  pv result = lang_pinned(mark + 1);
  lang_unpin(mark);
  if (st != DBX_OK) return st;
  if (!started)
    return dbx_fail(DBX_E204, (dbx_span){0}, "reduce() of empty iterable with no initial value");
  return *ret = result, DBX_OK;
}

static const native_row tools_rows[] = {
    {"cached", tools_cached}, {"partial", tools_partial}, {"reduce", tools_reduce}};

static dbx_status get_tools(const lang_module *m, const char *name, pv *ret) {
  (void)m;
  *ret = PV(PV_UNBOUND);
  for (size_t i = 0; i < sizeof tools_rows / sizeof *tools_rows; i++)
    if (!strcmp(name, tools_rows[i].name))
      *ret = native_once(&tools_rows[i], tools_rows[i].name, tools_rows[i].fn, NULL);
  return DBX_OK;
}

const lang_module lang_module_functools = {"_functools", get_tools};

// ---- operator: the operators as functions ----

typedef enum form { BINARY, INPLACE, UNARY, COMPARE } form;
typedef struct op_row {
  const char *name;
  form form;
  dbx_op op;
} op_row;

static const op_row op_rows[] = {{"add", BINARY, DBX_OP_Add},
                                 {"sub", BINARY, DBX_OP_Sub},
                                 {"mul", BINARY, DBX_OP_Mult},
                                 {"truediv", BINARY, DBX_OP_Div},
                                 {"floordiv", BINARY, DBX_OP_FloorDiv},
                                 {"mod", BINARY, DBX_OP_Mod},
                                 {"pow", BINARY, DBX_OP_Pow},
                                 {"matmul", BINARY, DBX_OP_MatMult},
                                 {"and_", BINARY, DBX_OP_BitAnd},
                                 {"or_", BINARY, DBX_OP_BitOr},
                                 {"xor", BINARY, DBX_OP_BitXor},
                                 {"lshift", BINARY, DBX_OP_LShift},
                                 {"rshift", BINARY, DBX_OP_RShift},
                                 {"concat", BINARY, DBX_OP_Add},
                                 {"iadd", INPLACE, DBX_OP_Add},
                                 {"isub", INPLACE, DBX_OP_Sub},
                                 {"imul", INPLACE, DBX_OP_Mult},
                                 {"itruediv", INPLACE, DBX_OP_Div},
                                 {"ifloordiv", INPLACE, DBX_OP_FloorDiv},
                                 {"imod", INPLACE, DBX_OP_Mod},
                                 {"ipow", INPLACE, DBX_OP_Pow},
                                 {"imatmul", INPLACE, DBX_OP_MatMult},
                                 {"iand", INPLACE, DBX_OP_BitAnd},
                                 {"ior", INPLACE, DBX_OP_BitOr},
                                 {"ixor", INPLACE, DBX_OP_BitXor},
                                 {"ilshift", INPLACE, DBX_OP_LShift},
                                 {"irshift", INPLACE, DBX_OP_RShift},
                                 {"iconcat", INPLACE, DBX_OP_Add},
                                 {"neg", UNARY, DBX_OP_USub},
                                 {"pos", UNARY, DBX_OP_UAdd},
                                 {"invert", UNARY, DBX_OP_Invert},
                                 {"inv", UNARY, DBX_OP_Invert},
                                 {"eq", COMPARE, DBX_OP_Eq},
                                 {"ne", COMPARE, DBX_OP_NotEq},
                                 {"lt", COMPARE, DBX_OP_Lt},
                                 {"le", COMPARE, DBX_OP_LtE},
                                 {"gt", COMPARE, DBX_OP_Gt},
                                 {"ge", COMPARE, DBX_OP_GtE}};

static dbx_status arguments(const call_args *c, uint32_t n) {
  DBX_TRY(args_no_keywords(c, own_name(c)));
  if (c->n == n) return DBX_OK;
  if (n == 1)
    return dbx_fail(DBX_E202, (dbx_span){0}, "_operator.%s() takes exactly one argument (%u given)",
                    own_name(c), c->n);
  return dbx_fail(DBX_E202, (dbx_span){0}, "%s expected %u arguments, got %u", own_name(c), n,
                  c->n);
}

static dbx_status op_call(const call_args *c, pv *ret) {
  const op_row *row = own_data(c);
  DBX_TRY(arguments(c, row->form == UNARY ? 1 : 2));
  switch (row->form) {
  case BINARY: return lang_binary(row->op, c->at[0], c->at[1], ret);
  case INPLACE: return lang_inplace(row->op, c->at[0], c->at[1], ret);
  case UNARY: return lang_unary(row->op, c->at[0], ret);
  default: return lang_compare(row->op, c->at[0], c->at[1], ret);
  }
}

static dbx_status truth(const call_args *c, bool negate, pv *ret) {
  bool yes;
  DBX_TRY(arguments(c, 1));
  DBX_TRY(lang_truth(c->at[0], &yes));
  return *ret = pv_bool(yes != negate), DBX_OK;
}
static dbx_status op_truth(const call_args *c, pv *ret) { return truth(c, false, ret); }
static dbx_status op_not(const call_args *c, pv *ret) { return truth(c, true, ret); }

static dbx_status op_is(const call_args *c, pv *ret) {
  DBX_TRY(arguments(c, 2));
  return *ret = pv_bool(pv_same(c->at[0], c->at[1])), DBX_OK;
}
static dbx_status op_is_not(const call_args *c, pv *ret) {
  DBX_TRY(arguments(c, 2));
  return *ret = pv_bool(!pv_same(c->at[0], c->at[1])), DBX_OK;
}

static dbx_status op_contains(const call_args *c, pv *ret) {
  bool yes;
  DBX_TRY(arguments(c, 2));
  DBX_TRY(lang_contains(c->at[0], c->at[1], &yes));
  return *ret = pv_bool(yes), DBX_OK;
}
static dbx_status op_getitem(const call_args *c, pv *ret) {
  DBX_TRY(arguments(c, 2));
  return lang_getitem(c->at[0], c->at[1], ret);
}
static dbx_status op_setitem(const call_args *c, pv *ret) {
  DBX_TRY(arguments(c, 3));
  return *ret = pv_none(), lang_setitem(c->at[0], c->at[1], c->at[2]);
}
static dbx_status op_delitem(const call_args *c, pv *ret) {
  DBX_TRY(arguments(c, 2));
  return *ret = pv_none(), lang_delitem(c->at[0], c->at[1]);
}
static dbx_status op_index(const call_args *c, pv *ret) {
  DBX_TRY(arguments(c, 1));
  return as_integer(c->at[0], ret);
}

static dbx_status count_equal(const call_args *c, bool first, pv *ret) {
  pv items;
  int64_t n = 0;
  bool same = false;
  DBX_TRY(arguments(c, 2));
  DBX_TRY(lang_items(c->at[0], &items));
  uint32_t mark = lang_pins(), i;
  lang_pin(items);
  dbx_status st = DBX_OK;
  for (i = 0; st == DBX_OK && i < SEQ(items)->n; i++) {
    st = lang_equal(SEQ(items)->at[i], c->at[1], &same);
    n += same;
    if (first && same) break;
  }
  lang_unpin(mark);
  if (st != DBX_OK) return st;
  if (first && !n) return dbx_fail(DBX_E208, (dbx_span){0}, "sequence.index(x): x not in sequence");
  return *ret = pv_int(first ? i : n), DBX_OK;
}
static dbx_status op_count_of(const call_args *c, pv *ret) { return count_equal(c, false, ret); }
static dbx_status op_index_of(const call_args *c, pv *ret) { return count_equal(c, true, ret); }

// ---- itemgetter, attrgetter, methodcaller: self holds what to get ----

static dbx_status dotted_attr(pv x, pv path, pv *ret) {
  const char *p = STR(lang_terminated(path))->s;
  for (;;) {
    size_t n = strcspn(p, ".");
    DBX_TRY(lang_getattr(x, dbx_intern_n(p, n), &x));
    if (!p[n]) return *ret = x, DBX_OK;
    p += n + 1;
  }
}

static dbx_status get_each(const call_args *c, dbx_status (*get)(pv x, pv what, pv *ret), pv *ret) {
  const o_seq *wanted = SEQ(native_self(c));
  uint32_t mark = lang_pins();
  dbx_status st = arguments(c, 1);
  for (uint32_t i = 0; st == DBX_OK && i < wanted->n; i++) {
    pv v;
    if ((st = get(c->at[0], wanted->at[i], &v)) == DBX_OK) lang_pin(v);
  }
  if (st == DBX_OK)
    *ret = wanted->n == 1 ? lang_pinned(mark) : tuple_new(lang_pin_at(mark), wanted->n);
  lang_unpin(mark);
  return st;
}
static dbx_status get_items(const call_args *c, pv *ret) { return get_each(c, lang_getitem, ret); }
static dbx_status get_attrs(const call_args *c, pv *ret) { return get_each(c, dotted_attr, ret); }

static dbx_status make_getter(const call_args *c, native_fn fn, pv *ret) {
  DBX_TRY(args_no_keywords(c, own_name(c)));
  if (!c->n)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s expected at least 1 argument, got 0", own_name(c));
  return *ret = native_new(own_name(c), fn, tuple_new(c->at, c->n), NULL), DBX_OK;
}
static dbx_status op_itemgetter(const call_args *c, pv *ret) {
  return make_getter(c, get_items, ret);
}
static dbx_status op_attrgetter(const call_args *c, pv *ret) {
  for (uint32_t i = 0; i < c->n; i++)
    if (!is_str(c->at[i]))
      return dbx_fail(DBX_E204, (dbx_span){0}, "attribute name must be a string");
  return make_getter(c, get_attrs, ret);
}

static dbx_status call_method(const call_args *c, pv *ret) {
  const o_seq *self = SEQ(native_self(c));
  pv fn;
  DBX_TRY(arguments(c, 1));
  DBX_TRY(lang_getattr(c->at[0], dbx_intern_n(STR(self->at[0])->s, STR(self->at[0])->n), &fn));
  return lang_call(fn, self->at + 1, self->n - 1, ret);
}
static dbx_status op_methodcaller(const call_args *c, pv *ret) {
  if (c->n && !is_str(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "method name must be a string");
  return make_getter(c, call_method, ret);
}

static const native_row other_rows[] = {
    {"abs", builtin_abs},     {"attrgetter", op_attrgetter}, {"contains", op_contains},
    {"countOf", op_count_of}, {"delitem", op_delitem},       {"getitem", op_getitem},
    {"index", op_index},      {"indexOf", op_index_of},      {"is_", op_is},
    {"is_not", op_is_not},    {"itemgetter", op_itemgetter}, {"methodcaller", op_methodcaller},
    {"not_", op_not},         {"setitem", op_setitem},       {"truth", op_truth}};

static dbx_status get_operator(const lang_module *m, const char *name, pv *ret) {
  (void)m;
  *ret = PV(PV_UNBOUND);
  for (size_t i = 0; i < sizeof op_rows / sizeof *op_rows; i++)
    if (!strcmp(name, op_rows[i].name))
      *ret = native_once(&op_rows[i], op_rows[i].name, op_call, &op_rows[i]);
  for (size_t i = 0; i < sizeof other_rows / sizeof *other_rows; i++)
    if (!strcmp(name, other_rows[i].name))
      *ret = native_once(&other_rows[i], other_rows[i].name, other_rows[i].fn, NULL);
  return DBX_OK;
}

static const char operators[] =
    "lt le eq ne ge gt not_ truth is_ is_not abs add and_ floordiv index inv invert lshift mod "
    "mul matmul neg or_ pos pow rshift sub truediv xor concat contains countOf delitem getitem "
    "indexOf setitem attrgetter itemgetter methodcaller iadd iand iconcat ifloordiv ilshift "
    "imod imul imatmul ior ipow irshift isub itruediv ixor";
const lang_module lang_module_operator = {"operator", get_operator, .also = operators,
                                          .all = operators};
