// :compare-strategies and inspect --emit=strategies (see strategies.h).
#include "cmd/questions/strategies.h"
#include "cmd/questions/state.h"

#include "cmd/commands.h"
#include "cmd/host/show.h"
#include "cmd/session/changes.h"
#include "cmd/session/program.h"

#include "lang/jax/qjit.h"
#include "trace/attempt.h"
#include "viz/report/strategies.h"
#include <stdio.h>
#include <string.h>

// ---- collecting ----

static comparison *place_for(const dbx_callable *body) {
  for (uint32_t i = 0; i < questions_now->compared.n; i++)
    if (questions_now->compared.at[i].body == body->name &&
        !memcmp(&questions_now->compared.at[i].span, &dbx_here, sizeof dbx_here))
      return &questions_now->compared.at[i];
  dbx_push(&questions_now->compared, ((comparison){.span = dbx_here, .body = body->name}));
  return &questions_now->compared.at[questions_now->compared.n - 1];
}

void strategies_observe(const dbx_loop_call *c) {
  if (questions_now->wanted && c->body->name != questions_now->wanted) return;
  dbx_report_style style = changes_style(DBX_DETAIL_TABLE);
  dbx_buf text = {0};
  dbx_span here = dbx_here;
  dbx_put_strategies(&text, c, &style);
  dbx_here = here;
  comparison *place = place_for(c->body);
  dbx_buf_free(&place->text);
  place->text = text;
}

void strategies_collect(const char *loop) {
  questions_now->wanted = loop ? dbx_intern(loop) : 0;
  trace_now->loop_observer = strategies_observe;
}

bool strategies_put(dbx_buf *b) {
  bool any = questions_now->compared.n > 0;
  trace_now->loop_observer = NULL;
  for (uint32_t i = 0; i < questions_now->compared.n; i++) {
    if (i) dbx_putc(b, '\n');
    dbx_putn(b, questions_now->compared.at[i].text.at, questions_now->compared.at[i].text.n);
    dbx_buf_free(&questions_now->compared.at[i].text);
  }
  dbx_vec_free(&questions_now->compared);
  return any;
}

// ---- the command ----

static bool binds_loop(const dbx_trace *t, const char *name) {
  for (uint32_t i = 0; i < t->binds.n; i++)
    if (!strcmp(dbx_sym_text(t->binds.at[i]->name), name)) return true;
  return false;
}

// The compiled function of that name, or the last one that has such a loop; also one that was
// refused.
static struct o_qjit *function_with(const char *name) {
  pv v = lang_compiled(dbx_intern(name));
  for (uint32_t i = lang_now->traces.n; !is_obj(v, T_QJIT) && i-- > 0;)
    if (binds_loop(lang_now->traces.at[i], name))
      v = lang_compiled(lang_now->traces.at[i]->function);
  return is_obj(v, T_QJIT) ? (struct o_qjit *)v.o : NULL;
}

// A loop of the program under construction is called once more with its last arguments.
static dbx_status call_again(pv loop) {
  pv args = ((o_loop *)loop.o)->args, ignored;
  dbx_attempt *a = dbx_attempt_begin();
  dbx_status st = lang_call(loop, SEQ(args)->at, SEQ(args)->n, &ignored);
  dbx_attempt_undo(a);
  return st;
}

dbx_status cmd_compare_strategies(const char *name) {
  pv v = dict_get_sym(lang_now->globals, dbx_intern(name));
  struct o_qjit *f = function_with(name);
  bool here =
      is_obj(v, T_LOOP) && ((o_loop *)v.o)->args.tag != PV_UNBOUND && program_now() == PROGRAM_OPEN;
  dbx_buf b = {0};
  if (!here && !f)
    return dbx_fail(DBX_E201, (dbx_span){0},
                    "no loop '%s' has been called in the open program, and no compiled function "
                    "has one",
                    name);
  bool whole = f && pv_same(lang_compiled(dbx_intern(name)), pv_obj(f));
  strategies_collect(whole ? NULL : name);
  dbx_status st = here ? call_again(v) : qjit_trace_again(f);
  bool any = strategies_put(&b);
  show_report(&b);
  if (any && st != DBX_OK) dbx_diag_forget(); // the comparison says it
  if (!any && st == DBX_OK) return dbx_fail(DBX_E201, (dbx_span){0}, "'%s' has no loop", name);
  return any ? DBX_OK : st;
}
