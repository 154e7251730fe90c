// :real: is a mismatch real, or does only the trace not know that two lengths are equal? The
// program (or the function that failed) is run eagerly at small sizes, where every length is a
// number.
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/session/line.h"
#include "cmd/session/program.h"

#include "trace/nested.h"
#include <inttypes.h>
#include <string.h>

enum { MOST_TRIALS = 256, MOST_SIZES = 8 };

// The sizes that vary: implicit arguments and integers.
typedef struct size {
  const char *name;
  dbx_var var; // of a program; 0: entry of a function's in_type
  uint32_t entry;
} size;

typedef struct query {
  size sizes[MOST_SIZES];
  uint32_t n;
  int64_t at[MOST_SIZES]; // of the trial
  int64_t values;         // each goes from 0 to values - 1
  const dbx_trace *trace; // of a function; NULL: the program
  dbx_diag *failure;      // of the trial
} query;

// ---- one trial ----

static int64_t value_of(query *q, dbx_dim d) {
  if (dbx_dim_is_int(d)) return dbx_dim_value(d);
  for (uint32_t i = 0; i < q->n; i++) {
    const size *s = &q->sizes[i];
    if (dbx_dim_kind_of(d) == DBX_DIM_DB ? !s->var && s->entry == dbx_dim_value(d)
                                         : s->var == (dbx_var)dbx_dim_value(d))
      return q->at[i];
  }
  return 1;
}

// An argument as an expression: sizes by their values, arrays of ones, other numbers 1.
static void put_argument(query *q, dbx_buf *b, dbx_aval a, int64_t value) {
  const dbx_aval_info *t = dbx_aval_at(a);
  if (value >= 0) {
    dbx_printf(b, "%" PRId64, value);
    return;
  }
  dbx_put(b, "jnp.ones((");
  for (uint32_t k = 0; k < t->rank; k++) dbx_printf(b, "%" PRId64 ",", value_of(q, t->dims[k]));
  dbx_printf(b, "), jnp.%s%s)", dbx_dtype_name(t->dtype), t->dtype == DBX_BOOL ? "_" : "");
}

static dbx_status run_text(const char *text) {
  dbx_module *m;
  pv ignored;
  DBX_TRY(lang_load(dbx_source_add("<real>", text, strlen(text)), &m, NULL));
  for (uint32_t i = 0; i < m->root->l.n; i++)
    if (!program_is_declaration(m->root->l.at[i]))
      DBX_TRY(lang_exec_statement(m->root->l.at[i], &ignored));
  return DBX_OK;
}

static int64_t size_at(query *q, uint32_t entry, dbx_var v) {
  for (uint32_t i = 0; i < q->n; i++)
    if (v ? q->sizes[i].var == v : q->sizes[i].entry == entry) return q->at[i];
  return -1;
}

static dbx_status assign_inputs(query *q, bool implicit) {
  uint32_t n;
  dbx_status st = DBX_OK;
  const program_input *in = program_inputs(implicit, &n);
  for (uint32_t i = 0; st == DBX_OK && i < n; i++) {
    dbx_buf b = {0};
    dbx_printf(&b, "%s = ", dbx_sym_text(in[i].name));
    put_argument(q, &b, dbx_var_aval(in[i].var), size_at(q, 0, in[i].var));
    st = run_text(dbx_text(&b));
    dbx_buf_free(&b);
  }
  return st;
}

// The lines of the program once more, and the one that failed.
static dbx_status run_program(query *q) {
  uint32_t lines = line_count();
  bool *inside = DBX_TMP(bool, lines + 1);
  for (uint32_t i = 0; i < lines; i++) inside[i] = line_part_of(i) == LINE_OF_PROGRAM;
  dbx_trace *t = dbx_trace_suspend();
  dbx_status st = assign_inputs(q, true);
  if (st == DBX_OK) st = assign_inputs(q, false);
  for (uint32_t i = 0; st == DBX_OK && i < lines; i++)
    if (inside[i] && line_text(i)[0] != ':') st = run_text(line_text(i));
  if (st == DBX_OK && line_failed()) st = run_text(line_failed());
  dbx_trace_resume(t);
  return st;
}

// The function itself, also of a definition that was refused.
static dbx_status plain_function(query *q, pv *ret) {
  *ret = lang_compiled(q->trace->function);
  if (ret->tag != PV_UNBOUND) return lang_getattr(*ret, dbx_intern("__wrapped__"), ret);
  *ret = dict_get_sym(lang_now->globals, q->trace->function);
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  return dbx_fail(DBX_E201, (dbx_span){0}, "the function '%s' is no longer there",
                  dbx_sym_text(q->trace->function));
}

static dbx_status call_with(query *q, pv arguments) {
  uint32_t mark = lang_pins();
  pv f, ignored;
  lang_pin(arguments);
  dbx_status st = plain_function(q, &f);
  if (st == DBX_OK) st = lang_call(f, SEQ(arguments)->at, SEQ(arguments)->n, &ignored);
  lang_unpin(mark);
  return st;
}

static dbx_status run_function(query *q) {
  const dbx_sig *s = &q->trace->in_type;
  pv arguments;
  dbx_buf b = {0};
  dbx_putc(&b, '(');
  for (uint32_t i = 0; i < s->n; i++) {
    if (!s->expl[i]) continue;
    put_argument(q, &b, s->aval[i], size_at(q, i, 0));
    dbx_put(&b, ", ");
  }
  if (b.n == 1) dbx_putc(&b, ' ');
  dbx_putc(&b, ')');
  dbx_trace *t = dbx_trace_suspend();
  dbx_status st = lang_eval_text("<real>", dbx_text(&b), &arguments);
  if (st == DBX_OK) st = call_with(q, arguments);
  dbx_trace_resume(t);
  dbx_buf_free(&b);
  return st;
}

static dbx_status trial(void *ctx) {
  query *q = ctx;
  void (*say)(void *ctx, const char *s, size_t n) = lang_now->print;
  dbx_scratch_mark m = dbx_scratch_here();
  lang_now->print = lang_print_nothing;
  dbx_status st = run_text("import jax.numpy as jnp\n");
  if (st == DBX_OK) st = q->trace ? run_function(q) : run_program(q);
  lang_now->print = say;
  dbx_scratch_release(m);
  q->failure = st == DBX_OK ? NULL : dbx_diag_take();
  return DBX_OK;
}

// ---- all of them ----

static void put_sizes(query *q, dbx_buf *b, const int64_t *at) {
  for (uint32_t i = 0; i < q->n; i++)
    dbx_printf(b, "%s%s = %" PRId64, i ? ", " : "", q->sizes[i].name, at[i]);
}

static bool next(query *q) {
  for (uint32_t i = q->n; i-- > 0;) {
    if (++q->at[i] < q->values) return true;
    q->at[i] = 0;
  }
  return false;
}

typedef struct outcome {
  int64_t at[MOST_SIZES];
  bool runs;
} outcome;
typedef dbx_vec(outcome) outcomes;

// Does it run exactly where two of the sizes are equal (or, with `or_one`, one of them is 1)?
static bool depends_on_equality(query *q, const outcomes *l, bool or_one, uint32_t *a,
                                uint32_t *b) {
  for (*a = 0; *a < q->n; ++*a)
    for (*b = *a + 1; *b < q->n; ++*b) {
      bool fits = true;
      for (uint32_t i = 0; fits && i < l->n; i++)
        fits = l->at[i].runs == (l->at[i].at[*a] == l->at[i].at[*b] ||
                                 (or_one && (l->at[i].at[*a] == 1 || l->at[i].at[*b] == 1)));
      if (fits) return true;
    }
  return false;
}

static void put_failure(dbx_buf *b, const dbx_diag *d) {
  uint32_t line = dbx_source_place(d->span.file, d->span.begin).line;
  dbx_printf(b, "%s", dbx_sym_text(d->cls));
  if (line) dbx_printf(b, " in line %u", line);
  dbx_printf(b, ": %s\n", d->message);
}

static void put_summary(query *q, dbx_buf *b, const outcomes *l, const dbx_buf *first,
                        uint32_t run) {
  uint32_t x, y;
  dbx_printf(b, "%u trial%s", l->n, l->n == 1 ? "" : "s");
  for (uint32_t i = 0; i < q->n; i++) dbx_printf(b, ", %s", q->sizes[i].name);
  if (q->n) dbx_printf(b, " from 0 to %" PRId64, q->values - 1);
  dbx_printf(b, ": %u run, %u break\n", run, l->n - run);
  if (run == l->n) {
    dbx_put(b, line_failed()
                   ? "  nominal: at these sizes it runs; only the trace does not know that the "
                     "lengths are equal\n"
                   : "  it runs at these sizes\n");
    return;
  }
  dbx_printf(b, "  real: it breaks at %s", dbx_text(first));
  for (uint32_t i = 0; i < l->n && run; i++)
    if (l->at[i].runs) {
      dbx_put(b, "  it runs at ");
      put_sizes(q, b, l->at[i].at);
      dbx_putc(b, '\n');
      break;
    }
  for (int or_one = 0; or_one < 2; or_one++) {
    if (!depends_on_equality(q, l, or_one, &x, &y)) continue;
    dbx_printf(b, "  it runs exactly where %s == %s%s\n", q->sizes[x].name, q->sizes[y].name,
               or_one ? " or one of them is 1" : "");
    break;
  }
}

static dbx_status run_all(query *q) {
  outcomes l = {0};
  dbx_buf first = {0}, b = {0};
  dbx_status st = DBX_OK;
  uint32_t run = 0;
  q->values = 5;
  for (int64_t all;; q->values--) {
    all = 1;
    for (uint32_t i = 0; i < q->n; i++) all *= q->values;
    if (all <= MOST_TRIALS || q->values == 2) break;
  }
  memset(q->at, 0, sizeof q->at);
  do {
    outcome o = {0};
    st = line_aside(trial, q);
    if (st != DBX_OK) break;
    memcpy(o.at, q->at, sizeof o.at);
    o.runs = !q->failure;
    run += o.runs;
    if (q->failure && dbx_is_interrupt(q->failure->code)) {
      dbx_diag_put(q->failure);
      st = DBX_FAIL;
      break;
    }
    if (q->failure && !first.n)
      put_sizes(q, &first, q->at), dbx_put(&first, ": "), put_failure(&first, q->failure);
    q->failure = dbx_diag_free(q->failure);
    dbx_push(&l, o);
  } while (next(q));
  if (st == DBX_OK) put_summary(q, &b, &l, &first, run);
  show_report(&b);
  dbx_buf_free(&first);
  dbx_vec_free(&l);
  return st;
}

// ---- what varies ----

static void add_size(query *q, const char *name, dbx_var v, uint32_t entry) {
  if (q->n < MOST_SIZES) q->sizes[q->n++] = (size){name, v, entry};
}

static bool is_integer(dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  return !t->rank && dbx_is_integer(t->dtype);
}

static void sizes_of_program(query *q) {
  for (int implicit = 1; implicit >= 0; implicit--) {
    uint32_t n;
    const program_input *in = program_inputs(implicit, &n);
    for (uint32_t i = 0; i < n; i++)
      if (is_integer(dbx_var_aval(in[i].var)))
        add_size(q, dbx_sym_text(in[i].name), in[i].var, UINT32_MAX);
  }
}

// The name that the function's text has for an argument, of an implicit one that of the axis.
static const char *name_of_entry(const dbx_trace *t, uint32_t entry) {
  dbx_buf b = {0};
  dbx_var v = entry < t->frames.at[0]->invars.n ? t->frames.at[0]->invars.at[entry] : 0;
  for (uint32_t i = 0; i < t->events.n && !b.n; i++) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind != DBX_EV_NAME || e->frame != t->frames.at[0]->id) continue;
    const dbx_ev_name *x = &e->u.name;
    const dbx_aval_info *a = dbx_aval_at(dbx_tracer_aval(x->variable, NULL));
    if (x->variable == v) dbx_put(&b, dbx_sym_text(x->name));
    for (uint32_t k = 0; k < a->rank && !b.n; k++)
      if (a->dims[k] == dbx_dim_var(v)) dbx_printf(&b, "%s.shape[%u]", dbx_sym_text(x->name), k);
  }
  if (!b.n) dbx_printf(&b, "input %u", entry);
  const char *name = dbx_sym_text(dbx_intern(dbx_text(&b)));
  dbx_buf_free(&b);
  return name;
}

static void sizes_of_function(query *q, const dbx_trace *t) {
  for (uint32_t i = 0; i < t->in_type.n; i++)
    if (is_integer(t->in_type.aval[i])) add_size(q, name_of_entry(t, i), 0, i);
}

static const dbx_trace *trace_named(const char *name) {
  for (uint32_t i = lang_now->traces.n; i-- > 0;)
    if (!*name || !strcmp(dbx_sym_text(lang_now->traces.at[i]->function), name))
      return lang_now->traces.at[i];
  return NULL;
}

dbx_status cmd_real(const char *rest) {
  query of = {0}, *q = &of;
  if (!*rest && program_now() == PROGRAM_OPEN) sizes_of_program(q);
  else {
    q->trace = trace_named(rest);
    if (!q->trace)
      return dbx_fail(DBX_E201, (dbx_span){0}, "%s%s%s", *rest ? "no function " : "nothing", rest,
                      " has been traced yet; call it once");
    sizes_of_function(q, q->trace);
  }
  return run_all(q);
}
