// The strategies of every loop, for pages (see see.h).
#include "cmd/questions/see.h"
#include "cmd/questions/state.h"
#include "cmd/session/changes.h"

#include "trace/attempt.h"
#include "viz/report/strategies.h"
#include <string.h>

static page_comparison *place_for(dbx_sym function, dbx_sym body) {
  for (uint32_t i = 0; i < questions_now->seen.n; i++)
    if (questions_now->seen.at[i].function == function && questions_now->seen.at[i].body == body &&
        !memcmp(&questions_now->seen.at[i].span, &dbx_here, sizeof dbx_here))
      return &questions_now->seen.at[i];
  dbx_push(&questions_now->seen,
           ((page_comparison){.function = function, .body = body, .span = dbx_here}));
  return &questions_now->seen.at[questions_now->seen.n - 1];
}

// Loops inside one that is tried are compared when it is bound: not again for each strategy.
void see_observe(const dbx_loop_call *c) {
  if (dbx_attempting()) return;
  dbx_report_style style = changes_style(DBX_DETAIL_TABLE);
  dbx_buf text = {0};
  dbx_json j = {.out = &text, .indent = -1};
  dbx_span here = dbx_here;
  dbx_sym function = dbx_trace_current()->function;
  style.color = false, style.width = 80;
  dbx_put_strategies_json(&j, c, &style);
  dbx_here = here;
  page_comparison *place = place_for(function, c->body->name);
  free(place->text);
  place->text = dbx_strdup(dbx_text(&text));
  dbx_buf_free(&text);
}

void see_collect(void) { trace_now->loop_observer = see_observe; }

void see_stop(void) {
  trace_now->loop_observer = NULL;
  for (uint32_t i = 0; i < questions_now->seen.n; i++) free(questions_now->seen.at[i].text);
  dbx_vec_free(&questions_now->seen);
  dbx_vec_free(&questions_now->chosen);
}

const char *const *see_strategies(dbx_sym function, uint32_t *n) {
  questions_now->chosen.n = 0;
  for (uint32_t i = 0; i < questions_now->seen.n; i++)
    if (questions_now->seen.at[i].function == function)
      dbx_push(&questions_now->chosen, questions_now->seen.at[i].text);
  *n = questions_now->chosen.n;
  return questions_now->chosen.at;
}
