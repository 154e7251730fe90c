// Which scalars are sizes, and exact arithmetic (see exact.h).
#include "prim/exact.h"

#include <inttypes.h>
#include <string.h>

typedef __int128 wide;

// ---- steps ----

static const struct {
  dbx_prim prim;
  dbx_exact_step step;
} steps[] = {
    {DBX_PRIM_add, DBX_EXACT_COMPUTE},
    {DBX_PRIM_sub, DBX_EXACT_COMPUTE},
    {DBX_PRIM_mul, DBX_EXACT_COMPUTE},
    {DBX_PRIM_neg, DBX_EXACT_COMPUTE},
    {DBX_PRIM_abs, DBX_EXACT_COMPUTE},
    {DBX_PRIM_square, DBX_EXACT_COMPUTE},
    {DBX_PRIM_div, DBX_EXACT_COMPUTE},
    {DBX_PRIM_integer_pow, DBX_EXACT_COMPUTE},
    {DBX_PRIM_convert_element_type, DBX_EXACT_COMPUTE},
    {DBX_PRIM_max, DBX_EXACT_PASS},
    {DBX_PRIM_min, DBX_EXACT_PASS},
    {DBX_PRIM_clamp, DBX_EXACT_PASS},
    {DBX_PRIM_sign, DBX_EXACT_PASS},
    {DBX_PRIM_copy, DBX_EXACT_PASS},
    {DBX_PRIM_name, DBX_EXACT_PASS},
    {DBX_PRIM_reshape, DBX_EXACT_PASS},
    {DBX_PRIM_squeeze, DBX_EXACT_PASS},
    {DBX_PRIM_broadcast_in_dim, DBX_EXACT_PASS},
    {DBX_PRIM_select_n, DBX_EXACT_CHOOSE},
};

static const dbx_aval_info *type_of(dbx_atom a) { return dbx_aval_at(dbx_atom_aval(a)); }
static bool is_integer(dbx_atom a) { return dbx_aval_is_int_scalar(dbx_atom_aval(a)); }

dbx_exact_step dbx_exact_step_of(const dbx_eqn *e) {
  if (e->n_out != 1 || !e->n_in || !is_integer(e->out[0])) return DBX_EXACT_CUT;
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    if (steps[i].prim != (dbx_prim)e->prim->id) continue;
    for (uint32_t k = steps[i].step == DBX_EXACT_CHOOSE; k < e->n_in; k++)
      if (!is_integer(e->in[k])) return DBX_EXACT_CUT;
    return steps[i].step;
  }
  return DBX_EXACT_CUT;
}

static wide number(dbx_scalar x, dbx_dtype t) { return dbx_is_unsigned(t) ? (wide)x.u : x.i; }

static bool fits(wide x, dbx_dtype t) {
  unsigned bits = 8 * dbx_dtype_bytes(t) - dbx_is_signed(t);
  wide above = (wide)1 << bits;
  return x < above && x >= (dbx_is_signed(t) ? -above : 0);
}

// The number without a bound; false if it has more than 127 bits.
static bool compute(const dbx_eqn *e, const wide *x, wide *ret) {
  switch (e->prim->id) {
  case DBX_PRIM_add: return *ret = x[0] + x[1], true;
  case DBX_PRIM_sub: return *ret = x[0] - x[1], true;
  case DBX_PRIM_mul: return !__builtin_mul_overflow(x[0], x[1], ret);
  case DBX_PRIM_square: return !__builtin_mul_overflow(x[0], x[0], ret);
  case DBX_PRIM_neg: return *ret = -x[0], true;
  case DBX_PRIM_abs: return *ret = x[0] < 0 ? -x[0] : x[0], true;
  case DBX_PRIM_div: return *ret = x[1] ? x[0] / x[1] : 0, true; // by zero: E703
  case DBX_PRIM_integer_pow: break;
  default: return *ret = x[0], true;
  }
  int64_t y = dbx_eqn_int(e, DBX_S_y);
  wide base = x[0];
  for (*ret = 1; y > 0; y >>= 1) {
    if (y & 1 && __builtin_mul_overflow(*ret, base, ret)) return false;
    if (y > 1 && __builtin_mul_overflow(base, base, &base)) return false;
  }
  return true;
}

static void widen(const dbx_eqn *e, const dbx_scalar *in, wide *x) {
  for (uint32_t i = 0; i < e->n_in && i < 2; i++) x[i] = number(in[i], type_of(e->in[i])->dtype);
}

bool dbx_exact_wraps(const dbx_eqn *e, const dbx_scalar *in) {
  wide x[2] = {0}, r;
  widen(e, in, x);
  return !compute(e, x, &r) || !fits(r, type_of(e->out[0])->dtype);
}

// ---- what is said ----

static void put(dbx_buf *b, wide x) {
  char text[48], *at = text + sizeof text;
  bool negative = x < 0;
  for (*--at = 0; x || !*at; x /= 10) *--at = (char)('0' + (negative ? -(x % 10) : x % 10));
  if (negative) *--at = '-';
  dbx_put(b, at);
}

static const char *sign_of(dbx_prim p) {
  return p == DBX_PRIM_add ? " + " : p == DBX_PRIM_sub ? " - " : p == DBX_PRIM_div ? " // " : " * ";
}

static void put_expression(dbx_buf *b, const dbx_eqn *e, const wide *x) {
  dbx_prim p = (dbx_prim)e->prim->id;
  if (p == DBX_PRIM_neg) dbx_put(b, "-(");
  if (p == DBX_PRIM_abs) dbx_put(b, "abs(");
  put(b, x[0]);
  if (p == DBX_PRIM_neg || p == DBX_PRIM_abs) return dbx_putc(b, ')');
  if (p == DBX_PRIM_integer_pow) return dbx_printf(b, " ** %" PRId64, dbx_eqn_int(e, DBX_S_y));
  dbx_put(b, sign_of(p));
  put(b, p == DBX_PRIM_square ? x[0] : x[1]);
}

// "the size 3 * 5 = 15" with the number if it is known
static dbx_status too_large(dbx_span at, const char *text, dbx_dtype t) {
  return dbx_fail(DBX_E708, at, "the size %s does not fit %s", text, dbx_dtype_name(t));
}

dbx_status dbx_exact_fail(const dbx_eqn *e, const dbx_scalar *in) {
  wide x[2] = {0}, r;
  dbx_buf b = {0};
  bool computes = dbx_exact_step_of(e) == DBX_EXACT_COMPUTE;
  dbx_dtype t = computes ? type_of(e->out[0])->dtype : DBX_I64;
  if (computes) widen(e, in, x);
  else x[0] = number(in[0], DBX_U64);
  bool plain = !computes || e->prim->id == DBX_PRIM_convert_element_type;
  if (!plain) put_expression(&b, e, x);
  bool known = !computes || compute(e, x, &r);
  if (!plain && known) dbx_put(&b, " = ");
  if (known) put(&b, computes ? r : x[0]);
  dbx_status st = too_large(e->span, dbx_text(&b), t);
  dbx_buf_free(&b);
  return st;
}

static void put_conversion(dbx_buf *b, const dbx_eqn *e, uint32_t k, bool computes) {
  dbx_dtype t = computes ? type_of(e->in[k])->dtype : DBX_U64;
  dbx_printf(b, "%%%u$%s", k + 1, dbx_is_unsigned(t) ? PRIu64 : PRId64);
}

void dbx_exact_put_format(dbx_buf *b, const dbx_eqn *e) {
  bool computes = dbx_exact_step_of(e) == DBX_EXACT_COMPUTE;
  dbx_prim p = computes ? (dbx_prim)e->prim->id : DBX_PRIM_convert_element_type;
  bool negates = p == DBX_PRIM_neg, folds = p == DBX_PRIM_abs;
  dbx_put(b, negates ? "the size -(" : folds ? "the size abs(" : "the size ");
  put_conversion(b, e, 0, computes);
  if (negates || folds) dbx_putc(b, ')');
  else if (p == DBX_PRIM_integer_pow) dbx_printf(b, " ** %" PRId64, dbx_eqn_int(e, DBX_S_y));
  else if (p != DBX_PRIM_convert_element_type) {
    dbx_put(b, sign_of(p));
    put_conversion(b, e, p != DBX_PRIM_square, computes);
  }
  dbx_printf(b, " does not fit %s", dbx_dtype_name(computes ? type_of(e->out[0])->dtype : DBX_I64));
}

dbx_status dbx_size_of(dbx_prim p, int64_t a, int64_t b, int64_t *ret) {
  wide r = p == DBX_PRIM_add ? (wide)a + b : p == DBX_PRIM_sub ? (wide)a - b : (wide)a * b;
  if (fits(r, DBX_I64)) return *ret = (int64_t)r, DBX_OK;
  dbx_buf text = {0};
  put(&text, a);
  dbx_put(&text, sign_of(p));
  put(&text, b);
  dbx_put(&text, " = ");
  put(&text, r);
  dbx_status st = too_large((dbx_span){0}, dbx_text(&text), DBX_I64);
  dbx_buf_free(&text);
  return st;
}

dbx_status dbx_size_product(const int64_t *dims, uint32_t n, int64_t *ret) {
  int64_t product = 1;
  for (uint32_t i = 0; i < n; i++)
    if (!dims[i]) return *ret = 0, DBX_OK;
  for (uint32_t i = 0; i < n; i++) DBX_TRY(dbx_size_of(DBX_PRIM_mul, product, dims[i], &product));
  return *ret = product, DBX_OK;
}

static dbx_status size_of_wide(wide r, int64_t *ret) {
  if (fits(r, DBX_I64)) return *ret = (int64_t)r, DBX_OK;
  dbx_buf text = {0};
  put(&text, r);
  dbx_status st = too_large((dbx_span){0}, dbx_text(&text), DBX_I64);
  dbx_buf_free(&text);
  return st;
}

dbx_status dbx_size_padded(int64_t n, const int64_t *config, int64_t *ret) {
  return size_of_wide((wide)n + config[0] + config[1] + (n > 1 ? (wide)(n - 1) * config[2] : 0),
                      ret);
}

dbx_status dbx_size_windows(int64_t n, const dbx_window *w, int64_t *ret) {
  wide whole = (n ? (wide)(n - 1) * w->dilation + 1 : 0) + w->low + w->high,
       window = w->size ? (wide)(w->size - 1) * w->apart + 1 : 0;
  return size_of_wide(whole < window ? 0 : (whole - window) / w->stride + 1, ret);
}

// ---- nested Jaxprs ----

// How the operands and results of an equation stand to the inputs and results of a Jaxpr inside it:
// input i gets operand i + first, from `turn` on i + first + skip; result k of a loop's body is
// what input k + carry, from `index` on k + carry + shift, gets in the next trip.
typedef struct inner {
  dbx_jaxpr *j;
  uint32_t first, turn, skip;
  bool loop, gives; // it is a part of a loop; its results are those of the equation
  uint32_t n_carries, carry, index, shift;
} inner;

static dbx_jaxpr *jaxpr_of(const dbx_eqn *e, dbx_sym key) { return dbx_eqn_param(e, key)->jaxpr; }
static uint32_t count_of(const dbx_eqn *e, dbx_sym key) { return (uint32_t)dbx_eqn_int(e, key); }

typedef void (*visit)(void *ctx, const dbx_eqn *e, const inner *in);

static void each_branch(const dbx_eqn *e, dbx_sym key, visit f, void *ctx) {
  const dbx_param *p = dbx_eqn_param(e, key);
  uint32_t first = e->prim->id == DBX_PRIM_switch ? 1 : p->n - 1;
  for (uint32_t i = 0; i < p->n; i++)
    f(ctx, e, &(inner){.j = p->item[i]->jaxpr, .first = first, .turn = UINT32_MAX, .gives = true});
}

static void each_of_while(const dbx_eqn *e, visit f, void *ctx) {
  uint32_t kc = count_of(e, DBX_S_cond_nconsts), kb = count_of(e, DBX_S_body_nconsts);
  inner body = {.j = jaxpr_of(e, DBX_S_body_jaxpr),
                .first = kc,
                .turn = UINT32_MAX,
                .loop = true,
                .gives = true,
                .n_carries = e->n_out,
                .carry = kb,
                .index = UINT32_MAX};
  inner test = {.j = jaxpr_of(e, DBX_S_cond_jaxpr),
                .turn = kc,
                .skip = kb,
                .loop = true,
                .n_carries = e->n_out,
                .carry = kc,
                .index = UINT32_MAX};
  f(ctx, e, &body);
  f(ctx, e, &test);
}

static void each_of_for(const dbx_eqn *e, visit f, void *ctx) {
  uint32_t k = count_of(e, DBX_S_body_nconsts), d = count_of(e, DBX_S_nimplicit);
  inner body = {.j = jaxpr_of(e, DBX_S_body_jaxpr),
                .turn = k + d,
                .skip = 3,
                .loop = true,
                .gives = true,
                .n_carries = e->n_out,
                .carry = k,
                .index = d,
                .shift = 1};
  f(ctx, e, &body);
}

// Rows of arrays are elements, which are looked at where they are read.
static void each_of_scan(const dbx_eqn *e, visit f, void *ctx) {
  inner body = {.j = jaxpr_of(e, DBX_S_jaxpr),
                .turn = UINT32_MAX,
                .loop = true,
                .gives = true,
                .n_carries = count_of(e, DBX_S_num_carry),
                .carry = count_of(e, DBX_S_num_consts),
                .index = UINT32_MAX};
  f(ctx, e, &body);
}

static void each_inner(const dbx_eqn *e, visit f, void *ctx) {
  switch (e->prim->id) {
  case DBX_PRIM_for_loop: return each_of_for(e, f, ctx);
  case DBX_PRIM_while:
  case DBX_PRIM_while_loop: return each_of_while(e, f, ctx);
  case DBX_PRIM_scan: return each_of_scan(e, f, ctx);
  case DBX_PRIM_cond: return each_branch(e, DBX_S_branch_jaxprs, f, ctx);
  case DBX_PRIM_switch: return each_branch(e, DBX_S_branches, f, ctx);
  case DBX_PRIM_func:
    f(ctx, e, &(inner){.j = jaxpr_of(e, DBX_S_call_jaxpr), .turn = UINT32_MAX, .gives = true});
    break;
  case DBX_PRIM_adjoint: // of what it gives only the register goes on
    f(ctx, e, &(inner){.j = jaxpr_of(e, DBX_S_jaxpr), .turn = UINT32_MAX});
    break;
  case DBX_PRIM_custom_jvp_call:
  case DBX_PRIM_custom_vjp_call:
  case DBX_PRIM_remat2:
  case DBX_PRIM_pjit:
    f(ctx, e, &(inner){.j = jaxpr_of(e, DBX_S_jaxpr), .turn = UINT32_MAX, .gives = true});
  }
}

static dbx_atom operand(const dbx_eqn *e, const inner *in, uint32_t input) {
  return e->in[input + in->first + (input >= in->turn ? in->skip : 0)];
}

static dbx_var carried(const inner *in, uint32_t result) {
  return in->j->invars[result + in->carry + (result >= in->index ? in->shift : 0)];
}

// ---- finding ----

typedef struct finder {
  dbx_exact *x;
  dbx_map seen; // Jaxpr -> how many variables there were after it was looked at, + 1
} finder;

static void find(finder *f, const dbx_jaxpr *j);

static void add(finder *f, dbx_atom a) {
  if (dbx_is_literal(a) || !is_integer(a) || dbx_set_has(&f->x->vars, a & DBX_HANDLE)) return;
  dbx_set_add(&f->x->vars, a & DBX_HANDLE);
  f->x->n++;
}

static void add_dims(finder *f, dbx_var v) {
  const dbx_aval_info *t = type_of(v & DBX_HANDLE);
  for (uint32_t i = 0; t->dynamic && i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) add(f, (dbx_atom)dbx_dim_value(t->dims[i]));
}

// Size operands: they stand last, one for each None of the shape parameter.
static uint32_t first_size(const dbx_eqn *e) {
  static const dbx_sym keys[] = {DBX_S_shape, DBX_S_new_sizes, DBX_S_slice_sizes};
  uint32_t n = 0;
  if (!strstr(e->prim->operands, "size...")) return e->n_in;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const dbx_param *p = dbx_eqn_param(e, keys[i]);
    for (uint32_t k = 0; p && k < p->n; k++) n += p->item[k]->kind == DBX_P_NONE;
  }
  return n < e->n_in ? e->n_in - n : 0;
}

// A result of a loop that is needed, and an input of its parts that is needed, need one another.
static void find_carries(finder *f, const dbx_eqn *e, const inner *in) {
  for (uint32_t k = 0; k < in->n_carries; k++) {
    if (!dbx_exact_has(f->x, e->out[k]) && !dbx_exact_has(f->x, carried(in, k))) continue;
    add(f, e->out[k] & DBX_HANDLE);
    add(f, carried(in, k));
  }
}

static void find_inner(void *ctx, const dbx_eqn *e, const inner *in) {
  finder *f = ctx;
  uint32_t before;
  do {
    before = f->x->n;
    if (in->loop) find_carries(f, e, in);
    for (uint32_t k = 0; in->gives && k < e->n_out; k++)
      if (dbx_exact_has(f->x, e->out[k])) add(f, in->j->outs[k]);
    find(f, in->j);
    if (in->loop) find_carries(f, e, in);
  } while (f->x->n != before && in->loop);
  for (uint32_t i = 0; i < in->j->n_in; i++)
    if (dbx_exact_has(f->x, in->j->invars[i])) add(f, operand(e, in, i));
}

static void find_eqn(finder *f, const dbx_eqn *e) {
  if (e->prim->nested) return each_inner(e, find_inner, f);
  if (!dbx_exact_has(f->x, e->out[0])) return;
  dbx_exact_step step = dbx_exact_step_of(e);
  for (uint32_t k = step == DBX_EXACT_CHOOSE; step != DBX_EXACT_CUT && k < e->n_in; k++)
    add(f, e->in[k]);
}

static void find(finder *f, const dbx_jaxpr *j) {
  uint64_t key = (uint64_t)(uintptr_t)j, *known = dbx_map_find(&f->seen, key);
  if (known && *known == (uint64_t)f->x->n + 1) return;
  for (uint32_t i = 0; i < j->n_in; i++) add_dims(f, j->invars[i]);
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    for (uint32_t k = 0; k < e->n_out; k++) add_dims(f, e->out[k]);
    for (uint32_t k = first_size(e); k < e->n_in; k++) add(f, e->in[k]);
  }
  for (uint32_t i = j->n_eqns; i-- > 0;)
    if (j->eqns[i].n_out) find_eqn(f, &j->eqns[i]);
  dbx_map_put(&f->seen, key, (uint64_t)f->x->n + 1);
}

void dbx_exact_find(const dbx_jaxpr *j, dbx_exact *ret) {
  finder f = {.x = ret};
  uint32_t before;
  do {
    before = ret->n;
    find(&f, j);
  } while (ret->n != before);
  dbx_map_free(&f.seen);
}

// ---- asking ----

typedef struct asker {
  const dbx_exact *x;
  dbx_u32s *ret;
} asker;

static void need(const asker *a, dbx_atom v) {
  if (dbx_exact_has(a->x, v)) dbx_push(a->ret, v & DBX_HANDLE);
}

static void need_inside(void *ctx, const dbx_eqn *e, const inner *in) {
  for (uint32_t i = 0; i < in->j->n_in; i++)
    if (dbx_exact_has(((asker *)ctx)->x, in->j->invars[i])) need(ctx, operand(e, in, i));
}

void dbx_exact_needs(const dbx_exact *x, const dbx_eqn *e, dbx_u32s *ret) {
  asker a = {x, ret};
  if (!x->n) return;
  for (uint32_t k = first_size(e); k < e->n_in; k++) need(&a, e->in[k]);
  for (uint32_t k = 0; k < e->n_out; k++) {
    const dbx_aval_info *t = type_of(e->out[k] & DBX_HANDLE);
    for (uint32_t i = 0; t->dynamic && i < t->rank; i++)
      if (dbx_dim_is_var(t->dims[i])) need(&a, (dbx_atom)dbx_dim_value(t->dims[i]));
  }
  if (e->prim->nested && !dbx_is_call(e->prim)) each_inner(e, need_inside, &a);
}
