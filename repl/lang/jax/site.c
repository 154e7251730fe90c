// The arguments of calls of compiled functions (see compiled.h).
#include "lang/jax/compiled.h"

#include "prim/poly.h"
#include "trace/rounds.h"

#include <inttypes.h>
#include <string.h>

static bool is_listed(const uint32_t *at, uint32_t n, uint32_t i) {
  for (uint32_t k = 0; k < n; k++)
    if (at[k] == i) return true;
  return false;
}

static dbx_sym parameter_name(const o_qjit *q, uint32_t i) {
  pv fn = qjit_written(q->fn);
  if (!is_obj(fn, T_FUNCTION)) return 0;
  const o_function *f = (o_function *)fn.o;
  return i < lang_function_params(f) ? lang_function_param(f, i)->name : 0;
}

// By its number or by its name: either means both, as in jax.
static bool is_of(const o_qjit *q, const dbx_u32s *nums, const dbx_u32s *names, uint32_t i) {
  dbx_sym name = parameter_name(q, i);
  return is_listed(nums->at, nums->n, i) || (name && is_listed(names->at, names->n, name));
}

static bool is_of_name(const o_qjit *q, const dbx_u32s *nums, const dbx_u32s *names, dbx_sym name) {
  for (uint32_t k = 0; k < nums->n; k++)
    if (parameter_name(q, nums->at[k]) == name) return true;
  return is_listed(names->at, names->n, name);
}

static bool is_fixed(const o_qjit *q, uint32_t i) {
  return is_of(q, &q->fixed, &q->fixed_names, i);
}

static bool is_fixed_name(const o_qjit *q, dbx_sym name) {
  return is_of_name(q, &q->fixed, &q->fixed_names, name);
}

static void mark(bool *at, uint32_t *n, const o_treedef *t, bool donated) {
  for (uint32_t k = 0; k < t->leaves; k++) at[(*n)++] = donated;
}

const bool *site_donated(const o_qjit *q, const site *s) {
  const o_treedef *both = tree_def(s->structure), *args = both->kid[0], *named = both->kid[1];
  bool *ret = DBX_TMP(bool, s->n + 1);
  uint32_t n = 0, k = 0;
  if (!q->donated.n && !q->donated_names.n) return NULL;
  for (uint32_t i = 0; i < SEQ(s->args)->n; i++)
    if (!s->fixed[i]) mark(ret, &n, args->kid[k++], is_of(q, &q->donated, &q->donated_names, i));
  for (uint32_t i = 0; i < named->n; i++) {
    pv key = SEQ(named->data)->at[i];
    dbx_sym name = dbx_intern_n(STR(key)->s, STR(key)->n);
    mark(ret, &n, named->kid[i], is_of_name(q, &q->donated, &q->donated_names, name));
  }
  return ret;
}

// What decides how a function is traced, beside its arguments.
uint32_t site_settings(void) { return lang_now->resizing * 2u + dbx_dims_symbolic(); }

static dbx_status add_fixed(const o_qjit *q, uint32_t k, pv v, dbx_buf *b) {
  uint64_t hash;
  dbx_buf why = {0};
  dbx_putc(b, '!');
  if (pv_hash(v, &hash) == DBX_OK) {
    if (!q->jit) return lang_repr(v, b);
    if (!is_obj(v, T_INSTANCE)) return lang_repr(v, b);
    return dbx_printf(b, "#%" PRIx64, hash), DBX_OK;
  }
  dbx_diag *d = dbx_diag_take();
  dbx_status st = lang_repr(lang_type_of(v), &why);
  if (st == DBX_OK && !q->jit)
    st = dbx_fail(DBX_E208, (dbx_span){0},
                  "Non-hashable static arguments are not supported, as this can lead to unexpected "
                  "cache-misses. Static argument (index %u) of type %s for function %s is "
                  "non-hashable.",
                  k, dbx_text(&why), dbx_sym_text(q->name));
  if (st == DBX_OK) dbx_put(&why, ", "), st = lang_repr(v, &why);
  if (st == DBX_OK)
    st = dbx_fail(DBX_E208, (dbx_span){0},
                  "Non-hashable static arguments are not supported. An error occurred while trying "
                  "to hash an object of type %s. The error was:\nTypeError: %s\n",
                  dbx_text(&why), d ? d->message : "");
  dbx_diag_free(d);
  dbx_buf_free(&why);
  return st;
}

// What tells the structures of calls, and their static arguments, apart.
static dbx_status site_key(const o_qjit *q, site *s) {
  dbx_buf b = {0};
  dbx_putc(&b, (char)('0' + site_settings()));
  uint32_t i = 0;
  dict_entry *e;
  dbx_status st = tree_put(s->structure, &b);
  for (uint32_t k = 0; st == DBX_OK && k < SEQ(s->args)->n; k++)
    if (s->fixed[k]) st = add_fixed(q, k, SEQ(s->args)->at[k], &b);
  while (st == DBX_OK && s->named.tag != PV_UNBOUND && dict_next(DICT(s->named), &i, &e)) {
    dbx_put(&b, STR(e->key)->s);
    st = add_fixed(q, 0, e->val, &b);
  }
  s->key = dbx_intern(dbx_text(&b));
  dbx_buf_free(&b);
  return st;
}

// Catalyst numbers those that are given by position.
static dbx_status check_fixed(const o_qjit *q, uint32_t n) {
  for (uint32_t k = 0; !q->jit && k < q->fixed.n; k++)
    if (q->fixed.at[k] >= n)
      return dbx_fail_as(DBX_E208, dbx_intern("CompileError"), (dbx_span){0},
                         "argnum %d is beyond the valid range of [0, %u).", (int)q->fixed.at[k], n);
  return DBX_OK;
}

// What is traced: the arguments that are not static.
pv site_traced(const site *s) {
  uint32_t n = SEQ(s->args)->n, k = 0;
  dbx_scratch_mark m = dbx_scratch_here();
  pv *traced = DBX_TMP(pv, n + 1);
  for (uint32_t i = 0; i < n; i++)
    if (!s->fixed[i]) traced[k++] = SEQ(s->args)->at[i];
  pv all = k == n ? s->args : tuple_new(traced, k);
  dbx_scratch_release(m);
  return all;
}

// Takes the arguments apart: their structure, and the leaves that are traced.
dbx_status site_open(const o_qjit *q, site *s, pv_list *leaves) {
  uint32_t n = SEQ(s->args)->n;
  DBX_TRY(check_fixed(q, n));
  s->fixed = DBX_TMP(bool, n + 1);
  for (uint32_t i = 0; i < n; i++) s->fixed[i] = is_fixed(q, i);
  pv both[2] = {site_traced(s), s->keywords}, all = tuple_new(both, 2);
  lang_pin(all);
  DBX_TRY(tree_take_apart(all, PV(PV_UNBOUND), leaves, &s->structure));
  return site_key(q, s);
}

dbx_status site_same_statics(const site *s, pv statics, bool *ret) {
  *ret = true;
  if (statics.tag == PV_UNBOUND) return DBX_OK;
  const o_seq *args = SEQ(SEQ(statics)->at[0]), *own = SEQ(s->args);
  for (uint32_t i = 0; i < own->n && i < args->n && *ret; i++)
    if (s->fixed[i] && is_obj(own->at[i], T_INSTANCE))
      DBX_TRY(lang_equal(own->at[i], args->at[i], ret));
  return DBX_OK;
}

static dbx_status check_leaf(const dbx_val *v, uint32_t i) {
  if (!dbx_is_arraylike(v))
    return dbx_fail(DBX_E511, (dbx_span){0},
                    "argument %u of the compiled function is a %s, which is not a valid JAX type",
                    i, dbx_val_type_name(v));
  if (v->kind == DBX_V_BIGINT)
    return dbx_fail(DBX_E211, (dbx_span){0}, "Python int too large to convert to C long");
  return DBX_OK;
}

// A type that stands for an argument: whatever has a shape and a dtype and is no array.
static bool is_type(const o_qjit *q, pv v) {
  return q->abstract && (is_obj(v, T_INSTANCE) || is_obj(v, T_SHAPED));
}

static dbx_status site_values(const o_qjit *q, site *s, const pv_list *leaves) {
  s->n = leaves->n;
  s->val = DBX_TMP(dbx_val, s->n + 1);
  s->aval = DBX_TMP(dbx_aval, s->n + 1);
  for (uint32_t i = 0; i < s->n; i++) {
    if (is_type(q, leaves->at[i])) {
      DBX_TRY(lang_attribute_aval(leaves->at[i], &s->aval[i]));
      continue;
    }
    DBX_TRY(lang_to_owned_val(leaves->at[i], &s->val[i]));
    DBX_TRY(check_leaf(&s->val[i], i));
    s->aval[i] = dbx_val_aval(&s->val[i]);
  }
  return DBX_OK;
}
dbx_status site_fill(const o_qjit *q, site *s) {
  pv_list leaves = {0};
  dbx_status st = site_open(q, s, &leaves);
  if (st == DBX_OK) st = site_values(q, s, &leaves);
  dbx_vec_free(&leaves);
  return st;
}

void site_of(const o_qjit *q, const call_args *c, site *s) {
  s->args = tuple_new(c->at, c->n);
  s->keywords = dict_new(), s->named = PV(PV_UNBOUND);
  lang_pin(s->args);
  lang_pin(s->keywords);
  for (uint32_t i = 0; i < c->n_kw; i++) {
    bool fixed = is_fixed_name(q, c->kw[i]);
    if (fixed && s->named.tag == PV_UNBOUND) s->named = dict_new(), lang_pin(s->named);
    dict_put_sym(DICT(fixed ? s->named : s->keywords), c->kw[i], c->kw_at[i]);
  }
}
