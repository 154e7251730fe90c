// The tables of conformance/tables, cell by cell: the result dtype with its weakness, or the
// exception class, of every operation on every dtype, and the primitives that it emits, in order.
// Each cell is an expression that is evaluated on tracers.
#include "corpus.h"
#include "jnp/jnp.h"
#include "lang/lang.h"
#include "prim/prim.h"
#include "trace/function.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FIELDS = 32, SHOWN = 400 };

// ---- one cell ----

typedef struct cell {
  const char *expr;     // over x and y
  const char *types[2]; // "f32": shape (2,); "f*": a Python scalar; "f64[n]": a dynamic axis
  dbx_buf result, primitives;
  dbx_sym failed;
} cell;

static void put_dtype(dbx_buf *b, dbx_dtype t, bool weak) {
  dbx_printf(b, "%s%s", dbx_dtype_short(t), weak ? "*" : "");
}

static void put_primitives(dbx_buf *b, const dbx_jaxpr *j);

static void put_nested(void *ctx, dbx_jaxpr *j) {
  dbx_put(ctx, "{");
  put_primitives(ctx, j);
  dbx_put(ctx, "}");
}

static void put_equation(dbx_buf *b, const dbx_eqn *e) {
  const char *name = e->prim->name;
  if (e->prim->id == DBX_PRIM_convert_element_type) {
    const dbx_aval_info *out = dbx_aval_at(dbx_var_aval(e->out[0]));
    dbx_put(b, "convert:");
    put_dtype(b, out->dtype, dbx_eqn_param(e, DBX_S_weak_type)->i);
  } else if (e->prim->id == DBX_PRIM_integer_pow) {
    dbx_printf(b, "integer_pow:%d", (int)dbx_eqn_param(e, DBX_S_y)->i);
  } else if (e->prim->id == DBX_PRIM_pjit) {
    dbx_printf(b, "pjit:%s", dbx_sym_text(dbx_eqn_param(e, DBX_S_name)->text));
    dbx_eqn_each_jaxpr(e, put_nested, b);
  } else {
    dbx_put(b, name);
  }
}

static void put_primitives(dbx_buf *b, const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    if (i) dbx_put(b, " ");
    put_equation(b, &j->eqns[i]);
  }
}

static dbx_aval aval_of(const char *s, bool *dynamic) {
  static const struct {
    const char *name;
    dbx_dtype t;
  } scalars[] = {{"bool*", DBX_BOOL}, {"i*", DBX_I64}, {"f*", DBX_F64}, {"c*", DBX_C128}};
  for (int i = 0; i < 4; i++)
    if (!strcmp(s, scalars[i].name)) return dbx_aval_scalar(scalars[i].t, i > 0);
  size_t n = strcspn(s, "[");
  dbx_dtype t;
  dbx_dim two = dbx_dim_int(2);
  cr_assert(dbx_dtype_by_short(s, n, &t), "%s is no dtype", s);
  *dynamic = s[n] == '[';
  return dbx_aval_of(t, false, 1, &two);
}

static dbx_sig in_type_of(dbx_trace *t, const cell *c) {
  static const uint64_t name = 1, *names = &name;
  dbx_argument arg[2];
  dbx_implicit implicit[2];
  dbx_sig sig;
  uint32_t n = 0, n_implicit = 0;
  for (; n < 2 && c->types[n]; n++) {
    bool dynamic = false;
    arg[n] = (dbx_argument){.aval = aval_of(c->types[n], &dynamic)};
    if (dynamic) arg[n].names = names;
  }
  cr_assert(dbx_infer_input_type(&t->arena, arg, n, &sig, implicit, &n_implicit) == DBX_OK);
  return sig;
}

static void run_cell(cell *c) {
  dbx_buf text = {0};
  dbx_callable f;
  dbx_sym tree;
  pv fn;
  uint32_t pins = lang_pins();
  dbx_printf(&text, "lambda x%s: %s", c->types[1] ? ", y" : "", c->expr);
  c->result.n = c->primitives.n = 0;
  c->failed = 0;
  cr_assert(lang_eval_text("cell", dbx_text(&text), &fn) == DBX_OK, "%s", dbx_text(&text));
  lang_callable_of(fn, &f);
  dbx_trace *t = dbx_trace_begin(dbx_intern("cell"));
  dbx_sig in = in_type_of(t, c);
  dbx_status st = dbx_trace_function(t, &in, &f, &tree);
  dbx_trace_end(t);
  if (st == DBX_OK) {
    put_primitives(&c->primitives, t->jaxpr);
    for (uint32_t i = 0; i < t->jaxpr->n_out; i++) {
      const dbx_aval_info *out = dbx_aval_at(dbx_atom_aval(t->jaxpr->outs[i]));
      if (t->out_type.expl && !t->out_type.expl[i]) continue;
      if (c->result.n) dbx_put(&c->result, " ");
      put_dtype(&c->result, out->dtype, out->weak);
    }
  } else {
    dbx_diag *d = dbx_diag_take();
    c->failed = d->cls;
    dbx_printf(&c->result, "!%s", dbx_sym_text(d->cls));
    dbx_put(&c->primitives, d->message);
    dbx_diag_free(d);
  }
  dbx_buf_free(&text);
  lang_unpin(pins);
  dbx_push(&lang_now->traces, t); // kept like those of a program
}

static void free_cell(cell *c) {
  dbx_buf_free(&c->result);
  dbx_buf_free(&c->primitives);
}

// ---- cells that differ on purpose ----

// tables/differ.tsv: table, operation, dtype ("*": all), what jax has there, what is here instead
// ("!": the whole result), reason.
typedef struct difference {
  const char *jax, *here;
} difference;

static char *differ;
static size_t differ_n;

static void read_differ(void) {
  dbx_buf path = {0}, all = {0};
  dbx_printf(&path, "%s/tables/differ.tsv", corpus_dir());
  cr_assert(corpus_read(dbx_text(&path), &all));
  differ = strdup(dbx_text(&all));
  differ_n = strlen(differ);
  for (char *p = differ; *p; p++)
    if (*p == '\t' || *p == '\n') *p = 0;
  dbx_buf_free(&path), dbx_buf_free(&all);
}

static const char *next_field(const char *p) { return p + strlen(p) + 1; }

static bool listed_to_differ(const char *table, const char *op, const char *type, difference *d) {
  for (const char *p = differ, *end = differ + differ_n; p < end;) {
    const char *o = next_field(p), *t = next_field(o);
    d->jax = next_field(t), d->here = next_field(d->jax);
    if (!strcmp(p, table) && !strcmp(o, op) && (*t == '*' || !strcmp(t, type))) return true;
    p = next_field(next_field(d->here));
  }
  return false;
}

// ---- tables ----

typedef struct tally {
  const char *table;
  int cells, wrong, known; // known: cells that differ on purpose, as it is stated
} tally;

static void wrong(tally *t, const char *what, const char *expected, const char *got) {
  if (t->wrong++ < SHOWN) cr_log_error("%s %s: expected %s, got %s", t->table, what, expected, got);
}

// Calls row for every line below the comment.
static void each_row(const char *name, void (*row)(tally *t, char **field, int n), tally *t) {
  dbx_buf path = {0}, all = {0};
  dbx_printf(&path, "%s/tables/%s.tsv", corpus_dir(), name);
  cr_assert(corpus_read(dbx_text(&path), &all), "%s cannot be read", dbx_text(&path));
  char *rest = strdup(dbx_text(&all)), *whole = rest, *line;
  t->table = name;
  while ((line = strsep(&rest, "\n"))) {
    char *field[MAX_FIELDS];
    int n = 0;
    if (!*line || *line == '#') continue;
    while (line && n < MAX_FIELDS) field[n++] = strsep(&line, "\t");
    dbx_scratch_mark mark = dbx_scratch_here();
    row(t, field, n);
    dbx_scratch_release(mark);
  }
  free(whole);
  dbx_buf_free(&path), dbx_buf_free(&all);
  cr_log_info("%s: %d of %d cells agree, %d differ as stated", name, t->cells - t->wrong, t->cells,
              t->known);
}

static void start(void) {
  static const char imports[] = "import jax\nimport jax.numpy as jnp\nfrom jax import lax\n";
  lang_start();
  uint32_t file = dbx_source_add("imports", imports, strlen(imports));
  cr_assert(lang_run(file, NULL, NULL) == DBX_OK);
  read_differ();
}

// The list of primitives in a row; "-" stands for none.
static const char *listed(char **field, int n) {
  return n > 3 && strcmp(field[3], "-") ? field[3] : "";
}

static const char *labelled(const char *format, ...) {
  char *s = dbx_scratch(1024);
  va_list ap;
  va_start(ap, format);
  vsnprintf(s, 1024, format, ap);
  va_end(ap);
  return s;
}

// An entry that is only a name, like "jnp.sin", is called with the arguments.
static const char *expression(const char *op, int n_args) {
  static char s[200];
  bool plain = true;
  for (const char *p = op; *p; p++) plain &= isalnum((unsigned char)*p) || strchr("._", *p);
  snprintf(s, sizeof s, plain ? n_args == 1 ? "%s(x)" : "%s(x, y)" : "%s", op);
  return s;
}

static void compare_result(tally *t, const cell *c, const char *what, const char *expected) {
  t->cells++;
  if (strcmp(dbx_text((dbx_buf *)&c->result), expected))
    wrong(
        t, what, expected,
        labelled("%s (%s)", dbx_text((dbx_buf *)&c->result), dbx_text((dbx_buf *)&c->primitives)));
}

// ---- promotion ----

static char *header[MAX_FIELDS];

static const char *promoted(const char *column, bool scalar_x, bool scalar_y) {
  static const char *const binary[][2] = {
      {"add", "x + y"},       {"sub", "x - y"},
      {"mul", "x * y"},       {"div", "x / y"},
      {"floordiv", "x // y"}, {"mod", "x % y"},
      {"pow", "x ** y"},      {"lt", "x < y"},
      {"eq", "x == y"},       {"maximum", "jnp.maximum(x, y)"},
      {"and", "x & y"},       {"where", "jnp.where(True, x, y)"}};
  for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
    if (!strcmp(column, binary[i][0])) return binary[i][1];
  cr_assert_str_eq(column, "concat_or_array");
  if (scalar_x || scalar_y)
    return scalar_x && scalar_y ? "jnp.array([x, y])"
           : scalar_x           ? "jnp.array([x, y[0]])"
                                : "jnp.array([x[0], y])";
  return "jnp.array([x, y])";
}

static void keep_header(char **field, int n) {
  for (int i = 0; i < n; i++) header[i] = strdup(field[i]);
}

static void promotion_row(tally *t, char **field, int n) {
  if (!header[0]) return keep_header(field, n);
  bool scalar_x = strchr(field[0], '*'), scalar_y = strchr(field[1], '*');
  for (int i = 2; i < n; i++) {
    cell c = {.expr = promoted(header[i], scalar_x, scalar_y), .types = {field[0], field[1]}};
    run_cell(&c);
    compare_result(t, &c, labelled("%s of %s, %s", header[i], field[0], field[1]), field[i]);
    free_cell(&c);
  }
}

Test(tables, promotion, .init = start) {
  tally t = {0};
  each_row("promotion", promotion_row, &t);
  cr_expect_eq(t.wrong, 0);
  cr_expect_gt(t.cells, 4000);
}

// ---- unary ----

static void unary_row(tally *t, char **field, int n) {
  if (!header[0]) return keep_header(field, n);
  for (int i = 1; i < n; i++) {
    cell c = {.expr = expression(field[0], 1), .types = {header[i]}};
    run_cell(&c);
    compare_result(t, &c, labelled("%s of %s", field[0], header[i]), field[i]);
    free_cell(&c);
  }
}

Test(tables, unary, .init = start) {
  tally t = {0};
  each_row("unary", unary_row, &t);
  cr_expect_eq(t.wrong, 0);
  cr_expect_gt(t.cells, 2000);
}

// ---- primitives ----

// The text with `here` in place of `jax`.
static const char *replaced(const char *text, const difference *d) {
  const char *at = strstr(text, d->jax);
  if (!at) return text;
  return labelled("%.*s%s%s", (int)(at - text), text, d->here, at + strlen(d->jax));
}

static void compare_primitives(tally *t, cell *c, char **field, int n) {
  const char *result = field[2], *primitives = listed(field, n);
  const char *what = labelled("%s of %s", field[0], field[1]);
  difference d;
  run_cell(c);
  if (listed_to_differ(t->table, field[0], field[1], &d)) {
    t->known++;
    if (*d.here == '!') result = d.here;
    else primitives = replaced(primitives, &d);
  }
  compare_result(t, c, what, result);
  bool same = !strcmp(dbx_text(&c->primitives), primitives);
  if (!c->failed && *result != '!' && !same) // messages are not compared
    wrong(t, what, primitives, dbx_text(&c->primitives));
  free_cell(c);
}

static void unary_primitives_row(tally *t, char **field, int n) {
  cell c = {.expr = expression(field[0], 1), .types = {field[1]}};
  compare_primitives(t, &c, field, n);
}

Test(tables, unary_primitives, .init = start) {
  tally t = {0};
  each_row("unary_primitives", unary_primitives_row, &t);
  cr_expect_eq(t.wrong, 0);
  cr_expect_gt(t.cells, 2000);
}

static void binary_primitives_row(tally *t, char **field, int n) {
  cell c = {.expr = expression(field[0], 2), .types = {field[1], field[1]}};
  compare_primitives(t, &c, field, n);
}

Test(tables, binary_primitives, .init = start) {
  tally t = {0};
  each_row("binary_primitives", binary_primitives_row, &t);
  cr_expect_eq(t.wrong, 0);
  cr_expect_gt(t.cells, 900);
}

// ---- dynamic axes ----

static bool two_arguments(const char *op) { return strstr(op, "(x,y)"); }

// Where JAX gives up, dbidx may work: docs/compared-tables.md lists what it refuses like JAX.
static void dynamic_row(tally *t, char **field, int n) {
  char type[20];
  snprintf(type, sizeof type, "%s[n]", field[1]);
  cell c = {.expr = expression(field[0], 1),
            .types = {type, two_arguments(field[0]) ? type : NULL}};
  bool traced = !strcmp(field[2], "ok");
  difference d;
  run_cell(&c);
  const char *what = labelled("%s of %s", field[0], type);
  if (listed_to_differ(t->table, field[0], field[1], &d)) {
    t->known++;
    compare_result(t, &c, what, d.here);
    free_cell(&c);
    return;
  }
  t->cells++;
  if (traced && c.failed) wrong(t, what, field[3], dbx_text(&c.primitives));
  else if (traced && strcmp(dbx_text(&c.primitives), listed(field, n)))
    wrong(t, what, listed(field, n), dbx_text(&c.primitives));
  else if (!traced && c.failed && strcmp(dbx_text(&c.result), field[2]))
    wrong(t, what, labelled("%s, or that it works", field[2]), dbx_text(&c.primitives));
  free_cell(&c);
}

Test(tables, dynamic_tracing, .init = start) {
  tally t = {0};
  each_row("dynamic_tracing", dynamic_row, &t);
  cr_expect_eq(t.wrong, 0);
  cr_expect_gt(t.cells, 500);
}
