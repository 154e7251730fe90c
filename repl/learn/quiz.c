// Questions about the types of binds, and judging answers (see quiz.h).
#include "learn/quiz.h"

#include "base/source.h"
#include "prim/prim.h"
#include "viz/text/table.h"

#include <inttypes.h>
#include <string.h>

static bool is_loop(const quiz *q) { return !dbx_is_choice(q->bind->prim); }
static bool has_index(const quiz *q) { return q->bind->prim->id == DBX_PRIM_for_loop; }

const dbx_sig *quiz_right(const quiz *q) { return q->out ? &q->part->out_type : &q->part->in_type; }

// ---- names of the source ----

// The first name that the program gave to v, 0 if none.
static dbx_sym name_of(const dbx_trace *t, dbx_atom v) {
  for (uint32_t i = 0; i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind == DBX_EV_NAME && (e->u.name.variable & DBX_HANDLE) == (v & DBX_HANDLE))
      return e->u.name.name;
  }
  return 0;
}

// A name in the compiled function itself, as a length.
static dbx_var find_name(void *ctx, const char *name) {
  const quiz *q = ctx;
  dbx_sym s = dbx_intern(name);
  for (uint32_t i = q->trace->events.n; i-- > 0;) {
    const dbx_event *e = &q->trace->events.at[i];
    if (e->kind == DBX_EV_NAME && e->u.name.name == s && e->frame == q->trace->frames.at[0]->id)
      return e->u.name.variable;
  }
  return 0;
}

static void put_name(dbx_buf *b, const quiz *q, const char *before, dbx_atom a, const char *after) {
  dbx_sym s = a && !dbx_is_literal(a) ? name_of(q->trace, a) : 0;
  if (s) dbx_printf(b, "%s%s%s", before, dbx_sym_text(s), after);
}

// ---- types ----

static void put_dim(dbx_buf *b, const quiz *q, dbx_dim d) {
  static const char *const index[] = {
      [DBX_DIM_DB] = "DBIdx", [DBX_DIM_INDB] = "InDBIdx", [DBX_DIM_OUTDB] = "OutDBIdx"};
  int64_t v = dbx_dim_value(d);
  if (dbx_dim_is_int(d)) dbx_printf(b, "%" PRId64, v);
  else if (dbx_dim_is_var(d)) put_name(b, q, "", (dbx_var)v, "");
  else dbx_printf(b, "%s(%" PRId64 ")", index[dbx_dim_kind_of(d)], v);
}

static void put_aval(dbx_buf *b, const quiz *q, dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  dbx_printf(b, "%s[", dbx_dtype_short(t->dtype));
  for (uint32_t i = 0; i < t->rank; i++) {
    if (i) dbx_putc(b, ',');
    put_dim(b, q, t->dims[i]);
  }
  dbx_putc(b, ']');
}

static void put_entry(dbx_buf *b, const quiz *q, const dbx_sig *s, uint32_t i) {
  put_aval(b, q, s->aval[i]);
  dbx_put(b, s->expl[i] ? " explicit" : " implicit");
}

void quiz_put_type(dbx_buf *b, const quiz *q, const dbx_sig *s) {
  for (uint32_t i = 0; i < s->n; i++) {
    if (i) dbx_put(b, ", ");
    put_entry(b, q, s, i);
  }
}

static uint32_t n_implicit(const dbx_sig *s) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->n; i++) n += !s->expl[i];
  return n;
}

// ---- choosing ----

static bool has_dynamic(const dbx_sig *s) {
  for (uint32_t i = 0; i < s->n; i++)
    if (dbx_aval_at(s->aval[i])->dynamic) return true;
  return false;
}

// Lengths without a name of the source cannot be written.
static bool all_named(const quiz *q) {
  const dbx_sig *s = quiz_right(q);
  for (uint32_t i = 0; i < s->n; i++) {
    const dbx_aval_info *t = dbx_aval_at(s->aval[i]);
    for (uint32_t k = 0; k < t->rank; k++)
      if (dbx_dim_is_var(t->dims[k]) && !name_of(q->trace, (dbx_var)dbx_dim_value(t->dims[k])))
        return false;
  }
  return true;
}

bool quiz_choose(quiz *q, const dbx_trace *t, uint64_t seed) {
  if (!t->jaxpr || !t->binds.n) return false;
  const dbx_bind *b = t->binds.at[0];
  if (b->failed) return false;
  bool cond = dbx_is_choice(b->prim);
  *q = (quiz){t, b, &b->parts[cond ? seed % b->n_parts : b->n_parts - 1], cond || seed % 2};
  return has_dynamic(quiz_right(q)) && all_named(q);
}

// ---- what entries stand for ----

// The slot of a loop whose length entry `group` is.
static const dbx_slot *slot_of(const quiz *q, uint32_t group) {
  for (uint32_t i = 0; i < q->bind->n_slots; i++)
    if (q->bind->slots[i].group == group) return &q->bind->slots[i];
  return NULL;
}

static void put_input(dbx_buf *b, const quiz *q, uint32_t k) {
  const dbx_part *p = q->part;
  uint32_t first = p->n_implicit_in + has_index(q);
  dbx_atom inner = k < p->body_inputs.n ? p->body_inputs.at[k] : 0;
  if (k < p->n_implicit_in) {
    const dbx_slot *s = slot_of(q, k);
    dbx_put(b, "an implicit argument");
    if (!s) return;
    uint32_t carry = first + s->carry;
    dbx_printf(b, ": the length of carry %u, axis %u", s->carry, s->axis);
    if (carry < p->body_inputs.n) put_name(b, q, " (", p->body_inputs.at[carry], ")");
  } else if (k < first) {
    dbx_put(b, "the loop index");
    put_name(b, q, " (", inner, ")");
  } else {
    dbx_printf(b, "carry %u", k - first);
    put_name(b, q, " (", inner, ")");
  }
}

// What InDBIdx(k) refers to.
static void put_in_or_constant(dbx_buf *b, const quiz *q, uint32_t k) {
  const dbx_part *p = q->part;
  if (k >= p->n_constants) {
    put_input(b, q, k - p->n_constants);
    return;
  }
  dbx_put(b, "a constant of the body");
  put_name(b, q, ": ", p->constants[k].outer, "");
}

// The array result that implicit result k was added for: the slot of its group, or the k-th traced
// axis, or the first that has this length.
static bool result_of(const quiz *q, uint32_t k, uint32_t *result, uint32_t *axis) {
  const dbx_part *p = q->part;
  const dbx_slot *s = p->n_implicit_out == q->bind->n_groups ? slot_of(q, k) : NULL;
  if (s) return *result = s->carry, *axis = s->axis, true;
  uint32_t seen = 0;
  for (uint32_t i = p->n_implicit_out; i < p->expanded_outputs.n; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(p->expanded_outputs.at[i]));
    for (uint32_t d = 0; d < t->rank; d++) {
      if (!dbx_dim_is_var(t->dims[d])) continue;
      bool this = is_loop(q) ? t->dims[d] == dbx_dim_var(p->expanded_outputs.at[k]) : seen == k;
      seen++;
      if (this) return *result = i - p->n_implicit_out, *axis = d, true;
    }
  }
  return false;
}

static void put_output(dbx_buf *b, const quiz *q, uint32_t k) {
  uint32_t result, axis;
  if (k >= q->part->n_implicit_out) dbx_printf(b, "result %u", k - q->part->n_implicit_out);
  else if (result_of(q, k, &result, &axis))
    dbx_printf(b, "an implicit result: the length of result %u, axis %u", result, axis);
  else dbx_put(b, "an implicit result");
}

static void put_role(dbx_buf *b, const quiz *q, uint32_t k) {
  if (q->out) put_output(b, q, k);
  else put_input(b, q, k);
}

static const char *strategy_words(const quiz *q) {
  static const char *const words[] = {
      [DBX_PRESERVE] = "allow_array_resizing=False: lengths are constants of the body",
      [DBX_RESIZE] =
          "allow_array_resizing=True: each dynamic axis of a carry is an argument of its own",
      [DBX_INFER] = "allow_array_resizing=\"infer\": lengths that the body changes are arguments",
      [DBX_SHARED] = "shared: one argument for each distinct length"};
  return is_loop(q) ? words[q->bind->resizing]
                    : "a branch returns the length of each dynamic axis beside its results";
}

// ---- texts ----

void quiz_put_question(dbx_buf *b, const quiz *q) {
  dbx_printf(b, "What is the %s of %s `%s`?\n", q->out ? "out_type" : "in_type",
             is_loop(q) ? "the body of" : "the branch",
             is_loop(q) ? "loop" : dbx_sym_text(q->part->frame->name));
}

void quiz_put_hint(dbx_buf *b, const quiz *q) {
  const dbx_part *p = q->part;
  dbx_printf(b, "%s\n", strategy_words(q));
  if (!q->out) {
    dbx_put(b,
            "implicit entries come first, then what the body takes; DBIdx counts in this list\n");
    return;
  }
  dbx_put(b, "first implicit entries, then what is returned; OutDBIdx counts in this list,\n"
             "InDBIdx in the constants and inputs:\n");
  for (uint32_t k = 0; k < p->n_constants + p->body_inputs.n; k++) {
    dbx_printf(b, "  %u  ", k);
    put_in_or_constant(b, q, k);
    dbx_putc(b, '\n');
  }
}

void quiz_put_solution(dbx_buf *b, const quiz *q) {
  const dbx_sig *s = quiz_right(q);
  dbx_table t = {0};
  for (uint32_t i = 0; i < s->n; i++) {
    dbx_row *r = dbx_table_add(&t);
    dbx_printf(&r->cell[0], "%u", i);
    put_aval(&r->cell[1], q, s->aval[i]);
    dbx_put(&r->cell[2], s->expl[i] ? "explicit" : "implicit");
    put_role(&r->cell[3], q, i);
  }
  dbx_put_table(b, &t, 2, false);
  dbx_table_free(&t);
}

// ---- judging ----

static void count_reason(dbx_buf *b, const quiz *q, const dbx_sig *got) {
  const dbx_sig *right = quiz_right(q);
  uint32_t n = n_implicit(right), m = n_implicit(got);
  if (n != m) {
    dbx_printf(b, "it has %u implicit %s, yours %u; %s\n", n, n == 1 ? "entry" : "entries", m,
               strategy_words(q));
    for (uint32_t i = 0; i < n; i++) {
      dbx_printf(b, "  %u  ", i);
      put_role(b, q, i);
      dbx_putc(b, '\n');
    }
    return;
  }
  dbx_printf(b, "it has %u explicit %s, yours %u: %s\n", right->n - n,
             right->n - n == 1 ? "entry" : "entries", got->n - m,
             q->out         ? "what the source returns"
             : has_index(q) ? "the loop index and one for each carry"
                            : "one for each carry");
}

static void put_meaning(dbx_buf *b, const quiz *q, dbx_dim d) {
  uint32_t k = (uint32_t)dbx_dim_value(d);
  put_dim(b, q, d);
  dbx_put(b, " is ");
  switch (dbx_dim_kind_of(d)) {
  case DBX_DIM_INT: dbx_put(b, "a number"); break;
  case DBX_DIM_VAR: dbx_put(b, "a length of the enclosing function"); break;
  case DBX_DIM_DB: put_input(b, q, k); break;
  case DBX_DIM_INDB: put_in_or_constant(b, q, k); break;
  case DBX_DIM_OUTDB: put_output(b, q, k); break;
  case DBX_DIM_UNKNOWN: break;
  }
}

static void put_why(dbx_buf *b, const quiz *q, dbx_dim d) {
  switch (dbx_dim_kind_of(d)) {
  case DBX_DIM_INT: dbx_put(b, "the length is known while tracing"); break;
  case DBX_DIM_VAR:
    dbx_printf(b, "%s; the outer length stays in the type", strategy_words(q));
    break;
  case DBX_DIM_DB: dbx_put(b, "the loop carries this length"); break;
  case DBX_DIM_INDB: dbx_put(b, "the length that is returned went in"); break;
  case DBX_DIM_OUTDB:
    dbx_put(b,
            "the length is none of the constants and inputs (the loop index never counts), so it "
            "comes out");
    break;
  case DBX_DIM_UNKNOWN: break;
  }
}

static void dim_reason(dbx_buf *b, const quiz *q, uint32_t axis, dbx_dim right, dbx_dim got) {
  dbx_printf(b, "axis %u: ", axis);
  put_meaning(b, q, right);
  dbx_put(b, ": ");
  put_why(b, q, right);
  dbx_put(b, "\n  yours, ");
  put_meaning(b, q, got);
  dbx_putc(b, '\n');
}

static void entry_reason(dbx_buf *b, const quiz *q, const dbx_sig *got, uint32_t k) {
  const dbx_sig *right = quiz_right(q);
  const dbx_aval_info *r = dbx_aval_at(right->aval[k]), *g = dbx_aval_at(got->aval[k]);
  dbx_printf(b, "entry %u is ", k);
  put_role(b, q, k);
  if (right->expl[k] != got->expl[k]) {
    dbx_printf(b, "; it is %s: %s\n", right->expl[k] ? "explicit" : "implicit",
               right->expl[k] ? "the source writes it" : "the source does not write it");
  } else if (r->dtype != g->dtype) {
    dbx_printf(b, ", of dtype %s, not %s\n", dbx_dtype_short(r->dtype), dbx_dtype_short(g->dtype));
  } else if (r->rank != g->rank) {
    dbx_printf(b, ", of rank %u, not %u\n", r->rank, g->rank);
  } else {
    dbx_put(b, "; the lengths differ\n  ");
    for (uint32_t i = 0; i < r->rank; i++)
      if (r->dims[i] != g->dims[i]) {
        dim_reason(b, q, i, r->dims[i], g->dims[i]);
        return;
      }
  }
}

// What InDBIdx may refer to: the constants, then the inputs.
static dbx_sig inputs_of(dbx_arena *a, const quiz *q) {
  const dbx_jaxpr *j = q->part->jaxpr;
  dbx_sig s = dbx_sig_new(a, j->n_in);
  for (uint32_t i = 0; i < j->n_in; i++) s.aval[i] = dbx_var_aval(j->invars[i]), s.expl[i] = true;
  return s;
}

static dbx_status read_answer(dbx_arena *a, const quiz *q, const char *answer, dbx_sig_text *ret) {
  dbx_sig_names names = {find_name, (void *)q};
  uint32_t n = (uint32_t)strlen(answer), file = dbx_source_add("<answer>", answer, n);
  DBX_TRY(dbx_read_sig(a, (dbx_span){file, 0, n}, q->out ? DBX_SIG_OUTPUT : DBX_SIG_INPUT, &names,
                       ret));
  dbx_sig inputs = inputs_of(a, q);
  return dbx_check_sig(ret, &inputs);
}

bool quiz_judge(const quiz *q, const char *answer, dbx_buf *reason) {
  dbx_arena arena = {0};
  dbx_sig_text got;
  uint32_t k;
  bool right = false;
  if (read_answer(&arena, q, answer, &got) != DBX_OK) {
    dbx_diag *d = dbx_diag_take();
    dbx_printf(reason, "%s\n", d->message);
    dbx_diag_free(d);
  } else if (!(right = dbx_sig_same(quiz_right(q), &got.sig, &k))) {
    if (quiz_right(q)->n != got.sig.n) count_reason(reason, q, &got.sig);
    else entry_reason(reason, q, &got.sig, k);
  }
  dbx_arena_free(&arena);
  return right;
}
