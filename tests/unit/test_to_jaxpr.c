// toJaxpr and what shows a trace only read it: after them every event, frame, bind and variable is
// what it was, and asked twice they say the same. For every traced function of the corpus.
#include "base/poll.h"
#include "corpus.h"
#include "lang/run/lang.h"
#include "read/read.h"
#include "trace/function.h"
#include "traced.h"
#include "viz/draw/scopes.h"
#include "viz/page/page.h"
#include "viz/report/events.h"
#include "viz/report/report.h"
#include "viz/why/definitions.h"
#include "viz/why/scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

// ---- all that a trace is ----

static uint64_t mix(uint64_t h, const void *bytes, size_t n) { return dbx_hash(bytes, n, h); }

static uint64_t map_sum(uint64_t h, const dbx_map *m) {
  return mix(h, m->slot, m->cap * sizeof *m->slot);
}

static uint64_t sig_sum(uint64_t h, const dbx_sig *s) {
  return mix(mix(h, s->aval, s->n * sizeof *s->aval), s->expl, s->n * sizeof *s->expl);
}

static uint64_t list_sum(uint64_t h, const dbx_list *l) {
  return mix(h, l->at, l->n * sizeof *l->at);
}

static uint64_t var_sum(uint64_t h, dbx_var v) {
  const dbx_var_info *i = dbx_var_at(v);
  uint32_t all[] = {i->aval, i->frame, i->referent, i->birth, i->name, i->kind, i->suffix, i->copy};
  return mix(h, all, sizeof all);
}

static uint64_t jaxpr_sum(uint64_t h, const dbx_jaxpr *j) {
  dbx_buf b = {0};
  if (!j) return h;
  dbx_print_jaxpr(&b, j, NULL);
  h = map_sum(mix(h, b.at, b.n), &j->subst);
  dbx_buf_free(&b);
  return h;
}

static uint64_t frame_sum(uint64_t h, const dbx_frame *f) {
  h = mix(h, f->eqns.at, f->eqns.n * sizeof *f->eqns.at);
  h = mix(h, f->invars.at, f->invars.n * sizeof *f->invars.at);
  h = mix(h, f->consts.at, f->consts.n * sizeof *f->consts.at);
  for (uint32_t i = 0; i < f->invars.n; i++) h = var_sum(h, f->invars.at[i]);
  for (uint32_t i = 0; i < f->consts.n; i++) h = var_sum(h, f->consts.at[i].inner);
  for (uint32_t i = 0; i < f->eqns.n; i++) {
    const dbx_eqn *e = &f->eqns.at[i];
    h = mix(h, e->in, e->n_in * sizeof *e->in);
    h = mix(h, e->out, e->n_out * sizeof *e->out);
    h = mix(h, e->params, e->n_params * sizeof *e->params);
    for (uint32_t k = 0; k < e->n_out; k++) h = var_sum(h, e->out[k]);
  }
  return jaxpr_sum(map_sum(map_sum(h, &f->const_of), &f->lengths), f->jaxpr);
}

static uint64_t part_sum(uint64_t h, const dbx_part *p) {
  h = mix(h, p, sizeof *p);
  h = list_sum(list_sum(h, &p->collapsed_inputs), &p->expanded_inputs);
  h = list_sum(list_sum(h, &p->collapsed_outputs), &p->expanded_outputs);
  h = sig_sum(sig_sum(list_sum(h, &p->body_inputs), &p->in_type), &p->out_type);
  return p->retrace ? part_sum(h, p->retrace) : h;
}

static uint64_t bind_sum(uint64_t h, const dbx_bind *b) {
  h = mix(h, b, sizeof *b);
  h = mix(h, b->slots, b->n_slots * sizeof *b->slots);
  h = mix(h, b->nodes, b->n_nodes * sizeof *b->nodes);
  h = sig_sum(list_sum(list_sum(h, &b->operands), &b->results), &b->eqn_out_type);
  for (uint32_t i = 0; i < b->n_parts; i++) h = part_sum(h, &b->parts[i]);
  return h;
}

static uint64_t trace_sum(const dbx_trace *t) {
  uint64_t h = mix(t->id, t->events.at, t->events.n * sizeof *t->events.at);
  h = mix(h, t->proofs.at, t->proofs.n * sizeof *t->proofs.at);
  for (uint32_t i = 0; i < t->frames.n; i++) h = frame_sum(h, t->frames.at[i]);
  for (uint32_t i = 0; i < t->binds.n; i++) h = bind_sum(h, t->binds.at[i]);
  return jaxpr_sum(sig_sum(sig_sum(h, &t->in_type), &t->out_type), t->jaxpr);
}

// ---- what only reads ----

// The Jaxpr of a frame with all that it computes as results.
static void put_whole(dbx_buf *b, const dbx_frame *f) {
  dbx_arena arena = {0};
  dbx_u32s outs = {0};
  dbx_captures consts = {0};
  for (uint32_t i = 0; i < f->eqns.n; i++)
    for (uint32_t k = 0; k < f->eqns.at[i].n_out; k++) dbx_push(&outs, f->eqns.at[i].out[k]);
  for (int keep = 0; keep < 2; keep++) {
    const dbx_jaxpr *j = dbx_to_jaxpr(f, &arena, outs.at, outs.n, keep, &consts);
    dbx_print_jaxpr(b, j, NULL);
    cr_assert_leq(j->n_eqns, f->eqns.n);
    for (uint32_t i = 0; i < outs.n; i++) cr_assert_eq(j->outs[i], dbx_jaxpr_atom(j, outs.at[i]));
  }
  dbx_vec_free(&outs), dbx_vec_free(&consts);
  dbx_arena_free(&arena);
}

static void put_views(dbx_buf *b, const dbx_trace *t) {
  dbx_report_style style = {.detail = DBX_DETAIL_STEPS};
  dbx_naming *names = dbx_naming_new(t, NULL, DBX_NAMING_DRAFT);
  for (uint32_t i = 0; i < t->events.n; i++) dbx_put_event(b, t, names, i);
  dbx_naming_free(names);
  for (uint32_t i = 0; i < t->binds.n; i++) dbx_put_bind_report(b, t, t->binds.at[i], &style);
  dbx_put_simplified(b, t, NULL, &style);
  dbx_scene s = dbx_scene_open(t, &style);
  for (uint32_t i = 0; i < t->frames.n; i++)
    for (uint32_t k = 0; k < t->frames.at[i]->eqns.n; k++)
      dbx_put_eqn(b, s.names, &t->frames.at[i]->eqns.at[k]);
  dbx_scene_close(&s);
}

// The function as if it were under construction: from its explicit results the same Jaxpr, and
// type.
static void check_so_far(const dbx_trace *t, const char *path) {
  const dbx_jaxpr *j = t->jaxpr;
  dbx_buf text = {0}, again = {0};
  dbx_u32s outs = {0};
  for (uint32_t i = j->n_implicit_out; i < j->n_out; i++)
    dbx_push(&outs, dbx_is_literal(j->outs[i]) ? j->outs[i] : dbx_tracer_of(j->outs[i]));
  const dbx_frame *f = dbx_frame_by_id(j->frame);
  dbx_so_far s = dbx_function_so_far(f, outs.at, outs.n, j->n_implicit_in);
  dbx_print_jaxpr(&again, s.jaxpr, NULL);
  dbx_print_jaxpr(&text, j, NULL);
  cr_assert_str_eq(dbx_text(&again), dbx_text(&text), "%s", path);
  cr_assert_eq(sig_sum(0, &s.out_type), sig_sum(0, &t->out_type), "%s: another OutputType", path);
  dbx_buf_free(&text), dbx_buf_free(&again);
  dbx_vec_free(&outs);
}

// ---- the corpus ----

static uint32_t n_traces;

static void check_trace(const dbx_trace *t, const char *path) {
  dbx_buf first = {0}, second = {0};
  uint64_t before = trace_sum(t);
  for (uint32_t i = 0; i < t->frames.n; i++) put_whole(&first, t->frames.at[i]);
  for (uint32_t i = 0; i < t->frames.n; i++) put_whole(&second, t->frames.at[i]);
  cr_assert_str_eq(dbx_text(&first), dbx_text(&second), "%s: another Jaxpr the second time", path);
  cr_assert_eq(before, trace_sum(t), "%s: toJaxpr changed the trace", path);
  dbx_clear(&first), dbx_clear(&second);
  put_views(&first, t);
  put_views(&second, t);
  cr_assert_str_eq(dbx_text(&first), dbx_text(&second), "%s: another text the second time", path);
  if (t->jaxpr) check_so_far(t, path);
  cr_assert_eq(before, trace_sum(t), "%s: a view changed the trace", path);
  dbx_buf_free(&first), dbx_buf_free(&second);
  n_traces++;
}

static void check_text(const char *path, const char *text, size_t n) {
  uint32_t traces = lang_now->traces.n;
  if (lang_run(dbx_source_add(path, text, n), NULL, NULL) != DBX_OK) dbx_diag_free(dbx_diag_take());
  for (uint32_t i = traces; i < lang_now->traces.n; i++) check_trace(lang_now->traces.at[i], path);
}

static void check_program(const char *path, void *ctx) {
  (void)ctx;
  dbx_buf text = {0};
  cr_assert(corpus_read(path, &text));
  check_text(path, dbx_text(&text), text.n);
  lang_forget();
  dbx_buf_free(&text);
}

Test(to_jaxpr, changes_nothing_of_a_trace) {
  lang_start();
  lang_now->print = lang_print_nothing;
  corpus_each(corpus_dir(), ".py", check_program, NULL);
  lang_stop();
  cr_assert_gt(n_traces, 500);
}

// ---- types that change ----

// A length that is folded: the Jaxpr has it in its types, the trace has the tracer.
static const char folded[] = "from jax import numpy as jnp, lax\n"
                             "from catalyst import qjit, for_loop, while_loop, cond\n"
                             "def three():\n"
                             "    return lax.convert_element_type(3, 'int64')\n"
                             "@qjit\n"
                             "def plain(n: int):\n"
                             "    y = jnp.ones([three(), n])\n"
                             "    return y, y + 1.0\n"
                             "@qjit\n"
                             "def looped(n: int):\n"
                             "    @for_loop(0, n, 1, allow_array_resizing=True)\n"
                             "    def body(i, a, b):\n"
                             "        y = jnp.ones([three()]) * 2\n"
                             "        return jnp.ones([a.shape[0] + 1]) + y.sum(), b\n"
                             "    return body(jnp.ones([n]), jnp.ones([n]))\n"
                             "@qjit\n"
                             "def branched(n: int):\n"
                             "    @cond(n > 1)\n"
                             "    def either():\n"
                             "        return jnp.ones([three()]) * 2\n"
                             "    @either.otherwise\n"
                             "    def either():\n"
                             "        return jnp.zeros([three()])\n"
                             "    return either()\n";

static uint32_t retyped(const dbx_frame *f) {
  dbx_arena arena = {0};
  uint32_t n = 0;
  const dbx_jaxpr *j = dbx_to_jaxpr(f, &arena, NULL, 0, false, NULL);
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_out; k++) {
      dbx_var binder = j->eqns[i].out[k] & DBX_HANDLE, tracer = dbx_tracer_of(binder);
      if (binder == tracer) continue;
      n++;
      cr_assert_eq(dbx_jaxpr_aval(j, tracer), dbx_var_aval(binder));
      cr_assert_neq(dbx_var_aval(tracer), dbx_var_aval(binder));
      cr_assert_eq(dbx_jaxpr_tracer(j, tracer), tracer);
      cr_assert_eq(dbx_referent(binder), tracer);
      cr_assert_eq(binder, dbx_var_typed(tracer, dbx_var_aval(binder)));
    }
  dbx_arena_free(&arena);
  return n;
}

Test(to_jaxpr, binders_of_another_type_are_copies) {
  lang_start();
  lang_now->print = lang_print_nothing;
  check_text("folded", folded, sizeof folded - 1);
  cr_assert_eq(lang_now->traces.n, 3);
  for (uint32_t i = 0; i < lang_now->traces.n; i++) {
    const dbx_trace *t = lang_now->traces.at[i];
    uint32_t n = 0;
    cr_assert_not_null(t->jaxpr, "%s", dbx_sym_text(t->function));
    cr_assert(dbx_check_jaxpr(t->jaxpr) == DBX_OK);
    for (uint32_t k = 0; k < t->frames.n; k++) n += retyped(t->frames.at[k]);
    cr_assert_gt(n, 0, "%s", dbx_sym_text(t->function));
  }
  lang_stop();
}

// ---- a trace under construction ----

static void put_page(dbx_buf *b, const dbx_trace *t, const dbx_so_far *s) {
  dbx_page_function f = {.trace = t, .so_far = s};
  dbx_put_page_json(
      b, &(dbx_page){.program = "f", .functions = &f, .n_functions = 1, .diagnostics = ""});
}

static void put_all(dbx_buf *b, const dbx_trace *t, const dbx_so_far *s) {
  dbx_report_style style = {.detail = DBX_DETAIL_STEPS, .so_far = s};
  dbx_put_types(b, t, &style);
  dbx_put_args(b, t, &style);
  cr_expect_eq(dbx_put_tracers(b, t, &style, ""), DBX_OK);
  dbx_scopes *scopes = dbx_scopes_new(t, dbx_trace_jaxpr(t, s), NULL, false);
  dbx_put_drawing(b, scopes, &(dbx_draw_style){0});
  dbx_scopes_free(scopes);
  put_page(b, t, s);
}

Test(to_jaxpr, views_are_given_what_an_open_trace_is_so_far) {
  traced x;
  dbx_buf first = {0}, second = {0}, without = {0};
  traced_begin(&x, "n:i64[] implicit, y:f64[n]");
  traced_let(&x, "z", "y * y");
  uint64_t before = trace_sum(x.trace);
  dbx_atom out = traced_get(&x, "z").tracer;
  dbx_so_far s = dbx_function_so_far(x.frame, &out, 1, 1);
  put_all(&first, x.trace, &s);
  put_all(&second, x.trace, &s);
  put_all(&without, x.trace, NULL);
  cr_expect_str_eq(dbx_text(&first), dbx_text(&second));
  cr_expect_eq(before, trace_sum(x.trace), "a view changed the trace");
  cr_expect(strstr(dbx_text(&first), "out_type  0  f64[InDBIdx(0)]"), "%s", dbx_text(&first));
  cr_expect_not(strstr(dbx_text(&without), "InDBIdx"), "it is not a part of the trace");
  dbx_buf_free(&first), dbx_buf_free(&second), dbx_buf_free(&without);
  traced_end(&x);
}

Test(to_jaxpr, an_interrupt_while_a_page_is_written_is_kept_for_who_asked_for_the_page) {
  traced x;
  dbx_buf page = {0};
  traced_begin(&x, "n:i64[] implicit, y:f64[n]");
  traced_let(&x, "z", "y * y");
  dbx_atom out = traced_get(&x, "z").tracer;
  dbx_so_far s = dbx_function_so_far(x.frame, &out, 1, 1);
  dbx_stop_ask(DBX_STOP_INTERRUPT);
  put_page(&page, x.trace, &s);
  cr_expect_null(dbx_diag_pending(), "a diagnostic of a failure that nobody was told of");
  cr_expect(dbx_stopping_for(DBX_STOP_INTERRUPT));
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  dbx_buf_free(&page);
  traced_end(&x);
}
