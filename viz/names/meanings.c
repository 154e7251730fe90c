// Meanings of type entries (see meanings.h).
#include "viz/names/meanings.h"

#include "prim/prim.h"

static bool is_loop(const dbx_bind *b) { return !dbx_is_choice(b->prim); }

// A dimension that stays in the type (preserving mode) is a constant of the body.
static void constant_axes(dbx_buf *b, const dbx_view *v, dbx_aval type, dbx_atom inner) {
  const dbx_aval_info *t = dbx_aval_at(type), *in = inner ? dbx_aval_at(dbx_var_aval(inner)) : t;
  for (uint32_t i = 0; i < t->rank; i++) {
    if (!dbx_dim_is_var(t->dims[i])) continue;
    dbx_printf(b, "; axis %u is the constant ", i);
    dbx_put_type_dim(b, v->names, in->dims[i], "_", false);
  }
}

// Carries come first, then, of a scan, rows of arrays; `other` is what a conditional has.
static void carried(dbx_buf *b, const dbx_bind *bind, uint32_t k, const char *other) {
  if (!is_loop(bind)) dbx_printf(b, "%s %u", other, k);
  else if (k < bind->n_carries || bind->prim->id != DBX_PRIM_scan) dbx_printf(b, "carry %u", k);
  else dbx_printf(b, "rows %u", k - bind->n_carries);
}

// The register has no value in the program.
static void register_of(dbx_buf *b, dbx_aval type) {
  if (dbx_aval_at(type)->dtype == DBX_QREG) dbx_put(b, ": the register, added by pass 2");
}

void dbx_input_meaning(dbx_buf *b, const void *ctx, uint32_t entry) {
  const dbx_part_view *v = ctx;
  const dbx_part *p = v->part;
  uint32_t of, axis, implicit = p->n_implicit_in;
  if (!p->in_type.expl[entry]) {
    if (!dbx_find_index(&p->in_type, DBX_DIM_DB, entry, &of, &axis)) return;
    dbx_printf(b, "size of input %u, axis %u", of, axis);
    dbx_put_source(b, v->view, " of ", of < p->expanded_inputs.n ? p->expanded_inputs.at[of] : 0);
    return;
  }
  dbx_atom inner = entry < p->body_inputs.n ? p->body_inputs.at[entry] : 0;
  if (entry < implicit + v->bind->first_carry) dbx_put(b, "loop index");
  else carried(b, v->bind, entry - implicit - v->bind->first_carry, "operand");
  dbx_put_source(b, v->view, ": ", inner);
  if (entry >= implicit + v->bind->first_carry && entry < p->expanded_inputs.n)
    dbx_put_source(b, v->view, ", starts as ", p->expanded_inputs.at[entry]);
  constant_axes(b, v->view, p->in_type.aval[entry], inner);
  register_of(b, p->in_type.aval[entry]);
}

// The explicit output that the implicit one `entry` was added for: of the first slot of its group,
// or the array that shows the length.
static bool array_of(const dbx_bind *b, const dbx_part *p, uint32_t entry, uint32_t *of,
                     uint32_t *axis) {
  for (uint32_t i = 0; i < b->n_slots; i++) {
    if (b->slots[i].group != entry || p->n_implicit_out != b->n_groups) continue;
    return *of = p->n_implicit_out + b->slots[i].carry, *axis = b->slots[i].axis, true;
  }
  uint32_t seen = 0;
  for (uint32_t i = p->n_implicit_out; i < p->expanded_outputs.n; i++) {
    const dbx_aval_info *v = dbx_aval_at(dbx_jaxpr_aval(p->jaxpr, p->expanded_outputs.at[i]));
    for (uint32_t k = 0; k < v->rank; k++) {
      if (!dbx_dim_is_var(v->dims[k])) continue;
      bool this = b->unshare_inputs ? seen == entry // one for each occurrence
                                    : v->dims[k] == dbx_dim_var(p->expanded_outputs.at[entry]);
      seen++;
      if (this) return *of = i, *axis = k, true;
    }
  }
  return false;
}

static void where(dbx_buf *b, const dbx_view *v, const dbx_frame *in, const char *what, uint32_t k,
                  dbx_atom a) {
  dbx_printf(b, "%s %u", what, k);
  if (!a) return;
  dbx_put(b, " (");
  if (!dbx_put_tracer(b, v->names, in, a)) dbx_putc(b, '_');
  dbx_putc(b, ')');
}

typedef struct lookup {
  const dbx_frame *in;
  const char *list; // what InDBIdx count
  const dbx_atom *ins, *outs;
  uint32_t n_ins, n_outs;
} lookup;

// "; axis 0 is constant or input 3 (g)" for every dynamic axis.
static void axes(dbx_buf *b, const dbx_view *v, const lookup *l, dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  for (uint32_t i = 0; i < t->rank; i++) {
    uint32_t k = (uint32_t)dbx_dim_value(t->dims[i]);
    dbx_dim_kind kind = dbx_dim_kind_of(t->dims[i]);
    if (kind != DBX_DIM_INDB && kind != DBX_DIM_OUTDB) continue;
    dbx_printf(b, "; axis %u is ", i);
    if (kind == DBX_DIM_INDB) where(b, v, l->in, l->list, k, k < l->n_ins ? l->ins[k] : 0);
    else where(b, v, l->in, "result", k, k < l->n_outs ? l->outs[k] : 0);
  }
}

void dbx_output_meaning(dbx_buf *b, const void *ctx, uint32_t entry) {
  const dbx_part_view *v = ctx;
  const dbx_part *p = v->part;
  uint32_t of, axis;
  if (!p->out_type.expl[entry]) {
    if (array_of(v->bind, p, entry, &of, &axis))
      dbx_printf(b, "size of result %u, axis %u", of, axis);
    return;
  }
  lookup l = {p->frame,
              "input",
              p->jaxpr ? p->jaxpr->invars : NULL,
              p->expanded_outputs.at,
              p->jaxpr ? p->jaxpr->n_in : 0,
              p->expanded_outputs.n};
  if (p == &v->bind->parts[v->bind->n_parts - 1] || !is_loop(v->bind))
    carried(b, v->bind, entry - p->n_implicit_out, "result");
  else dbx_put(b, "goes on while True");
  axes(b, v->view, &l, p->out_type.aval[entry]);
  register_of(b, p->out_type.aval[entry]);
}

void dbx_result_meaning(dbx_buf *b, const void *ctx, uint32_t entry) {
  const dbx_part_view *v = ctx;
  const dbx_bind *bind = v->bind;
  const dbx_sig *s = &bind->eqn_out_type;
  const dbx_part *p = is_loop(bind) ? &bind->parts[bind->n_parts - 1] : &bind->parts[0];
  uint32_t of, axis;
  if (!s->expl[entry]) {
    if (array_of(bind, p, entry, &of, &axis)) dbx_printf(b, "size of result %u, axis %u", of, axis);
    return;
  }
  carried(b, bind, entry - p->n_implicit_out, "result");
  // The types of the results say what InDBIdx and OutDBIdx were resolved to.
  const dbx_aval_info *t = dbx_aval_at(s->aval[entry]),
                      *r = dbx_aval_at(dbx_var_aval(bind->results.at[entry]));
  for (uint32_t i = 0; i < t->rank; i++) {
    if (dbx_dim_is_int(t->dims[i])) continue;
    dbx_printf(b, "; axis %u is ", i);
    dbx_put_type_dim(b, v->view->names, r->dims[i], "_", false);
  }
}
