// The start of the language: what the rooms know of each other only at run time.
#include "lang/jax/block.h"
#include "lang/jax/graph.h"
#include "lang/jax/qjit.h"
#include "lang/jax/state.h"
#include "lang/lang.h"
#include "lang/lib/below.h"
#include "lang/lib/builtins.h"
#include "lang/lib/known_names.h"
#include "lang/lib/state.h"
#include "lang/modules/modules.h"
#include "lang/modules/near.h"
#include "lang/modules/python.h"
#include "lang/modules/star.h"
#include "lang/object/above.h"
#include "lang/run/kinds.h"
#include "lang/run/state.h"
#include "lang/types.h"
#include "lang/value/big.h"
#include "lang/value/state.h"
#include "trace/trace.h"

static void mark_globals(void (*visit)(pv v)) {
  visit(pv_obj(lang_now->globals));
  visit(pv_obj(lang_now->root));
  visit(lang_now->refused);
  visit(lang_now->shows);
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
    .make_below = make_below,
    .begin_below = begin_below,
    .attr_below = attr_below,
    .has_instance = class_has_instance,
    .import = lang_import,
    .import_name = lang_import_name,
    .star_value = lang_star_value,
    .star_names = lang_star_names,
    .refuse_builtin = lang_refuse_builtin,
    .refuse_attribute = lang_refuse_attribute,
    .refuse_name = lang_refuse_name,
    .near_attribute = lang_near_attribute,
    .note_release = python_note_release,
    .near_builtin = lang_near_builtin,
    .is_module = lang_is_module,
    .kinds = np_kinds,
    .to_val = lang_to_val,
    .forget_calls = qjit_forget_calls,
    .forget_modules = lang_forget_modules,
    .block_opens = block_opens,
    .block_run = block_run,
    .graph_statement = graph_statement,
    .graph_value = graph_value,
};

void lang_rooms(void) {
  static const dbx_room *const states[] = {
      &heap_room_of_session, &names_room, &object_room, &run_room, &lib_room, &jax_room};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) dbx_session_add(states[i]);
}

void lang_start(void) {
  lang_rooms();
  object_now->above = &rooms;
  heap_now->types = lang_types;
  lang_now->kinds = lang_kinds;
  big_start();
  lang_now->globals = DICT(dict_new());
  lang_now->imported = DICT(dict_new());
  lang_now->root = SEQ(tuple_new((pv[]){pv_obj(lang_now->globals), pv_obj(lang_now->imported)}, 2));
  lang_set_folder(NULL);
  heap_now->max_depth = 1000;
  if (!lang_now->print) lang_now->print = print_to_stdout;
  lang_add_root(mark_globals);
  lang_add_root(lang_mark_handled);
  lang_add_root(lang_mark_waiting);
  lang_exceptions_start();
  lang_rounds_start();
  qjit_start();
  callback_start();
  derive_start();
  trace_now->place_of = lang_program_place;
  ir_now->put_source_name = lang_put_source_name;
  dict_put_sym(lang_now->globals, names_now->__name__, str_of("__main__"));
}
