// The start of the language: what the rooms know of each other only at run time.
#include "lang/jax/qjit.h"
#include "lang/run/lang.h"
#include "lang/types.h"
#include "lang/value/big.h"
#include "trace/trace.h"

static void intern_names(void) {
#define S(name) LN.name = dbx_intern(#name);
#include "lang/value/names.def"
#undef S
}

static void mark_globals(void (*visit)(pv v)) {
  visit(pv_obj(lang.globals));
  visit(lang.refused);
}

static void print_to_stdout(void *ctx, const char *s, size_t n) {
  (void)ctx;
  fwrite(s, 1, n, stdout);
}

void lang_start(void) {
  heap_.types = lang_types;
  big_start();
  intern_names();
  lang.globals = DICT(dict_new());
  lang.max_depth = 1000;
  if (!lang.print) lang.print = print_to_stdout;
  lang_add_root(mark_globals);
  lang_add_root(lang_mark_handled);
  lang_exceptions_start();
  lang_rounds_start();
  qjit_start();
  dbx_put_source_name = lang_put_source_name;
  dict_put_sym(lang.globals, LN.__name__, str_of("__main__"));
}
