// The steps of the tour (see tour.h).
#include "learn/tour.h"

#include "learn/pages.h"
#include "learn/quiz.h"
#include "prim/prim.h"

#include <string.h>

// ---- what a line led to ----

static const dbx_frame *frame_of(const tour_moment *m) {
  return m->trace && m->trace->frames.n ? m->trace->frames.at[0] : NULL;
}

// The newest loop, if the last line bound one.
static const dbx_bind *new_bind(const tour_moment *m) {
  for (uint32_t i = m->trace ? m->trace->binds.n : 0; i-- > m->n_binds;)
    if (m->trace->binds.at[i]->parent < 0 && !m->trace->binds.at[i]->failed)
      return m->trace->binds.at[i];
  return NULL;
}

static const dbx_part *body_of(const dbx_bind *b) { return &b->parts[b->n_parts - 1]; }

static bool carries_length(const dbx_bind *b) { return b->n_slots > 0; }

static bool captures_array(const dbx_bind *b) {
  const dbx_part *p = body_of(b);
  for (uint32_t i = 0; i < p->n_constants; i++)
    if (dbx_aval_at(dbx_var_aval(p->constants[i].inner))->rank) return true;
  return false;
}

static bool has_index(const dbx_sig *s, dbx_dim_kind kind) {
  for (uint32_t i = 0; i < s->n; i++) {
    const dbx_aval_info *t = dbx_aval_at(s->aval[i]);
    for (uint32_t k = 0; k < t->rank; k++)
      if (dbx_dim_kind_of(t->dims[k]) == kind) return true;
  }
  return false;
}

static bool no(dbx_buf *told, const char *why) {
  dbx_put(told, why);
  return false;
}

// ---- checks ----

static bool has_scalar(const tour_moment *m, dbx_buf *told) {
  const dbx_frame *f = frame_of(m);
  for (uint32_t i = 0; f && i < f->invars.n; i++)
    if (dbx_aval_is_int_scalar(dbx_var_aval(f->invars.at[i]))) return true;
  if (!f || f->invars.n <= m->n_inputs) return false;
  return no(told, "this argument is no integer scalar: `n: int` declares one");
}

static bool has_dynamic_array(const tour_moment *m, dbx_buf *told) {
  const dbx_frame *f = frame_of(m);
  bool array = false;
  for (uint32_t i = m->n_eqns; f && i < f->eqns.n; i++)
    for (uint32_t k = 0; k < f->eqns.at[i].n_out; k++) {
      const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(f->eqns.at[i].out[k]));
      if (t->dynamic) return true;
      array |= t->rank > 0;
    }
  return array ? no(told, "all lengths of this array are numbers: take the tracer as a length")
               : false;
}

// Two arrays in one operation: an attempt, and not a line on the way to it.
static bool adds_arrays(const dbx_eqn *e) {
  uint32_t arrays = 0;
  for (uint32_t i = 0; i < e->n_in; i++) arrays += dbx_aval_at(dbx_atom_aval(e->in[i]))->rank > 0;
  return arrays > 1;
}

static bool has_mismatch(const tour_moment *m, dbx_buf *told) {
  const dbx_frame *f = frame_of(m);
  if (m->error == DBX_E301) return true;
  if (m->error >= 0) return no(told, "an error, but not one about lengths");
  if (f && f->eqns.n > m->n_eqns && adds_arrays(&f->eqns.at[f->eqns.n - 1]))
    dbx_put(told, "this works: compute a length twice, and add an array of each");
  return false;
}

static bool has_implicit(const tour_moment *m, dbx_buf *told) {
  const dbx_frame *f = frame_of(m);
  if (m->n_implicit) return true;
  if (f && f->invars.n > m->n_inputs &&
      dbx_aval_at(dbx_var_aval(f->invars.at[f->invars.n - 1]))->rank)
    return no(told, "its lengths are known already: use a name that means nothing yet");
  return false;
}

static bool has_preserving(const tour_moment *m, dbx_buf *told) {
  const dbx_bind *b = new_bind(m);
  if (!b) return false;
  if (b->prim->id != DBX_PRIM_for_loop) return no(told, "this is no for_loop");
  if (!carries_length(b)) return no(told, "it carries no array of traced length");
  if (b->resizing != DBX_PRESERVE) return no(told, "leave allow_array_resizing out for now");
  if (!captures_array(b))
    return no(told,
              "the body uses no array from outside: let it add the array that you start with");
  return true;
}

static bool has_changed_length(const tour_moment *m, dbx_buf *told) {
  const dbx_bind *b = new_bind(m);
  if (m->error == DBX_E504) return true;
  if (m->error >= 0) return no(told, "an error, but another one");
  if (!b) return false;
  return no(told, b->resizing == DBX_PRESERVE
                      ? "this body returns each carry with the length that it had"
                      : "leave allow_array_resizing out: the default refuses this");
}

static bool has_resizing(const tour_moment *m, dbx_buf *told) {
  const dbx_bind *b = new_bind(m);
  if (!b) return false;
  if (b->resizing == DBX_PRESERVE) return no(told, "it still makes lengths constants of the body");
  if (!has_index(&b->eqn_out_type, DBX_DIM_OUTDB))
    return no(told, "no length changes in this loop, so none is an OutDBIdx");
  return true;
}

// The newest loop under one of the two strategies.
static const dbx_bind *last_loop(const tour_moment *m, bool preserving) {
  for (uint32_t i = m->trace ? m->trace->binds.n : 0; i-- > 0;) {
    const dbx_bind *b = m->trace->binds.at[i];
    if (!b->failed && b->n_slots && b->prim->id == DBX_PRIM_for_loop &&
        (b->resizing == DBX_PRESERVE) == preserving)
      return b;
  }
  return NULL;
}

static bool answers(const tour_moment *m, bool preserving, bool out, dbx_buf *told) {
  const dbx_bind *b = last_loop(m, preserving);
  if (!m->answer) return false;
  if (!b) return no(told, "the loop of the step before is gone: `:tour back` asks for it again");
  quiz q = {m->trace, b, body_of(b), out};
  return quiz_judge(&q, m->answer, told);
}

static bool answers_out(const tour_moment *m, dbx_buf *told) {
  return answers(m, true, true, told);
}
static bool answers_in(const tour_moment *m, dbx_buf *told) {
  return answers(m, false, false, told);
}

static bool is_complete(const tour_moment *m, dbx_buf *told) {
  if (!m->jaxpr) return false;
  if (!m->jaxpr->n_implicit_out)
    return no(told,
              "its results have no length of their own; `:undo`, and return the resized array");
  return true;
}

// ---- the steps ----

typedef struct step {
  const char *title, *text; // text: Markdown
  const char *hint, *line;  // a word, and what does it
  const char *told;         // once it is done
  bool (*done)(const tour_moment *m, dbx_buf *told);
} step;

static const step steps[] = {
    {"A tracer",
     "A traced function is called once, with values that are not known yet: *tracers*. A "
     "declaration "
     "makes one and begins a program; from then on every array operation is recorded.\n\n"
     "Declare an integer argument.",
     "a declaration is a name, a colon and a type, as in a Python annotation", "n: int",
     "It is a tracer now: argument 0, `a` in the Jaxpr. The prompt shows the arguments.",
     has_scalar},
    {"A length that is a tracer",
     "The type of a tracer has a dtype and a shape. If a length in the shape is a tracer, the type "
     "is a "
     "DShapedArray.\n\nMake an array whose length is your argument (`jnp.ones([...])`).",
     "lengths are given as a list; your argument may stand in it", "x = jnp.ones([n])",
     "The type of the array names the variable of its length. `:explain aval` tells more.",
     has_dynamic_array},
    {"When are two lengths equal?",
     "Two traced lengths are equal if they are the *same tracer*. Arithmetic proves nothing.\n\n"
     "Provoke the error: add two arrays whose lengths are computed separately, though by the same "
     "formula.",
     "`n + 1` written twice is computed twice", "jnp.ones([n + 1]) + jnp.ones([n + 1])",
     "Nothing was changed by the line that failed. The notes say where each length comes from.",
     has_mismatch},
    {"An implicit argument",
     "An array argument brings its lengths along. Each becomes an argument of its own, *implicit* "
     "because the source does not write it.\n\nDeclare an array argument with a length that has "
     "a new name.",
     "a type is a dtype and its lengths: `f64[...]`", "y: f64[m]",
     "The length is an argument of the Jaxpr, in front of the explicit ones: expanded the list is "
     "longer than collapsed. `:args` shows both.",
     has_implicit},
    {"A loop that captures",
     "A loop's body is traced once, in a frame of its own. What it takes from outside becomes a "
     "*constant* of the body; so does the length of what it carries.\n\nWrite a `for_loop` that "
     "starts with "
     "your array and adds that same array in every trip, and call it. (An empty line ends a "
     "block.)",
     "`@for_loop(0, 10, 1)` decorates `def loop(i, a):`, whose body returns `a + x`",
     "@for_loop(0, 10, 1)\ndef loop(i, a):\n    return a + x\n\nr = loop(x)",
     "The table shows it: the constants are a length and the array, and the sum fits because both "
     "have "
     "that one length.",
     has_preserving},
    {"InDBIdx",
     "The out_type of the body says where each length of a result comes from. `InDBIdx(k)` is "
     "number k "
     "of the list: constants, then inputs, from 0.\n\nWhat is the out_type of that loop's body? "
     "Answer "
     "with `:tour TYPE`.",
     "the body returns one array of floats; its length went in as the first constant",
     ":tour f64[InDBIdx(0)]",
     "The length went in, so the caller knows it already: nothing has to come out for it.",
     answers_out},
    {"A length that changes",
     "With constants as lengths, each carry has to come back with the length that it "
     "had.\n\nProvoke the "
     "error: a loop, like the last one, whose body returns an array that is one longer.",
     "the body may return `jnp.ones([a.shape[0] + 1])`",
     "@for_loop(0, 10, 1)\ndef grow(i, a):\n    return jnp.ones([a.shape[0] + 1])\n\nr = grow(x)",
     "The message says with which strategies the loop traces: they were tried.",
     has_changed_length},
    {"OutDBIdx",
     "`allow_array_resizing=True` makes the length an implicit *argument* of the body instead: it "
     "may "
     "change, and comes out beside the array.\n\nTrace the same loop that way.",
     "the option follows the step: `@for_loop(0, 10, 1, allow_array_resizing=True)`",
     "@for_loop(0, 10, 1, allow_array_resizing=True)\ndef grow(i, a):\n    return "
     "jnp.ones([a.shape[0] "
     "+ 1])\n\nr = grow(x)",
     "The loop has two results now: the length, which is implicit, and the array, whose length "
     "is `OutDBIdx(0)`. The price: inside, adding what is captured would be a mismatch.",
     has_resizing},
    {"DBIdx",
     "An in_type refers to lengths inside itself: `DBIdx(k)` is entry k of the same list, implicit "
     "entries "
     "first.\n\nWhat is the in_type of that loop's body? Answer with `:tour TYPE`; write "
     "`implicit` behind "
     "an implicit entry.",
     "three entries: the length, the loop index, the array",
     ":tour i64[] implicit, i64[], f64[DBIdx(0)]",
     "Tracers are made from this list from left to right: first the length, so that the array can "
     "refer "
     "to it.",
     answers_in},
    {"A program",
     "Complete the program: return the array that the last loop gave. Its length is known to "
     "nobody outside, so it becomes an implicit result.",
     "`:out EXPR` or `return EXPR`", ":out r",
     "`:types` shows the types of the whole program, `:run` runs it on arguments.", is_complete},
};

uint32_t tour_steps(void) { return sizeof steps / sizeof *steps; }

void tour_put_step(dbx_buf *b, uint32_t i, int width, bool color) {
  dbx_buf text = {0};
  dbx_printf(&text, "# %u of %u: %s\n\n%s\n", i + 1, tour_steps(), steps[i].title, steps[i].text);
  page_put(b, dbx_text(&text), width, color);
  dbx_buf_free(&text);
}

void tour_put_hint(dbx_buf *b, uint32_t i, uint32_t n) {
  if (!n) {
    dbx_printf(b, "hint: %s\n", steps[i].hint);
    return;
  }
  dbx_put(b, "type\n");
  for (const char *s = steps[i].line; *s;) {
    size_t k = strcspn(s, "\n");
    dbx_printf(b, "    %.*s\n", (int)k, s);
    s += k + (s[k] == '\n');
  }
}

bool tour_done(uint32_t i, const tour_moment *m, dbx_buf *told) {
  if (!steps[i].done(m, told)) return false;
  dbx_clear(told);
  dbx_put(told, steps[i].told);
  return true;
}

void tour_put_end(dbx_buf *b, int width, bool color) {
  page_put(
      b,
      "# The end of the tour\n\n"
      "Either the lengths of a loop are constants, which may be mixed with what is outside, or "
      "arguments, which may change. `allow_array_resizing=\"infer\"` decides for each one. "
      "`:quiz` asks for types of random loops, `:explain` has a page for each term, `:debug` "
      "steps through the tracing of a call, and docs/course goes through it at leisure.\n",
      width, color);
}
