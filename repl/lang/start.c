// The start of the language: what the rooms know of each other only at run time.
#include "lang/jax/block.h"
#include "lang/jax/qjit.h"
#include "lang/lang.h"
#include "lang/lib/builtins.h"
#include "lang/lib/known_names.h"
#include "lang/object/above.h"
#include "lang/types.h"
#include "lang/value/big.h"
#include "trace/trace.h"

static void mark_globals(void (*visit)(pv v)) {
  visit(pv_obj(lang.globals));
  visit(lang.refused);
}

static void print_to_stdout(void *ctx, const char *s, size_t n) {
  (void)ctx;
  fwrite(s, 1, n, stdout);
}

static const lang_above rooms = {
    .builtin = lang_builtin,
    .builtin_type = lang_builtin_type,
    .method = lang_method,
    .method_row = lang_method_row,
    .type_method = lang_type_method,
    .import = lang_import,
    .import_name = lang_import_name,
    .refuse_builtin = lang_refuse_builtin,
    .refuse_attribute = lang_refuse_attribute,
    .refuse_name = lang_refuse_name,
    .kinds = np_kinds,
    .to_val = lang_to_val,
    .forget_calls = qjit_forget_calls,
    .block_opens = block_opens,
    .block_run = block_run,
};

void lang_start(void) {
  above = &rooms;
  heap_.types = lang_types;
  big_start();
  names_start();
  lang.globals = DICT(dict_new());
  heap_.max_depth = 1000;
  if (!lang.print) lang.print = print_to_stdout;
  lang_add_root(mark_globals);
  lang_add_root(lang_mark_handled);
  lang_exceptions_start();
  lang_rounds_start();
  qjit_start();
  ir_now->put_source_name = lang_put_source_name;
  dict_put_sym(lang.globals, LN.__name__, str_of("__main__"));
}
