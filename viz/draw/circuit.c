// Where the operations of a circuit are drawn (see circuit.h).
#include "viz/draw/circuit.h"

#include "prim/prim.h"
#include "sim/gates.h"
#include "viz/text/text.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct layout {
  dbx_circuit_drawing *d;
  dbx_tape_names names;
  dbx_map row_of; // traced wire -> its line + 1
  dbx_u32s next;  // of each line, the first column that is free
  uint32_t depth; // of the regions that are open
  bool utf8;
} layout;

// ---- lines ----

static uint32_t add_row(layout *l, char *label) {
  dbx_push(&l->d->rows, label);
  uint32_t at = 0;
  for (uint32_t i = 0; i < l->next.n; i++)
    if (l->next.at[i] > at) at = l->next.at[i];
  dbx_push(&l->next, at);
  return l->d->rows.n - 1;
}

// The line of a wire. One beyond the device has a line, too: the run refuses it, not the drawing.
static uint32_t row_of(layout *l, const dbx_val *v) {
  enum { STATIC = 63 };
  uint64_t key = v->kind == DBX_V_TRACER ? v->tracer : (uint64_t)1 << STATIC | (uint64_t)v->i;
  uint64_t *known = dbx_map_find(&l->row_of, key);
  if (known) return (uint32_t)*known - 1;
  dbx_buf b = {0};
  dbx_put_tape_wire(&b, &l->names, v);
  uint32_t row = add_row(l, dbx_strdup(dbx_text(&b)));
  dbx_buf_free(&b);
  dbx_map_put(&l->row_of, key, row + 1);
  return row;
}

// All wires of the device, if they are not too many; further ones when they are used.
static void add_device(layout *l) {
  enum { MOST = 32 };
  for (int64_t i = 0; i < l->d->circuit->wires && i < MOST; i++) {
    dbx_val v = dbx_val_int(i);
    (void)row_of(l, &v);
  }
}

// Traced wires have their lines before anything is put into columns.
static void add_traced(layout *l, const dbx_tape *t) {
  for (uint32_t i = 0; i < t->ops.n; i++) {
    const dbx_tape_op *op = &t->ops.at[i];
    for (uint32_t k = 0; k < op->controls.n; k++) (void)row_of(l, &op->controls.at[k]);
    for (uint32_t k = 0; k < op->wires.n; k++) (void)row_of(l, &op->wires.at[k]);
    for (uint32_t k = 0; op->region && k < op->region->n_parts; k++) add_traced(l, op->tape[k]);
  }
}

// ---- columns ----

static bool on_traced(const dbx_tape_op *op) {
  for (uint32_t k = 0; k < op->controls.n; k++)
    if (op->controls.at[k].kind == DBX_V_TRACER) return true;
  for (uint32_t k = 0; k < op->wires.n; k++)
    if (op->wires.at[k].kind == DBX_V_TRACER) return true;
  return false;
}

// The first column in which all lines from one to another are free; they are taken there.
static uint32_t take_column(layout *l, uint32_t from, uint32_t to) {
  uint32_t at = 0;
  for (uint32_t i = from; i <= to && i < l->next.n; i++)
    if (l->next.at[i] > at) at = l->next.at[i];
  for (uint32_t i = from; i <= to && i < l->next.n; i++) l->next.at[i] = at + 1;
  if (at >= l->d->n_columns) l->d->n_columns = at + 1;
  return at;
}

static dbx_circuit_item *add_item(layout *l, dbx_item_kind kind, const dbx_tape_op *op,
                                  uint32_t event) {
  dbx_push(&l->d->items,
           ((dbx_circuit_item){.kind = kind, .depth = l->depth, .event = event, .span = op->span}));
  return &l->d->items.at[l->d->items.n - 1];
}

// The equation of the operation, not those that lift and insert its qubits.
static uint32_t event_of(const layout *l, const dbx_tape_op *op, const dbx_frame *f) {
  for (uint32_t i = op->first; i < op->last && i < l->names.trace->events.n; i++) {
    const dbx_event *e = &l->names.trace->events.at[i];
    const dbx_eqn *q = e->frame == f->id ? dbx_event_eqn(e) : NULL;
    if (q && q->prim->id != DBX_PRIM_qextract && q->prim->id != DBX_PRIM_qinsert) return i;
  }
  return op->first;
}

// ---- operations ----

static const char *short_name(const char *name) {
  static const char *const known[][2] = {
      {"PauliX", "X"},   {"PauliY", "Y"},       {"PauliZ", "Z"},    {"Hadamard", "H"},
      {"Identity", "I"}, {"QubitUnitary", "U"}, {"PhaseShift", "P"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(known[i][0], name)) return known[i][1];
  return name;
}

// Numbers with three digits: the tape has all of them.
static void put_angle(dbx_buf *b, layout *l, const dbx_val *v) {
  if (v->kind == DBX_V_FLOAT) dbx_printf(b, "%.3g", v->c[0]);
  else if (v->kind == DBX_V_TRACER) dbx_put_tape_wire(b, &l->names, v);
  else dbx_put_tape_value(b, &l->names, v, false);
}

static char *label_of(layout *l, const dbx_tape_op *op, const dbx_gate *g) {
  dbx_buf b = {0};
  const char *name = g ? dbx_gate_at(g->base)->name : dbx_sym_text(op->name);
  if (op->kind == DBX_TAPE_MEASURE) name = "M";
  else if (op->kind == DBX_TAPE_PHASE) name = "GlobalPhase";
  else if (op->kind == DBX_TAPE_UNITARY && !*name) name = "U";
  dbx_put(&b, short_name(name));
  if (op->adjoint) dbx_put(&b, l->utf8 ? "†" : "^-1");
  bool any = op->kind != DBX_TAPE_UNITARY && op->params.n;
  for (uint32_t i = 0; any && i < op->params.n; i++) {
    dbx_put(&b, i ? "," : "(");
    put_angle(&b, l, &op->params.at[i]);
  }
  if (op->bit) {
    dbx_put(&b, "(");
    put_angle(&b, l, &(dbx_val){.kind = DBX_V_TRACER, .tracer = op->bit});
  }
  dbx_put(&b, any || op->bit ? ")" : "");
  char *label = dbx_strdup(dbx_text(&b));
  dbx_buf_free(&b);
  return label;
}

static void put_ends(layout *l, dbx_circuit_item *item, const dbx_tape_op *op, uint32_t named) {
  item->ends = dbx_alloc((op->controls.n + op->wires.n + 1) * sizeof *item->ends);
  for (uint32_t i = 0; i < op->controls.n; i++)
    item->ends[item->n_ends++] =
        (dbx_item_end){row_of(l, &op->controls.at[i]), true, !op->control_values[i]};
  for (uint32_t i = 0; i < op->wires.n; i++)
    item->ends[item->n_ends++] = (dbx_item_end){row_of(l, &op->wires.at[i]), i < named, false};
}

static void draw_gate(layout *l, const dbx_tape_op *op, const dbx_frame *f) {
  const dbx_gate *g = op->kind == DBX_TAPE_GATE ? dbx_gate_named(dbx_sym_text(op->name)) : NULL;
  dbx_circuit_item *item = add_item(
      l, op->kind == DBX_TAPE_MEASURE ? DBX_ITEM_MEASURE : DBX_ITEM_GATE, op, event_of(l, op, f));
  item->label = label_of(l, op, g);
  put_ends(l, item, op, g ? g->controls : 0);
  uint32_t from = 0, to = l->d->rows.n - 1;
  if (item->n_ends && !on_traced(op)) {
    from = to = item->ends[0].row;
    for (uint32_t i = 1; i < item->n_ends; i++) {
      if (item->ends[i].row < from) from = item->ends[i].row;
      if (item->ends[i].row > to) to = item->ends[i].row;
    }
  }
  item->column = take_column(l, from, to);
}

static void draw_bar(layout *l, dbx_item_kind kind, const dbx_tape_op *op, uint32_t event,
                     const char *what, const char *more) {
  dbx_buf b = {0};
  dbx_printf(&b, "%s%s", what, more);
  dbx_circuit_item *item = add_item(l, kind, op, event);
  item->label = dbx_strdup(dbx_text(&b));
  item->column = take_column(l, 0, l->d->rows.n - 1);
  dbx_buf_free(&b);
}

static void draw_tape(layout *l, const dbx_tape *t);

static void draw_region(layout *l, const dbx_tape_op *op, const dbx_frame *f) {
  const dbx_bind *r = op->region;
  uint32_t event = event_of(l, op, f);
  dbx_buf title = {0};
  dbx_put_tape_name(&title, op);
  if (r->n_parts > 1) dbx_printf(&title, ": %s", r->parts[0].name);
  draw_bar(l, DBX_ITEM_OPEN, op, event, dbx_text(&title), "");
  if (++l->depth > l->d->depth) l->d->depth = l->depth;
  for (uint32_t k = 0; k < r->n_parts; k++) {
    if (k) draw_bar(l, DBX_ITEM_PART, op, event, r->parts[k].name, "");
    draw_tape(l, op->tape[k]);
  }
  l->depth--;
  draw_bar(l, DBX_ITEM_CLOSE, op, event, "", "");
  dbx_buf_free(&title);
}

static void draw_tape(layout *l, const dbx_tape *t) {
  for (uint32_t i = 0; i < t->ops.n; i++) {
    const dbx_tape_op *op = &t->ops.at[i];
    if (op->region) draw_region(l, op, t->frame);
    else draw_gate(l, op, t->frame);
  }
}

dbx_circuit_drawing *dbx_circuit_draw(const dbx_trace *t, const dbx_circuit *c,
                                      const dbx_report_style *style, bool utf8) {
  dbx_circuit_drawing *d = dbx_alloc(sizeof *d);
  layout l = {.d = d, .names = dbx_tape_names_open(t, style), .utf8 = utf8};
  d->trace = t, d->circuit = c;
  add_device(&l), add_traced(&l, c->tape);
  draw_tape(&l, c->tape);
  dbx_tape_names_close(&l.names);
  dbx_map_free(&l.row_of);
  dbx_vec_free(&l.next);
  return d;
}

static uint32_t next_bar(const dbx_circuit_drawing *d, uint32_t at) {
  uint32_t column = d->n_columns;
  for (uint32_t i = at + 1; i < d->items.n; i++) {
    const dbx_circuit_item *item = &d->items.at[i];
    if (dbx_is_bar(item) && item->column > d->items.at[at].column && item->column < column)
      column = item->column;
  }
  return column;
}

void dbx_circuit_fit_titles(const dbx_circuit_drawing *d, uint32_t *width, uint32_t between,
                            uint32_t unit) {
  for (uint32_t i = 0; i < d->items.n; i++) {
    const dbx_circuit_item *item = &d->items.at[i];
    if (!dbx_is_bar(item) || !*item->label) continue;
    uint32_t end = next_bar(d, i), room = 0, wants = unit * (dbx_width_of(item->label) + 1);
    for (uint32_t c = item->column; c < end; c++) room += width[c] + between;
    if (wants > room) width[item->column] += wants - room;
  }
}

dbx_circuit_drawing *dbx_circuit_drawing_free(dbx_circuit_drawing *d) {
  if (!d) return NULL;
  for (uint32_t i = 0; i < d->rows.n; i++) free(d->rows.at[i]);
  for (uint32_t i = 0; i < d->items.n; i++) free(d->items.at[i].label), free(d->items.at[i].ends);
  dbx_vec_free(&d->rows), dbx_vec_free(&d->items);
  free(d);
  return NULL;
}

void dbx_put_circuit_results(dbx_buf *b, const dbx_circuit_drawing *d) {
  for (uint32_t i = 0; i < d->circuit->results.n; i++)
    dbx_printf(b, "returns %s\n", d->circuit->results.at[i].text);
}
