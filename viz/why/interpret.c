// Types that a person types, read into tracers (see definitions.h): parseInputType and
// parseOutputType on a trace of their own.
#include "viz/why/definitions.h"

#include "trace/nested.h"
#include "trace/types_text.h"
#include "viz/text/table.h"
#include "viz/text/text.h"
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

typedef struct named {
  dbx_sym name;
  dbx_var var;
} named;

typedef struct interpreter {
  dbx_trace *t;
  dbx_frame *outside, *inside;
  dbx_vec(named) free; // lengths of the caller that the types name
  dbx_sig_text type, consts, inputs;
  dbx_sig operand_types;
  dbx_atom *operands, *tracers; // [*constants, *inputs]; of the type
  uint32_t n_labels;
} interpreter;

// ---- the text ----

typedef struct pieces {
  dbx_span type, consts, inputs;
} pieces;

// Where "consts=" begins outside of other words; the end if it is not there.
static uint32_t find_key(const char *text, dbx_span s, const char *key) {
  size_t n = strlen(key);
  for (uint32_t i = s.begin; i + n <= s.end; i++)
    if (!memcmp(text + i, key, n) && (i == s.begin || isspace((unsigned char)text[i - 1])))
      return i;
  return s.end;
}

static pieces take_apart(dbx_span s) {
  size_t n;
  const char *text = dbx_source_text(s.file, &n);
  uint32_t consts = find_key(text, s, "consts="), inputs = find_key(text, s, "inputs=");
  uint32_t first = consts < inputs ? consts : inputs;
  pieces p = {{s.file, s.begin, first}, {s.file, s.end, s.end}, {s.file, s.end, s.end}};
  if (consts < s.end) p.consts = (dbx_span){s.file, consts + 7, inputs > consts ? inputs : s.end};
  if (inputs < s.end) p.inputs = (dbx_span){s.file, inputs + 7, consts > inputs ? consts : s.end};
  return p;
}

// ---- names and labels ----

static void label(interpreter *x, dbx_var v, dbx_sym name) {
  dbx_buf b = {0};
  dbx_printf(&b, "t%u", ++x->n_labels);
  dbx_var_at(v)->name = name ? name : dbx_intern(dbx_text(&b));
  dbx_buf_free(&b);
}

// A name that no entry has is a length of the caller.
static dbx_var length_named(void *ctx, const char *text) {
  interpreter *x = ctx;
  dbx_sym name = dbx_intern(text);
  for (uint32_t i = 0; i < x->free.n; i++)
    if (x->free.at[i].name == name) return x->free.at[i].var;
  dbx_var v = dbx_new_arg(x->outside, dbx_aval_scalar(DBX_I64, false));
  dbx_var_at(v)->name = name;
  dbx_push(&x->free, ((named){name, v}));
  return v;
}

// ---- reading ----

static dbx_status read(interpreter *x, dbx_span s, dbx_sig_kind kind, dbx_sig_text *ret) {
  dbx_sig_names names = {length_named, x};
  return dbx_read_sig(&x->t->arena, s, kind, &names, ret);
}

// The caller's operands: their types name them, or they get labels.
static dbx_status make_operands(interpreter *x, const dbx_sig_text *s, uint32_t first) {
  DBX_TRY(dbx_check_sig(s, NULL));
  DBX_TRY(dbx_tracers_of_input(x->outside, &s->sig, x->operands + first));
  for (uint32_t i = 0; i < s->sig.n; i++) {
    label(x, x->operands[first + i], s->name[i]);
    if (s->name[i]) dbx_push(&x->free, ((named){s->name[i], x->operands[first + i]}));
    x->operand_types.aval[first + i] = s->sig.aval[i];
    x->operand_types.expl[first + i] = s->sig.expl[i];
  }
  return DBX_OK;
}

static dbx_status read_operands(interpreter *x, const pieces *p) {
  DBX_TRY(read(x, p->consts, DBX_SIG_INPUT, &x->consts));
  x->operands = DBX_NEWN(&x->t->arena, dbx_atom, x->consts.sig.n);
  x->operand_types = dbx_sig_new(&x->t->arena, x->consts.sig.n);
  DBX_TRY(make_operands(x, &x->consts, 0));
  DBX_TRY(read(x, p->inputs, DBX_SIG_INPUT, &x->inputs)); // they may name the constants
  uint32_t k = x->consts.sig.n, n = k + x->inputs.sig.n;
  dbx_sig types = dbx_sig_new(&x->t->arena, n);
  dbx_list all = dbx_list_new(&x->t->arena, n);
  for (uint32_t i = 0; i < k; i++) {
    types.aval[i] = x->operand_types.aval[i], types.expl[i] = x->operand_types.expl[i];
    all.at[i] = x->operands[i];
  }
  x->operand_types = types, x->operands = all.at;
  return make_operands(x, &x->inputs, k);
}

static dbx_status check_order(const dbx_sig_text *s) {
  for (uint32_t i = 0; i < s->sig.n; i++) {
    const dbx_aval_info *v = dbx_aval_at(s->sig.aval[i]);
    for (uint32_t k = 0; k < v->rank; k++)
      if (dbx_dim_kind_of(v->dims[k]) == DBX_DIM_OUTDB && dbx_dim_value(v->dims[k]) > i)
        return dbx_fail(DBX_E607, s->span[i],
                        "OutDBIdx(%" PRId64 ") refers to the right: parseOutputType makes the "
                        "tracers from left to right",
                        dbx_dim_value(v->dims[k]));
  }
  return DBX_OK;
}

static dbx_status check_type(interpreter *x) {
  if (dbx_check_sig(&x->type, &x->operand_types) == DBX_OK) return check_order(&x->type);
  if (x->type.kind == DBX_SIG_OUTPUT && !x->operand_types.n)
    dbx_diag_note("InDBIdx count [*constants, *inputs]: give them as types or names, for example "
                  "consts=n:i64[] inputs=i64[], f64[n]");
  return DBX_FAIL;
}

static dbx_status make_tracers(interpreter *x) {
  const dbx_sig *s = &x->type.sig;
  x->tracers = DBX_NEWN(&x->t->arena, dbx_atom, s->n);
  if (x->type.kind == DBX_SIG_OUTPUT) {
    dbx_tracers_of_output(x->outside, s, x->operands, x->tracers);
  } else {
    x->inside = dbx_frame_open(DBX_FRAME_NESTED, dbx_intern("nested"));
    DBX_TRY(dbx_tracers_of_input(x->inside, s, x->tracers));
    for (uint32_t i = 0; i < x->inside->consts.n; i++) label(x, x->inside->consts.at[i].inner, 0);
  }
  for (uint32_t i = 0; i < s->n; i++) label(x, x->tracers[i], x->type.name[i]);
  return DBX_OK;
}

// ---- showing ----

static void put_name(dbx_buf *b, dbx_atom a) { dbx_put(b, dbx_sym_text(dbx_var_at(a)->name)); }

static void put_length(dbx_buf *b, dbx_dim d) {
  if (dbx_dim_is_var(d)) put_name(b, (dbx_atom)dbx_dim_value(d));
  else dbx_put_type_dim(b, NULL, d, "_", false);
}

static void put_type(dbx_buf *b, dbx_aval a) {
  const dbx_aval_info *v = dbx_aval_at(a);
  dbx_printf(b, "%s[", dbx_dtype_short(v->dtype));
  for (uint32_t i = 0; i < v->rank; i++) {
    if (i) dbx_putc(b, ',');
    put_length(b, v->dims[i]);
  }
  dbx_putc(b, ']');
}

static void put_tracer(dbx_buf *b, dbx_atom a) {
  put_name(b, a);
  dbx_putc(b, ':');
  put_type(b, dbx_var_aval(a));
}

static void put_list(dbx_buf *b, const char *title, const dbx_atom *at, const bool *expl,
                     uint32_t n) {
  const char *comma = "";
  dbx_printf(b, "  %s (", title);
  for (uint32_t i = 0; i < n; i++) {
    if (expl && !expl[i]) continue;
    dbx_put(b, comma);
    put_name(b, at[i]);
    comma = ", ";
  }
  dbx_put(b, ")\n");
}

// "axis 0: DBIdx(0) -> entry 0, t1".
static void put_arrows(dbx_buf *b, const interpreter *x, uint32_t entry) {
  const dbx_aval_info *v = dbx_aval_at(x->type.sig.aval[entry]);
  const dbx_aval_info *made = dbx_aval_at(dbx_var_aval(x->tracers[entry]));
  uint32_t k = x->consts.sig.n;
  const char *comma = "";
  for (uint32_t i = 0; i < v->rank; i++) {
    dbx_dim_kind kind = dbx_dim_kind_of(v->dims[i]);
    uint32_t at = (uint32_t)dbx_dim_value(v->dims[i]);
    if (kind == DBX_DIM_INT) continue;
    dbx_printf(b, "%saxis %u: ", comma, i);
    put_length(b, v->dims[i]);
    if (kind == DBX_DIM_VAR) dbx_put(b, " -> lifted as ");
    else if (kind == DBX_DIM_INDB && at < k) dbx_printf(b, " -> constant %u, ", at);
    else if (kind == DBX_DIM_INDB) dbx_printf(b, " -> input %u, ", at - k);
    else dbx_printf(b, " -> entry %u, ", at);
    put_length(b, made->dims[i]);
    comma = "\n";
  }
}

static void put_entries(dbx_buf *b, const interpreter *x) {
  dbx_table t = {0};
  for (uint32_t i = 0; i < x->type.sig.n; i++) {
    dbx_row *r = dbx_table_add(&t);
    dbx_printf(&r->cell[0], "%u  ", i);
    put_type(&r->cell[0], x->type.sig.aval[i]);
    dbx_put(&r->cell[1], x->type.sig.expl[i] ? "explicit" : "implicit");
    put_tracer(&r->cell[2], x->tracers[i]);
    put_arrows(&r->cell[3], x, i);
  }
  dbx_put_table(b, &t, 2, false);
  dbx_table_free(&t);
}

static void put_operands(dbx_buf *b, const interpreter *x) {
  if (!x->operand_types.n) return;
  dbx_put(b, "  [*constants, *inputs]  ");
  for (uint32_t i = 0; i < x->operand_types.n; i++) {
    dbx_printf(b, "%s%u ", i ? "  " : "", i);
    put_tracer(b, x->operands[i]);
  }
  dbx_putc(b, '\n');
}

static void put_constants(dbx_buf *b, const interpreter *x) {
  for (uint32_t i = 0; x->inside && i < x->inside->consts.n; i++) {
    dbx_put(b, i ? ", " : "  constants  ");
    put_tracer(b, x->inside->consts.at[i].inner);
    dbx_put(b, " = ");
    put_name(b, x->inside->consts.at[i].outer);
  }
  if (x->inside && x->inside->consts.n) dbx_putc(b, '\n');
}

static void show(dbx_buf *b, const interpreter *x, const dbx_report_style *style) {
  bool output = x->type.kind == DBX_SIG_OUTPUT;
  const dbx_sig *s = &x->type.sig;
  dbx_printf(b, "%s%s%s  %s\n", dbx_ink_on(style->color, DBX_INK_BOLD),
             output ? "OutputType" : "InputType", dbx_ink_off(style->color, DBX_INK_BOLD),
             output ? "parseOutputType: tracers of the caller"
                    : "parseInputType: arguments of a new context");
  put_operands(b, x);
  put_entries(b, x);
  put_constants(b, x);
  put_list(b, "expanded ", x->tracers, NULL, s->n);
  put_list(b, "collapsed", x->tracers, s->expl, s->n);
}

static dbx_status interpret(interpreter *x, dbx_span text) {
  pieces p = take_apart(text);
  x->outside = dbx_frame_open(DBX_FRAME_FUNCTION, dbx_intern("caller"));
  DBX_TRY(read_operands(x, &p));
  DBX_TRY(read(x, p.type, DBX_SIG_EITHER, &x->type));
  DBX_TRY(check_type(x));
  return make_tracers(x);
}

dbx_status dbx_put_interpreted(dbx_buf *b, dbx_span text, const dbx_report_style *style) {
  dbx_scratch_mark m = dbx_scratch_here();
  interpreter x = {.t = dbx_trace_begin(dbx_intern("interpret"))};
  dbx_status st = interpret(&x, text);
  if (st == DBX_OK) show(b, &x, style);
  dbx_vec_free(&x.free);
  dbx_trace_end(x.t);
  dbx_trace_free(x.t);
  dbx_scratch_release(m);
  return st;
}
