// The tape as a table (see tape.h).
#include "viz/draw/tape.h"

#include "prim/prim.h"
#include "viz/names/passes.h"
#include "viz/text/spans.h"
#include "viz/text/table.h"
#include "viz/text/text.h"
#include <inttypes.h>
#include <string.h>

// ---- names ----

dbx_tape_names dbx_tape_names_open(const dbx_trace *t, const dbx_report_style *style) {
  dbx_tape_names n = {.trace = t};
  n.names = dbx_naming_now(t, style->so_far, dbx_naming_of(style));
  for (uint32_t i = 0; i < t->events.n; i++) {
    const dbx_ev_name *x = &t->events.at[i].u.name;
    if (t->events.at[i].kind != DBX_EV_NAME || !x->variable) continue;
    if (!dbx_map_find(&n.source, x->variable)) dbx_map_put(&n.source, x->variable, x->name);
  }
  return n;
}

void dbx_tape_names_close(dbx_tape_names *n) {
  n->names = dbx_naming_free(n->names);
  dbx_map_free(&n->source);
}

static dbx_sym source_of(const dbx_tape_names *n, dbx_var v) {
  for (; v; v = dbx_var_at(v)->referent) {
    uint64_t *name = dbx_map_find(&n->source, v &= DBX_HANDLE);
    if (name) return (dbx_sym)*name;
  }
  return 0;
}

static void put_letter(dbx_buf *b, const dbx_tape_names *n, dbx_atom a) {
  if (!dbx_put_tracer(b, n->names, NULL, a)) dbx_putc(b, '_');
}

// What the program calls it, then the letter of the Jaxpr.
static void put_named(dbx_buf *b, const dbx_tape_names *n, dbx_var v) {
  dbx_sym name = dbx_naming_is_by_source(n->names) ? 0 : source_of(n, v);
  if (name) dbx_put_clean(b, dbx_sym_text(name), dbx_sym_len(name), 0), dbx_put(b, " = ");
  put_letter(b, n, v);
}

static void put_constant(dbx_buf *b, const dbx_val *v) {
  switch (v->kind) {
  case DBX_V_BOOL: dbx_put(b, v->i ? "True" : "False"); return;
  case DBX_V_INT: dbx_printf(b, "%" PRId64, v->i); return;
  case DBX_V_FLOAT: dbx_put_scalar(b, dbx_scalar_f(v->c[0]), DBX_F64); return;
  case DBX_V_ARRAY:
    if (dbx_aval_at(dbx_val_aval(v))->rank) dbx_put(b, dbx_aval_text(dbx_val_aval(v)));
    else dbx_put_scalar(b, dbx_array_at(v->array, 0), v->array->dtype);
    return;
  default: dbx_put(b, dbx_is_arraylike(v) ? dbx_aval_text(dbx_val_aval(v)) : "...");
  }
}

void dbx_put_tape_value(dbx_buf *b, const dbx_tape_names *n, const dbx_val *v, bool typed) {
  if (v->kind != DBX_V_TRACER) {
    put_constant(b, v);
    return;
  }
  put_named(b, n, v->tracer);
  if (!typed) return;
  dbx_putc(b, ':');
  dbx_put_type(b, n->names, dbx_var_aval(v->tracer), "_", false);
}

// The words of the source for a tracer: its name, or the expression that computes it.
static bool put_words(dbx_buf *b, const dbx_tape_names *n, const dbx_val *v) {
  enum { MOST = 16 };
  if (v->kind != DBX_V_TRACER) return false;
  dbx_sym name = source_of(n, v->tracer);
  dbx_buf words = {0};
  if (name) dbx_put_clean(&words, dbx_sym_text(name), dbx_sym_len(name), 0);
  else (void)dbx_put_length_words(&words, v->tracer);
  bool any = words.n && words.n <= MOST && !memchr(words.at, '\n', words.n);
  if (any) dbx_put(b, dbx_text(&words));
  dbx_buf_free(&words);
  return any;
}

void dbx_put_tape_wire(dbx_buf *b, const dbx_tape_names *n, const dbx_val *v) {
  if (!put_words(b, n, v)) dbx_put_tape_value(b, n, v, false);
}

// ---- one operation ----

typedef void (*put_value)(dbx_buf *b, const dbx_tape_names *n, const dbx_val *v);

static void put_wires(dbx_buf *b, const dbx_tape_names *n, const dbx_tape_op *op, put_value put) {
  for (uint32_t i = 0; i < op->controls.n; i++) {
    dbx_put(b, i ? ", " : "");
    put(b, n, &op->controls.at[i]);
    dbx_put(b, op->control_values[i] ? "" : " (0)");
  }
  if (op->controls.n) dbx_put(b, " ->");
  for (uint32_t i = 0; i < op->wires.n; i++) {
    dbx_put(b, i ? ", " : op->controls.n ? " " : "");
    put(b, n, &op->wires.at[i]);
  }
}

// What the first pass computed for it, and the tracers that it made for its results.
static void put_cached(dbx_buf *b, const dbx_tape_names *n, const dbx_tape_op *op) {
  for (uint32_t i = 0; i < op->params.n; i++) {
    if (i) dbx_put(b, ", ");
    dbx_put_tape_value(b, n, &op->params.at[i], true);
  }
  if (op->bit) {
    dbx_put(b, "gives ");
    dbx_put_tape_value(b, n, &(dbx_val){.kind = DBX_V_TRACER, .tracer = op->bit}, true);
  }
  for (uint32_t i = 0, k = 0; op->region && i < op->region->results.n; i++) {
    dbx_atom a = op->region->results.at[i];
    if (dbx_is_literal(a) || dbx_aval_at(dbx_var_aval(a & DBX_HANDLE))->dtype == DBX_QREG) continue;
    dbx_put(b, k++ ? ", " : "gives ");
    dbx_put_tape_value(b, n, &(dbx_val){.kind = DBX_V_TRACER, .tracer = a & DBX_HANDLE}, true);
  }
}

// ---- the equations of the second pass ----

static void put_atoms(dbx_buf *b, const dbx_tape_names *n, const dbx_atom *at, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    dbx_put(b, i ? " " : "");
    put_letter(b, n, at[i]);
  }
}

// As captures are shown: what is taken, and what it stands for.
static void put_second(dbx_buf *b, const dbx_tape_names *n, const dbx_eqn *e) {
  dbx_qubit_move move = dbx_qubit_move_of(e);
  if (move) {
    dbx_printf(b, "%s ", dbx_move_word(move));
    dbx_put_move(b, n->names, e);
  } else {
    if (e->n_out) put_atoms(b, n, e->out, e->n_out), dbx_put(b, " = ");
    const dbx_param *op = dbx_eqn_param(e, DBX_S_op);
    dbx_put(b, e->prim->name);
    if (op) dbx_printf(b, "[%s]", dbx_sym_text(op->text));
    if (e->n_in) dbx_putc(b, ' ');
    put_atoms(b, n, e->in, e->n_in);
  }
}

// A line for each equation of this frame between two events.
static void put_equations(dbx_buf *b, const dbx_tape_names *n, const dbx_frame *f, uint32_t first,
                          uint32_t last) {
  bool any = false;
  for (uint32_t i = first; i < last && i < n->trace->events.n; i++) {
    const dbx_eqn *e =
        f->id == n->trace->events.at[i].frame ? dbx_event_eqn(&n->trace->events.at[i]) : NULL;
    if (!e) continue;
    if (any) dbx_putc(b, '\n');
    put_second(b, n, e);
    any = true;
  }
}

// ---- the table ----

typedef struct listing {
  dbx_tape_names names;
  dbx_table table;
  const dbx_circuit *circuit;
} listing;
enum { OPERATION, CACHED, WIRES, SECOND };

static dbx_row *operation_row(listing *l, const dbx_tape_op *op, uint32_t depth, const char *lead) {
  dbx_row *r = dbx_table_add(&l->table);
  if (op->number && !*lead) dbx_printf(&r->cell[OPERATION], "%3u  ", op->number);
  else dbx_put(&r->cell[OPERATION], "     ");
  dbx_pad(&r->cell[OPERATION], 2 * (int)depth);
  dbx_put(&r->cell[OPERATION], lead);
  dbx_put_tape_name(&r->cell[OPERATION], op);
  put_cached(&r->cell[CACHED], &l->names, op);
  put_wires(&r->cell[WIRES], &l->names, op, dbx_put_tape_wire);
  return r;
}

static void level(listing *l, const dbx_tape *program, const dbx_tape *expanded, uint32_t depth);

// Did it become regions of another kind: the adjoint of a loop in the place of a control?
static bool has_other_regions(const dbx_tape_op *program, const dbx_tape_op *op) {
  return !program->region || !program->tape || program->region->n_parts != op->region->n_parts;
}

// program: the same regions as they were before the expansion; NULL: they were not remembered.
static void regions(listing *l, const dbx_tape_op *program, const dbx_tape_op *op, uint32_t depth) {
  if (program && has_other_regions(program, op)) program = NULL;
  for (uint32_t i = 0; i < op->region->n_parts; i++) {
    if (op->region->n_parts > 1) {
      dbx_row *r = dbx_table_add(&l->table);
      dbx_put(&r->cell[OPERATION], "     ");
      dbx_pad(&r->cell[OPERATION], 2 * (int)depth + 2);
      dbx_printf(&r->cell[OPERATION], "%s:", op->region->parts[i].name);
    }
    level(l, program ? program->tape[i] : NULL, op->tape[i], depth + 1);
    const dbx_frame *f = op->tape[i]->frame;
    const dbx_tape *t = op->tape[i];
    uint32_t from = t->ops.n ? t->ops.at[t->ops.n - 1].last : op->first;
    dbx_buf back = {0};
    put_equations(&back, &l->names, f, from, op->last);
    if (back.n) {
      dbx_row *r = dbx_table_add(&l->table);
      dbx_put(&r->cell[SECOND], dbx_text(&back));
    }
    dbx_buf_free(&back);
  }
}

static bool is_as_before(const dbx_tape_op *a, const dbx_tape_op *b) {
  dbx_buf x = {0}, y = {0};
  dbx_put_tape_name(&x, a), dbx_put_tape_name(&y, b);
  bool same = !strcmp(dbx_text(&x), dbx_text(&y)) && a->wires.n == b->wires.n &&
              a->controls.n == b->controls.n;
  dbx_buf_free(&x), dbx_buf_free(&y);
  return same;
}

// An operation of the program, and behind it those that it was expanded to.
static void group(listing *l, const dbx_tape_op *before, const dbx_tape *t, uint32_t first,
                  uint32_t n, uint32_t depth) {
  bool one = n == 1 && (!before || is_as_before(before, &t->ops.at[first]));
  if (before && !one) {
    dbx_row *r = operation_row(l, before, depth, "");
    if (!n) dbx_put(&r->cell[SECOND], "nothing: it is made of no gates");
  }
  for (uint32_t i = first; i < first + n; i++) {
    const dbx_tape_op *op = &t->ops.at[i];
    dbx_row *r = operation_row(l, op, depth, one ? "" : "-> ");
    put_equations(&r->cell[SECOND], &l->names, t->frame, op->first, op->last);
    if (op->region) regions(l, before, op, depth);
  }
}

static void level(listing *l, const dbx_tape *program, const dbx_tape *expanded, uint32_t depth) {
  uint32_t at = 0;
  for (uint32_t i = 0; program && i < program->ops.n; i++) {
    const dbx_tape_op *op = &program->ops.at[i];
    uint32_t n = 0;
    while (at + n < expanded->ops.n && expanded->ops.at[at + n].number == op->number) n++;
    group(l, op, expanded, at, n, depth);
    at += n;
  }
  for (; at < expanded->ops.n; at++) group(l, NULL, expanded, at, 1, depth);
}

static void heading(dbx_buf *b, const dbx_circuit *c) {
  dbx_printf(b, "circuit %s on %" PRId64 " wire%s   ", dbx_sym_text(c->name), c->wires,
             c->wires == 1 ? "" : "s");
  dbx_put_span(b, c->span);
  dbx_putc(b, '\n');
}

static void result_rows(listing *l) {
  const dbx_circuit *c = l->circuit;
  for (uint32_t i = 0; i < c->results.n; i++) {
    const dbx_tape_result *m = &c->results.at[i];
    dbx_row *r = dbx_table_add(&l->table);
    dbx_put(&r->cell[OPERATION], "     ");
    dbx_put_clean(&r->cell[OPERATION], m->text, strlen(m->text), 0);
    put_equations(&r->cell[SECOND], &l->names, c->frame, m->first, m->last);
  }
}

// What is bound before the first operation.
static void opening_row(listing *l) {
  const dbx_circuit *c = l->circuit;
  dbx_row *r = dbx_table_add(&l->table);
  uint32_t to = c->tape->ops.n ? c->tape->ops.at[0].first : c->last[2];
  if (!c->tape->ops.n && c->results.n) to = c->results.at[0].first;
  put_equations(&r->cell[SECOND], &l->names, c->frame, c->first[2], to);
}

// ---- the passes ----

// Equations of the circuit's own frame, by their pass.
static void put_pass(dbx_buf *b, listing *l, dbx_pass pass) {
  const dbx_circuit *c = l->circuit;
  uint32_t n = 0;
  dbx_buf names = {0};
  for (uint32_t i = c->first[1]; i < c->last[2]; i++) {
    const dbx_event *e = &l->names.trace->events.at[i];
    const dbx_eqn *q = e->frame == c->frame->id ? dbx_event_eqn(e) : NULL;
    if (!q || dbx_event_pass(l->names.trace, i) != pass) continue;
    dbx_atom to = q->n_out == 1 ? dbx_naming_subst(l->names.names, c->frame, q->out[0]) : 0;
    if (to && to != (q->out[0] & DBX_HANDLE)) continue; // folded
    n++;
    for (uint32_t k = 0; k < q->n_out; k++)
      dbx_put(&names, " "), put_letter(&names, &l->names, q->out[k]);
  }
  dbx_printf(b, "  %s  %u equation%s%s%s\n", dbx_pass_words(pass), n, n == 1 ? "" : "s",
             names.n ? ":" : "", dbx_text(&names));
  dbx_buf_free(&names);
}

static void put_failed(dbx_buf *b, const dbx_circuit *c) {
  dbx_printf(b, "  its %s pass did not come to its end\n", c->tape ? "second" : "first");
}

static void changes(dbx_buf *b, const dbx_circuit *c, listing *l);

void dbx_put_tape(dbx_buf *b, const dbx_trace *t, const dbx_circuit *c,
                  const dbx_report_style *style) {
  listing l = {.names = dbx_tape_names_open(t, style), .circuit = c};
  heading(b, c);
  if (!c->tape || !c->last[2]) {
    put_failed(b, c);
    dbx_tape_names_close(&l.names);
    return;
  }
  if (c->changed) changes(b, c, &l);
  dbx_row *head = dbx_table_add(&l.table);
  dbx_put(&head->cell[OPERATION], "the tape"), dbx_put(&head->cell[CACHED], "cached");
  dbx_put(&head->cell[WIRES], "wires"), dbx_put(&head->cell[SECOND], "the second pass");
  opening_row(&l);
  level(&l, c->changed ? c->changed : c->program, c->tape, 0);
  result_rows(&l);
  dbx_put_table(b, &l.table, 2, dbx_table_width(&l.table) + 2 > (uint32_t)style->width);
  put_pass(b, &l, DBX_PASS_ONE);
  put_pass(b, &l, DBX_PASS_BETWEEN);
  put_pass(b, &l, DBX_PASS_TWO);
  dbx_table_free(&l.table);
  dbx_tape_names_close(&l.names);
}

// ---- what transformations changed ----

static const dbx_tape_op *find(const dbx_tape *t, uint32_t number) {
  for (uint32_t i = 0; i < t->ops.n; i++) {
    const dbx_tape_op *op = &t->ops.at[i];
    if (op->number == number) return op;
    for (uint32_t k = 0; op->region && k < op->region->n_parts; k++) {
      const dbx_tape_op *inside = find(op->tape[k], number);
      if (inside) return inside;
    }
  }
  return NULL;
}

static void missing(listing *l, const dbx_tape *t, const dbx_tape *other, const char *sign) {
  for (uint32_t i = 0; i < t->ops.n; i++) {
    const dbx_tape_op *op = &t->ops.at[i];
    if (!find(other, op->number)) {
      dbx_row *r = operation_row(l, op, 0, "");
      dbx_buf line = {0};
      dbx_printf(&line, "%s%s", sign, dbx_text(&r->cell[OPERATION]));
      dbx_clear(&r->cell[OPERATION]);
      dbx_put(&r->cell[OPERATION], dbx_text(&line));
      dbx_buf_free(&line);
    }
    for (uint32_t k = 0; op->region && k < op->region->n_parts; k++)
      missing(l, op->tape[k], other, sign);
  }
}

static void changes(dbx_buf *b, const dbx_circuit *c, listing *l) {
  listing d = {.names = l->names, .circuit = c};
  missing(&d, c->program, c->changed, "-"), missing(&d, c->changed, c->program, "+");
  dbx_printf(b, "  changed by %s:%s\n", c->changes, d.table.rows.n ? "" : " nothing");
  dbx_put_table(b, &d.table, 2, false);
  dbx_table_free(&d.table);
}

// ---- one operation to a line ----

// Letters of two tapes are others even where nothing changed.
static void put_plain(dbx_buf *b, const dbx_tape_names *n, const dbx_val *v) {
  if (put_words(b, n, v)) return;
  if (v->kind == DBX_V_TRACER) dbx_put(b, dbx_aval_text(dbx_var_aval(v->tracer)));
  else put_constant(b, v);
}

static void lines(dbx_buf *b, const dbx_tape_names *n, const dbx_tape *t, int depth) {
  for (uint32_t i = 0; i < t->ops.n; i++) {
    const dbx_tape_op *op = &t->ops.at[i];
    dbx_pad(b, 2 * depth);
    dbx_put_tape_name(b, op);
    for (uint32_t k = 0; k < op->params.n; k++) {
      dbx_put(b, k ? ", " : "(");
      put_plain(b, n, &op->params.at[k]);
    }
    dbx_put(b, op->params.n ? ")  " : "  ");
    put_wires(b, n, op, put_plain);
    while (b->n && b->at[b->n - 1] == ' ') b->n--;
    dbx_putc(b, '\n');
    for (uint32_t k = 0; op->region && k < op->region->n_parts; k++) {
      if (op->region->n_parts > 1) {
        dbx_pad(b, 2 * depth + 1);
        dbx_printf(b, "%s:\n", op->region->parts[k].name);
      }
      lines(b, n, op->tape[k], depth + 1);
    }
  }
}

void dbx_put_tape_lines(dbx_buf *b, const dbx_trace *t, const dbx_circuit *c) {
  dbx_tape_names n = dbx_tape_names_open(t, &(dbx_report_style){0});
  if (c->tape) lines(b, &n, c->tape, 0);
  for (uint32_t i = 0; i < c->results.n; i++) dbx_printf(b, "%s\n", c->results.at[i].text);
  dbx_tape_names_close(&n);
}
