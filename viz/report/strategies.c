// Tries a loop with each strategy and puts the outcomes side by side (see strategies.h).
#include "viz/report/strategies.h"

#include "trace/attempt.h"
#include "viz/names/lists.h"
#include "viz/text/spans.h"
#include "viz/text/text.h"
#include <string.h>

typedef struct outcome {
  bool accepted;
  dbx_buf verdict, lists, cost, equation;
} outcome;

// ---- the equation alone ----

static void add_input(dbx_jaxpr *j, dbx_map *seen, dbx_atom a) {
  if (dbx_is_literal(a) || dbx_map_find(seen, a)) return;
  const dbx_aval_info *v = dbx_aval_at(dbx_var_aval(a));
  for (uint32_t k = 0; k < v->rank; k++)
    if (dbx_dim_is_var(v->dims[k])) add_input(j, seen, (dbx_atom)dbx_dim_value(v->dims[k]));
  dbx_map_put(seen, a, 1);
  j->invars[j->n_in++] = a;
}

// A Jaxpr of nothing but the loop: its operands are the arguments, its results the results.
static dbx_jaxpr *alone(const dbx_bind *bind) {
  dbx_arena *arena = &bind->frame->trace->arena;
  dbx_jaxpr *j = DBX_NEW(arena, dbx_jaxpr);
  dbx_map seen = {0};
  uint32_t room = bind->operands.n;
  for (uint32_t i = 0; i < bind->operands.n; i++)
    room += dbx_aval_at(dbx_atom_aval(bind->operands.at[i]))->rank;
  j->invars = DBX_NEWN(arena, dbx_var, room + 1);
  for (uint32_t i = 0; i < bind->operands.n; i++) add_input(j, &seen, bind->operands.at[i]);
  j->eqns = dbx_arena_copy(arena, &bind->frame->eqns.at[bind->frame->eqns.n - 1], sizeof *j->eqns);
  j->n_eqns = 1;
  j->outs = bind->results.at;
  j->n_out = bind->results.n;
  dbx_map_free(&seen);
  return j;
}

// ---- one strategy ----

static const char *plural(uint32_t n) { return n == 1 ? "" : "s"; }

static void put_cost(dbx_buf *b, const dbx_bind *bind) {
  uint32_t changing = 0;
  for (uint32_t i = 0, last = UINT32_MAX; i < bind->n_slots; i++) {
    if (bind->slots[i].group == DBX_FIXED || bind->slots[i].carry == last) continue;
    last = bind->slots[i].carry;
    changing++;
  }
  dbx_printf(b, "%u length%s carried\n", bind->n_groups, plural(bind->n_groups));
  if (changing)
    dbx_printf(b, "%u array%s of any size: a new buffer each trip", changing, plural(changing));
  else dbx_put(b, "arrays of one size: buffers are used again");
  if (bind->resizing == DBX_INFER)
    dbx_printf(b, "\n%u round%s of tracing", bind->n_rounds, plural(bind->n_rounds));
}

static void put_sig(dbx_buf *b, const dbx_view *v, const char *title, const dbx_sig *s) {
  dbx_printf(b, "\n%s (", title);
  for (uint32_t i = 0; i < s->n; i++) {
    if (i) dbx_put(b, ", ");
    dbx_put_type(b, v->names, s->aval[i], "_", false);
    if (!s->expl[i]) dbx_put(b, " implicit");
  }
  dbx_putc(b, ')');
}

static void put_lists(dbx_buf *b, const dbx_view *v, const dbx_bind *bind) {
  const dbx_part *p = &bind->parts[bind->n_parts - 1];
  dbx_put_list(b, v, bind->frame, p->collapsed_inputs.at, p->collapsed_inputs.n);
  dbx_put(b, " -> ");
  dbx_put_list(b, v, bind->frame, p->expanded_inputs.at, p->expanded_inputs.n);
  put_sig(b, v, "in_type", &p->in_type);
  put_sig(b, v, "out_type", &p->out_type);
  dbx_put(b, "\ngives ");
  for (uint32_t i = 0; i < bind->results.n; i++) {
    if (i) dbx_put(b, ", ");
    if (!dbx_put_tracer(b, v->names, bind->frame, bind->results.at[i])) dbx_putc(b, '_');
    dbx_putc(b, ':');
    dbx_put_type(b, v->names, dbx_var_aval(bind->results.at[i]), "_", false);
  }
}

static void describe(outcome *o, const dbx_bind *bind, const dbx_report_style *style) {
  dbx_jaxpr *j = alone(bind);
  dbx_naming *letters =
      dbx_naming_new(bind->frame->trace, j, dbx_naming_of(style) & ~(unsigned)DBX_NAMING_DRAFT);
  dbx_view v = {style, letters};
  dbx_put(&o->verdict, "accepted");
  put_lists(&o->lists, &v, bind);
  put_cost(&o->cost, bind);
  dbx_print_jaxpr(&o->equation, j, &(dbx_print_opts){.width = style->width});
  dbx_naming_free(letters);
}

static void refuse(outcome *o, const dbx_report_style *style) {
  uint32_t width = style->width > 30 ? (uint32_t)style->width - 10 : 70; // beside the name
  dbx_diag *d = dbx_diag_take();
  dbx_buf text = {0};
  if (!d) return dbx_put(&o->verdict, "refused"); // what stopped it was told elsewhere
  dbx_printf(&text, "refused (%s): %s", dbx_code_name(d->code), d->message);
  dbx_put_wrapped(&o->verdict, dbx_text(&text), 0, 0, width);
  dbx_buf_free(&text);
  dbx_diag_free(d);
}

static void attempt(outcome *o, dbx_resizing r, const dbx_loop_call *c,
                    const dbx_report_style *style) {
  dbx_trace *t = dbx_trace_current();
  uint32_t at = t->binds.n;
  dbx_leaves ret;
  dbx_attempt *a = dbx_attempt_begin();
  o->accepted = c->bind(c, r, &ret) == DBX_OK;
  if (!o->accepted) refuse(o, style);
  else describe(o, t->binds.at[at], style);
  dbx_attempt_undo(a);
}

// ---- side by side ----

static size_t first_difference(const char *a, const char *b) { // where its line begins in b
  size_t line = 0;
  for (size_t i = 0; a[i] == b[i] && b[i]; i++)
    if (b[i] == '\n') line = i + 1;
  return line;
}

static void put_equation(dbx_buf *b, const outcome *o, const outcome *first) {
  const char *text = dbx_text(&o->equation);
  size_t mark = o == first ? SIZE_MAX : first_difference(dbx_text(&first->equation), text);
  for (size_t i = 0; i < o->equation.n;) {
    size_t n = strcspn(text + i, "\n");
    dbx_printf(b, "  %c %.*s\n", i == mark ? '>' : ' ', (int)n, text + i);
    i += n + 1;
  }
}

// The first strategy with the same equation as strategy i.
static unsigned same_as(const outcome *o, unsigned i) {
  for (unsigned k = 0; k < i; k++)
    if (o[k].accepted && !strcmp(dbx_text(&o[k].equation), dbx_text(&o[i].equation))) return k;
  return i;
}

static void put_equations(dbx_buf *b, const outcome *o) {
  const outcome *first = NULL;
  for (unsigned i = 0; i < DBX_STRATEGIES; i++) {
    if (!o[i].accepted) continue;
    unsigned same = same_as(o, i);
    if (!first) first = &o[i];
    if (same < i) {
      dbx_printf(b, "%s: as %s\n", dbx_strategy_words[i], dbx_strategy_words[same]);
    } else {
      dbx_printf(b, "%s:\n", dbx_strategy_words[i]);
      put_equation(b, &o[i], first);
    }
  }
}

static void drop(outcome *o) {
  for (int i = 0; i < DBX_STRATEGIES; i++) {
    dbx_buf_free(&o[i].verdict), dbx_buf_free(&o[i].lists);
    dbx_buf_free(&o[i].cost), dbx_buf_free(&o[i].equation);
  }
}

static void put_cell(dbx_buf *to, const dbx_buf *from) { dbx_putn(to, from->at, from->n); }

void dbx_put_strategies(dbx_buf *b, const dbx_loop_call *c, const dbx_report_style *style) {
  outcome o[DBX_STRATEGIES] = {0};
  dbx_printf(b, "%s: strategies (the program asks for %s)\n", dbx_sym_text(c->body->name),
             dbx_strategy_words[c->own]);
  for (int i = 0; i < DBX_STRATEGIES; i++) {
    dbx_table t = {0};
    attempt(&o[i], (dbx_resizing)i, c, style);
    dbx_row *r = dbx_table_add(&t);
    dbx_put(&r->cell[0], dbx_strategy_words[i]);
    for (size_t k = strlen(dbx_strategy_words[i]); k < 6; k++) dbx_putc(&r->cell[0], ' ');
    put_cell(&r->cell[3], &o[i].verdict);
    if (o[i].accepted) {
      dbx_putc(&r->cell[3], '\n');
      put_cell(&r->cell[3], &o[i].lists);
      dbx_putc(&r->cell[3], '\n');
      put_cell(&r->cell[3], &o[i].cost);
    }
    dbx_put_table(b, &t, 2, false);
    dbx_table_free(&t);
  }
  put_equations(b, o);
  drop(o);
}

// ---- JSON ----

static void key_text(dbx_json *j, const char *key, const char *s) {
  dbx_json_key(j, key);
  dbx_put_json_text(j, s);
}

static void key_int(dbx_json *j, const char *key, int64_t i, bool known) {
  dbx_json_key(j, key);
  known ? dbx_json_int(j, i) : dbx_json_null(j);
}

static int64_t line_of(const char *s, size_t at) {
  int64_t line = 0;
  for (size_t i = 0; i < at; i++) line += s[i] == '\n';
  return line;
}

static void put_outcome(dbx_json *j, const outcome *o, unsigned i, const outcome *first) {
  const char *text = dbx_text(&o[i].equation);
  unsigned same = o[i].accepted ? same_as(o, i) : i;
  bool differs = o[i].accepted && strcmp(dbx_text(&first->equation), text);
  dbx_json_open(j, '{');
  key_text(j, "strategy", dbx_strategy_words[i]);
  key_text(j, "asked", dbx_strategy_phrases[i]);
  dbx_json_key(j, "accepted");
  dbx_json_bool(j, o[i].accepted);
  key_text(j, "verdict", dbx_text(&o[i].verdict));
  key_text(j, "lists", dbx_text(&o[i].lists));
  key_text(j, "cost", dbx_text(&o[i].cost));
  key_text(j, "equation", text);
  dbx_json_key(j, "as");
  same < i ? dbx_json_str(j, dbx_strategy_words[same]) : dbx_json_null(j);
  key_int(j, "differs",
          differs ? line_of(text, first_difference(dbx_text(&first->equation), text)) : 0, differs);
  dbx_json_close(j, '}');
}

void dbx_put_strategies_json(dbx_json *j, const dbx_loop_call *c, const dbx_report_style *style) {
  outcome o[DBX_STRATEGIES] = {0}, *first = NULL;
  dbx_json_open(j, '{');
  key_text(j, "loop", dbx_sym_text(c->body->name));
  key_text(j, "own", dbx_strategy_words[c->own]);
  for (int i = 0; i < DBX_STRATEGIES; i++) {
    attempt(&o[i], (dbx_resizing)i, c, style);
    if (!first && o[i].accepted) first = &o[i];
  }
  dbx_json_key(j, "strategies");
  dbx_json_open(j, '[');
  for (int i = 0; i < DBX_STRATEGIES; i++) put_outcome(j, o, i, first);
  dbx_json_close(j, ']');
  dbx_json_close(j, '}');
  drop(o);
}
