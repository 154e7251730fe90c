// Samples (see sample.h).
#include "cmd/session/sample.h"

#include "base/poll.h"
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/session/arguments.h"
#include "cmd/session/changes.h"
#include "cmd/session/program.h"
#include "cmd/session/state.h"
#include "cmd/session/undo.h"

#include "debug/moments.h"
#include "interp/interp.h"
#include <string.h>

static void keep(void *ctx, const dbx_jaxpr *j, const dbx_eqn *e, dbx_array *const *in,
                 dbx_array *const *out) {
  (void)in;
  if (!out || j != ctx) return;
  for (uint32_t i = 0; i < e->n_out; i++)
    dbx_map_put(&session_now->sample.values, e->out[i] & DBX_HANDLE,
                (uint64_t)(uintptr_t)dbx_array_ref(out[i]));
}

static dbx_status run(const dbx_jaxpr *j) {
  dbx_arrays args;
  pv ignored;
  DBX_TRY(arguments_read(j, program_argument_names(), session_now->sample.text, &args));
  interp_now->observer = (dbx_interp_hook){.equation = keep, .ctx = (void *)(uintptr_t)j};
  interp_now->looks_only = true;
  dbx_status st = arguments_run(host_interpreter(), j, &args, &ignored);
  interp_now->looks_only = false;
  interp_now->observer = (dbx_interp_hook){0};
  arguments_free(&args);
  return st;
}

void sample_begin(dbx_buf *b) {
  const dbx_jaxpr *j = session_now->sample.text && program_trace() == session_now->sample.of
                           ? program_jaxpr()
                           : NULL;
  if (!j || run(j) == DBX_OK) return;
  dbx_diag *d = dbx_diag_take();
  dbx_printf(b, "    sample: %s: %s\n", dbx_sym_text(d->cls), d->message);
  dbx_diag_free(d);
}

void sample_put(dbx_buf *b, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_out; i++) {
    uint64_t *a = dbx_map_find(&session_now->sample.values, e->out[i] & DBX_HANDLE);
    const char *name = dbx_name_of(program_names(), e->out[i] & DBX_HANDLE);
    if (!a || !name) continue;
    dbx_printf(b, "        %s  ", name);
    debug_put_value(b, (const dbx_array *)(uintptr_t)*a);
    dbx_putc(b, '\n');
  }
}

void sample_end(void) {
  for (uint32_t i = 0; i < session_now->sample.values.cap; i++)
    if (session_now->sample.values.slot[i].key)
      dbx_array_unref((dbx_array *)(uintptr_t)session_now->sample.values.slot[i].val);
  dbx_map_clear(&session_now->sample.values);
}

void sample_stop(void) {
  free(session_now->sample.text);
  session_now->sample.text = NULL;
  dbx_map_free(&session_now->sample.values);
}

// ---- the command ----

static void show_values(void) {
  dbx_buf b = {0};
  const dbx_jaxpr *j = program_jaxpr();
  sample_begin(&b);
  for (uint32_t i = 0; j && dbx_go_on(i, j->n_eqns); i++) {
    dbx_put(&b, "    ");
    dbx_print_eqn(&b, &j->eqns[i], program_names());
    dbx_putc(&b, '\n');
    sample_put(&b, &j->eqns[i]);
  }
  sample_end();
  show_report(&b);
}

dbx_status cmd_sample(const char *rest) {
  if (!strcmp(rest, "off")) {
    free(session_now->sample.text);
    session_now->sample.text = NULL;
    return DBX_OK;
  }
  if (*rest) {
    free(session_now->sample.text);
    session_now->sample.text = dbx_strdup(rest);
    session_now->sample.of = program_trace();
  }
  if (!session_now->sample.text)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "there is no sample; `:sample ARGS` gives one: n=3, y=jnp.ones(4)");
  undo_open(); // the arguments are expressions: what they change is taken back
  show_values();
  undo_rollback();
  return DBX_OK;
}
