// The commands that teach: pages of terms and codes.
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/questions/about.h"
#include "cmd/questions/state.h"
#include "cmd/questions/tour.h"

#include "cmd/session/undo.h"
#include "learn/pages.h"
#include "learn/primitive.h"
#include "learn/quiz.h"
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// ---- pages ----

static void put_index(dbx_buf *b) {
  dbx_put(b, "`:explain NAME` shows a page; a diagnostic code (E301) has one too. The terms:\n");
  page_put_terms(b, host_width());
}

// A page, or else the rows of options and parameters.
static dbx_status explain(dbx_buf *b, const char *name) {
  if (page_explain(b, name, host_width(), host_color(STDOUT_FILENO)) == DBX_OK) return DBX_OK;
  if (!about_option(b, name)) return DBX_FAIL;
  dbx_diag_forget();
  return DBX_OK;
}

dbx_status cmd_show_page(const char *rest) {
  dbx_buf b = {0};
  if (*rest) DBX_TRY(explain(&b, rest));
  else put_index(&b);
  show_report(&b);
  return DBX_OK;
}

int cmd_explain(const cli *o) {
  dbx_buf name = {0}, b = {0};
  for (int i = 0; i < o->n_operands; i++) dbx_printf(&name, "%s%s", i ? " " : "", o->operand[i]);
  dbx_status st = DBX_OK;
  if (!o->n_operands) page_put_terms(&b, host_width());
  else st = explain(&b, dbx_text(&name));
  show_report(&b);
  dbx_buf_free(&name);
  if (st != DBX_OK) return host_report(dbx_diag_take()), CLI_MISUSE;
  return host_flush() ? CLI_OK : CLI_FAILED;
}

dbx_status cmd_prim(const char *rest) {
  dbx_buf b = {0};
  if (*rest) DBX_TRY(primitive_explain(&b, rest, host_width()));
  else primitive_put_names(&b, host_width());
  show_report(&b);
  return DBX_OK;
}

dbx_status cmd_examples(const char *rest) {
  dbx_buf b = {0};
  if (*rest) DBX_TRY(page_example(&b, rest));
  else page_put_examples(&b);
  show_report(&b);
  return DBX_OK;
}

// ---- the quiz ----

// The traces of the quiz come before all others, so that "the last traced function" is the user's.
static dbx_trace *take_trace(uint32_t before) {
  if (lang_now->traces.n == before) return NULL;
  dbx_trace *t = lang_now->traces.at[lang_now->traces.n - 1];
  memmove(lang_now->traces.at + 1, lang_now->traces.at, before * sizeof *lang_now->traces.at);
  lang_now->traces.at[0] = t;
  return t;
}

// Programs of the quiz may fail to be traced; these failures are not theirs.
static bool ends_the_search(const dbx_diag *d) {
  return d && (d->cls == DBX_S_KeyboardInterrupt || d->cls == DBX_S_MemoryError);
}

// Traces the program beside the session: nothing of it stays but the trace. Fails if it has to end.
static dbx_status trace_program(const char *text, dbx_trace **ret) {
  void (*on_trace)(dbx_trace *, void *) = lang_now->on_trace;
  dbx_trace *open = dbx_trace_suspend();
  uint32_t before = lang_now->traces.n;
  dbx_buf all = {0};
  dbx_printf(
      &all,
      "from jax import numpy as jnp\nfrom catalyst import qjit, for_loop, while_loop, cond\n%s",
      text);
  lang_now->on_trace = NULL;
  undo_open();
  dbx_status st = lang_run(dbx_source_add("<quiz>", dbx_text(&all), all.n), NULL, NULL);
  dbx_diag *d = dbx_diag_take();
  undo_rollback();
  lang_now->on_trace = on_trace;
  if (open) dbx_trace_resume(open);
  dbx_buf_free(&all);
  *ret = take_trace(before);
  if (st != DBX_OK && ends_the_search(d)) return dbx_diag_put(d), DBX_FAIL;
  dbx_diag_free(d);
  return DBX_OK;
}

// Each number is a question of its own: programs that have none are tried over. Where there is no
// room for any trace, no number gives a question.
static dbx_status find_question(dbx_buf *b) {
  enum { MOST_TRIES = 1000 };
  bool found = false;
  for (uint64_t i = 0; i < MOST_TRIES && !found; i++) {
    uint64_t seed = questions_now->quiz.number + (i << 32);
    dbx_buf text = {0};
    dbx_trace *t = NULL;
    quiz_program(&text, seed);
    dbx_status st = trace_program(dbx_text(&text), &t);
    found = st == DBX_OK && t && quiz_choose(&questions_now->quiz.question, t, seed);
    if (found)
      dbx_printf(b, "question %" PRIu64 "\n\n%s\n", questions_now->quiz.number, dbx_text(&text));
    dbx_buf_free(&text);
    DBX_TRY(st);
  }
  return found ? DBX_OK
               : dbx_fail(DBX_E208, (dbx_span){0}, "no question was found; `:quiz` goes on");
}

static dbx_status ask(void) {
  dbx_buf b = {0};
  DBX_TRY(find_question(&b));
  quiz_put_question(&b, &questions_now->quiz.question);
  dbx_put(&b, "answer with `:quiz TYPE`, for example `:quiz i64[] implicit, f64[DBIdx(0),3]`; also "
              "`:quiz hint`, `:quiz show`, `:quiz next`\n");
  show_report(&b);
  return DBX_OK;
}

static void judge(const char *answer) {
  dbx_buf b = {0};
  questions_now->quiz.asked++;
  dbx_buf judged = {0};
  bool ok = quiz_judge(&questions_now->quiz.question, answer, &judged);
  questions_now->quiz.right += ok;
  dbx_printf(&b, "%s%s", ok ? "" : "no: ", dbx_text(&judged));
  dbx_buf_free(&judged);
  if (ok) {
    dbx_printf(&b, "right (%u of %u)\n", questions_now->quiz.right, questions_now->quiz.asked);
    quiz_put_solution(&b, &questions_now->quiz.question);
    questions_now->quiz.question.bind = NULL;
    questions_now->quiz.number++;
  }
  show_report(&b);
}

void quiz_end(void) {
  questions_now->quiz.question = (quiz){0};
  questions_now->quiz.number = 0;
  questions_now->quiz.asked = questions_now->quiz.right = 0;
}

dbx_status cmd_quiz(const char *rest) {
  dbx_buf b = {0};
  char *end;
  uint64_t n = strtoull(rest, &end, 10);
  bool wants_number = *rest && !*end && strspn(rest, "0123456789") == strlen(rest);
  if (!questions_now->quiz.number)
    questions_now->quiz.number = wants_number ? n : 1 + (uint64_t)time(NULL) % 100000;
  if (wants_number) questions_now->quiz.number = n;
  if (wants_number || !*rest || !strcmp(rest, "next")) {
    if (!strcmp(rest, "next") && questions_now->quiz.question.bind) questions_now->quiz.number++;
    return ask();
  }
  if (!questions_now->quiz.question.bind)
    return dbx_fail(DBX_E208, (dbx_span){0}, "no question is asked; `:quiz` asks one");
  if (!strcmp(rest, "stop")) quiz_end();
  else if (!strcmp(rest, "hint")) quiz_put_hint(&b, &questions_now->quiz.question);
  else if (!strcmp(rest, "show")) quiz_put_solution(&b, &questions_now->quiz.question);
  else judge(rest);
  show_report(&b);
  return DBX_OK;
}
