// The soundness rule of a loop as a table (see report.h; docs/semantics.md, Lengths of a
// loop's results).
#include "viz/why/slots.h"

#include "prim/prim.h"
#include "viz/report/report.h"
#include "viz/text/spans.h"
#include "viz/why/links.h"

#include <inttypes.h>

static void put_atom(dbx_buf *b, const dbx_naming *names, const dbx_frame *in, dbx_atom a) {
  if (!dbx_put_tracer(b, names, in, a)) dbx_putc(b, '_');
}

void dbx_put_node(dbx_buf *b, const dbx_naming *names, const dbx_bind *bind, uint32_t i) {
  const dbx_carried *n = &bind->nodes[i];
  switch (n->kind) {
  case DBX_CARRIED_SLOT: dbx_printf(b, "carry %u axis %u", n->carry, n->axis); break;
  case DBX_CARRIED_SCALAR: dbx_printf(b, "carry %u", n->carry); break;
  case DBX_CARRIED_OUTER:
    dbx_put(b, "outside ");
    put_atom(b, names, bind->frame, n->start);
    break;
  }
}

// What the node is in the body is the name of an argument or constant there; its step another one.
static void step(dbx_buf *b, const dbx_view *v, const dbx_bind *bind, const dbx_carried *n) {
  const dbx_part *p = &bind->parts[bind->n_parts - 1];
  if (n->kind == DBX_CARRIED_OUTER) {
    dbx_put(b, "stays");
    return;
  }
  put_atom(b, v->names, bind->frame, n->start);
  dbx_put(b, " -> ");
  put_atom(b, v->names, NULL, dbx_naming_subst(v->names, p->frame, n->step));
  dbx_put_source(b, v, ", ", n->step);
}

void dbx_put_node_reason(dbx_buf *b, const dbx_naming *names, const dbx_bind *bind, uint32_t i) {
  const dbx_carried *n = &bind->nodes[i];
  if (n->kind != DBX_CARRIED_SLOT) return;
  bool in = dbx_dim_kind_of(n->result) == DBX_DIM_INDB;
  dbx_printf(b, "%s(%" PRId64 ")", in ? "InDBIdx" : "OutDBIdx", dbx_dim_value(n->result));
  if (n->equal_to >= bind->n_nodes || n == &bind->nodes[n->equal_to]) {
    dbx_put(b, ": a length of its own, returned beside the array");
    return;
  }
  dbx_put(b, ": equal to ");
  dbx_put_node(b, names, bind, n->equal_to);
  dbx_put(b, bind->runs_once ? " after every trip, and there is one"
                             : " after any number of trips, also none");
}

void dbx_put_slot_reason(dbx_buf *b, const dbx_scene *s, const dbx_bind *bind, uint32_t carry,
                         uint32_t axis) {
  for (uint32_t i = 0; i < bind->n_nodes; i++) {
    const dbx_carried *n = &bind->nodes[i];
    if (n->kind == DBX_CARRIED_SLOT && n->carry == carry && n->axis == axis)
      dbx_put_node_reason(b, s->names, bind, i);
  }
}

void dbx_put_slots(dbx_buf *b, const dbx_trace *t, const dbx_bind *bind,
                   const dbx_report_style *style) {
  dbx_naming *names = dbx_naming_now(t, style->so_far, dbx_naming_of(style));
  dbx_view v = {style, names};
  dbx_table table = {0};
  dbx_printf(b, "%s %s: %s\n", bind->prim->name, dbx_sym_text(bind->name),
             bind->runs_once
                 ? "it has at least one trip: lengths that step alike are equal after it"
                 : "it may have no trip: lengths are equal after it if they start equal "
                   "and step alike");
  dbx_row *titles = dbx_table_add(&table);
  dbx_put(&titles->cell[0], "length");
  dbx_put(&titles->cell[1], "start -> after the body");
  dbx_put(&titles->cell[2], "class");
  dbx_put(&titles->cell[3], "result");
  for (uint32_t i = 0; i < bind->n_nodes; i++) {
    dbx_row *r = dbx_table_add(&table);
    dbx_put_node(&r->cell[0], names, bind, i);
    step(&r->cell[1], &v, bind, &bind->nodes[i]);
    dbx_printf(&r->cell[2], "%u", bind->runs_once ? bind->nodes[i].step_cls : bind->nodes[i].cls);
    dbx_put_node_reason(&r->cell[3], names, bind, i);
  }
  dbx_put_table(b, &table, 2, false);
  dbx_table_free(&table);
  dbx_naming_free(names);
}
