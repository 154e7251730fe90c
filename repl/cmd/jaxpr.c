// dbidx jaxpr: reads Jaxpr text, type-checks it, prints it back; --run executes it.
#include "cmd/arguments.h"
#include "cmd/host.h"

// The names that arguments on the command line may use.
static dbx_status import_names(void) {
  static const char text[] = "import jax\nimport jax.numpy as jnp\nimport numpy as np\n";
  return lang_run(dbx_source_add("<names>", text, sizeof text - 1), NULL, NULL);
}

static dbx_status put_value(pv v) {
  dbx_buf b = {0};
  dbx_status st = lang_str(v, &b);
  if (st == DBX_OK) printf("%s\n", dbx_text(&b));
  dbx_buf_free(&b);
  return st;
}

static dbx_status run(const cli *o, const dbx_jaxpr *j) {
  dbx_arrays args;
  pv v;
  DBX_TRY(import_names());
  DBX_TRY(arguments_read(j, NULL, o->run, &args));
  dbx_status st = arguments_run(&lang.engine, j, &args, &v);
  arguments_free(&args);
  DBX_TRY(st);
  uint32_t mark = lang_pins();
  lang_pin(v);
  if (is_obj(v, T_TUPLE)) {
    for (uint32_t i = 0; st == DBX_OK && i < SEQ(v)->n; i++) st = put_value(SEQ(v)->at[i]);
  } else {
    st = put_value(v);
  }
  lang_unpin(mark);
  return st;
}

static void print(const cli *o, const dbx_jaxpr *j) {
  dbx_buf b = {0};
  dbx_print_jaxpr(&b, j, &(dbx_print_opts){.width = o->width});
  printf("%s\n", dbx_text(&b));
  dbx_buf_free(&b);
}

int cmd_jaxpr(const cli *o) {
  uint32_t file;
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  bool started = false;
  if (!host_read_file(o->operand[0], &file)) return CLI_MISUSE;
  dbx_status st = dbx_read_jaxpr(file, &arena, &j);
  if (st == DBX_OK) st = dbx_check_jaxpr(j);
  if (st == DBX_OK && !o->run) print(o, j);
  if (st == DBX_OK && o->run && (st = host_start(o, stdout)) == DBX_OK) {
    started = true;
    st = run(o, j);
    if (lang.engine.forget) lang.engine.forget(lang.engine.ctx, j);
  }
  if (st != DBX_OK) host_report(dbx_diag_take());
  dbx_arena_free(&arena);
  int status = host_flush() && st == DBX_OK ? CLI_OK : CLI_FAILED;
  return started ? host_stop(status) : status;
}
