// Two lengths side by side (see equal.h; docs/semantics.md, Lengths and
// their equality).
#include "viz/why/equal.h"

#include "prim/poly.h"
#include "prim/prim.h"
#include "trace/strategies.h"
#include "viz/text/spans.h"
#include "viz/text/text.h"
#include "viz/why/links.h"
#include "viz/why/slots.h"
#include <inttypes.h>
#include <string.h>

typedef struct pair {
  const dbx_scene *s;
  dbx_dim x, y;            // what is compared
  dbx_link from_x, from_y; // what they stand for; kind LITERAL for numbers
  dbx_vec(char *) reasons;
} pair;

static void because(pair *p, const char *text) { dbx_push(&p->reasons, dbx_strdup(text)); }

static void because_and_free(pair *p, dbx_buf *b) {
  because(p, dbx_text(b));
  dbx_buf_free(b);
}

static dbx_dim dim_of(const dbx_scene *s, const dbx_thing *x) {
  if (x->kind == DBX_THING_AXIS)
    return dbx_aval_at(dbx_naming_aval(s->names, x->atom))->dims[x->axis];
  return dbx_dim_of_atom(x->atom);
}

static dbx_link root_of(dbx_dim d) {
  if (dbx_dim_is_var(d)) return dbx_link_of(dbx_referent((dbx_var)dbx_dim_value(d)));
  return (dbx_link){.kind = DBX_LINK_LITERAL, .atom = dbx_atom_of_dim(d)};
}

// ---- the same length ----

static void one_length(pair *p) {
  dbx_buf b = {0};
  if (p->x == p->y) {
    dbx_put(&b, "they are one variable");
  } else {
    dbx_put(&b, "both stand for ");
    dbx_put_said(&b, p->s, p->from_x.atom);
    dbx_put(&b, ": lengths are equal if they stand for one variable");
  }
  because_and_free(p, &b);
}

// ---- what made a length of its own ----

// An argument of a loop's body is no other length inside, whatever it starts as.
static bool fresh_argument(pair *p, const dbx_link *l, const dbx_link *other) {
  dbx_buf b = {0};
  const dbx_part *part = &l->bind->parts[l->part];
  dbx_atom start = part->expanded_inputs.at[l->position];
  bool same = !dbx_is_literal(start) && !dbx_is_literal(other->atom) &&
              dbx_referent(start) == dbx_referent(other->atom);
  dbx_put_said(&b, p->s, l->atom);
  if (same) {
    dbx_put(&b, " starts as ");
    dbx_put_said(&b, p->s, other->atom);
    dbx_printf(
        &b,
        ", but step 2 (deduceInputType) made it an argument of the body (%s): after a trip it "
        "may be another length",
        dbx_strategy_phrases[l->bind->resizing]);
  } else {
    dbx_printf(&b,
               " is an argument of the body of %s (step 2, deduceInputType): inside it is no "
               "other length",
               dbx_sym_text(l->bind->name));
  }
  because_and_free(p, &b);
  return same;
}

static uint32_t slot_of(const dbx_link *l) {
  for (uint32_t i = 0; i < l->bind->n_nodes; i++) {
    const dbx_carried *n = &l->bind->nodes[i];
    if (n->kind == DBX_CARRIED_SLOT && n->carry == l->of && n->axis == l->axis) return i;
  }
  return UINT32_MAX;
}

// The node of the same loop that the other length is.
static uint32_t node_of(const dbx_bind *bind, const dbx_link *other) {
  if (other->kind == DBX_LINK_RESULT_SIZE && other->bind == bind) return slot_of(other);
  for (uint32_t i = 0; i < bind->n_nodes; i++) {
    const dbx_carried *n = &bind->nodes[i];
    if (n->kind == DBX_CARRIED_OUTER && n->start == other->atom) return i;
    if (n->kind == DBX_CARRIED_SCALAR && other->kind == DBX_LINK_RESULT && other->bind == bind &&
        n->carry == other->position)
      return i;
  }
  return UINT32_MAX;
}

static void put_step(dbx_buf *b, const pair *p, const dbx_bind *bind, uint32_t i) {
  const dbx_carried *n = &bind->nodes[i];
  const dbx_part *part = &bind->parts[bind->n_parts - 1];
  dbx_put_node(b, p->s->names, bind, i);
  if (n->kind == DBX_CARRIED_OUTER) {
    dbx_put(b, " stays");
    return;
  }
  dbx_put(b, " starts as ");
  dbx_put_said(b, p->s, n->start);
  dbx_put(b, " and is ");
  dbx_put_said(b, p->s, dbx_naming_subst(p->s->names, part->frame, n->step));
  dbx_put(b, " after a trip");
}

static bool start_alike(const dbx_carried *x, const dbx_carried *y) {
  dbx_atom a = x->start, b = y->start;
  if (dbx_is_literal(a) || dbx_is_literal(b)) return a == b;
  return dbx_referent(a) == dbx_referent(b);
}

static void classes(pair *p, const dbx_bind *bind, uint32_t i, uint32_t k) {
  dbx_buf b = {0};
  const dbx_carried *x = &bind->nodes[i], *y = &bind->nodes[k];
  dbx_printf(&b, "%s: ", dbx_sym_text(bind->name));
  put_step(&b, p, bind, i);
  dbx_put(&b, "; ");
  put_step(&b, p, bind, k);
  because_and_free(p, &b);
  if (bind->runs_once)
    because(p, "the loop has at least one trip: lengths are equal after it if they step alike, and "
               "these do not");
  else if (!start_alike(x, y))
    because(p, "the loop may have no trip: lengths are equal after it if they start equal and step "
               "alike, and these start apart");
  else
    because(p, "the loop may have no trip: lengths are equal after it if they start equal and step "
               "alike, and these start equal but step apart");
}

// The length of a conditional's result is captured only if every branch returns the same one.
static void branches(pair *p, const dbx_link *l) {
  dbx_buf b = {0};
  for (uint32_t i = 0; i < l->bind->n_parts; i++) {
    const dbx_part *part = &l->bind->parts[i];
    if (l->position >= part->expanded_outputs.n) continue;
    dbx_printf(&b, "%s'%s' returns ", i ? "; " : "", part->name);
    dbx_put_said(
        &b, p->s,
        dbx_naming_subst(p->s->names, part->frame, part->expanded_outputs.at[l->position]));
  }
  because_and_free(p, &b);
}

static bool fresh_result(pair *p, const dbx_link *l, const dbx_link *other) {
  dbx_buf b = {0};
  uint32_t i = slot_of(l), k = node_of(l->bind, other);
  dbx_put_said(&b, p->s, l->atom);
  dbx_printf(&b,
             " is a result of %s beside the array (OutDBIdx(%u), step 4, parseOutputType): a "
             "length of its own",
             dbx_sym_text(l->bind->name), l->position);
  because_and_free(p, &b);
  if (dbx_is_choice(l->bind->prim)) branches(p, l);
  bool known = i != UINT32_MAX && k != UINT32_MAX && i != k;
  if (known) classes(p, l->bind, i, k);
  return known;
}

static bool same_operands(const dbx_eqn *x, const dbx_eqn *y) {
  bool same = x->prim == y->prim && x->n_in == y->n_in;
  for (uint32_t i = 0; same && i < x->n_in; i++) {
    same = dbx_poly_of(x->in[i]) == dbx_poly_of(y->in[i]);
  }
  return same;
}

static bool computed(pair *p, const dbx_link *l) {
  dbx_buf b = {0};
  dbx_put_said(&b, p->s, l->atom);
  dbx_put(&b, " is computed by ");
  dbx_put_link(&b, p->s, l);
  if (l->span.file) {
    dbx_put(&b, " at ");
    dbx_put_span(&b, l->span);
  }
  dbx_put(&b, ": each computation gives a length of its own");
  because_and_free(p, &b);
  return false;
}

static bool is_computed(const dbx_link *l) {
  return l->kind == DBX_LINK_EQUATION || l->kind == DBX_LINK_CALL_RESULT;
}

// What made the length; true: that says all about the two.
static bool fresh(pair *p, const dbx_link *l, const dbx_link *other) {
  if (l->kind == DBX_LINK_CARRY_SIZE) return fresh_argument(p, l, other);
  if (l->kind == DBX_LINK_RESULT_SIZE) return fresh_result(p, l, other);
  return is_computed(l) && computed(p, l);
}

static bool is_free(const dbx_link *l) {
  return l->kind == DBX_LINK_ARGUMENT || l->kind == DBX_LINK_ARGUMENT_SIZE;
}

// True: nothing more is to be said.
static bool two_lengths(pair *p) {
  const dbx_link *x = &p->from_x, *y = &p->from_y;
  if (x->kind == DBX_LINK_LITERAL || y->kind == DBX_LINK_LITERAL) {
    because(p, x->kind == y->kind ? "they are two numbers"
                                  : "a number is never equal to a length that only a run knows");
  } else if (is_free(x) && is_free(y) && x->frame == y->frame) {
    because(p,
            "both are arguments: a caller may give two sizes (one name in abstracted_axes, or in "
            "the declarations, makes them one length)");
  } else if (x->kind == DBX_LINK_EQUATION && y->kind == DBX_LINK_EQUATION &&
             same_operands(x->eqn, y->eqn)) {
    dbx_buf b = {0};
    dbx_put(&b, "both compute ");
    dbx_put_link(&b, p->s, x);
    dbx_put(&b, ", but each computation gives a length of its own: arithmetic proves nothing");
    because_and_free(p, &b);
  } else {
    return fresh(p, x, y) || fresh(p, y, x);
  }
  return false;
}

// ---- as polynomials ----

static bool put_name(const void *ctx, dbx_buf *b, dbx_var v) {
  const dbx_scene *s = ctx;
  dbx_sym name = dbx_source_of(s, v);
  if (name) return dbx_put(b, dbx_sym_text(name)), true;
  return dbx_put_tracer(b, s->names, NULL, v);
}

// Polynomials under way into a text: what names their variables, and those without a name so far.
typedef struct naming {
  dbx_buf *b;
  dbx_poly_namer by;
  dbx_u32s unnamed;
} naming;

static void put_var(naming *n, dbx_var v) { dbx_put_poly_var(n->b, v, &n->unnamed, &n->by); }
static void put_poly(naming *n, dbx_poly p) { dbx_put_poly(n->b, p, &n->unnamed, &n->by); }

// Sizes that no caller chooses.
static bool put_unknown(naming *n, const dbx_sizes *at) {
  bool any = false;
  for (uint32_t i = 0; i < at->vars.n; i++) {
    dbx_link l = dbx_link_of(at->vars.at[i]);
    if (is_free(&l)) continue;
    dbx_put(n->b, any ? ", " : ": nothing is known of ");
    put_var(n, at->vars.at[i]);
    any = true;
  }
  return any;
}

static void put_point(naming *n, const dbx_sizes *at) {
  for (uint32_t i = 0; i < at->vars.n; i++) {
    dbx_put(n->b, i ? ", " : "");
    put_var(n, at->vars.at[i]);
    dbx_printf(n->b, " = %" PRId64, at->at[i]);
  }
}

static void polynomials(pair *p) {
  dbx_poly x = dbx_poly_of_dim(p->x), y = dbx_poly_of_dim(p->y);
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_buf b = {0};
  naming n = {.b = &b, .by = {put_name, p->s}};
  dbx_sizes at;
  dbx_put(&b, x == y ? "as polynomials both are " : "as polynomials they are ");
  put_poly(&n, x);
  if (x != y) dbx_put(&b, " and "), put_poly(&n, y);
  if (x == y && dbx_dims_symbolic()) {
    dbx_put(&b, ": equal for all sizes");
  } else if (x == y) {
    dbx_put(&b, ": equal for all sizes, which counts with `:set dims symbolic` (--dims=symbolic)");
  } else if (dbx_poly_tell_apart(x, y, &at)) {
    bool unknown = put_unknown(&n, &at);
    if (at.vars.n && !unknown) {
      dbx_put(&b, ": at ");
      put_point(&n, &at);
      dbx_printf(&b, " they are %" PRId64 " and %" PRId64, at.p, at.q);
    }
    dbx_vec_free(&at.vars);
  } else {
    dbx_put(&b, ": no small size tells them apart");
  }
  because_and_free(p, &b);
  dbx_vec_free(&n.unnamed);
  dbx_scratch_release(m);
}

// ---- in the log ----

void dbx_compared(const dbx_event *e, dbx_thing *x, dbx_thing *y) {
  *x = (dbx_thing){.kind = DBX_THING_TRACER, .atom = e->u.compare.left};
  *y = (dbx_thing){.kind = DBX_THING_TRACER, .atom = e->u.compare.right};
}

static void comparisons(pair *p) {
  const dbx_trace *t = p->s->t;
  for (uint32_t i = t->events.n; i-- > 0;) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind != DBX_EV_COMPARE) continue;
    dbx_dim a = dbx_dim_of_atom(e->u.compare.left), c = dbx_dim_of_atom(e->u.compare.right);
    bool these = (dbx_dim_identical(a, p->x) && dbx_dim_identical(c, p->y)) ||
                 (dbx_dim_identical(a, p->y) && dbx_dim_identical(c, p->x));
    if (!these) continue;
    dbx_buf b = {0};
    dbx_printf(&b, "compared in event %u", i);
    if (dbx_source_place(e->span.file, e->span.begin).line) {
      dbx_put(&b, ", ");
      dbx_put_span(&b, e->span);
      dbx_put(&b, ": ");
      dbx_put_span_text(&b, e->span, 60);
    }
    because_and_free(p, &b);
    return;
  }
}

// ---- the answer ----

static pair compare(const dbx_scene *s, const dbx_thing *x, const dbx_thing *y) {
  pair p = {.s = s, .x = dim_of(s, x), .y = dim_of(s, y)};
  p.from_x = root_of(p.x), p.from_y = root_of(p.y);
  if (dbx_dim_identical(p.x, p.y)) {
    one_length(&p);
  } else if (dbx_dim_equal(p.x, p.y)) {
    if (dbx_poly_of_dim(p.x) == dbx_poly_of_dim(p.y)) polynomials(&p);
    else because(&p, "they are assumed to be equal");
  } else {
    bool all = two_lengths(&p);
    if (!all && (is_computed(&p.from_x) || is_computed(&p.from_y))) polynomials(&p);
  }
  comparisons(&p);
  return p;
}

static void pair_free(pair *p) {
  for (uint32_t i = 0; i < p->reasons.n; i++) free(p->reasons.at[i]);
  dbx_vec_free(&p->reasons);
}

static void put_thing(dbx_buf *b, const dbx_scene *s, const dbx_thing *x) {
  size_t from = b->n;
  dbx_sym name = dbx_is_literal(x->atom) ? 0 : dbx_source_of(s, x->atom);
  if (x->kind == DBX_THING_TRACER) return dbx_put_said(b, s, x->atom);
  if (name) dbx_put(b, dbx_sym_text(name));
  else dbx_put_letter(b, s, x->atom);
  dbx_printf(b, ".shape[%u]", x->axis);
  dbx_atom length = dbx_atom_of_dim(dim_of(s, x));
  if (dbx_is_printed_as(s, length, b->at + from)) return;
  dbx_put(b, " (");
  dbx_put_letter(b, s, length);
  dbx_putc(b, ')');
}

static void put_answer(dbx_buf *b, const dbx_scene *s, const dbx_thing *x, const dbx_thing *y,
                       bool equal) {
  put_thing(b, s, x);
  dbx_put(b, " == ");
  put_thing(b, s, y);
  dbx_put(b, equal ? ": equal" : ": not known to be equal");
}

static dbx_links chain_of(dbx_arena *arena, const dbx_scene *s, const dbx_thing *x) {
  const dbx_map *jaxprs = dbx_naming_jaxprs(s->names);
  return x->kind == DBX_THING_AXIS ? dbx_axis_provenance_in(arena, x->atom, x->axis, jaxprs)
                                   : dbx_provenance_in(arena, x->atom, jaxprs);
}

// The second chain ends where it meets the first one.
static void end_where_they_meet(const dbx_links *first, dbx_links *second) {
  for (uint32_t i = 0; i < second->n; i++) {
    dbx_link *l = &second->at[i];
    for (uint32_t k = 0; k < first->n && l->kind != DBX_LINK_LITERAL; k++)
      if (first->at[k].atom == l->atom && first->at[k].kind == l->kind &&
          first->at[k].axis == l->axis)
        l->seen = true;
    if (!l->seen || l->depth) continue;
    second->n = i + 1;
    return;
  }
}

void dbx_put_equal(dbx_buf *b, const dbx_scene *s, const dbx_thing *x, const dbx_thing *y) {
  dbx_arena arena = {0};
  pair p = compare(s, x, y);
  bool equal = dbx_dim_equal(p.x, p.y);
  dbx_ink ink = equal ? DBX_INK_GOOD : DBX_INK_ERROR;
  uint32_t width = s->style->width > 0 ? (uint32_t)s->style->width : 80;
  dbx_put(b, dbx_ink_on(s->style->color, ink));
  put_answer(b, s, x, y, equal);
  dbx_printf(b, "%s\n", dbx_ink_off(s->style->color, ink));
  dbx_links first = chain_of(&arena, s, x), second = chain_of(&arena, s, y);
  end_where_they_meet(&first, &second);
  dbx_put_links(b, s, &first, 2);
  dbx_put(b, "  --\n");
  dbx_put_links(b, s, &second, 2);
  for (uint32_t i = 0; i < p.reasons.n; i++) {
    dbx_put(b, "  = ");
    dbx_put_wrapped(b, p.reasons.at[i], 4, 4, width);
    dbx_putc(b, '\n');
  }
  pair_free(&p);
  dbx_arena_free(&arena);
}

void dbx_put_equal_json(dbx_buf *b, const dbx_scene *s, const dbx_thing *x, const dbx_thing *y) {
  dbx_arena arena = {0};
  pair p = compare(s, x, y);
  dbx_buf text = {0};
  for (int i = 0; i < 2; i++) {
    dbx_links l = chain_of(&arena, s, i ? y : x);
    dbx_clear(&text);
    put_thing(&text, s, i ? y : x);
    dbx_put_links_json(b, s, dbx_text(&text), &l);
  }
  dbx_json j = {.out = b, .indent = -1};
  dbx_json_open(&j, '{');
  dbx_json_key(&j, "equal"), dbx_json_bool(&j, dbx_dim_equal(p.x, p.y));
  dbx_clear(&text);
  put_answer(&text, s, x, y, dbx_dim_equal(p.x, p.y));
  dbx_json_key(&j, "text"), dbx_put_json_text(&j, dbx_text(&text));
  dbx_json_key(&j, "reasons");
  dbx_json_open(&j, '[');
  for (uint32_t i = 0; i < p.reasons.n; i++) dbx_put_json_text(&j, p.reasons.at[i]);
  dbx_json_close(&j, ']');
  dbx_json_close(&j, '}');
  dbx_putc(b, '\n');
  dbx_buf_free(&text);
  pair_free(&p);
  dbx_arena_free(&arena);
}
