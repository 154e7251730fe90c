// The program under construction (see program.h): a live trace with one open frame, whose arguments
// are the declarations.
#include "cmd/session/program.h"

#include "cmd/session/state.h"
#include "trace/abstract.h"
#include "trace/from_text.h"
#include "trace/function.h"
#include "viz/names/naming.h"
#include <string.h>

typedef struct program {
  dbx_trace *trace;
  dbx_frame *frame;
  dbx_vec(program_input) implicit, explicit_;
  dbx_vec(dbx_atom) outs;
  dbx_so_far so_far;        // built for showing and running
  dbx_names *names, *shown; // of the Jaxpr so far; of the one before, which was shown last
  bool given;               // read as a Jaxpr
  dbx_vec(dbx_sym) argument_names;
} program;

program_state program_now(void) { return session_now->program_state; }
dbx_trace *program_trace(void) { return session_now->program ? session_now->program->trace : NULL; }
const program_input *program_inputs(bool implicit, uint32_t *n) {
  *n = !session_now->program ? 0
       : implicit            ? session_now->program->implicit.n
                             : session_now->program->explicit_.n;
  return !session_now->program ? NULL
         : implicit            ? session_now->program->implicit.at
                               : session_now->program->explicit_.at;
}

static void begin(void) {
  session_now->program = dbx_alloc(sizeof *session_now->program);
  session_now->program->trace = dbx_trace_begin(dbx_intern("program"));
  session_now->program->trace->span = (dbx_span){0}; // each argument has a place of its own
  session_now->program->frame =
      dbx_frame_open(DBX_FRAME_FUNCTION, session_now->program->trace->function);
  session_now->program_state = PROGRAM_OPEN;
  dbx_push(&session_now->programs, session_now->program);
}

void program_drop(void) {
  program_thaw();
  (void)dbx_trace_suspend();
  session_now->program_state = PROGRAM_NONE;
  session_now->program = NULL;
}

dbx_status program_forget(void) {
  uint32_t i = 0;
  bool found;
  dict_entry *e;
  program_drop();
  while (dict_next(lang_now->globals, &i, &e))
    if (e->val.tag == PV_TRACER) DBX_TRY(dict_delete(lang_now->globals, e->key, &found));
  return DBX_OK;
}

static void program_free(program *x) {
  x->names = dbx_names_free(x->names), x->shown = dbx_names_free(x->shown);
  dbx_trace_resume(x->trace);
  dbx_trace_end(x->trace);
  dbx_trace_free(x->trace);
  dbx_vec_free(&x->implicit), dbx_vec_free(&x->explicit_), dbx_vec_free(&x->outs);
  dbx_vec_free(&x->argument_names);
  free(x);
}

void program_stop(void) {
  program_drop();
  for (uint32_t i = 0; i < session_now->programs.n; i++) program_free(session_now->programs.at[i]);
  dbx_vec_free(&session_now->programs);
}

// ---- its InputType ----

// Arguments in the order of the InputType, and that.
static void order_inputs(void) {
  program *p = session_now->program;
  p->frame->invars.n = 0;
  for (uint32_t i = 0; i < p->implicit.n; i++) dbx_push(&p->frame->invars, p->implicit.at[i].var);
  for (uint32_t i = 0; i < p->explicit_.n; i++) dbx_push(&p->frame->invars, p->explicit_.at[i].var);
  const dbx_frame *f = p->frame;
  dbx_positions db = {f->invars.at, f->invars.n, DBX_DIM_DB, NULL};
  p->trace->in_type = dbx_types_by(&p->trace->arena, f->invars.at, f->invars.n, p->implicit.n, &db);
}

// ---- declarations ----

bool program_is_declaration(const dbx_node *s) {
  return s->kind == DBX_N_AnnAssign && !s->more->c && s->a->kind == DBX_N_Name &&
         !s->a->in_brackets;
}

typedef struct element {
  dbx_dtype dtype;
  bool weak; // as a scalar
} element;

static const struct {
  const char *name;
  element type;
} python_types[] = {
    {"int", {DBX_I64, true}},
    {"float", {DBX_F64, true}},
    {"bool", {DBX_BOOL, false}},
    {"complex", {DBX_C128, true}},
};

static dbx_status not_a_type(const dbx_node *n) {
  dbx_fail_(DBX_E511, n->span, "this is no type of an argument");
  dbx_diag_note("types are int, float, bool, complex, dtypes (f64, i32, jnp.float32, ...) and "
                "arrays of them: f64[n, 3]");
  return DBX_FAIL;
}

static dbx_status element_type(const dbx_node *n, element *ret) {
  const char *name = n->kind == DBX_N_Name ? dbx_sym_text(n->name) : "";
  pv v;
  for (size_t i = 0; i < sizeof python_types / sizeof *python_types; i++)
    if (!strcmp(python_types[i].name, name)) return *ret = python_types[i].type, DBX_OK;
  ret->weak = false;
  if (dbx_dtype_by_short(name, strlen(name), &ret->dtype) &&
      dict_get_sym(lang_now->globals, n->name).tag == PV_UNBOUND)
    return DBX_OK;
  if (n->kind != DBX_N_Name && n->kind != DBX_N_Attribute) return not_a_type(n);
  DBX_TRY(lang_eval(NULL, n, &v));
  if (is_none(v) || !is_obj(v, T_DTYPE)) return not_a_type(n);
  return lang_dtype_arg(v, &ret->dtype);
}

static bool is_input(dbx_var v) {
  program *p = session_now->program;
  for (uint32_t i = 0; i < p->implicit.n; i++)
    if (p->implicit.at[i].var == v) return true;
  for (uint32_t i = 0; i < p->explicit_.n; i++)
    if (p->explicit_.at[i].var == v) return true;
  return false;
}

static dbx_var new_input(dbx_sym name, dbx_aval aval, bool expl) {
  program *p = session_now->program;
  program_input in = {name, dbx_new_arg(p->frame, aval)};
  if (expl) dbx_push(&p->explicit_, in);
  else dbx_push(&p->implicit, in);
  dict_put_sym(lang_now->globals, name, pv_tracer(in.var));
  lang_note_name(name, pv_tracer(in.var));
  return in.var;
}

static dbx_status static_size(const dbx_node *n, int64_t v, dbx_dim *ret) {
  if (v >= 0) return *ret = dbx_dim_int(v), DBX_OK;
  return dbx_fail(DBX_E511, n->span, "a size cannot be negative");
}

// A size is a number, a name of a number, an integer argument, or a new name: an implicit argument.
static dbx_status size_of_axis(const dbx_node *n, dbx_dim *ret) {
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_INT)
    return static_size(n, n->value->i, ret);
  if (n->kind != DBX_N_Name)
    return dbx_fail(DBX_E511, n->span, "a size of an argument is a number or a name");
  pv v = dict_get_sym(lang_now->globals, n->name);
  if (v.tag == PV_INT) return static_size(n, v.i, ret);
  if (v.tag == PV_UNBOUND) {
    *ret = dbx_dim_var(new_input(n->name, dbx_aval_scalar(DBX_I64, true), false));
    return DBX_OK;
  }
  if (v.tag == PV_TRACER && is_input(v.tracer) && dbx_aval_is_int_scalar(dbx_var_aval(v.tracer)))
    return *ret = dbx_dim_var(v.tracer), DBX_OK;
  return dbx_fail(
      DBX_E511, n->span,
      "'%s' is neither an integer argument nor a number, so it cannot be a size of an argument",
      dbx_sym_text(n->name));
}

static dbx_status shape_of(const dbx_node *n, dbx_dim *dims) {
  if (n->kind != DBX_N_Tuple) return size_of_axis(n, dims);
  for (uint32_t i = 0; i < n->l.n; i++) DBX_TRY(size_of_axis(n->l.at[i], &dims[i]));
  return DBX_OK;
}

static dbx_status declared_type(const dbx_node *n, dbx_aval *ret);

// ---- types as strings, and as jaxtyping writes them ----

// "m 3", "m, 3": the sizes of an axis each. Python text of an annotation in our own form.
static dbx_status written_type(const dbx_node *n, const char *dtype, const char *sizes,
                               size_t length, dbx_aval *ret) {
  dbx_buf b = {0};
  dbx_module *m;
  size_t axes = 0;
  dbx_put(&b, dtype);
  for (size_t i = 0; i < length;) {
    size_t k = i;
    while (k < length && !strchr(" ,\t", sizes[k])) k++;
    if (k > i) {
      dbx_put(&b, axes++ ? ", " : "[");
      dbx_putn(&b, sizes + i, k - i);
    }
    i = k + 1;
  }
  if (axes) dbx_putc(&b, ']');
  dbx_status st = lang_load(dbx_source_add("<type>", dbx_text(&b), b.n), &m, NULL);
  dbx_buf_free(&b);
  if (st == DBX_OK && m->root->l.n == 1 && m->root->l.at[0]->kind == DBX_N_Expr &&
      m->root->l.at[0]->a->kind != DBX_N_Constant)
    return declared_type(m->root->l.at[0]->a, ret);
  if (st != DBX_OK) dbx_diag_forget();
  return not_a_type(n);
}

// "f64[m, 3]", "f64[m 3]", "float"
static dbx_status type_of_string(const dbx_node *n, dbx_aval *ret) {
  size_t open = 0, end = n->value->str_n;
  dbx_buf dtype = {0};
  while (open < n->value->str_n && n->value->str[open] != '[') open++;
  dbx_putn(&dtype, n->value->str, open);
  bool closed = open == end || n->value->str[end - 1] == ']';
  size_t sizes = open == end ? 0 : end - open - 2;
  dbx_status st = closed ? written_type(n, dbx_text(&dtype), n->value->str + open + 1, sizes, ret)
                         : not_a_type(n);
  dbx_buf_free(&dtype);
  return st;
}

// Float[Array, "m 3"]: NULL if the name is none of jaxtyping's.
static const char *jaxtyping_dtype(const dbx_node *n) {
  static const struct {
    const char *name, *dtype;
  } types[] = {
      {"Float", "f64"},     {"Float64", "f64"},     {"Float32", "f32"},  {"Float16", "f16"},
      {"BFloat16", "bf16"}, {"Int", "i64"},         {"Int64", "i64"},    {"Int32", "i32"},
      {"Int16", "i16"},     {"Int8", "i8"},         {"UInt64", "u64"},   {"UInt32", "u32"},
      {"UInt16", "u16"},    {"UInt8", "u8"},        {"UInt", "u64"},     {"Bool", "bool"},
      {"Complex", "c128"},  {"Complex128", "c128"}, {"Complex64", "c64"}};
  const char *name =
      n->kind == DBX_N_Name || n->kind == DBX_N_Attribute ? dbx_sym_text(n->name) : "";
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (!strcmp(types[i].name, name)) return types[i].dtype;
  return NULL;
}

static bool is_jaxtyping(const dbx_node *n) {
  return n->kind == DBX_N_Subscript && jaxtyping_dtype(n->a) && n->b->kind == DBX_N_Tuple &&
         n->b->l.n == 2 && n->b->l.at[1]->kind == DBX_N_Constant &&
         n->b->l.at[1]->constant == DBX_C_STR;
}

static dbx_status declared_type(const dbx_node *n, dbx_aval *ret) {
  element e;
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_STR) return type_of_string(n, ret);
  if (is_jaxtyping(n))
    return written_type(n, jaxtyping_dtype(n->a), n->b->l.at[1]->value->str,
                        n->b->l.at[1]->value->str_n, ret);
  if (n->kind != DBX_N_Subscript) {
    DBX_TRY(element_type(n, &e));
    return *ret = dbx_aval_scalar(e.dtype, e.weak), DBX_OK;
  }
  uint32_t rank = n->b->kind == DBX_N_Tuple ? n->b->l.n : 1;
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_dim *dims = DBX_TMP(dbx_dim, rank);
  dbx_status st = element_type(n->a, &e);
  if (st == DBX_OK) st = shape_of(n->b, dims);
  if (st == DBX_OK) *ret = dbx_aval_of(e.dtype, false, rank, dims);
  dbx_scratch_release(m);
  return st;
}

dbx_status program_declare(const dbx_node *s) {
  dbx_sym name = s->a->name;
  dbx_aval aval;
  dbx_here = s->span;
  if (session_now->program_state == PROGRAM_DONE) program_drop();
  if (session_now->program_state == PROGRAM_NONE) begin();
  const program *p = session_now->program;
  DBX_TRY(declared_type(s->b, &aval));
  for (uint32_t i = 0; i < p->explicit_.n; i++)
    if (p->explicit_.at[i].name == name)
      return dbx_fail(DBX_E511, s->a->span, "'%s' is an argument already", dbx_sym_text(name));
  for (uint32_t i = 0; i < p->implicit.n; i++)
    if (p->implicit.at[i].name == name)
      return dbx_fail(DBX_E511, s->a->span, "'%s' is a size of an argument already",
                      dbx_sym_text(name));
  new_input(name, aval, true);
  order_inputs();
  return DBX_OK;
}

// ---- results ----

// Appends the leaves of v to the results; *traced: is one of them a tracer?
static dbx_status collect(pv v, dbx_u32s *atoms, bool *traced) {
  pv_list leaves = {0};
  dbx_status st = tree_flatten(v, &leaves);
  dbx_scratch_mark m = dbx_scratch_here();
  *traced = false;
  for (uint32_t i = 0; st == DBX_OK && i < leaves.n; i++) {
    dbx_val x;
    dbx_atom a;
    *traced |= leaves.at[i].tag == PV_TRACER;
    if ((st = lang_to_val(leaves.at[i], &x)) != DBX_OK) break;
    st = dbx_part_result(session_now->program->frame, &x, i, (dbx_span){0}, 0, &a);
    if (st == DBX_OK) dbx_push(atoms, a);
  }
  dbx_scratch_release(m);
  dbx_vec_free(&leaves);
  return st;
}

static void set_outs(const dbx_u32s *atoms) {
  program *p = session_now->program;
  p->outs.n = 0;
  for (uint32_t i = 0; i < atoms->n; i++) dbx_push(&p->outs, atoms->at[i]);
}

// What the statement gave a name, or several.
static pv value_of_target(const dbx_node *t) {
  if (t->kind == DBX_N_Name) return dict_get_sym(lang_now->globals, t->name);
  if (t->kind != DBX_N_Tuple && t->kind != DBX_N_List) return pv_none();
  pv values = list_new(NULL, 0);
  for (uint32_t i = 0; i < t->l.n; i++) {
    pv v = value_of_target(t->l.at[i]);
    if (v.tag == PV_UNBOUND) continue; // the index of a block, which is over
    list_push(SEQ(values), v);
  }
  return values;
}

static pv value_of(const dbx_node *s, pv last) {
  switch ((dbx_node_kind)s->kind) {
  case DBX_N_Expr: return s->a->kind == DBX_N_Name ? pv_none() : last; // a look at a name
  case DBX_N_Assign: return value_of_target(s->l.at[0]);
  case DBX_N_AugAssign:
  case DBX_N_AnnAssign: return value_of_target(s->a);
  case DBX_N_With: return s->more->m.at[0]->b ? value_of_target(s->more->m.at[0]->b) : pv_none();
  default: return pv_none();
  }
}

dbx_status program_follow(const dbx_node *s, pv last) {
  dbx_u32s atoms = {0};
  bool traced;
  pv v = value_of(s, last);
  if (session_now->program_state != PROGRAM_OPEN || v.tag == PV_UNBOUND ||
      (v.tag != PV_TRACER && !is_seq(v)))
    return DBX_OK;
  if (collect(v, &atoms, &traced) != DBX_OK)
    dbx_diag_forget(); // a list of other things is no result
  else if (traced) set_outs(&atoms);
  dbx_vec_free(&atoms);
  return DBX_OK;
}

dbx_status program_finish(pv results) {
  dbx_u32s atoms = {0};
  bool traced;
  dbx_status st = collect(results, &atoms, &traced);
  if (st == DBX_OK) {
    set_outs(&atoms);
    session_now->program_state = PROGRAM_DONE;
    (void)dbx_trace_suspend();
  }
  dbx_vec_free(&atoms);
  return st;
}

// ---- the Jaxpr so far ----

// The variables of the Jaxpr that v and its lengths are.
static void name_value(dbx_map *named, pv v) {
  pv_list leaves = {0};
  if (v.tag != PV_TRACER && !is_seq(v) && !is_obj(v, T_DICT)) return;
  if (tree_flatten(v, &leaves) != DBX_OK) dbx_diag_forget();
  for (uint32_t i = 0; i < leaves.n; i++) {
    if (leaves.at[i].tag != PV_TRACER) continue;
    dbx_atom a = dbx_jaxpr_atom(session_now->program->so_far.jaxpr, leaves.at[i].tracer);
    if (dbx_is_literal(a)) continue;
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(a));
    dbx_map_put(named, a, 1);
    for (uint32_t k = 0; k < t->rank; k++)
      if (dbx_dim_is_var(t->dims[k])) dbx_map_put(named, (uint64_t)dbx_dim_value(t->dims[k]), 1);
  }
  dbx_vec_free(&leaves);
}

// What has a name at the prompt has a letter, although nothing uses it yet.
static void give_letters(void) {
  program *p = session_now->program;
  dbx_map named = {0};
  dict_entry *e;
  for (uint32_t i = 0; dict_next(lang_now->globals, &i, &e);) name_value(&named, e->val);
  for (uint32_t i = 0; i < p->so_far.jaxpr->n_eqns; i++)
    for (uint32_t k = 0; k < p->so_far.jaxpr->eqns[i].n_out; k++)
      if (dbx_map_find(&named, p->so_far.jaxpr->eqns[i].out[k] & DBX_HANDLE))
        p->so_far.jaxpr->eqns[i].out[k] &= DBX_HANDLE;
  dbx_map_free(&named);
}

static void name_by_source(void) {
  program *p = session_now->program;
  if (!session_now->by_source) return;
  dbx_naming *n = dbx_naming_new(p->trace, p->so_far.jaxpr, DBX_NAMING_SOURCE);
  dbx_naming_rename(n, p->names);
  dbx_naming_free(n);
}

const dbx_jaxpr *program_jaxpr(void) {
  program *p = session_now->program;
  if (!p || p->so_far.jaxpr) return p ? p->so_far.jaxpr : NULL;
  const dbx_names *shown = p->so_far.shown;
  p->so_far = dbx_function_so_far(p->frame, p->outs.at, p->outs.n, p->implicit.n);
  p->so_far.shown = shown;
  give_letters();
  p->names = dbx_names_of(p->so_far.jaxpr);
  name_by_source();
  return p->so_far.jaxpr;
}

const dbx_so_far *program_so_far(void) {
  return session_now->program ? &session_now->program->so_far : NULL;
}

const dbx_names *program_names(void) {
  return program_jaxpr() ? session_now->program->names : NULL;
}

const dbx_names *program_shown(void) {
  return session_now->program ? session_now->program->shown : NULL;
}

void program_thaw(void) {
  program *p = session_now->program;
  if (!p || !p->so_far.jaxpr || p->given) return;
  if (lang_now->engine.forget) lang_now->engine.forget(lang_now->engine.ctx, p->so_far.jaxpr);
  dbx_names_free(p->shown);
  p->so_far.shown = p->shown = p->names;
  p->names = NULL;
  p->so_far.jaxpr = NULL;
}

const dbx_sym *program_argument_names(void) {
  session_now->program->argument_names.n = 0;
  for (uint32_t i = 0;
       session_now->program->given && i < session_now->program->so_far.jaxpr->n_const; i++)
    dbx_push(&session_now->program->argument_names,
             dbx_intern(dbx_name_of(session_now->program->names,
                                    session_now->program->so_far.jaxpr->constvars[i])));
  for (uint32_t i = 0; i < session_now->program->explicit_.n; i++)
    dbx_push(&session_now->program->argument_names, session_now->program->explicit_.at[i].name);
  return session_now->program->argument_names.at;
}

// ---- programs that are given as Jaxprs ----

dbx_status program_read(uint32_t file) {
  dbx_trace *t;
  DBX_TRY(dbx_trace_read(file, dbx_intern("program"), &t));
  program_drop();
  session_now->program = dbx_alloc(sizeof *session_now->program);
  session_now->program->trace = t;
  session_now->program->frame = t->frames.at[0];
  session_now->program->so_far = (dbx_so_far){t, t->jaxpr, t->out_type, NULL};
  session_now->program->given = true;
  session_now->program->names = dbx_names_of(t->jaxpr);
  for (uint32_t i = 0; i < t->jaxpr->n_in; i++) {
    dbx_var v = t->jaxpr->invars[i];
    dbx_push(&session_now->program->explicit_,
             ((program_input){dbx_intern(dbx_name_of(session_now->program->names, v)), v}));
  }
  session_now->program_state = PROGRAM_DONE;
  dbx_push(&session_now->programs, session_now->program);
  return DBX_OK;
}

// ---- marks ----

program_mark program_here(void) {
  program *p = session_now->program;
  program_mark m = {.state = session_now->program_state, .program = p};
  if (!p) return m;
  m.n_implicit = p->implicit.n, m.n_explicit = p->explicit_.n;
  m.n_eqns = p->frame->eqns.n, m.n_consts = p->frame->consts.n;
  m.n_events = p->trace->events.n, m.n_binds = p->trace->binds.n;
  m.n_outs = p->outs.n;
  m.outs = dbx_alloc(p->outs.n * sizeof *m.outs);
  if (p->outs.n) memcpy(m.outs, p->outs.at, p->outs.n * sizeof *m.outs);
  return m;
}

void program_mark_free(program_mark *m) {
  free(m->outs);
  m->outs = NULL;
}

static void cut_constants(dbx_frame *f, uint32_t n) {
  if (f->consts.n == n) return;
  while (f->consts.n > n) dbx_array_unref(f->consts.at[--f->consts.n].array);
  dbx_map_clear(&f->const_of);
  for (uint32_t i = 0; i < n; i++) {
    const dbx_capture *c = &f->consts.at[i];
    dbx_map_put(&f->const_of, c->outer ? c->outer : (uint64_t)(uintptr_t)c->array, c->inner);
  }
}

static void cut_trace(const program_mark *m) {
  program *p = session_now->program;
  dbx_trace *t = p->trace;
  while (t->top && t->top != p->frame) dbx_frame_close(t->top);
  t->bind = t->part = 0;
  dbx_trace_cut(t, m->n_events, m->n_binds);
  dbx_frame_cut(p->frame, m->n_eqns);
  cut_constants(p->frame, m->n_consts);
}

void program_restore(const program_mark *m) {
  program_thaw();
  (void)dbx_trace_suspend();
  session_now->program_state = m->state, session_now->program = m->program;
  if (!session_now->program) return;
  dbx_trace_resume(session_now->program->trace);
  cut_trace(m);
  session_now->program->implicit.n = m->n_implicit,
  session_now->program->explicit_.n = m->n_explicit;
  order_inputs();
  session_now->program->outs.n = 0;
  for (uint32_t i = 0; i < m->n_outs; i++) dbx_push(&session_now->program->outs, m->outs[i]);
  if (session_now->program_state == PROGRAM_DONE) (void)dbx_trace_suspend();
}
