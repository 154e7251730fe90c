// The tables of variables and literals (see var.h).
#include "ir/var.h"

#include "base/mem.h"
#include <string.h>

dbx_var dbx_var_new(dbx_aval aval, dbx_var_kind kind, uint32_t frame) {
  if (!ir_now->vars.n) dbx_push(&ir_now->vars, (dbx_var_info){0});
  dbx_push(&ir_now->vars, ((dbx_var_info){.aval = aval, .kind = (uint8_t)kind, .frame = frame}));
  return ir_now->vars.n - 1;
}

uint32_t dbx_var_count(void) { return ir_now->vars.n; }

dbx_var dbx_referent(dbx_var v) {
  for (dbx_var r; (r = dbx_var_at(v)->referent); v = r) {}
  return v;
}

dbx_dim dbx_dim_referent(dbx_dim d) {
  return dbx_dim_is_var(d) ? dbx_dim_var(dbx_referent((dbx_var)dbx_dim_value(d))) : d;
}

bool dbx_dim_identical(dbx_dim a, dbx_dim b) {
  return a == b || dbx_dim_referent(a) == dbx_dim_referent(b);
}

bool dbx_dim_equal_(dbx_dim a, dbx_dim b) {
  return dbx_dim_identical(a, b) || (ir_now->dims_agree && ir_now->dims_agree(a, b)) ||
         (ir_now->dims_assumed && ir_now->dims_assumed(a, b));
}

static bool is_literal(const dbx_literal *l, dbx_aval aval, const dbx_scalar *value) {
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-*) nan is nan, and -0 is not 0
  return l->aval == aval && !memcmp(&l->value, value, sizeof *value);
}

dbx_atom dbx_literal_of(dbx_dtype t, bool weak, dbx_scalar value) {
  if (!dbx_is_complex(t)) value.c[1] = 0;
  dbx_aval aval = dbx_aval_scalar(t, weak);
  uint64_t h = dbx_hash(&value, sizeof value, aval) | 1;
  uint64_t *first = dbx_map_find(&ir_now->literals.by_hash, h);
  if (!ir_now->literals.at.n)
    dbx_push(&ir_now->literals.at, (dbx_literal){0}), dbx_push(&ir_now->literals.next, 0);
  uint32_t head = first ? (uint32_t)*first : 0;
  for (uint32_t i = head; i; i = ir_now->literals.next.at[i])
    if (is_literal(&ir_now->literals.at.at[i], aval, &value)) return i | DBX_LITERAL;
  dbx_push(&ir_now->literals.at, ((dbx_literal){aval, value}));
  dbx_push(&ir_now->literals.next, head);
  dbx_map_put(&ir_now->literals.by_hash, h, ir_now->literals.at.n - 1);
  return (ir_now->literals.at.n - 1) | DBX_LITERAL;
}

const dbx_literal *dbx_literal_at(dbx_atom a) { return &ir_now->literals.at.at[a & DBX_HANDLE]; }

dbx_var dbx_var_typed(dbx_var v, dbx_aval aval) {
  uint64_t key = (uint64_t)(v &= DBX_HANDLE) << 32 | aval,
           *known = dbx_map_find(&ir_now->typed, key);
  if (known) return (dbx_var)*known;
  dbx_var copy = dbx_var_new(aval, DBX_VAR_RESULT, dbx_var_at(v)->frame);
  ir_now->vars.at[copy] = ir_now->vars.at[v];
  ir_now->vars.at[copy].aval = aval, ir_now->vars.at[copy].referent = v,
  ir_now->vars.at[copy].copy = true;
  dbx_map_put(&ir_now->typed, key, copy);
  return copy;
}
