// Every kind of trace/events.def is written by a program, and reads as its row says.
#include "lang/lang.h"
#include "trace/trace.h"
#include "viz/report/events.h"

#include <criterion/criterion.h>
#include <string.h>

#define HEAD "from jax import numpy as jnp\nfrom catalyst import qjit, for_loop, while_loop, cond\n"
#define FUNCTION(body) HEAD "@qjit\ndef f(n: int):\n" body
#define SIMPLE FUNCTION("    m = n + 1\n    return m")
#define LOOP(how)                                                                                  \
  FUNCTION("    @for_loop(0, n, 1, allow_array_resizing=" how ")\n"                                \
           "    def grow(i, x):\n        return jnp.ones([x.shape[0] + n])\n"                      \
           "    return grow(jnp.ones([n]))")
#define AUTOGRAPH                                                                                  \
  HEAD "@qjit(autograph=True)\ndef f(n: int):\n    for i in range(n):\n        n = n + i\n    "    \
       "return n"
#define WITHIN(what)                                                                               \
  FUNCTION("    def inner(k):\n        " what "\n        return k\n    return inner(n)")

#define GRAPH                                                                                      \
  HEAD "@qjit(autograph=True)\ndef f(n: int):\n    for i in range(n):\n        n = n + i\n"        \
       "    return n"

#define CIRCUIT                                                                                    \
  HEAD "import pennylane as qml\n@qjit\n@qml.qnode(qml.device('lightning.qubit', wires=1))\n"      \
       "def f():\n    qml.adjoint(qml.S(0))\n    return qml.probs()"

static const struct {
  dbx_event_kind kind;
  const char *program, *text, *json; // some event of the kind: its text, the end of its line
} rows[] = {
    {DBX_EV_TRACE_BEGIN, SIMPLE, "begin trace of f", "\"text\": \"begin trace of f\"}"},
    {DBX_EV_TRACE_END, SIMPLE, "end trace of f", "\"text\": \"end trace of f\"}"},
    {DBX_EV_FRAME_OPEN, SIMPLE, "open context 0: function f",
     "\"context\": 0, \"context_kind\": \"function\", \"name\": \"f\"}"},
    {DBX_EV_FRAME_CLOSE, LOOP("True"), "close context 1: nested program grow",
     "\"context\": 1, \"context_kind\": \"nested program\", \"name\": \"grow\"}"},
    {DBX_EV_ARGUMENT, SIMPLE, "argument a:i64[]", "\"variable\": \"a\", \"type\": \"i64[]\"}"},
    {DBX_EV_CONSTANT, LOOP("True"), "capture e:i64[] = a",
     "\"variable\": \"e\", \"type\": \"i64[]\", \"outer\": \"a\"}"},
    {DBX_EV_EQUATION, SIMPLE, "b:i64[] = add a 1", "\"equation\": 1, \"primitive\": \"add\"}"},
    {DBX_EV_COMPARE, FUNCTION("    return jnp.ones([n]) + jnp.ones([n + 1])"),
     "compare a with c: not known to be equal",
     "\"left\": \"a\", \"right\": \"c\", \"equal\": false}"},
    {DBX_EV_STEP, LOOP("True"), "step 3.2 parseInputType (body)",
     "\"step\": \"3.2\", \"name\": \"parseInputType\", \"part\": 0}"},
    {DBX_EV_BIND_OPEN, LOOP("True"), "open bind 0: for_loop grow",
     "\"primitive\": \"for_loop\", \"name\": \"grow\"}"},
    {DBX_EV_BIND_CLOSE, LOOP("False"), "close bind 0: for_loop grow: failed, ValueError",
     "\"completed\": false}"},
    {DBX_EV_ROUND, LOOP("'infer'"), "round 1 undone: 1 length of the carries become arguments",
     "\"round\": 1, \"arguments\": 1}"},
    {DBX_EV_SLOT, LOOP("True"), "carried dimension 0 -> OutDBIdx(0)",
     "\"slot\": 0, \"index\": \"OutDBIdx\", \"position\": 0}"},
    {DBX_EV_NAME, SIMPLE, "name m = b", "\"name\": \"m\", \"variable\": \"b\"}"},
    {DBX_EV_STATEMENT, GRAPH, "AutoGraph: for becomes for_loop",
     "\"keyword\": \"for\", \"became\": \"for_loop\", \"why\": null}"},
    {DBX_EV_CALL, WITHIN("pass"), "call inner", "\"name\": \"inner\"}"},
    {DBX_EV_RETURN, WITHIN("raise ValueError('no')"), "return from inner: an exception",
     "\"name\": \"inner\", \"completed\": false}"},
    {DBX_EV_PASS_OPEN, CIRCUIT, "open pass 2 of circuit 0", "\"pass\": 2, \"circuit\": 0}"},
    {DBX_EV_PASS_CLOSE, CIRCUIT, "close pass 1 of circuit 0", "\"pass\": 1, \"circuit\": 0}"},
    {DBX_EV_TAPE, CIRCUIT, "S is taken off the tape", "\"operation\": \"S\", \"taken\": true}"},
    {DBX_EV_OPERATION, CIRCUIT, "Adjoint(S) comes from the tape", "\"operation\": \"Adjoint(S)\"}"},
    {DBX_EV_ERROR, WITHIN("raise ValueError('no')"),
     "error E214: an exception raised by the program", "\"code\": \"E214\"}"},
    {DBX_EV_STATEMENT, AUTOGRAPH, "AutoGraph: for becomes for_loop",
     "\"keyword\": \"for\", \"became\": \"for_loop\", \"why\": null}"},
};
enum { ROWS = sizeof rows / sizeof *rows };

static const dbx_trace *trace_of(const char *program) {
  uint32_t before = lang_now->traces.n;
  if (lang_run(dbx_source_add("<events>", program, strlen(program)), NULL, NULL) != DBX_OK)
    dbx_diag_free(dbx_diag_take());
  cr_assert_gt(lang_now->traces.n, before, "%s", program);
  return lang_now->traces.at[lang_now->traces.n - 1];
}

// Is there an event of the kind with this text, and with these fields at the end of its line?
static bool shows(const dbx_trace *t, dbx_event_kind kind, const char *text, const char *fields) {
  dbx_naming *names = dbx_naming_new(t, NULL, DBX_NAMING_DRAFT);
  dbx_buf one = {0}, all = {0};
  bool found = false;
  dbx_put_events_json(&all, t);
  const char *line = dbx_text(&all);
  for (uint32_t i = 0; i < t->events.n && !found; i++) {
    const char *end = strchr(line, '\n');
    dbx_clear(&one);
    dbx_put_event(&one, t, names, i);
    size_t n = strlen(fields);
    found = t->events.at[i].kind == kind && !strcmp(dbx_text(&one), text) &&
            (size_t)(end - line) >= n && !memcmp(end - n, fields, n);
    line = end + 1;
  }
  if (!found) {
    dbx_clear(&one);
    dbx_put_events(&one, t, false);
    cr_log_info("%s%s", dbx_text(&one), dbx_text(&all));
  }
  dbx_buf_free(&one), dbx_buf_free(&all);
  dbx_naming_free(names);
  return found;
}

Test(events, every_kind_is_written_and_shown) {
  bool written[DBX_EV_COUNT] = {0};
  lang_start();
  for (int i = 0; i < ROWS; i++) {
    const dbx_trace *t = trace_of(rows[i].program);
    cr_expect(shows(t, rows[i].kind, rows[i].text, rows[i].json), "%s: no \"%s\" with %s",
              dbx_event_name(rows[i].kind), rows[i].text, rows[i].json);
    for (uint32_t k = 0; k < t->events.n; k++) written[t->events.at[k].kind] = true;
  }
  for (int k = 0; k < DBX_EV_COUNT; k++)
    cr_expect(written[k], "no program here writes %s", dbx_event_name((dbx_event_kind)k));
  lang_stop();
}
