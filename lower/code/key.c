// See key.h.
#include "lower/code/key.h"

#include "ir/primitive.h"

#include <string.h>

enum { DEEPEST = 1001 };

static void put_number(lower_key *k, uint64_t x) { // 7 bits a byte, low ones first
  for (; x >= 0x80; x >>= 7) dbx_putc(&k->bytes, (char)(x | 0x80));
  dbx_putc(&k->bytes, (char)x);
}

static void put_text(lower_key *k, const char *s) {
  put_number(k, strlen(s));
  dbx_put(&k->bytes, s);
}

static void put_sym(lower_key *k, dbx_sym s) { put_text(k, dbx_sym_text(s)); }

static void put_scalar(lower_key *k, dbx_dtype t, dbx_scalar x) {
  char bits[16] = {0};
  dbx_store(bits, t, x);
  put_number(k, t);
  dbx_putn(&k->bytes, bits, sizeof bits);
}

// ---- numbers of what is referred to ----

// An address, with a bit that no variable has.
static uint64_t place(const void *p) { return (uint64_t)(uintptr_t)p | 1ull << 63; }

static bool number_of(lower_key *k, uint64_t what, uint32_t fresh, uint32_t *ret) {
  uint64_t *known = dbx_map_find(&k->seen, what);
  *ret = known ? (uint32_t)*known : fresh;
  if (!known) dbx_map_put(&k->seen, what, fresh);
  return known != NULL;
}

static void put_var(lower_key *k, dbx_var v) {
  uint32_t n;
  if (!number_of(k, (v & DBX_HANDLE) + 1ull, k->n_vars, &n)) k->n_vars++;
  put_number(k, n);
}

// ---- types and atoms ----

static void put_type(lower_key *k, dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  put_number(k, t->dtype);
  put_number(k, t->weak);
  put_number(k, t->rank);
  for (uint32_t i = 0; i < t->rank; i++) {
    put_number(k, dbx_dim_kind_of(t->dims[i]));
    if (dbx_dim_is_var(t->dims[i])) put_var(k, (dbx_var)dbx_dim_value(t->dims[i]));
    else put_number(k, (uint64_t)dbx_dim_value(t->dims[i]));
  }
}

static void put_binder(lower_key *k, dbx_var v) {
  put_var(k, v);
  put_type(k, dbx_var_aval(v & DBX_HANDLE));
}

static void put_atom(lower_key *k, dbx_atom a) {
  put_number(k, dbx_is_literal(a));
  if (!dbx_is_literal(a)) return put_var(k, a);
  const dbx_literal *l = dbx_literal_at(a);
  put_type(k, l->aval);
  put_scalar(k, dbx_aval_at(l->aval)->dtype, l->value);
}

// ---- parameters ----

static bool put_jaxpr(lower_key *k, const dbx_jaxpr *j);

static bool put_param(lower_key *k, const dbx_param *p) {
  put_number(k, p->kind);
  switch (p->kind) {
  case DBX_P_NONE: return true;
  case DBX_P_BOOL:
  case DBX_P_INT: return put_number(k, (uint64_t)p->i), true;
  case DBX_P_SCALAR: return put_scalar(k, p->dtype, p->scalar), true;
  case DBX_P_DTYPE: return put_number(k, p->dtype), true;
  case DBX_P_TEXT: return put_sym(k, p->text), true;
  case DBX_P_JAXPR: return put_jaxpr(k, p->jaxpr);
  case DBX_P_AVAL: return put_type(k, p->aval), true;
  case DBX_P_HOST: return true; // it is found by the equation, when it is called
  case DBX_P_RECORD: put_sym(k, p->text); break;
  case DBX_P_TUPLE:
  case DBX_P_LIST: break;
  }
  put_number(k, p->n);
  for (uint32_t i = 0; i < p->n; i++) {
    if (p->kind == DBX_P_RECORD) put_sym(k, p->keys[i]);
    if (!put_param(k, p->item[i])) return false;
  }
  return true;
}

// ---- Jaxprs ----

static bool put_eqn(lower_key *k, const dbx_eqn *q) {
  dbx_map_put(&k->seen, place(q), k->eqns.n);
  dbx_push(&k->eqns, q);
  put_text(k, q->prim->name);
  put_number(k, q->n_in);
  for (uint32_t i = 0; i < q->n_in; i++) put_atom(k, q->in[i]);
  put_number(k, q->n_params);
  for (uint32_t i = 0; i < q->n_params; i++) {
    put_sym(k, q->params[i].key);
    if (!put_param(k, q->params[i].val)) return false;
  }
  put_number(k, q->n_out);
  for (uint32_t i = 0; i < q->n_out; i++) put_binder(k, q->out[i]);
  return true;
}

static void put_array(lower_key *k, dbx_array *a) {
  uint32_t n;
  put_number(k, a->rank + 1);
  if (!a->rank) return put_scalar(k, a->dtype, dbx_array_at(a, 0));
  bool known = number_of(k, place(a), k->arrays.n, &n);
  put_number(k, n);
  if (known) return;
  dbx_push(&k->arrays, a);
  put_number(k, a->dtype);
  for (uint32_t i = 0; i < a->rank; i++) put_number(k, (uint64_t)a->dims[i]);
}

// A Jaxpr that occurs twice is one: guards of its equations have one place in the code.
static bool put_jaxpr(lower_key *k, const dbx_jaxpr *j) {
  uint32_t n;
  bool known = number_of(k, place(j), k->n_jaxprs, &n);
  put_number(k, n);
  if (known) return true;
  if (++k->depth > DEEPEST) return false;
  k->n_jaxprs++;
  put_number(k, j->n_const);
  for (uint32_t i = 0; i < j->n_const; i++) {
    put_binder(k, j->constvars[i]);
    if (j->consts && j->consts[i]) put_array(k, j->consts[i]);
    else put_number(k, 0);
  }
  put_number(k, j->n_in);
  for (uint32_t i = 0; i < j->n_in; i++) put_binder(k, j->invars[i]);
  put_number(k, j->n_eqns);
  for (uint32_t i = 0; i < j->n_eqns; i++)
    if (!put_eqn(k, &j->eqns[i])) return false;
  put_number(k, j->n_out);
  for (uint32_t i = 0; i < j->n_out; i++) put_atom(k, j->outs[i]);
  k->depth--;
  return true;
}

bool key_of(const dbx_jaxpr *j, const lower_form *form, lower_key *ret) {
  *ret = (lower_key){0};
  put_number(ret, form->spreads);
  put_number(ret, form->n_lengths);
  for (uint32_t i = 0; i < form->n_lengths; i++) put_number(ret, (uint64_t)form->lengths[i]);
  if (!put_jaxpr(ret, j)) return key_free(ret), false;
  for (uint64_t i = 0; i < 2; i++)
    ret->hash[i] = dbx_hash(ret->bytes.at, ret->bytes.n, 0x6b6579 + i) | 1;
  return true;
}

void key_free(lower_key *k) {
  dbx_buf_free(&k->bytes);
  dbx_vec_free(&k->eqns);
  dbx_vec_free(&k->arrays);
  dbx_map_free(&k->seen);
}

static uint32_t find(const lower_key *k, const void *p) {
  uint64_t *n = dbx_map_find(&k->seen, place(p));
  return n ? (uint32_t)*n : KEY_NONE;
}

uint32_t key_eqn(const lower_key *k, const dbx_eqn *q) { return find(k, q); }
uint32_t key_array(const lower_key *k, const dbx_array *a) { return find(k, a); }
