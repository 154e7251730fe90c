// The back end against the interpreter: every Jaxpr of the conformance corpus, run by both on small
// arguments, must give the same results or fail with the same code.
#include "base/diag.h"
#include "base/poll.h"
#include "corpus.h"
#include "interp/interp.h"
#include "lower/load.h"
#include "read/read.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

// ---- arguments ----

static int64_t sizes[8]; // what integer scalars are, by position
static uint64_t noise;

static double next_number(void) {
  noise ^= noise << 13, noise ^= noise >> 7, noise ^= noise << 17;
  return (double)(int64_t)(noise >> 11) * 0x1p-52 - 1; // -1 to 1
}

static dbx_scalar next_scalar(dbx_dtype t) {
  double x = next_number();
  if (t == DBX_BOOL) return dbx_scalar_int(x > 0);
  if (dbx_is_unsigned(t)) return (dbx_scalar){.u = (uint64_t)(fabs(x) * 7)};
  if (dbx_is_integer(t)) return dbx_scalar_int((int64_t)(x * 5));
  return (dbx_scalar){.c = {x * 3, dbx_is_complex(t) ? next_number() : 0}};
}

static dbx_array *scalar_argument(dbx_dtype t, uint32_t position) {
  if (dbx_is_integer(t)) return dbx_array_scalar(t, dbx_scalar_int(sizes[position % 8]));
  return dbx_array_scalar(t, next_scalar(t));
}

// Inputs of Jaxprs read from text: constants have no value there.
static uint32_t count_of(const dbx_jaxpr *j) { return j->n_const + j->n_in; }

static dbx_var variable(const dbx_jaxpr *j, uint32_t i) {
  return i < j->n_const ? j->constvars[i] : j->invars[i - j->n_const];
}

static dbx_array *array_argument(const dbx_jaxpr *j, const dbx_aval_info *v,
                                 dbx_array *const *args) {
  int64_t dims[16];
  dbx_array *a;
  for (uint32_t i = 0; i < v->rank; i++) {
    dims[i] = dbx_dim_value(v->dims[i]);
    for (uint32_t k = 0; dbx_dim_is_var(v->dims[i]) && k < count_of(j); k++)
      if (variable(j, k) == (dbx_var)dims[i]) {
        dims[i] = dbx_scalar_convert(dbx_array_at(args[k], 0), args[k]->dtype, DBX_I64).i;
        break;
      }
    if (dims[i] < 0) dims[i] = 0;
  }
  cr_assert_eq(dbx_array_new(v->dtype, v->rank, dims, &a), DBX_OK);
  for (int64_t i = 0; i < a->size; i++) dbx_array_set(a, i, next_scalar(v->dtype));
  return a;
}

static dbx_array **arguments(const dbx_jaxpr *j) {
  dbx_array **args = dbx_alloc((count_of(j) + 1) * sizeof *args);
  for (uint32_t i = 0; i < count_of(j); i++) {
    const dbx_aval_info *v = dbx_aval_at(dbx_var_aval(variable(j, i)));
    args[i] = v->rank ? array_argument(j, v, args) : scalar_argument(v->dtype, i);
  }
  return args;
}

static void drop(dbx_array **a, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) dbx_array_unref(a[i]);
  free(a);
}

// ---- comparing ----

static bool close_to(double a, double b, double tolerance) {
  if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
  return a == b || fabs(a - b) <= tolerance * fmax(1, fmax(fabs(a), fabs(b)));
}

static double tolerance_of(dbx_dtype t) {
  switch (t) {
  case DBX_F16:
  case DBX_BF16: return 1e-2;
  case DBX_F32:
  case DBX_C64: return 1e-5;
  default: return 1e-12;
  }
}

static bool same(const dbx_array *a, const dbx_array *b) {
  if (a->dtype != b->dtype || a->rank != b->rank || a->weak != b->weak) return false;
  for (uint32_t i = 0; i < a->rank; i++)
    if (a->dims[i] != b->dims[i]) return false;
  if (!dbx_is_inexact(a->dtype))
    return !a->size || !memcmp(a->data, b->data, (size_t)a->size * dbx_dtype_bytes(a->dtype));
  double tolerance = tolerance_of(a->dtype);
  for (int64_t i = 0; i < a->size; i++) {
    dbx_scalar x = dbx_array_at(a, i), y = dbx_array_at(b, i);
    if (!close_to(x.c[0], y.c[0], tolerance)) return false;
    if (dbx_is_complex(a->dtype) && !close_to(x.c[1], y.c[1], tolerance)) return false;
  }
  return true;
}

typedef struct outcome {
  dbx_status st;
  dbx_array **out;
  dbx_code code;
  char *message;
  dbx_span span;
} outcome;

static outcome finish(dbx_status st, dbx_array **out) {
  outcome o = {.st = st, .out = out};
  if (st == DBX_OK) return o;
  dbx_diag *d = dbx_diag_take();
  cr_assert(d, "a failure without a diagnostic");
  o.code = d->code;
  o.span = d->span;
  o.message = dbx_strdup(d->message);
  dbx_diag_free(d);
  return o;
}

static void drop_outcome(outcome *o, uint32_t n) {
  if (o->st == DBX_OK) drop(o->out, n);
  else free(o->out);
  free(o->message);
}

// ---- the corpus ----

static lower_session *engine;
static int ran, failed_alike, different, interrupted;

static void on_alarm(int s) {
  (void)s;
  dbx_stop_ask(DBX_STOP_INTERRUPT);
}

static void time_limit(int ms) {
  struct itimerval t = {.it_value = {ms / 1000, ms % 1000 * 1000L}};
  setitimer(ITIMER_REAL, &t, NULL);
  if (!ms) dbx_stop_forget(DBX_STOP_INTERRUPT);
}

static void report(const char *path, uint32_t line, const outcome *a, const outcome *b,
                   const dbx_jaxpr *j) {
  dbx_buf t = {0};
  const outcome *both[2] = {a, b};
  for (int i = 0; i < 2; i++) {
    dbx_put(&t, i ? "\n  compiled:    " : "\n  interpreter: ");
    if (both[i]->st != DBX_OK)
      dbx_printf(&t, "%s %s", dbx_code_name(both[i]->code), both[i]->message);
    for (uint32_t k = 0; both[i]->st == DBX_OK && k < j->n_out; k++) {
      if (k) dbx_put(&t, ", ");
      dbx_put_array_repr(&t, both[i]->out[k], "array(", &dbx_print_defaults);
    }
  }
  cr_log_error("%s:%u: sizes from %d%s", path, line, (int)sizes[0], dbx_text(&t));
  dbx_buf_free(&t);
}

static void compare(const char *path, uint32_t line, const dbx_jaxpr *j) {
  dbx_array **args = arguments(j);
  time_limit(60);
  dbx_array **x = dbx_alloc((j->n_out + 1) * sizeof *x),
            **y = dbx_alloc((j->n_out + 1) * sizeof *y);
  outcome a = finish(dbx_interpret(j, args, x), x);
  time_limit(a.st != DBX_OK && a.code == DBX_E704 ? 60 : 20000);
  outcome b = finish(lower_engine_run(engine, j, args, y), y);
  time_limit(0);
  bool alike = a.st == b.st;
  if (a.st == DBX_OK && alike)
    for (uint32_t k = 0; k < j->n_out; k++) alike &= same(a.out[k], b.out[k]);
  else
    alike &= a.code == b.code && (a.code == DBX_E705 || !memcmp(&a.span, &b.span, sizeof a.span));
  ran++;
  failed_alike += alike && a.st != DBX_OK;
  if (a.st != DBX_OK && a.code == DBX_E704) { // it may have ended in the compiled time
    interrupted++;
  } else if (!alike) {
    different++;
    if (different < 60) report(path, line, &a, &b, j);
  }
  drop_outcome(&a, j->n_out);
  drop_outcome(&b, j->n_out);
  drop(args, count_of(j));
}

enum { N_SIZES = 6 };

static void try_sizes(const char *path, uint32_t line, const dbx_jaxpr *j) {
  static const int64_t choices[N_SIZES][2] = {{3, 0}, {2, 1}, {0, 0}, {1, 0}, {4, -1}, {-2, 1}};
  for (size_t i = 0; i < N_SIZES; i++) {
    for (int k = 0; k < 8; k++) sizes[k] = choices[i][0] + choices[i][1] * k;
    noise = 88172645463325252u + i;
    compare(path, line, j);
  }
}

static bool starts_jaxpr(const char *s) {
  return !strncmp(s, "{ lambda", 8) || (!strncmp(s, "let ", 4) && strstr(s, " = { lambda"));
}

static void try_jaxpr(const char *path, const char *text, size_t n, size_t *at) {
  uint32_t file = dbx_source_add(path, text, n), offset = (uint32_t)*at;
  dbx_place place = dbx_source_place(file, offset);
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  if (dbx_read_jaxpr_at(file, &offset, &arena, &j) != DBX_OK || dbx_check_jaxpr(j) != DBX_OK) {
    dbx_diag_free(dbx_diag_take());
  } else {
    try_sizes(path, place.line, j);
    lower_engine_forget(engine, j);
  }
  *at = offset > *at ? offset : *at + 1;
  dbx_arena_free(&arena);
}

static void one_file(const char *path, void *ctx) {
  dbx_buf b = {0};
  (void)ctx;
  cr_assert(corpus_read(path, &b));
  for (size_t i = 0; i < b.n;) {
    if ((i == 0 || b.at[i - 1] == '\n') && starts_jaxpr(b.at + i)) try_jaxpr(path, b.at, b.n, &i);
    else i++;
  }
  dbx_buf_free(&b);
}

static void open_engine(void) { engine = lower_open(NULL); }
static void close_engine(void) { lower_close(engine); }

// Nothing is left of runs that ended, failed or were interrupted.
static void assert_empty_pool(void) {
  lower_memory m = lower_memory_of(engine);
  cr_assert_eq(m.blocks, 0);
  cr_assert_eq(m.bytes, 0);
  cr_assert_eq(m.away, 0);
}

Test(lower, corpus_runs_as_interpreted, .init = open_engine, .fini = close_engine, .timeout = 900) {
  signal(SIGALRM, on_alarm);
  corpus_each(corpus_dir(), ".out", one_file, NULL);
  cr_log_info("%d runs, %d failed alike, %d interrupted", ran, failed_alike, interrupted);
  cr_assert_gt(ran, 3000);
  cr_assert_eq(different, 0, "%d of %d runs differ", different, ran);
  assert_empty_pool();
}

// ---- every primitive with every dtype ----

static void try_text(const char *name, const char *text) {
  size_t at = 0, n = strlen(text);
  int before = ran;
  try_jaxpr(name, text, n, &at);
  cr_assert_neq(ran, before, "not a Jaxpr: %s", text);
}

static bool accepted(dbx_prim p, dbx_dtype t) {
  bool half = t == DBX_F16 || t == DBX_BF16;
  if (half && dbx_prim_result_kind(p) == 'c') return false; // there is no complex half precision
  return dbx_prim_takes(p, t);
}

static dbx_dtype result_dtype(dbx_prim p, dbx_dtype t) {
  char kind = dbx_prim_result_kind(p);
  return kind == 'b'   ? DBX_BOOL
         : kind == 'r' ? dbx_real_of(t)
         : kind == 'c' ? dbx_complex_of(t)
                       : t;
}

static const char *elementwise_params(dbx_prim p) {
  switch (p) {
  case DBX_PRIM_round: return "[rounding_method=1]";
  case DBX_PRIM_integer_pow: return "[y=-3]";
  case DBX_PRIM_reduce_precision: return "[exponent_bits=5 mantissa_bits=10]";
  case DBX_PRIM_conj: return "[input_dtype=complex128]";
  default: return "";
  }
}

// Arrays, arrays with scalars, scalars, and a chain that is fused.
static void try_elementwise(dbx_prim p, dbx_dtype t) {
  const dbx_primitive *row = dbx_primitive_of(p);
  const char *params = elementwise_params(p), *in = dbx_dtype_short(t),
             *out = dbx_dtype_short(result_dtype(p, t));
  bool two = strchr(row->operands, ' ') != NULL;
  dbx_buf b = {0};
  dbx_printf(&b, "{ lambda ; a:i64[] b:%s[a] c:%s[a] d:%s[] e:%s[] f:%s[a,2]. let\n", in, in, in,
             in, in);
  dbx_printf(&b, "    g:%s[a] = %s%s b%s\n", out, row->name, params, two ? " c" : "");
  dbx_printf(&b, "    h:%s[] = %s%s d%s\n", out, row->name, params, two ? " e" : "");
  dbx_printf(&b, "    i:%s[a,2] = %s%s f%s\n", out, row->name, params, two ? " d" : "");
  dbx_printf(&b, "    j:bool[a] = eq b c\n    k:%s[a] = select_n j b c\n", in);
  dbx_printf(&b, "    l:%s[a] = %s%s k%s\n", out, row->name, params, two ? " b" : "");
  dbx_put(&b, "  in (g, h, i, l) }");
  try_text(row->name, dbx_text(&b));
  dbx_buf_free(&b);
}

Test(lower, elementwise_primitives_of_every_dtype, .init = open_engine, .fini = close_engine,
     .timeout = 900) {
  signal(SIGALRM, on_alarm);
  int tried = 0;
  for (int p = 0; p < DBX_PRIM_COUNT; p++)
    for (int t = 0; t < DBX_DTYPES; t++)
      if (accepted((dbx_prim)p, (dbx_dtype)t) && p < DBX_PRIM_select_n && p != DBX_PRIM_copy)
        try_elementwise((dbx_prim)p, (dbx_dtype)t), tried++;
  cr_assert_gt(tried, 300);
  cr_assert_eq(ran, tried * N_SIZES);
  cr_assert_eq(different, 0, "%d of %d runs differ", different, ran);
  assert_empty_pool();
}

Test(lower, conversions_between_all_dtypes, .init = open_engine, .fini = close_engine,
     .timeout = 900) {
  signal(SIGALRM, on_alarm);
  for (int from = 0; from < DBX_KEY; from++) // what follows is no number
    for (int to = 0; to < DBX_KEY; to++) {
      const char *a = dbx_dtype_short((dbx_dtype)from), *b = dbx_dtype_short((dbx_dtype)to),
                 *name = dbx_dtype_name((dbx_dtype)to);
      dbx_buf t = {0};
      dbx_printf(&t, "{ lambda ; a:i64[] b:%s[a] c:%s[]. let\n", a, a);
      dbx_printf(&t, "    d:%s[a] = convert_element_type[new_dtype=%s weak_type=False] b\n", b,
                 name);
      dbx_printf(&t,
                 "    e:%s[] = convert_element_type[new_dtype=%s weak_type=False] c\n  in (d, e) }",
                 b, name);
      try_text(name, dbx_text(&t));
      dbx_buf_free(&t);
    }
  cr_assert_eq(different, 0, "%d of %d runs differ", different, ran);
  assert_empty_pool();
}

// Jaxprs of structural primitives; T stands for a dtype, 0@ and 1@ for numbers of it.
static const char *const structural[] = {
#include "lower_cases.def"
};

static const char *number_text(int i, dbx_dtype t) {
  if (dbx_dtype_kind(t) == 'b') return i ? "True" : "False";
  if (dbx_dtype_kind(t) == 'c') return i ? "(1+0j)" : "0j";
  return dbx_is_inexact(t) ? (i ? "1.0" : "0.0") : i ? "1" : "0";
}

static void try_with_dtype(const char *text, dbx_dtype t) {
  dbx_buf b = {0};
  for (const char *s = text; *s; s++)
    if (*s == 'T' && s[1] == '[') dbx_put(&b, dbx_dtype_short(t));
    else if (*s == 'T' && s[1] == '@') dbx_put(&b, dbx_dtype_name(t)), s++;
    else if ((*s == '0' || *s == '1') && s[1] == '@') dbx_put(&b, number_text(*s - '0', t)), s++;
    else dbx_putc(&b, *s);
  try_text(text, dbx_text(&b));
  dbx_buf_free(&b);
}

// The kinds of dtypes that come before the text, as in prims.def.
static void try_case(const char *text) {
  const char *jaxpr = strchr(text, '{');
  for (int t = 0; t < DBX_DTYPES; t++) {
    const char *kind = strchr(text, dbx_dtype_kind((dbx_dtype)t));
    if (kind && kind < jaxpr) try_with_dtype(jaxpr, (dbx_dtype)t);
  }
}

Test(lower, structural_primitives, .init = open_engine, .fini = close_engine, .timeout = 900) {
  signal(SIGALRM, on_alarm);
  for (size_t i = 0; i < sizeof structural / sizeof *structural; i++) try_case(structural[i]);
  cr_assert_eq(different, 0, "%d of %d runs differ", different, ran);
  assert_empty_pool();
}

Test(lower, memory_is_used_in_place_or_given_back, .init = open_engine, .fini = close_engine) {
  static const char text[] =
      "{ lambda ; a:i64[]. let\n"
      "    b:f64[a] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 a\n"
      "    c:f64[a] = for_loop[\n      apply_reverse_transform=False\n"
      "      body_jaxpr={ lambda ; d:i64[] e:i64[] f:f64[d]. let\n"
      "          g:f64[d] = rev[dimensions=(0,)] f\n"
      "          h:f64[d] = add g f\n          i:f64[d] = mul h 0.5\n        in (i,) }\n"
      "      body_nconsts=1\n      nimplicit=0\n      preserve_dimensions=True\n"
      "    ] a 0 2000 1 0 b\n  in (c,) }";
  uint32_t file = dbx_source_add("loop", text, sizeof text - 1);
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  cr_assert_eq(dbx_read_jaxpr(file, &arena, &j), DBX_OK);
  dbx_array *n = dbx_array_scalar(DBX_I64, dbx_scalar_int(1 << 20)), *out; // 2000 x 8 MB in all
  cr_assert_eq(lower_engine_run(engine, j, &n, &out), DBX_OK);
  cr_assert_eq(dbx_array_at(out, 12345).c[0], 1.0);
  dbx_array_unref(out);
  dbx_array_unref(n);
  lower_engine_forget(engine, j);
  dbx_arena_free(&arena);
}

Test(lower, a_chain_of_arrays_needs_one_buffer, .init = open_engine, .fini = close_engine) {
  static const char text[] = "{ lambda ; a:i64[] b:f64[a]. let\n"
                             "    c:f64[a] = sin b\n    d:f64[a] = mul c 2.0\n"
                             "    e:f64[a] = add d 1.0\n    f:f64[a] = neg e\n"
                             "    g:f64[a] = exp f\n    h:f64[a] = add b 3.0\n"
                             "    i:f64[a] = div g h\n    j:f64[a] = tanh i\n  in (j,) }";
  uint32_t file = dbx_source_add("chain", text, sizeof text - 1);
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  cr_assert_eq(dbx_read_jaxpr(file, &arena, &j), DBX_OK);
  static const int64_t lengths[] = {200000, 550000, 1000000};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    dbx_array *args[2] = {dbx_array_scalar(DBX_I64, dbx_scalar_int(lengths[i]))}, *out;
    cr_assert_eq(dbx_array_new(DBX_F64, 1, &lengths[i], &args[1]), DBX_OK);
    memset(args[1]->data, 0, (size_t)lengths[i] * 8);
    cr_assert_eq(lower_engine_run(engine, j, args, &out), DBX_OK);
    cr_assert_leq((double)lower_memory_of(engine).peak, 1.1 * 8 * (double)lengths[i]);
    dbx_array_unref(out), dbx_array_unref(args[0]), dbx_array_unref(args[1]);
  }
  assert_empty_pool();
  lower_engine_forget(engine, j);
  dbx_arena_free(&arena);
}

// Some of all magnitudes, ends of ranges and what is no number, in places that vectors take.
static double odd_number(int64_t i) {
  static const double ends[] = {0.0,      -0.0,      18.72,        -18.72,  18.8, 1e300, -1e300,
                                INFINITY, -INFINITY, DBL_TRUE_MIN, DBL_MIN, 1,    -1,    0.5};
  enum { ENDS = sizeof ends / sizeof *ends };
  if (i < ENDS) return ends[i];
  if (i % 3 == 0) return (double)(i % 40000) / 1000 - 20;
  return exp(-(double)(i % 700)) * (i % 2 ? 20 : -20);
}

// Sources: libm in extended precision; rational.c says 6.
Test(lower, tanh_of_vectors_is_near, .init = open_engine, .fini = close_engine) {
  static const char text[] = "{ lambda ; a:i64[] b:f64[a]. let c:f64[a] = tanh b in (c,) }";
  const int64_t n = 160000;
  uint32_t file = dbx_source_add("tanh", text, sizeof text - 1);
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  cr_assert_eq(dbx_read_jaxpr(file, &arena, &j), DBX_OK);
  dbx_array *args[2] = {dbx_array_scalar(DBX_I64, dbx_scalar_int(n))}, *out;
  cr_assert_eq(dbx_array_new(DBX_F64, 1, &n, &args[1]), DBX_OK);
  double *x = args[1]->data;
  for (int64_t i = 0; i < n; i++) x[i] = odd_number(i);
  x[100] = NAN;
  cr_assert_eq(lower_engine_run(engine, j, args, &out), DBX_OK);
  const double *y = out->data;
  cr_expect(isnan(y[100]) && signbit(y[1]));
  for (int64_t i = 0; i < n; i++) {
    long double exact = tanhl((long double)x[i]);
    double unit = nextafter(fabs((double)exact), INFINITY) - fabs((double)exact);
    cr_assert(i == 100 || fabsl((long double)y[i] - exact) <= 6 * (long double)unit, "tanh(%a): %a",
              x[i], y[i]);
    cr_assert(i == 100 || fabs(y[i]) <= 1);
  }
  dbx_array_unref(out), dbx_array_unref(args[0]), dbx_array_unref(args[1]);
  lower_engine_forget(engine, j);
  dbx_arena_free(&arena);
}

Test(lower, results_outlive_the_back_end) {
  static const char text[] =
      "{ lambda ; a:i64[]. let\n"
      "    b:i64[a] = iota[dimension=0 dtype=int64 shape=(None,)] a\n  in (b, b) }";
  uint32_t file = dbx_source_add("iota", text, sizeof text - 1);
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  cr_assert_eq(dbx_read_jaxpr(file, &arena, &j), DBX_OK);
  dbx_array *n = dbx_array_scalar(DBX_I64, dbx_scalar_int(5)), *out[2];
  engine = lower_open(NULL);
  cr_assert_eq(lower_engine_run(engine, j, &n, out), DBX_OK);
  lower_close(engine);
  cr_assert_eq(dbx_array_at(out[0], 4).i, 4);
  cr_assert_eq(dbx_array_at(out[1], 4).i, 4);
  dbx_array_unref(out[0]), dbx_array_unref(out[1]), dbx_array_unref(n);
  dbx_arena_free(&arena);
}

Test(lower, a_missing_module_is_a_diagnostic) {
  static const char text[] = "{ lambda ; a:i64[]. let  in (a,) }";
  uint32_t file = dbx_source_add("nothing", text, sizeof text - 1);
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  cr_assert_eq(dbx_read_jaxpr(file, &arena, &j), DBX_OK);
  dbx_array *n = dbx_array_scalar(DBX_I64, dbx_scalar_int(5)), *out = NULL;
  lower_session *s = lower_open("/nowhere/dbxlower.so");
  for (int i = 0; i < 2; i++) {
    cr_assert_eq(lower_engine_run(s, j, &n, &out), DBX_FAIL);
    dbx_diag *d = dbx_diag_take();
    cr_assert_eq(d->code, DBX_E802);
    dbx_diag_free(d);
  }
  lower_close(s);
  dbx_array_unref(n);
  dbx_arena_free(&arena);
}
