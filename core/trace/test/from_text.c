// A Jaxpr as a trace: frames, records of binds and events as tracing leaves them; and text that is
// none.
#include "trace/from_text.h"
#include "control.h"
#include "prim/prim.h"

#include <criterion/criterion.h>
#include <string.h>

static dbx_status read_trace(const char *text, dbx_trace **ret) {
  return dbx_trace_read(dbx_source_add("j", text, strlen(text)), dbx_intern("f"), ret);
}

// What a loop was traced to is printed, read back, and has the same record.
static const struct {
  dbx_resizing r;
  const char *init, *body;
} loops[] = {
    {DBX_RESIZE, "x", "i, a -> jnp.concatenate([a, a])"},
    {DBX_PRESERVE, "x", "i, a -> a + x"},
    {DBX_INFER, "x, y", "i, a, b -> (a, jnp.ones(i))"},
    {DBX_RESIZE, "x, y", "i, a, b -> (b, a)"},
    {DBX_PRESERVE, "k", "i, a -> a + i"},
};

Test(from_text, a_bind_has_the_record_that_tracing_leaves) {
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
    traced x;
    control c;
    dbx_trace *t;
    traced_begin(&x, "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m], k:i64[]");
    control_for(&c, &x, loops[i].r, "0, k, 1", loops[i].init, loops[i].body);
    cr_assert_eq(c.status, DBX_OK);
    const char *text = traced_jaxpr(&x, "k");
    cr_assert_eq(read_trace(text, &t), DBX_OK, "%s\n%s", text, taken());
    cr_assert_eq(t->binds.n, 1);
    const dbx_bind *b = t->binds.at[0], *own = c.bind;
    const dbx_part *p = &b->parts[0], *q = &own->parts[0];
    cr_expect(b->prim == own->prim && b->n_parts == own->n_parts &&
              b->n_implicit == own->n_implicit);
    cr_expect(p->n_constants == q->n_constants && p->n_implicit_in == q->n_implicit_in);
    cr_expect_eq(b->operands.n, own->operands.n);
    char *type = dbx_strdup(type_text(&own->eqn_out_type));
    cr_expect_str_eq(type_text(&b->eqn_out_type), type, "%s", text);
    free(type);
    type = dbx_strdup(type_text(&q->in_type));
    cr_expect_str_eq(type_text(&p->in_type), type, "%s", text);
    free(type);
    dbx_buf again = {0};
    dbx_print_jaxpr(&again, t->jaxpr, NULL);
    cr_expect_str_eq(dbx_text(&again), text);
    dbx_buf_free(&again);
    dbx_trace_free(t);
    traced_end(&x);
  }
}

Test(from_text, frames_and_events) {
  dbx_trace *t;
  cr_assert_eq(read_trace("{ lambda ; a:i64[] b:f64[a]. let c:f64[a] = neg b in (c,) }", &t),
               DBX_OK);
  cr_assert(t->frames.n == 1 && t->jaxpr && t->jaxpr->from_text && !t->failed && !t->top);
  const dbx_frame *f = t->frames.at[0];
  cr_expect(f->invars.n == 2 && f->eqns.n == 1 && !f->live && f->kind == DBX_FRAME_FUNCTION);
  for (uint32_t i = 0; i < t->in_type.n; i++)
    cr_expect(t->in_type.expl[i], "nothing says otherwise");
  cr_expect_str_eq(type_text(&t->in_type), "i64[], f64[DBIdx(0)]");
  cr_expect_str_eq(type_text(&t->out_type), "f64[InDBIdx(0)]");
  cr_expect_eq(t->events.at[f->eqns.at[0].event].kind, DBX_EV_EQUATION);
  cr_expect_eq(dbx_var_at(f->eqns.at[0].out[0])->frame, f->id);
  cr_expect_null(dbx_trace_current(), "no trace is under way");
  dbx_trace_free(t);
}

static const struct {
  const char *text, *code, *mark; // mark: where the span begins
} refused[] = {
    {"{ lambda ; a:i64[]. let b:i64[] = ", "E601", ""},
    {"{ lambda ; a:i64[]. let b:i64[] = no_such a in (b,) }", "E601", "no_such"},
    {"{ lambda ; a:i64[]. let b:i64[] = neg z in (b,) }", "E602", "z in"},
    {"{ lambda ; a:i64[]. let b:f64[] = neg a in (b,) }", "E604", "b:f64"},
    {"{ lambda ; a:f64[q]. let  in (a,) }", "E6", "q]"},
    {"nothing of the kind", "E601", "nothing"},
};

Test(from_text, what_is_no_jaxpr) {
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    dbx_trace *t;
    cr_assert_eq(read_trace(refused[i].text, &t), DBX_FAIL, "%s", refused[i].text);
    uint32_t begin = dbx_diag_pending()->span.begin;
    const char *code = taken(), *at = strstr(refused[i].text, refused[i].mark);
    cr_expect(!strncmp(code, refused[i].code, strlen(refused[i].code)), "%s: %s", refused[i].text,
              code);
    if (*refused[i].mark)
      cr_expect_eq(begin, (uint32_t)(at - refused[i].text), "%s: %u", refused[i].text, begin);
    cr_expect_null(dbx_trace_current());
  }
}
