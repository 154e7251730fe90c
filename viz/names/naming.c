// From tracers to printed names (see naming.h).
#include "viz/names/naming.h"

#include "ir/primitive.h"
#include "viz/names/letters.h"
#include "viz/names/source_names.h"
#include <inttypes.h>
#include <stdlib.h>

struct dbx_naming {
  dbx_vec(dbx_names *) contexts;
  dbx_map context_of; // Jaxpr -> index of its context + 1
  dbx_map eqn_of;     // parameter that holds nested Jaxprs -> its printed equation
  dbx_map branch;     // id of a branch's first frame -> its part
  dbx_map complete;   // ids of frames that became Jaxprs
  dbx_map jaxpr_of;   // id of a frame -> the Jaxpr that it is printed by, complete or not
  dbx_arena arena;    // of those that are not complete
  dbx_map draft;      // variable -> number of its label
  bool labels;        // there are no letters: labels are the names
  dbx_map number_of;  // frame id -> number of its context
  bool tagged;
  dbx_branch_numbers numbers;
  bool by_source; // names are those of the source
  dbx_buf name;   // of dbx_tagged_name
  const dbx_trace *trace;
};

// ---- contexts ----

typedef struct walk {
  dbx_naming *n;
  uint32_t context;
} walk;

static void enter(void *ctx, dbx_jaxpr *j);

static bool own_context(const dbx_param *p) {
  return p->kind == DBX_P_LIST && p->n && p->item[0]->kind == DBX_P_JAXPR;
}

static dbx_atom printed(const void *naming, dbx_atom a) {
  return dbx_printed_atom(naming, NULL, a);
}

void dbx_naming_rename(const dbx_naming *n, dbx_names *names) {
  dbx_name_by_source(names, n->trace, printed, n);
}

static void new_context(dbx_naming *n, const dbx_jaxpr *j) {
  dbx_names *names = dbx_names_of(j);
  if (n->by_source) dbx_naming_rename(n, names);
  dbx_push(&n->contexts, names);
  walk w = {n, n->contexts.n - 1};
  enter(&w, (dbx_jaxpr *)(uintptr_t)j);
}

static void walk_eqn(walk *w, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_params; i++) {
    const dbx_param *p = e->params[i].val;
    if (p->kind != DBX_P_JAXPR && !own_context(p)) continue;
    dbx_map_put(&w->n->eqn_of, (uint64_t)(uintptr_t)p, (uint64_t)(uintptr_t)e);
    for (uint32_t k = 0; own_context(p) && k < p->n; k++) new_context(w->n, p->item[k]->jaxpr);
    if (p->kind == DBX_P_JAXPR) enter(w, p->jaxpr);
  }
}

static void enter(void *ctx, dbx_jaxpr *j) {
  walk *w = ctx;
  uint64_t key = (uint64_t)(uintptr_t)j;
  if (dbx_map_find(&w->n->context_of, key)) return; // shared Jaxprs are printed once
  dbx_map_put(&w->n->context_of, key, w->context + 1);
  if (j->frame) dbx_map_put(&w->n->jaxpr_of, j->frame, key);
  for (uint32_t i = 0; i < j->n_eqns; i++) walk_eqn(w, &j->eqns[i]);
}

// ---- frames ----

static void know_part(dbx_naming *n, const dbx_part *p) {
  if (!p->frame || !p->jaxpr) return;
  dbx_map_put(&n->complete, p->frame->id, 1);
  if (!p->retrace || !p->retrace->jaxpr) return;
  dbx_map_put(&n->complete, p->retrace->frame->id, 1);
  dbx_map_put(&n->branch, p->frame->id, (uint64_t)(uintptr_t)p);
}

static void know_frames(dbx_naming *n, const dbx_trace *t, bool done) {
  for (uint32_t i = 0; i < t->binds.n; i++)
    for (uint32_t k = 0; k < t->binds.at[i]->n_parts; k++) know_part(n, &t->binds.at[i]->parts[k]);
  for (uint32_t i = 0; done && i < t->frames.n; i++)
    if (t->frames.at[i]->kind != DBX_FRAME_NESTED)
      dbx_map_put(&n->complete, t->frames.at[i]->id, 1);
}

static void draft_label(dbx_naming *n, dbx_var v) {
  if (v && !dbx_map_find(&n->draft, v)) dbx_map_put(&n->draft, v, n->draft.n + 1);
}

static void draft_labels(dbx_naming *n, const dbx_trace *t) {
  for (uint32_t i = 0; i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    const dbx_eqn *q = dbx_event_eqn(e);
    draft_label(n, dbx_event_variable(e));
    for (uint32_t k = 0; q && k < q->n_out; k++) draft_label(n, q->out[k] & DBX_HANDLE);
  }
}

static void number_contexts(dbx_naming *n, const dbx_trace *t) {
  for (uint32_t i = 0; i < t->events.n; i++)
    if (t->events.at[i].kind == DBX_EV_FRAME_OPEN)
      dbx_map_put(&n->number_of, t->events.at[i].u.frame_open.context, n->number_of.n);
}

uint32_t dbx_context_number(const dbx_naming *n, uint32_t frame) {
  uint64_t *number = frame ? dbx_map_find(&n->number_of, frame) : NULL;
  return number ? (uint32_t)*number : UINT32_MAX;
}

static void give_letter(const dbx_naming *n, dbx_names *kept, dbx_var v) {
  dbx_atom a = v ? dbx_printed_atom(n, NULL, v) : 0;
  bool here = a && !dbx_is_literal(a) &&
              (dbx_name_of(n->contexts.at[0], a) || !dbx_shown_name(n, (dbx_var)a));
  if (here) (void)dbx_name_give(kept, a);
}

// What was shown keeps its letters (NULL: those of the Jaxpr so far). The rest gets the next ones
// in the order in which it was made, so that what is made later changes none of them.
static void keep_shown(dbx_naming *n, const dbx_names *shown) {
  dbx_names *kept = dbx_names_copy(shown ? shown : n->contexts.at[0]);
  for (uint32_t i = 0; i < n->trace->events.n; i++) {
    const dbx_event *e = &n->trace->events.at[i];
    const dbx_eqn *q = dbx_event_eqn(e);
    give_letter(n, kept, dbx_event_variable(e));
    for (uint32_t k = 0; q && k < q->n_out; k++) give_letter(n, kept, q->out[k] & DBX_HANDLE);
  }
  dbx_names_free(n->contexts.at[0]);
  n->contexts.at[0] = kept;
}

static dbx_naming *naming(const dbx_trace *t, const dbx_jaxpr *j, const dbx_frame *in,
                          const dbx_names *shown, unsigned how) {
  dbx_naming *n = dbx_alloc(sizeof *n);
  n->trace = t;
  n->by_source = how & DBX_NAMING_SOURCE;
  number_contexts(n, t);
  know_frames(n, t, j != NULL);
  n->labels = (how & DBX_NAMING_DRAFT) && !j;
  if (n->labels) draft_labels(n, t);
  if (j || in) new_context(n, j ? j : dbx_jaxpr_so_far(in, &n->arena, &n->jaxpr_of));
  if (!j && in) keep_shown(n, shown);
  if (!j && in && n->by_source) dbx_naming_rename(n, n->contexts.at[0]);
  return n;
}

dbx_naming *dbx_naming_new(const dbx_trace *t, const dbx_jaxpr *j, unsigned how) {
  return j ? naming(t, j, NULL, NULL, how) : dbx_naming_now(t, NULL, how);
}

dbx_naming *dbx_naming_now(const dbx_trace *t, const dbx_so_far *now, unsigned how) {
  const dbx_jaxpr *j = dbx_trace_jaxpr(t, now);
  const dbx_frame *in = j ? NULL : dbx_innermost(t);
  return in ? dbx_naming_inside(in, now, how) : naming(t, j, NULL, NULL, how);
}

dbx_naming *dbx_naming_inside(const dbx_frame *in, const dbx_so_far *now, unsigned how) {
  bool shown = now && now->trace == in->trace;
  return naming(in->trace, NULL, in, shown ? now->shown : NULL, how);
}

bool dbx_naming_is_by_source(const dbx_naming *n) { return n->by_source; }

void dbx_naming_label(dbx_naming *n, const dbx_trace *t, bool fall_back) {
  if (!n->draft.n) draft_labels(n, t);
  n->labels |= fall_back;
}

dbx_naming *dbx_naming_free(dbx_naming *n) {
  if (!n) return NULL;
  for (uint32_t i = 0; i < n->contexts.n; i++) dbx_names_free(n->contexts.at[i]);
  dbx_vec_free(&n->contexts);
  dbx_map_free(&n->context_of), dbx_map_free(&n->eqn_of), dbx_map_free(&n->branch);
  dbx_map_free(&n->complete), dbx_map_free(&n->draft), dbx_map_free(&n->jaxpr_of);
  dbx_map_free(&n->number_of);
  dbx_arena_free(&n->arena);
  dbx_buf_free(&n->name);
  free(n);
  return NULL;
}

// ---- tracers ----

static dbx_atom lifted(const dbx_frame *f, uint64_t key) {
  uint64_t *inner = dbx_map_find(&f->const_of, key);
  return inner ? (dbx_atom)*inner : 0;
}

// What the second evaluation of a branch made of variable v of the first.
static dbx_atom evaluated_again(const dbx_part *p, dbx_var v) {
  const dbx_frame *again = p->retrace->frame;
  for (uint32_t i = 0; i < p->n_constants; i++)
    if (p->constants[i].inner == v && p->constants[i].array)
      return lifted(again, (uint64_t)(uintptr_t)p->constants[i].array);
  uint64_t *to = dbx_map_find(p->retraced, v);
  if (!to || dbx_is_literal((dbx_atom)*to)) return to ? (dbx_atom)*to : 0;
  return dbx_var_at((dbx_var)*to)->frame == again->id ? (dbx_atom)*to : lifted(again, *to);
}

const dbx_map *dbx_naming_jaxprs(const dbx_naming *n) { return &n->jaxpr_of; }

dbx_atom dbx_naming_subst(const dbx_naming *n, const dbx_frame *f, dbx_atom a) {
  return dbx_jaxpr_tracer(dbx_frame_jaxpr(f, &n->jaxpr_of), a);
}

dbx_aval dbx_naming_aval(const dbx_naming *n, dbx_atom a) {
  return dbx_tracer_aval(a, &n->jaxpr_of);
}

dbx_atom dbx_printed_atom(const dbx_naming *n, const dbx_frame *in, dbx_atom a) {
  if (!a || dbx_is_literal(a)) return a;
  a = dbx_tracer_of(a & DBX_HANDLE);
  if (in && dbx_var_at(a)->frame != in->id) {
    dbx_atom inner = lifted(in, a);
    if (inner) a = inner;
  }
  while (a && !dbx_is_literal(a)) {
    const dbx_frame *f = dbx_frame_by_id(dbx_var_at(a)->frame);
    if (!f) return a;
    a = dbx_naming_subst(n, f, a);
    uint64_t *part = dbx_map_find(&n->branch, f->id);
    if (!part || dbx_is_literal(a)) return a;
    a = evaluated_again((const dbx_part *)(uintptr_t)*part, a);
  }
  return a;
}

// Of a Jaxpr that was printed, which context has its letters.
static bool context_of(const dbx_naming *n, uint64_t jaxpr, uint32_t *ret) {
  uint64_t *at = jaxpr ? dbx_map_find(&n->context_of, jaxpr) : NULL;
  if (at) *ret = (uint32_t)*at - 1;
  return at;
}

// A Jaxpr that is called inside of a branch and outside is printed in both contexts, with other
// letters: those of its first place are shown.
static const char *name_at_first(const dbx_naming *n, dbx_var v, uint32_t *where) {
  uint64_t *j = dbx_map_find(&n->jaxpr_of, dbx_var_at(dbx_tracer_of(v))->frame);
  return j && context_of(n, *j, where) ? dbx_name_of(n->contexts.at[*where], v) : NULL;
}

static const char *name_in(const dbx_naming *n, dbx_var v, uint32_t *where) {
  const char *s = name_at_first(n, v, where);
  for (uint32_t i = 0; !s && i < n->contexts.n; i++) {
    s = dbx_name_of(n->contexts.at[i], v);
    *where = i;
  }
  return s;
}

const char *dbx_shown_name(const dbx_naming *n, dbx_var v) {
  uint32_t where;
  return name_in(n, v, &where);
}

bool dbx_put_label(dbx_buf *b, const dbx_naming *n, dbx_var v) {
  uint64_t *label = dbx_map_find(&n->draft, dbx_tracer_of(v & DBX_HANDLE));
  if (label) dbx_printf(b, "t%" PRIu64, *label);
  return label;
}

// A tag is five continuation bytes, six bits each.
enum { TAG = 5 };

static bool is_continuation(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

static void put_tag(dbx_buf *b, dbx_var v) {
  for (int i = TAG; i-- > 0;) dbx_putc(b, (char)(0x80 | (v >> (6 * i) & 0x3F)));
}

// The number of a branch: 1, 2, ...
static void put_number(dbx_buf *b, const dbx_naming *n, uint32_t number) {
  static const char *const raised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                       "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  dbx_buf digits = {0};
  dbx_printf(&digits, "%u", number);
  if (n->numbers == DBX_NUMBERS_ASCII) dbx_printf(b, "^%s", dbx_text(&digits));
  for (const char *s = dbx_text(&digits); n->numbers == DBX_NUMBERS_RAISED && *s; s++)
    dbx_put(b, raised[*s - '0']);
  dbx_buf_free(&digits);
}

static bool put_letter(dbx_buf *b, const dbx_naming *n, dbx_var v) {
  uint32_t where = 0;
  v = dbx_tracer_of(v);
  const char *s = name_in(n, v, &where);
  if (s) dbx_put(b, s);
  else if (!n->labels || !dbx_put_label(b, n, v)) return false;
  if (n->tagged) put_tag(b, v);
  if (s && where && !n->by_source) put_number(b, n, where);
  return true;
}

void dbx_naming_tag(dbx_naming *n) { n->tagged = true; }

void dbx_naming_number(dbx_naming *n, dbx_branch_numbers how) { n->numbers = how; }

const char *dbx_tagged_name(void *naming, dbx_var v, const char *letter) {
  dbx_naming *n = naming;
  dbx_clear(&n->name);
  dbx_put(&n->name, letter);
  put_tag(&n->name, dbx_tracer_of(v));
  return dbx_text(&n->name);
}

dbx_var dbx_tag_at(const char *s, size_t n, uint32_t *length) {
  dbx_var v = 0;
  if (n < TAG) return 0;
  for (int i = 0; i < TAG; i++) {
    if (!is_continuation(s[i])) return 0;
    v = v << 6 | ((unsigned char)s[i] & 0x3F);
  }
  if (!v || v >= dbx_var_count()) return 0;
  return *length = TAG, v;
}

bool dbx_put_tracer(dbx_buf *b, const dbx_naming *n, const dbx_frame *in, dbx_atom a) {
  a = dbx_printed_atom(n, in, a);
  if (!a) return false;
  if (!dbx_is_literal(a)) return put_letter(b, n, a);
  const dbx_literal *l = dbx_literal_at(a);
  dbx_put_scalar(b, l->value, dbx_aval_at(l->aval)->dtype);
  return true;
}

bool dbx_put_captured(dbx_buf *b, const dbx_naming *n, const dbx_frame *in, const dbx_capture *c) {
  if (!c->array) return dbx_put_tracer(b, n, in, c->outer);
  return in && dbx_put_tracer(b, n, NULL, lifted(in, (uint64_t)(uintptr_t)c->array));
}

// ---- types ----

void dbx_put_type_dim(dbx_buf *b, const dbx_naming *n, dbx_dim d, const char *unnamed, bool val) {
  static const char *const index[] = {
      [DBX_DIM_DB] = "DBIdx", [DBX_DIM_INDB] = "InDBIdx", [DBX_DIM_OUTDB] = "OutDBIdx"};
  int64_t v = dbx_dim_value(d);
  dbx_dim_kind kind = dbx_dim_kind_of(d);
  if (kind == DBX_DIM_INT) dbx_printf(b, "%" PRId64, v);
  else if (kind == DBX_DIM_VAR && dbx_put_tracer(b, n, NULL, (dbx_atom)v)) return;
  else if (kind == DBX_DIM_VAR || kind == DBX_DIM_UNKNOWN) dbx_put(b, unnamed);
  else dbx_printf(b, "%s(%s%" PRId64 ")", index[kind], val ? "val=" : "", v);
}

void dbx_put_type(dbx_buf *b, const dbx_naming *n, dbx_aval a, const char *unnamed, bool val) {
  const dbx_aval_info *v = dbx_aval_at(a);
  dbx_printf(b, "%s[", dbx_dtype_short(v->dtype));
  for (uint32_t i = 0; i < v->rank; i++) {
    if (i) dbx_putc(b, ',');
    dbx_put_type_dim(b, n, v->dims[i], unnamed, val);
  }
  dbx_putc(b, ']');
}

// ---- Jaxprs and equations ----

// Nested Jaxprs take lines of their own elsewhere: of their equations only a name is shown.
static void put_params(dbx_buf *b, const dbx_eqn *e) {
  const dbx_param *name = e->prim->nested ? dbx_eqn_param(e, DBX_S_name) : NULL;
  if (!e->n_params) return;
  dbx_putc(b, '[');
  for (uint32_t i = 0; i < e->n_params && !e->prim->nested; i++) {
    dbx_printf(b, "%s%s=", i ? " " : "", dbx_sym_text(e->params[i].key));
    dbx_put_param(b, e->params[i].val);
  }
  if (name) dbx_put(b, "name="), dbx_put_param(b, name), dbx_putc(b, ' ');
  dbx_put(b, e->prim->nested ? "...]" : "]");
}

void dbx_put_eqn(dbx_buf *b, const dbx_naming *n, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_out; i++) {
    if (i) dbx_putc(b, ' ');
    if (!dbx_put_tracer(b, n, NULL, e->out[i])) dbx_putc(b, '_');
    dbx_putc(b, ':');
    dbx_put_type(b, n, dbx_var_aval(e->out[i]), "?", false);
  }
  dbx_printf(b, "%s%s", e->n_out ? " = " : "", e->prim->name);
  put_params(b, e);
  for (uint32_t i = 0; i < e->n_in; i++) {
    dbx_putc(b, ' ');
    if (!dbx_put_tracer(b, n, NULL, e->in[i])) dbx_putc(b, '?');
  }
}

const dbx_names *dbx_names_inside(const dbx_naming *n, const dbx_jaxpr *j) {
  uint32_t where;
  return context_of(n, (uint64_t)(uintptr_t)j, &where) ? n->contexts.at[where] : NULL;
}

const dbx_eqn *dbx_emitted_eqn(const dbx_bind *b) {
  if (!b->event || b->failed) return NULL;
  return dbx_event_eqn(&b->frame->trace->events.at[b->event]);
}

const dbx_eqn *dbx_printed_eqn(const dbx_naming *n, const dbx_bind *b) {
  const dbx_eqn *e = dbx_emitted_eqn(b);
  for (uint32_t i = 0; e && i < e->n_params; i++) {
    uint64_t *printed = dbx_map_find(&n->eqn_of, (uint64_t)(uintptr_t)e->params[i].val);
    if (printed) return (const dbx_eqn *)(uintptr_t)*printed;
  }
  return NULL;
}

bool dbx_frame_complete(const dbx_naming *n, const dbx_frame *f) {
  return f && dbx_map_find(&n->complete, f->id);
}
