// jax.lax's control flow in a traced function: scan, while_loop, fori_loop, map, cond and switch.
// What they mean by their arguments, and where nothing is traced, is written in
// lib/py/jax._control.py. Source: docs/semantics.md, Control flow of jax; observed:
// tests/conformance2/control.
#include "ir/structure.h"
#include "lang/jax/jax.h"
#include "lang/jax/state.h"
#include "lang/jax/tree_call.h"
#include "lang/object/operation.h"
#include "trace/lax.h"

// A function of the program, and what is known of its results.
typedef struct part {
  tree_fn fn;
  dbx_callable call;
  const o_treedef *want; // the structure of the carries that it gives; NULL: it may give any
  bool pair;             // it gives carries and a row
  const char *what;
  bool counts, limited; // fori_loop: it is called with an index, which this counts; and a limit
} part;

// ---- structures ----

static dbx_status other_structure(const part *p, const o_treedef *have) {
  dbx_buf w = {0}, h = {0}, path = {0}, in = {0}, out = {0};
  dbx_status st = tree_put(pv_obj((o_treedef *)(uintptr_t)p->want), &w);
  if (st == DBX_OK) st = tree_put(pv_obj((o_treedef *)(uintptr_t)have), &h);
  if (st == DBX_OK) {
    dbx_structures_differ(dbx_text(&w), dbx_text(&h), &path, &in, &out);
    st = dbx_fail(DBX_E501, (dbx_span){0},
                  "what the %s carries has to come back nested as it is: the carry%s%s is %s, and "
                  "comes back as %s",
                  p->what, path.n ? " at " : "", dbx_text(&path), dbx_text(&in), dbx_text(&out));
  }
  dbx_buf_free(&w), dbx_buf_free(&h), dbx_buf_free(&path), dbx_buf_free(&in), dbx_buf_free(&out);
  return st;
}

static dbx_status check_structure(const part *p) {
  const o_treedef *have = tree_def(tree_fn_result(&p->fn));
  bool pair = (have->kind == TREE_TUPLE || have->kind == TREE_LIST) && have->n == 2, same;
  if (p->pair && !pair)
    return dbx_fail(DBX_E501, (dbx_span){0},
                    "scan body output must be a pair: the carry and a row of the results");
  if (p->pair) have = have->kid[0];
  if (!p->want) return DBX_OK;
  DBX_TRY(tree_equal(p->want, have, &same));
  return same ? DBX_OK : other_structure(p, have);
}

// ---- calls ----

static dbx_status call_lax(const char *name, const dbx_val *args, uint32_t n, dbx_val *ret) {
  return dbx_function_call(dbx_function_find("lax", name), args, n, NULL, 0, ret);
}

static dbx_status next_index(const dbx_val *i, dbx_val *ret) {
  dbx_val one = dbx_val_int(1);
  return dbx_operator(DBX_OP_Add, i, &one, ret);
}

// Arguments: [index, [limit]], carries. The index counts, the limit stays.
static dbx_status call_part(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  const part *p = ctx;
  uint32_t lead = p->counts + p->limited, skip = p->limited;
  dbx_val *own = DBX_TMP(dbx_val, n + 1), next = {0};
  dbx_leaves out;
  if (p->counts) DBX_TRY(next_index(&args[0], &next));
  for (uint32_t i = 0; i + skip < n; i++) own[i] = args[i && skip ? i + 1 : i];
  DBX_TRY(tree_fn_call((void *)(uintptr_t)&p->fn, own, n - skip, &out));
  DBX_TRY(check_structure(p));
  *ret =
      (dbx_leaves){.at = DBX_TMP(dbx_val, lead + out.n + 1), .n = lead + out.n, .tree = out.tree};
  if (p->counts) ret->at[0] = next;
  if (p->limited) ret->at[1] = args[1];
  for (uint32_t i = 0; i < out.n; i++) ret->at[lead + i] = out.at[i];
  return DBX_OK;
}

// The condition of a fori_loop.
static dbx_status call_limit(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  (void)ctx, (void)n;
  *ret = (dbx_leaves){.at = DBX_TMP(dbx_val, 1), .n = 1, .tree = dbx_intern("PyTreeDef(*)")};
  return call_lax("lt", args, 2, ret->at);
}

static void describe_part(void *ctx, dbx_buf *names, dbx_buf *tree) {
  const part *p = ctx;
  p->call.describe(p->call.ctx, names, tree);
}

// args: a tuple with the structure `def`, UNBOUND: found out at the first call.
static void open_part(pv fn, pv args, pv def, part *p, dbx_callable *callable) {
  tree_fn_new(fn, args, pv_none(), p->counts, &p->fn, &p->call);
  if (def.tag != PV_UNBOUND) tree_fn_know(&p->fn, def, PV(PV_UNBOUND));
  *callable = (dbx_callable){.call = call_part,
                             .ctx = p,
                             .name = p->call.name,
                             .describe = p->counts ? NULL : describe_part};
}

// ---- scan, map ----

static dbx_status unroll_of(pv v, int64_t *ret) {
  if (is_none(v)) return *ret = 1, DBX_OK;
  if (v.tag == PV_BOOL) return *ret = !v.i, DBX_OK;
  DBX_TRY(lang_index(v, ret));
  if (*ret > 0) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "`unroll` must be a positive integer, got %lld",
                  (long long)*ret);
}

// scan(f, init, xs, length, reverse, unroll)
static dbx_status scan(const call_args *c, pv *ret) {
  part body = {.pair = true, .what = "scan"};
  dbx_scan_spec s = {.reverse = c->at[4].i};
  dbx_val *in;
  uint32_t n;
  dbx_leaves out;
  pv pair = tuple_new(c->at + 1, 2), structure;
  lang_pin(pair);
  DBX_TRY(unroll_of(c->at[5], &s.unroll));
  DBX_TRY(lang_to_owned_val(c->at[3], &s.length));
  DBX_TRY(tree_leaves(pair, &in, &n, &structure));
  body.want = tree_def(structure)->kid[0];
  s.n_carries = body.want->leaves;
  open_part(c->at[0], pair, structure, &body, &s.body);
  DBX_TRY(dbx_bind_scan(&s, in, n, &out));
  return tree_from_leaves(tree_fn_result(&body.fn), &out, ret);
}

// map(f, xs)
static dbx_status map(const call_args *c, pv *ret) {
  part body = {.what = "map"};
  dbx_scan_spec s = {.unroll = 1};
  dbx_val *in;
  uint32_t n;
  dbx_leaves out;
  pv args = tuple_new(c->at + 1, 1), structure;
  lang_pin(args);
  DBX_TRY(tree_leaves(args, &in, &n, &structure));
  open_part(c->at[0], args, structure, &body, &s.body);
  DBX_TRY(dbx_bind_scan(&s, in, n, &out));
  return tree_from_leaves(tree_fn_result(&body.fn), &out, ret);
}

// ---- while_loop ----

// while_loop(cond_fun, body_fun, init)
static dbx_status while_loop(const call_args *c, pv *ret) {
  part test = {.what = "while_loop"}, body = {.what = "while_loop"};
  dbx_while_spec s = {.resizing = DBX_PRESERVE};
  dbx_val *in;
  uint32_t n;
  dbx_leaves out;
  pv args = tuple_new(c->at + 2, 1), structure;
  lang_pin(args);
  DBX_TRY(tree_leaves(args, &in, &n, &structure));
  body.want = tree_def(structure)->kid[0];
  open_part(c->at[0], args, structure, &test, &s.cond);
  open_part(c->at[1], args, structure, &body, &s.body);
  DBX_TRY(dbx_bind_lax_while(&s, in, n, &out));
  return tree_from_leaves(tree_fn_result(&body.fn), &out, ret);
}

// ---- fori_loop ----

static dbx_status other_types(const dbx_aval_info *x, const dbx_aval_info *y) {
  return dbx_fail(DBX_E513, (dbx_span){0},
                  "lower and upper arguments to fori_loop must have equal types, got %s and %s",
                  dbx_dtype_name(x->dtype), dbx_dtype_name(y->dtype));
}

static dbx_status convert(dbx_val *v, dbx_dtype to) {
  dbx_val args[] = {*v, dbx_val_dtype(to)};
  if (dbx_aval_at(dbx_val_aval(v))->dtype == to) return DBX_OK;
  return call_lax("convert_element_type", args, 2, v);
}

// One dtype: of two the one that is not weak.
static dbx_status join_bounds(dbx_val *bound, dbx_dtype *ret) {
  for (int i = 0; i < 2; i++)
    if (!dbx_is_arraylike(&bound[i]) || dbx_aval_at(dbx_val_aval(&bound[i]))->rank)
      return dbx_fail(DBX_E513, (dbx_span){0}, "the %s bound of the fori_loop is not a scalar",
                      i ? "upper" : "lower");
  const dbx_aval_info *x = dbx_aval_at(dbx_val_aval(&bound[0])),
                      *y = dbx_aval_at(dbx_val_aval(&bound[1]));
  *ret = x->weak ? y->dtype : x->dtype;
  if (x->dtype == y->dtype) return DBX_OK;
  bool both = dbx_dtype_kind(x->dtype) == 'i' && dbx_dtype_kind(y->dtype) == 'i';
  return both && x->weak != y->weak ? DBX_OK : other_types(x, y);
}

static bool is_known(const dbx_val *v) { return v->kind != DBX_V_TRACER; }

static dbx_status known_int(const dbx_val *v, int64_t *ret) {
  dbx_dtype t;
  dbx_scalar x;
  if (v->kind == DBX_V_ARRAY) t = v->array->dtype, x = dbx_array_at(v->array, 0);
  else DBX_TRY(dbx_val_scalar(v, &t, &x));
  return *ret = dbx_scalar_convert(x, t, DBX_I64).i, DBX_OK;
}

static dbx_status fori_as_scan(part *body, const dbx_val *bound, dbx_callable f, pv unroll,
                               dbx_val *in, uint32_t n, dbx_leaves *out) {
  dbx_scan_spec s = {.body = f, .n_carries = n + 1};
  int64_t from, to;
  DBX_TRY(known_int(&bound[0], &from));
  DBX_TRY(known_int(&bound[1], &to));
  DBX_TRY(unroll_of(unroll, &s.unroll));
  int64_t trips;
  if (__builtin_sub_overflow(to, from, &trips))
    return dbx_fail(DBX_E211, (dbx_span){0}, "the fori_loop has more trips than an int64 holds");
  s.length = dbx_val_int(trips);
  body->counts = true;
  in[0] = dbx_val_int(from);
  return dbx_bind_scan(&s, in, n + 1, out);
}

static dbx_status fori_as_while(part *body, const dbx_val *bound, dbx_callable f, pv unroll,
                                dbx_val *in, uint32_t n, dbx_leaves *out) {
  dbx_while_spec s = {.resizing = DBX_PRESERVE, .body = f};
  s.cond = (dbx_callable){.call = call_limit, .name = dbx_intern("fori_loop")};
  if (!is_none(unroll))
    return dbx_fail(
        DBX_E208, (dbx_span){0},
        "Can only use `unroll` in `fori_loop` if the loop bounds are statically known.");
  body->counts = body->limited = true;
  in[0] = bound[0], in[1] = bound[1];
  return dbx_bind_lax_while(&s, in, n + 2, out);
}

// fori_loop(lower, upper, body_fun, init, unroll): a scan if the bounds are known, else a while.
static dbx_status fori_loop(const call_args *c, pv *ret) {
  part body = {.counts = true, .what = "fori_loop"};
  dbx_val bound[2], *leaves;
  dbx_callable f;
  dbx_dtype t;
  uint32_t n;
  dbx_leaves out;
  pv args = tuple_new(c->at + 3, 1), structure;
  lang_pin(args);
  for (int i = 0; i < 2; i++) DBX_TRY(lang_to_owned_val(c->at[i], &bound[i]));
  DBX_TRY(join_bounds(bound, &t));
  bool known = is_known(&bound[0]) && is_known(&bound[1]);
  for (int i = 0; i < 2 && !known; i++) DBX_TRY(convert(&bound[i], t));
  DBX_TRY(tree_leaves(args, &leaves, &n, &structure));
  dbx_val *in = DBX_TMP(dbx_val, n + 2);
  for (uint32_t i = 0; i < n; i++) in[(known ? 1 : 2) + i] = leaves[i];
  body.want = tree_def(structure)->kid[0];
  open_part(c->at[2], args, structure, &body, &f);
  DBX_TRY((known ? fori_as_scan : fori_as_while)(&body, bound, f, c->at[4], in, n, &out));
  uint32_t lead = known ? 1 : 2;
  dbx_leaves carries = {.at = out.at + lead, .n = out.n - lead};
  return tree_from_leaves(tree_fn_result(&body.fn), &carries, ret);
}

// ---- cond, switch ----

// branches(index, functions, operands, swapped)
static dbx_status bind_branches(const dbx_val *index, pv functions, pv operands, bool swapped,
                                pv *ret) {
  uint32_t n_fns = SEQ(functions)->n, n;
  part *fn = DBX_TMP(part, n_fns);
  dbx_callable *branch = DBX_TMP(dbx_callable, n_fns);
  dbx_val *in;
  dbx_leaves out;
  pv structure;
  DBX_TRY(tree_leaves(operands, &in, &n, &structure));
  for (uint32_t i = 0; i < n_fns; i++) {
    fn[i] = (part){.what = swapped ? "cond" : "switch"};
    open_part(SEQ(functions)->at[i], operands, structure, &fn[i], &branch[i]);
  }
  dbx_switch_spec s = {*index, branch, n_fns, swapped};
  DBX_TRY(dbx_bind_switch(&s, in, n, &out));
  return tree_from_leaves(tree_fn_result(&fn[0].fn), &out, ret);
}

// What says which branch: a scalar of these kinds of dtypes.
static dbx_status scalar_of(pv v, const char *what, const char *kinds, dbx_val *ret) {
  DBX_TRY(lang_to_owned_val(v, ret));
  if (!dbx_is_arraylike(ret))
    return dbx_fail(DBX_E505, (dbx_span){0}, "%s must be a scalar, got a value of type %s", what,
                    dbx_val_type_name(ret));
  const dbx_aval_info *t = dbx_aval_at(dbx_val_aval(ret));
  char kind = dbx_dtype_kind(t->dtype);
  bool fits = false;
  for (const char *k = kinds; *k; k++) fits |= *k == kind;
  if (!t->rank && fits) return DBX_OK;
  return dbx_fail(DBX_E505, (dbx_span){0}, "%s must be a scalar of another type, got %s", what,
                  dbx_aval_text(dbx_val_aval(ret)));
}

// cond(pred, true_fun, false_fun, operands)
static dbx_status cond(const call_args *c, pv *ret) {
  dbx_val pred, zero = dbx_val_int(0);
  pv functions = tuple_new(c->at + 1, 2);
  lang_pin(functions);
  DBX_TRY(scalar_of(c->at[0], "Pred", "biuf", &pred));
  if (dbx_aval_at(dbx_val_aval(&pred))->dtype != DBX_BOOL)
    DBX_TRY(dbx_operator(DBX_OP_NotEq, &pred, &zero, &pred));
  DBX_TRY(convert(&pred, DBX_I32));
  return bind_branches(&pred, functions, c->at[3], true, ret);
}

static dbx_val int32_scalar(int64_t i) {
  dbx_array *a = dbx_autorelease(dbx_array_scalar(DBX_I32, dbx_scalar_int(i)));
  a->host = true;
  return dbx_val_array(a);
}

// switch(index, branches, operands), of two branches at least
static dbx_status switch_(const call_args *c, pv *ret) {
  dbx_val at[3];
  DBX_TRY(scalar_of(c->at[0], "Branch index", "iu", &at[1]));
  DBX_TRY(convert(&at[1], DBX_I32));
  at[0] = int32_scalar(0), at[2] = int32_scalar(SEQ(c->at[1])->n - 1);
  DBX_TRY(call_lax("clamp", at, 3, &at[1]));
  return bind_branches(&at[1], c->at[1], c->at[2], false, ret);
}

static dbx_status check_index(const call_args *c, pv *ret) {
  dbx_val v;
  DBX_TRY(scalar_of(c->at[0], "Branch index", "iu", &v));
  return *ret = pv_none(), DBX_OK;
}

// at_once(f, args): f, which was compiled for this call alone, so that the program sees one frame
// less than there are.
dbx_status lang_at_once(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "at_once", 2, 2));
  uint32_t before = jax_now->hidden;
  const o_seq *args = SEQ(c->at[1]);
  jax_now->hidden = 1;
  dbx_status st = lang_call(c->at[0], args->at, args->n, ret);
  jax_now->hidden = before;
  return st;
}

// disable_jit(on): begins (True) or ends a block in which jax.jit and jax.lax leave programs to
// Python; None only asks. Whether there is one.
dbx_status lang_disable_jit(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "disable_jit", 1, 1));
  if (c->at[0].tag == PV_BOOL) jax_now->no_jit += c->at[0].i ? 1 : -1;
  return *ret = pv_bool(jax_now->no_jit > 0), DBX_OK;
}

// ---- as natives ----

static dbx_status at_place(const call_args *c, uint32_t n,
                           dbx_status (*f)(const call_args *c, pv *ret), pv *ret) {
  return lang_at_place(c, "control flow", n, f, ret);
}

dbx_status lang_lax_scan(const call_args *c, pv *ret) { return at_place(c, 6, scan, ret); }
dbx_status lang_lax_map(const call_args *c, pv *ret) { return at_place(c, 2, map, ret); }
dbx_status lang_lax_while(const call_args *c, pv *ret) { return at_place(c, 3, while_loop, ret); }
dbx_status lang_lax_fori(const call_args *c, pv *ret) { return at_place(c, 5, fori_loop, ret); }
dbx_status lang_lax_cond(const call_args *c, pv *ret) { return at_place(c, 4, cond, ret); }
dbx_status lang_lax_switch(const call_args *c, pv *ret) { return at_place(c, 3, switch_, ret); }
dbx_status lang_lax_check_index(const call_args *c, pv *ret) {
  return at_place(c, 1, check_index, ret);
}
