// See code.h.
#include "lower/code/code.h"

#include <string.h>

enum { KEPT_BYTES = 32 << 20 }; // of codes that no program uses

static bool same(const lower_code *c, const lower_key *k) {
  return c->hash[0] == k->hash[0] && c->hash[1] == k->hash[1] && c->key.n == k->bytes.n &&
         !memcmp(c->key.at, k->bytes.at, c->key.n);
}

lower_code *code_find(code_table *t, const lower_key *k) {
  for (uint32_t i = 0; i < t->all.n; i++) {
    lower_code *c = t->all.at[i];
    if (same(c, k)) return c->users++, c->last = ++t->clock, c;
  }
  return NULL;
}

void code_keep(code_table *t, const lower_key *k, lower_code *c) {
  dbx_putn(&c->key, k->bytes.at, k->bytes.n);
  memcpy(c->hash, k->hash, sizeof c->hash);
  c->bytes += c->key.n;
  c->users = 1;
  c->last = ++t->clock;
  dbx_push(&t->all, c);
}

lower_code *code_excess(code_table *t, bool all) {
  size_t bytes = 0;
  uint32_t oldest = t->all.n;
  for (uint32_t i = 0; i < t->all.n; i++) {
    const lower_code *c = t->all.at[i];
    if (c->users) continue;
    bytes += c->bytes;
    if (oldest == t->all.n || c->last < t->all.at[oldest]->last) oldest = i;
  }
  if (oldest == t->all.n || (!all && bytes <= KEPT_BYTES)) return NULL;
  lower_code *c = t->all.at[oldest];
  t->all.at[oldest] = t->all.at[--t->all.n];
  return c;
}

void code_free(lower_code *c) {
  if (!c) return;
  dbx_buf_free(&c->key);
  dbx_vec_free(&c->sites);
  dbx_vec_free(&c->arrays);
  free(c);
}

bool code_describe(lower_code *c, const lower_key *k, const lower_program *p) {
  c->facts = (code_facts){p->n_args, p->n_slots, p->n_scratch, p->any_order};
  for (uint32_t i = 0; i < p->sites.n; i++) {
    const lower_site *s = &p->sites.at[i];
    code_site d = {s->eqn ? key_eqn(k, s->eqn) : KEY_NONE, s->message};
    if (s->eqn && d.eqn == KEY_NONE) return false;
    dbx_push(&c->sites, d);
  }
  for (uint32_t i = 0; i < p->consts.n; i++) {
    uint32_t n = key_array(k, p->consts.at[i]);
    if (n == KEY_NONE) return false;
    dbx_push(&c->arrays, n);
  }
  return true;
}

void code_apply(const lower_code *c, const lower_key *k, lower_program *p) {
  p->n_args = c->facts.n_args, p->n_slots = c->facts.n_slots;
  p->n_scratch = c->facts.n_scratch, p->any_order = c->facts.any_order;
  for (uint32_t i = 0; i < c->sites.n; i++) {
    code_site s = c->sites.at[i];
    const dbx_eqn *q = s.eqn == KEY_NONE ? NULL : k->eqns.at[s.eqn];
    dbx_push(&p->sites, ((lower_site){q, (lower_message)s.message}));
  }
  for (uint32_t i = 0; i < c->arrays.n; i++) dbx_push(&p->consts, k->arrays.at[c->arrays.at[i]]);
}
