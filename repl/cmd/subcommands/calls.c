// Records the calls of compiled functions (see calls.h). A record is text: what went in and out may
// change or go away afterwards.
#include "cmd/subcommands/calls.h"
#include "cmd/subcommands/state.h"

#include "base/json.h"
#include "cmd/host/host.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

// ---- values as expressions ----

static void put_float(dbx_buf *b, double x) {
  if (isnan(x)) dbx_put(b, "jnp.nan");
  else if (isinf(x)) dbx_put(b, x > 0 ? "jnp.inf" : "-jnp.inf");
  else dbx_put_double(b, x);
}

static void put_element(dbx_buf *b, dbx_scalar x, dbx_dtype t) {
  if (dbx_is_float(t)) return put_float(b, x.c[0]);
  if (!dbx_is_complex(t)) return dbx_put_scalar(b, x, t);
  dbx_put(b, "complex(");
  put_float(b, x.c[0]);
  dbx_put(b, ", ");
  put_float(b, x.c[1]);
  dbx_putc(b, ')');
}

static void put_shape(dbx_buf *b, const dbx_array *a) {
  dbx_putc(b, '(');
  for (uint32_t i = 0; i < a->rank; i++) dbx_printf(b, "%" PRId64 ",", a->dims[i]);
  dbx_putc(b, ')');
}

static void put_expression(dbx_buf *b, const dbx_array *a) {
  dbx_buf dtype = {0};
  dbx_printf(&dtype, "dtype=jnp.%s%s", dbx_dtype_name(a->dtype), a->dtype == DBX_BOOL ? "_" : "");
  if (!a->size) {
    dbx_put(b, "jnp.zeros(");
    put_shape(b, a);
    dbx_printf(b, ", %s)", dbx_text(&dtype));
  } else {
    dbx_put(b, a->rank ? "jnp.array([" : "jnp.array(");
    for (int64_t i = 0; i < a->size; i++) {
      if (i) dbx_put(b, ", ");
      put_element(b, dbx_array_at(a, i), a->dtype);
    }
    dbx_printf(b, "%s, %s)", a->rank ? "]" : "", dbx_text(&dtype));
    if (a->rank > 1) dbx_put(b, ".reshape("), put_shape(b, a), dbx_putc(b, ')');
  }
  dbx_buf_free(&dtype);
}

// ---- records ----

static char *text_of(dbx_buf *b) {
  char *s = dbx_strdup(dbx_text(b));
  dbx_buf_free(b);
  return s;
}

// Of constants that the Jaxpr holds the text says nothing: they are arguments of it.
static char *arguments(const dbx_jaxpr *j, dbx_array *const *in) {
  dbx_buf b = {0}, one = {0};
  dbx_json l = {.out = &b, .indent = -1};
  uint32_t next = 0;
  dbx_json_open(&l, '[');
  for (uint32_t i = 0; i < j->n_const + j->n_in; i++) {
    const dbx_array *own = i < j->n_const && j->consts ? j->consts[i] : NULL;
    dbx_clear(&one);
    put_expression(&one, own ? own : in[next++]);
    dbx_json_str(&l, dbx_text(&one));
  }
  dbx_json_close(&l, ']');
  dbx_buf_free(&one);
  return text_of(&b);
}

static char *results(const dbx_jaxpr *j, dbx_array *const *out) {
  dbx_buf b = {0}, one = {0};
  dbx_json l = {.out = &b, .indent = -1};
  dbx_json_open(&l, '[');
  for (uint32_t i = 0; i < j->n_out; i++) {
    uint32_t mark = lang_pins();
    pv v = array_take(dbx_array_ref(out[i]));
    lang_pin(v);
    dbx_clear(&one);
    if (lang_str(v, &one) != DBX_OK) dbx_diag_forget();
    dbx_json_str(&l, dbx_text(&one));
    lang_unpin(mark);
  }
  dbx_json_close(&l, ']');
  dbx_buf_free(&one);
  return text_of(&b);
}

static void remember(const dbx_jaxpr *j, dbx_array *const *in, dbx_array *const *out) {
  record r = {j, arguments(j, in), out ? results(j, out) : NULL};
  dbx_push(&subcommands_now->calls, r);
}

void calls_collect(void) { lang_now->on_call = remember; }

// ---- the log ----

static void put_call(dbx_buf *b, const dbx_trace *t, const record *r) {
  dbx_buf text = {0};
  dbx_print_jaxpr(&text, t->jaxpr, &(dbx_print_opts){.width = host_options()->width});
  dbx_json l = {.out = b, .indent = -1};
  dbx_json_open(&l, '{');
  dbx_json_key(&l, "function");
  dbx_json_str(&l, dbx_sym_text(t->function));
  dbx_json_key(&l, "jaxpr");
  dbx_json_str(&l, dbx_text(&text));
  dbx_json_key(&l, "constants");
  dbx_json_int(&l, t->jaxpr->n_const);
  dbx_json_key(&l, "called");
  dbx_json_bool(&l, r != NULL);
  if (r)
    dbx_printf(b, ", \"args\": %s, \"results\": %s", r->args, r->results ? r->results : "null");
  dbx_json_close(&l, '}');
  dbx_putc(b, '\n');
  dbx_buf_free(&text);
}

void calls_put(dbx_buf *b, dbx_trace *const *t, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    bool called = false;
    for (uint32_t k = 0; t[i]->jaxpr && k < subcommands_now->calls.n; k++)
      if (subcommands_now->calls.at[k].jaxpr == t[i]->jaxpr)
        called = true, put_call(b, t[i], &subcommands_now->calls.at[k]);
    if (t[i]->jaxpr && !called) put_call(b, t[i], NULL);
  }
}

// ---- recordings ----

static void text_field(dbx_json *j, const char *key, const char *text) {
  dbx_json_key(j, key);
  dbx_json_str(j, text);
}

void calls_record(dbx_record_writer *w) {
  for (uint32_t i = 0; i < subcommands_now->calls.n; i++) {
    const record *c = &subcommands_now->calls.at[i];
    dbx_json *j = dbx_record_open(w, "call");
    dbx_json_key(j, "jaxpr");
    dbx_record_jaxpr(w, j, c->jaxpr);
    text_field(j, "args", c->args);
    if (c->results) text_field(j, "results", c->results);
    dbx_record_close(w);
  }
}

dbx_status calls_take(void *ctx, struct record_reader *r, const char *kind, const json_t *line) {
  dbx_jaxpr *x;
  const char *args, *results = NULL;
  (void)ctx;
  if (strcmp(kind, "call")) return DBX_OK;
  DBX_TRY(dbx_record_take_jaxpr(r, line, "jaxpr", &x));
  DBX_TRY(dbx_record_take_text(r, line, "args", &args));
  if (json_object_get(line, "results")) DBX_TRY(dbx_record_take_text(r, line, "results", &results));
  record c = {x, dbx_strdup(args), results ? dbx_strdup(results) : NULL};
  dbx_push(&subcommands_now->calls, c);
  return DBX_OK;
}

void calls_stop(void) {
  for (uint32_t i = 0; i < subcommands_now->calls.n; i++)
    free(subcommands_now->calls.at[i].args), free(subcommands_now->calls.at[i].results);
  dbx_vec_free(&subcommands_now->calls);
}
