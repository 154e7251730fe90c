// :tape: the tape of a circuit between its passes, and what transformations change.
#include "cmd/commands.h"
#include "cmd/host/compare.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/questions/see.h"
#include "cmd/questions/subject.h"

#include "lang/jax/qjit.h"
#include "lang/jax/state.h"
#include "viz/draw/tape.h"

#include <string.h>

static dbx_status put_tapes(dbx_buf *b, const dbx_trace *t) {
  dbx_report_style style = subject_style();
  const dbx_circuit *c = dbx_circuit_next(t, NULL);
  if (!c) return see_no_circuit(t);
  for (; c; c = dbx_circuit_next(t, c)) dbx_put_tape(b, t, c, &style);
  return DBX_OK;
}

// ---- transformations ----

static const char *const offered[] = {"cancel_inverses", "merge_rotations", "decompose"};

static bool is_offered(const char *name, size_t n) {
  for (size_t i = 0; i < sizeof offered / sizeof *offered; i++)
    if (strlen(offered[i]) == n && !strncmp(offered[i], name, n)) return true;
  return false;
}

static void put_lines(dbx_buf *b, const dbx_trace *t) {
  for (const dbx_circuit *c = NULL; (c = dbx_circuit_next(t, c));) dbx_put_tape_lines(b, t, c);
}

static void put_difference(dbx_buf *b, const dbx_trace *before, const dbx_trace *after,
                           bool jaxpr) {
  dbx_buf x = {0}, y = {0};
  dbx_print_opts wide = {.width = host_options()->width};
  if (jaxpr) {
    dbx_print_jaxpr(&x, before->jaxpr, &wide), dbx_putc(&x, '\n');
    dbx_print_jaxpr(&y, after->jaxpr, &wide), dbx_putc(&y, '\n');
  } else {
    put_lines(&x, before), put_lines(&y, after);
  }
  size_t n = b->n;
  compare_put_diff(b, &x, jaxpr ? "the Jaxpr" : "the tape", &y, "transformed");
  if (b->n == n) dbx_printf(b, "%s stays as it is\n", jaxpr ? "the Jaxpr" : "the tape");
  dbx_buf_free(&x), dbx_buf_free(&y);
}

static void put_distance(dbx_buf *b, struct o_qjit *q, const dbx_trace *before,
                         const dbx_trace *after) {
  static const double near = 1e-9;
  bool known;
  double d;
  if (qjit_distance(q, before->jaxpr, after->jaxpr, &known, &d) != DBX_OK) {
    dbx_diag_forget();
    dbx_put(b, "results: it does not run on the arguments of its last call\n");
  } else if (!known) dbx_put(b, "results: not compared, it has not been called yet\n");
  else if (d <= near) dbx_put(b, "results: the same on the arguments of its last call\n");
  else dbx_printf(b, "results: they differ by %g on the arguments of its last call\n", d);
}

static dbx_status transform(dbx_buf *b, const subject *s, const char *name) {
  dbx_trace *after;
  pv f = lang_compiled(s->trace->function);
  if (!dbx_circuit_next(s->trace, NULL)) return see_no_circuit(s->trace);
  if (!is_obj(f, T_QJIT))
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "--transform traces a compiled function once more, and '%s' is none by that "
                    "name",
                    dbx_sym_text(s->trace->function));
  jax_now->tape_changes = dbx_intern(name);
  dbx_status st = qjit_trace_apart((struct o_qjit *)f.o, &after);
  jax_now->tape_changes = 0;
  if (st == DBX_OK) {
    put_difference(b, s->trace, after, false);
    put_difference(b, s->trace, after, true);
    put_distance(b, (struct o_qjit *)f.o, s->trace, after);
  }
  dbx_trace_free(after);
  return st;
}

// ---- the command ----

// "--transform=NAME" in front: its name.
static dbx_status take_transform(const char **rest, char *name, size_t room) {
  static const char option[] = "--transform";
  *name = 0;
  if (strncmp(*rest, option, strlen(option))) return DBX_OK;
  const char *at = *rest + strlen(option);
  at += *at == '=' || *at == ' ';
  size_t n = strcspn(at, " ");
  if (!is_offered(at, n))
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "a transformation is cancel_inverses, merge_rotations or decompose, not '%.*s'",
                    (int)n, at);
  snprintf(name, room, "%.*s", (int)n, at);
  *rest = at + n + strspn(at + n, " ");
  return DBX_OK;
}

dbx_status cmd_tape(const char *rest) {
  char name[32];
  subject s;
  dbx_buf b = {0};
  DBX_TRY(take_transform(&rest, name, sizeof name));
  DBX_TRY(*name ? subject_find(rest, &s) : subject_find_any(rest, &s));
  dbx_status st = *name ? transform(&b, &s, name) : put_tapes(&b, s.trace);
  if (st == DBX_OK) show_report(&b);
  dbx_buf_free(&b);
  return st;
}
