// See rules.h. The equation is read with a binder of any type; its rule is asked by itself.
#include "rules.h"

#include "facts.h"
#include "prim/prim.h"

#include <criterion/criterion.h>
#include <string.h>

static const char lengths[] = "n:i64[] m:i64[] k:i64[] t:f64[] ";

// Operands whose names begin with w are weakly typed.
static void weaken(const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < j->n_in; i++) {
    dbx_var_info *v = dbx_var_at(j->invars[i]);
    if (*dbx_sym_text(v->name) == 'w')
      v->aval = dbx_aval_with_type(v->aval, dbx_aval_at(v->aval)->dtype, true);
  }
}

static const char *primitive_of(const rule_fact *f, size_t *n) {
  *n = strcspn(f->equation, "[ ");
  return f->equation;
}

static void put_results(dbx_buf *b, const dbx_aval *out, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (i) dbx_putc(b, ' ');
    dbx_put_aval(b, out[i], NULL);
    if (dbx_aval_at(out[i])->weak) dbx_putc(b, '*');
  }
}

static void one_fact(const rule_fact *f) {
  dbx_buf b = {0};
  dbx_aval out[16] = {0};
  dbx_printf(&b, "{ lambda ; %s%s. let r:f64[] = %s in () }", lengths, f->operands, f->equation);
  dbx_jaxpr *j = facts_jaxpr(dbx_text(&b));
  const dbx_eqn *e = &j->eqns[0];
  weaken(j);
  dbx_site s = {e->prim, e->in, e->params, e->n_in, e->n_params};
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_status st = e->prim->rule(&s, out);
  dbx_scratch_release(m);
  dbx_clear(&b);
  if (st == DBX_OK) put_results(&b, out, dbx_primitive_results(&s));
  else dbx_put(&b, facts_failure(st));
  if (st == DBX_OK)
    cr_expect_str_eq(dbx_text(&b), f->result, "%s: %s: %s", f->equation, f->operands, dbx_text(&b));
  else
    cr_expect(facts_match(dbx_text(&b), f->result), "%s: %s: %s", f->equation, f->operands,
              dbx_text(&b));
  dbx_buf_free(&b);
}

void rule_facts(const rule_fact *facts, size_t n) {
  for (size_t i = 0; i < n; i++) one_fact(&facts[i]);
}

void rule_facts_cover(const rule_fact *facts, size_t n, dbx_rule rule, bool fails) {
  for (int p = 0; p < dbx_primitive_count; p++) {
    const dbx_primitive *row = &dbx_primitive_table[p];
    int good = 0, bad = 0;
    if (row->rule != rule) continue;
    for (size_t i = 0; i < n; i++) {
      size_t len;
      const char *name = primitive_of(&facts[i], &len);
      if (strlen(row->name) != len || memcmp(name, row->name, len) != 0) continue;
      *(*facts[i].result == 'E' ? &bad : &good) += 1;
    }
    cr_expect(good, "%s: no fact says what it gives", row->name);
    if (fails) cr_expect(bad, "%s: no fact says what it refuses", row->name);
  }
}
