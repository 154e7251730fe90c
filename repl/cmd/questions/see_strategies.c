// The strategies of every loop, for pages (see see.h).
#include "cmd/questions/see.h"
#include "cmd/session/changes.h"

#include "trace/attempt.h"
#include "viz/report/strategies.h"
#include <string.h>

typedef struct comparison {
  dbx_sym function, body;
  dbx_span span; // of the loop's call: rounds and new traces replace it
  char *text;
} comparison;
static dbx_vec(comparison) found;
static dbx_vec(const char *) chosen; // what see_strategies gave last

static comparison *place_for(dbx_sym function, dbx_sym body) {
  for (uint32_t i = 0; i < found.n; i++)
    if (found.at[i].function == function && found.at[i].body == body &&
        !memcmp(&found.at[i].span, &dbx_here, sizeof dbx_here))
      return &found.at[i];
  dbx_push(&found, ((comparison){.function = function, .body = body, .span = dbx_here}));
  return &found.at[found.n - 1];
}

// Loops inside one that is tried are compared when it is bound: not again for each strategy.
static void see(const dbx_loop_call *c) {
  if (dbx_attempting()) return;
  dbx_report_style style = changes_style(DBX_DETAIL_TABLE);
  dbx_buf text = {0};
  dbx_json j = {.out = &text, .indent = -1};
  dbx_span here = dbx_here;
  dbx_sym function = dbx_trace_current()->function;
  style.color = false, style.width = 80;
  dbx_put_strategies_json(&j, c, &style);
  dbx_here = here;
  comparison *place = place_for(function, c->body->name);
  free(place->text);
  place->text = dbx_strdup(dbx_text(&text));
  dbx_buf_free(&text);
}

void see_collect(void) { trace_now->loop_observer = see; }

void see_stop(void) {
  trace_now->loop_observer = NULL;
  for (uint32_t i = 0; i < found.n; i++) free(found.at[i].text);
  dbx_vec_free(&found);
  dbx_vec_free(&chosen);
}

const char *const *see_strategies(dbx_sym function, uint32_t *n) {
  chosen.n = 0;
  for (uint32_t i = 0; i < found.n; i++)
    if (found.at[i].function == function) dbx_push(&chosen, found.at[i].text);
  *n = chosen.n;
  return chosen.at;
}
