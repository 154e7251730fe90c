// The quiz: 1,000 random questions. The right answer, also as the report of the bind prints it, is
// accepted; altered ones are refused with a reason.
#include "lang/lang.h"
#include "learn/quiz.h"
#include "viz/report/report.h"

#include <criterion/criterion.h>
#include <string.h>

enum { QUESTIONS = 1000 };

static dbx_trace *trace_of(uint64_t seed) {
  dbx_buf text = {0};
  uint32_t before = lang_now->traces.n;
  dbx_put(&text, "from jax import numpy as jnp\n"
                 "from catalyst import qjit, for_loop, while_loop, cond\n");
  quiz_program(&text, seed);
  if (lang_run(dbx_source_add("<quiz>", dbx_text(&text), text.n), NULL, NULL) != DBX_OK)
    dbx_diag_free(dbx_diag_take());
  dbx_buf_free(&text);
  return lang_now->traces.n > before ? lang_now->traces.at[lang_now->traces.n - 1] : NULL;
}

static void refused(const quiz *q, uint64_t seed, const char *what, const dbx_sig *s) {
  dbx_buf text = {0}, reason = {0};
  quiz_put_type(&text, q, s);
  bool right = quiz_judge(q, dbx_text(&text), &reason);
  cr_expect(!right, "question %d, %s: `%s` is accepted", (int)seed, what, dbx_text(&text));
  cr_expect(right || reason.n > 15, "question %d, %s: `%s` is refused without a reason: %s",
            (int)seed, what, dbx_text(&text), dbx_text(&reason));
  dbx_buf_free(&text), dbx_buf_free(&reason);
}

static dbx_sig copy(dbx_arena *a, const dbx_sig *s) {
  dbx_sig c = dbx_sig_new(a, s->n);
  memcpy(c.aval, s->aval, s->n * sizeof *c.aval);
  memcpy(c.expl, s->expl, s->n * sizeof *c.expl);
  return c;
}

static dbx_dim other_index(void *ctx, dbx_dim d) {
  (void)ctx;
  return dbx_dim_is_int(d) || dbx_dim_is_var(d)
             ? d
             : dbx_dim_make(dbx_dim_kind_of(d), dbx_dim_value(d) + 1);
}
static dbx_dim other_kind(void *ctx, dbx_dim d) {
  (void)ctx;
  switch (dbx_dim_kind_of(d)) {
  case DBX_DIM_INDB: return dbx_dim_make(DBX_DIM_OUTDB, dbx_dim_value(d));
  case DBX_DIM_OUTDB: return dbx_dim_make(DBX_DIM_INDB, dbx_dim_value(d));
  default: return dbx_dim_int(7);
  }
}

static void alter(dbx_arena *a, const quiz *q, uint64_t seed) {
  const dbx_sig *right = quiz_right(q);
  for (uint32_t k = 0; k < right->n; k++) {
    const dbx_aval_info *t = dbx_aval_at(right->aval[k]);
    dbx_sig s = copy(a, right);
    s.expl[k] = !s.expl[k];
    refused(q, seed, "explicit and implicit exchanged", &s);
    s = copy(a, right);
    s.aval[k] = dbx_aval_with_type(s.aval[k], t->dtype == DBX_I64 ? DBX_F64 : DBX_I64, false);
    refused(q, seed, "another dtype", &s);
    s = copy(a, right);
    memmove(s.aval + k, s.aval + k + 1, (s.n - k - 1) * sizeof *s.aval);
    memmove(s.expl + k, s.expl + k + 1, (s.n - k - 1) * sizeof *s.expl);
    s.n--;
    refused(q, seed, "an entry left out", &s);
    if (!t->dynamic) continue;
    s = copy(a, right);
    s.aval[k] = dbx_aval_map(s.aval[k], other_kind, NULL);
    refused(q, seed, "other lengths", &s);
    s.aval[k] = dbx_aval_map(right->aval[k], other_index, NULL);
    if (s.aval[k] != right->aval[k]) refused(q, seed, "other indices", &s);
  }
}

// The lines of the body's type in the report, with the words behind them.
static void put_reported(dbx_buf *b, const quiz *q) {
  dbx_report_style style = {.width = 200, .detail = DBX_DETAIL_TABLE};
  dbx_buf report = {0};
  dbx_put_bind_report(&report, q->trace, q->bind, &style);
  const char *title = q->out ? "out_type" : "in_type", *at = NULL;
  for (const char *s = dbx_text(&report); (s = strstr(s, title)); s++) at = s;
  cr_assert(at != NULL);
  at += strlen(title);
  for (;;) {
    size_t n = strcspn(at, "\n");
    dbx_putn(b, at, n);
    dbx_putc(b, '\n');
    at += n + (at[n] == '\n');
    if (strncmp(at, "        ", 8)) break; // the next row of the report
  }
  dbx_buf_free(&report);
}

Test(quiz, right_answers_are_accepted_and_altered_ones_refused) {
  dbx_arena arena = {0};
  uint32_t asked = 0, reported = 0;
  lang_start();
  for (uint64_t seed = 1; asked < QUESTIONS; seed++) {
    quiz q;
    dbx_buf text = {0}, reason = {0};
    dbx_trace *t = trace_of(seed);
    if (!t || !quiz_choose(&q, t, seed)) continue;
    asked++;
    quiz_put_type(&text, &q, quiz_right(&q));
    cr_expect(quiz_judge(&q, dbx_text(&text), &reason), "question %d: `%s` is refused: %s",
              (int)seed, dbx_text(&text), dbx_text(&reason));
    dbx_clear(&text);
    // letters of the Jaxpr in an in_type would be other names
    if (q.part == &q.bind->parts[q.bind->n_parts - 1] &&
        (q.out || q.bind->resizing == DBX_RESIZE)) {
      reported++;
      put_reported(&text, &q);
      cr_expect(quiz_judge(&q, dbx_text(&text), &reason),
                "question %d: the report's\n%s is refused: %s", (int)seed, dbx_text(&text),
                dbx_text(&reason));
    }
    alter(&arena, &q, seed);
    dbx_buf_free(&text), dbx_buf_free(&reason);
    heap_safepoint();
  }
  cr_expect(reported > QUESTIONS / 3, "only %u answers were taken from reports", reported);
  dbx_arena_free(&arena);
  lang_stop();
}

Test(quiz, the_same_seed_is_the_same_program) {
  dbx_buf a = {0}, b = {0}, c = {0};
  quiz_program(&a, 5), quiz_program(&c, 6), quiz_program(&b, 5);
  cr_expect_str_eq(dbx_text(&a), dbx_text(&b));
  cr_expect_str_neq(dbx_text(&a), dbx_text(&c));
  dbx_buf_free(&a), dbx_buf_free(&b), dbx_buf_free(&c);
}
