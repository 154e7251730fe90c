// Which axes have a name (see named_axis.h).
#include "prim/named_axis.h"

#include "prim/state.h"
#include <string.h>

void dbx_axis_push(dbx_sym name, dbx_dim size) {
  struct prim_state *w = prim_now;
  dbx_push(&w->axes, ((prim_axis){name, size, ++w->last_axis}));
}

void dbx_axis_pop(void) { prim_now->axes.n--; }

uint64_t dbx_axes_bound(void) {
  const struct prim_state *w = prim_now;
  return w->axes.n ? w->axes.at[w->axes.n - 1].id : 0;
}

dbx_status dbx_axis_find(dbx_sym name, dbx_dim *size) {
  const struct prim_state *w = prim_now;
  for (uint32_t i = w->axes.n; i-- > 0;)
    if (w->axes.at[i].name == name) return *size = w->axes.at[i].size, DBX_OK;
  dbx_buf names = {0}; // the innermost first
  for (uint32_t i = w->axes.n; i-- > 0;)
    dbx_printf(&names, "%s'%s'", i + 1 < w->axes.n ? ", " : "", dbx_sym_text(w->axes.at[i].name));
  dbx_fail_(
      DBX_E201, (dbx_span){0},
      "unbound axis name: %s. The following axis names (e.g. defined by pmap) are available to "
      "collective operations: [%s]",
      dbx_sym_text(name), dbx_text(&names));
  dbx_buf_free(&names);
  dbx_diag_note("jax.vmap(f, axis_name=\"%s\") binds the name, for as long as f runs",
                dbx_sym_text(name));
  return DBX_FAIL;
}

// ---- in parameters ----

dbx_sym dbx_axis_name(const dbx_param *p) {
  if (!p || p->kind != DBX_P_TEXT) return 0;
  const char *s = dbx_sym_text(p->text);
  size_t n = strlen(s);
  bool quoted = n > 2 && (*s == '\'' || *s == '"') && s[n - 1] == *s;
  return quoted ? dbx_intern_n(s + 1, n - 2) : p->text;
}

const dbx_param *dbx_axis_item(dbx_sym name) {
  dbx_buf b = {0};
  dbx_printf(&b, "'%s'", dbx_sym_text(name));
  const dbx_param *p = dbx_p_text(dbx_text(&b));
  return dbx_buf_free(&b), p;
}

static bool names(const dbx_param *p, dbx_sym name);

static bool jaxpr_names(const dbx_jaxpr *j, dbx_sym name) {
  for (uint32_t i = 0; i < j->n_eqns; i++)
    if (dbx_names_axis(&j->eqns[i], name)) return true;
  return false;
}

static bool names(const dbx_param *p, dbx_sym name) {
  if (p->kind == DBX_P_JAXPR) return jaxpr_names(p->jaxpr, name);
  for (uint32_t i = 0; i < p->n; i++)
    if (names(p->item[i], name)) return true;
  return false;
}

bool dbx_names_axis(const dbx_eqn *e, dbx_sym name) {
  const dbx_param *axes = dbx_eqn_param(e, DBX_S_axes);
  if (dbx_axis_name(dbx_eqn_param(e, DBX_S_axis_name)) == name) return true;
  for (uint32_t i = 0; axes && i < axes->n; i++)
    if (dbx_axis_name(axes->item[i]) == name) return true;
  for (uint32_t i = 0; e->prim->nested && i < e->n_params; i++)
    if (names(e->params[i].val, name)) return true;
  return false;
}
