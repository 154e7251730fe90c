// What the evaluator adds to the log of the current trace, so that views of it know the names and
// calls of the program: a name that is bound to a tracer (or to a short sequence of tracers), a
// call of a function of the program, and its end. What the library's own Python names and calls is
// no part of it.
#include "lang/run/lang.h"

#include "trace/trace.h"

enum { MOST = 16 }; // elements of a sequence that get names of their own

static void note_element(dbx_sym name, uint32_t i, pv v) {
  dbx_buf b = {0};
  if (v.tag != PV_TRACER) return;
  dbx_printf(&b, "%s[%u]", dbx_sym_text(name), i);
  dbx_log(name, .name = dbx_intern(dbx_text(&b)), .variable = v.tracer);
  dbx_buf_free(&b);
}

void lang_note_name(dbx_sym name, pv v) {
  if (v.tag != PV_TRACER && v.tag != PV_OBJ) return;
  if (!dbx_trace_current()) return;
  if (v.tag == PV_TRACER) dbx_log(name, .name = name, .variable = v.tracer);
  else if (is_seq(v) && SEQ(v)->n <= MOST)
    for (uint32_t i = 0; i < SEQ(v)->n; i++) note_element(name, i, SEQ(v)->at[i]);
}

bool lang_in_library(dbx_span place) {
  return place.file && dbx_map_find(&lang_now->library, place.file) != NULL;
}

static dbx_span place_below(const lang_frame *f, dbx_span site) {
  if (!lang_in_library(site)) return site;
  for (; f && f->env->scope->module->library; f = f->caller) site = *f->site;
  return site;
}

dbx_span lang_program_place(dbx_span site) { return place_below(lang_now->frame, site); }

void lang_note_call(const o_function *f, const o_env *env, dbx_span site) {
  dbx_span here = dbx_here;
  if (!dbx_trace_current() || f->scope->module->library) return;
  dbx_here = place_below(lang_now->frame ? lang_now->frame->caller : NULL, site);
  dbx_log(call, .name = f->name);
  dbx_here = f->node->span;
  for (uint32_t i = 0; i < env->scope->n_names; i++)
    lang_note_name(env->scope->names[i], env->slot[i]);
  dbx_here = here;
}

void lang_note_return(const o_function *f, bool completed) {
  if (dbx_trace_current() && !f->scope->module->library)
    dbx_log(leave, .name = f->name, .completed = completed);
}
