// The program under construction as ordinary Python, which Catalyst takes too: a compiled function
// with the declared arguments, and its open blocks in the decorated form. The statements are copied
// from what was typed.
#include "cmd/session/save.h"
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/session/line.h"
#include "cmd/session/program.h"

#include "lang/lang.h"
#include <ctype.h>
#include <string.h>

typedef struct writer {
  dbx_buf *b;
  uint32_t blocks; // that got a name
} writer;

// ---- source texts ----

static const char *text_of(const dbx_node *n, size_t *length) {
  size_t all;
  const char *s = dbx_source_text(n->span.file, &all);
  *length = n->span.end - n->span.begin;
  return s + n->span.begin;
}

static void put_node(dbx_buf *b, const dbx_node *n) {
  size_t length;
  const char *s = text_of(n, &length);
  dbx_putn(b, s, length);
}

static void put_indent(dbx_buf *b, int indent) { dbx_pad(b, 4 * indent); }

// Its lines, indented anew: the indentation of its first line is taken off the others.
static void put_lines(dbx_buf *b, const dbx_node *n, int indent) {
  size_t all;
  const char *s = dbx_source_text(n->span.file, &all);
  uint32_t begin = dbx_statement_begin(n), line = begin;
  while (line && s[line - 1] != '\n') line--;
  uint32_t column = begin - line;
  put_indent(b, indent);
  for (uint32_t i = begin; i < n->span.end; i++) {
    dbx_putc(b, s[i]);
    if (s[i] != '\n') continue;
    uint32_t off = 0;
    while (off < column && i + 1 < n->span.end && (s[i + 1] == ' ' || s[i + 1] == '\t')) i++, off++;
    if (i + 1 < n->span.end && s[i + 1] != '\n') put_indent(b, indent);
  }
  dbx_putc(b, '\n');
}

// ---- blocks ----

static bool is_named(const dbx_node *n, const char *name) {
  return (n->kind == DBX_N_Name || n->kind == DBX_N_Attribute) &&
         !strcmp(dbx_sym_text(n->name), name);
}

static const dbx_node *call_of(const dbx_node *s) {
  const dbx_node *c = s->kind == DBX_N_With && s->more->m.n == 1 ? s->more->m.at[0]->a : NULL;
  return c && c->kind == DBX_N_Call ? c : NULL;
}

// `with for_loop(...)(x) as ...`, the loop's own call.
static const dbx_node *loop_of(const dbx_node *s) {
  const dbx_node *c = call_of(s);
  if (!c || c->a->kind != DBX_N_Call) return NULL;
  return is_named(c->a->a, "for_loop") || is_named(c->a->a, "while_loop") ? c->a : NULL;
}

static bool is_cond(const dbx_node *s) {
  const dbx_node *c = call_of(s);
  return c && is_named(c->a, "cond") && s->more->m.at[0]->b &&
         s->more->m.at[0]->b->kind == DBX_N_Name;
}

// `with r.else_if(p):`, `with r.otherwise():` of the conditional `name`.
static bool is_branch_of(const dbx_node *s, dbx_sym name) {
  const dbx_node *c = call_of(s);
  return c && c->a->kind == DBX_N_Attribute && c->a->a->kind == DBX_N_Name &&
         c->a->a->name == name && (is_named(c->a, "else_if") || is_named(c->a, "otherwise"));
}

static void put_statements(writer *w, const dbx_nodes *l, uint32_t n, int indent);

static void put_names(dbx_buf *b, const dbx_node *target, uint32_t from) {
  const dbx_nodes *l = &target->l;
  if (target->kind != DBX_N_Tuple && target->kind != DBX_N_List) {
    if (!from) put_node(b, target);
    return;
  }
  for (uint32_t i = from; i < l->n; i++) {
    if (i > from) dbx_put(b, ", ");
    put_node(b, l->at[i]);
  }
}

static void put_loop(writer *w, const dbx_node *s, const dbx_node *loop, int indent) {
  const dbx_node *target = s->more->m.at[0]->b, *call = s->more->m.at[0]->a;
  uint32_t index = is_named(loop->a, "for_loop"); // the first name is not carried
  dbx_buf carried = {0}, name = {0};
  if (target) put_names(&carried, target, index);
  dbx_printf(&name, "block_%u", ++w->blocks);
  put_indent(w->b, indent), dbx_putc(w->b, '@'), put_node(w->b, loop), dbx_putc(w->b, '\n');
  put_indent(w->b, indent), dbx_printf(w->b, "def %s(", dbx_text(&name));
  if (target) put_names(w->b, target, 0);
  dbx_put(w->b, "):\n");
  put_statements(w, &s->l, s->l.n, indent + 1);
  put_indent(w->b, indent + 1), dbx_printf(w->b, "return %s\n", dbx_text(&carried));
  put_indent(w->b, indent);
  if (carried.n) dbx_printf(w->b, "%s = ", dbx_text(&carried));
  dbx_printf(w->b, "%s(", dbx_text(&name));
  for (uint32_t i = 0; i < call->l.n; i++) {
    if (i) dbx_put(w->b, ", ");
    put_node(w->b, call->l.at[i]);
  }
  dbx_put(w->b, ")\n");
  dbx_buf_free(&carried), dbx_buf_free(&name);
}

// The result of a branch is its last expression, or what r.result(...) is given.
static void put_branch(writer *w, const dbx_node *s, int indent) {
  const dbx_node *last = s->l.at[s->l.n - 1];
  bool gives = last->kind == DBX_N_Expr;
  put_statements(w, &s->l, s->l.n - gives, indent);
  if (!gives) return;
  put_indent(w->b, indent);
  dbx_put(w->b, "return ");
  const dbx_node *v = last->a;
  if (v->kind == DBX_N_Call && v->a->kind == DBX_N_Attribute && is_named(v->a, "result"))
    for (uint32_t i = 0; i < v->l.n; i++) {
      if (i) dbx_put(w->b, ", ");
      put_node(w->b, v->l.at[i]);
    }
  else put_node(w->b, v);
  dbx_putc(w->b, '\n');
}

// The conditional and its branches; gives how many statements they are.
static uint32_t put_cond(writer *w, const dbx_nodes *l, uint32_t i, uint32_t n, int indent) {
  dbx_sym name = l->at[i]->more->m.at[0]->b->name;
  const char *r = dbx_sym_text(name);
  put_indent(w->b, indent), dbx_putc(w->b, '@'), put_node(w->b, call_of(l->at[i]));
  dbx_putc(w->b, '\n');
  put_indent(w->b, indent), dbx_printf(w->b, "def %s():\n", r);
  put_branch(w, l->at[i], indent + 1);
  uint32_t k = i + 1;
  for (; k < n && is_branch_of(l->at[k], name); k++) {
    const dbx_node *call = call_of(l->at[k]);
    put_indent(w->b, indent), dbx_putc(w->b, '@');
    put_node(w->b, is_named(call->a, "otherwise") ? call->a : call);
    dbx_putc(w->b, '\n');
    put_indent(w->b, indent), dbx_printf(w->b, "def block_%u():\n", ++w->blocks);
    put_branch(w, l->at[k], indent + 1);
  }
  put_indent(w->b, indent), dbx_printf(w->b, "%s = %s()\n", r, r);
  return k - i;
}

static void put_statements(writer *w, const dbx_nodes *l, uint32_t n, int indent) {
  for (uint32_t i = 0; i < n;) {
    const dbx_node *s = l->at[i], *loop = loop_of(s);
    if (is_cond(s)) {
      i += put_cond(w, l, i, n, indent);
      continue;
    }
    if (loop) put_loop(w, s, loop, indent);
    else put_lines(w->b, s, indent);
    i++;
  }
}

// ---- the function ----

typedef dbx_vec(dbx_node *) statements;

// The statements of the lines that were typed before the program, and of those in it.
static dbx_status collect(statements *outside, statements *inside, const char **out,
                          const char **assumed) {
  *out = *assumed = NULL;
  for (uint32_t i = 0; i < line_count(); i++) {
    const char *text = line_text(i);
    line_part part = line_part_of(i);
    if (!strncmp(text, ":out ", 5) && part == LINE_OF_PROGRAM) *out = text + 5;
    if (!strncmp(text, ":assume ", 8) && part != LINE_ELSEWHERE) *assumed = text + 8;
    if (text[0] == ':' || part == LINE_ELSEWHERE) continue;
    dbx_module *m;
    DBX_TRY(lang_load(dbx_source_add("<saved>", text, strlen(text)), &m, NULL));
    for (uint32_t k = 0; k < m->root->l.n; k++) {
      dbx_node *s = m->root->l.at[k];
      if (program_is_declaration(s)) continue;
      if (part == LINE_OF_PROGRAM) dbx_push(inside, s);
      else dbx_push(outside, s);
    }
  }
  return DBX_OK;
}

static bool is_dynamic(dbx_var v) { return dbx_aval_at(dbx_var_aval(v))->dynamic; }

static const char *scalar_type(dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  if (t->rank) return NULL;
  if (t->dtype == DBX_BOOL) return "bool";
  if (!t->weak) return NULL;
  return t->dtype == DBX_I64    ? "int"
         : t->dtype == DBX_F64  ? "float"
         : t->dtype == DBX_C128 ? "complex"
                                : NULL;
}

static dbx_sym name_of_size(dbx_var v) {
  for (int implicit = 0; implicit < 2; implicit++) {
    uint32_t n;
    const program_input *in = program_inputs(implicit, &n);
    for (uint32_t i = 0; i < n; i++)
      if (in[i].var == v) return in[i].name;
  }
  return 0;
}

static void put_axes(dbx_buf *b, dbx_var v) {
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(v));
  dbx_putc(b, '{');
  for (uint32_t k = 0, n = 0; k < t->rank; k++)
    if (dbx_dim_is_var(t->dims[k]))
      dbx_printf(b, "%s%u: '%s'", n++ ? ", " : "", k,
                 dbx_sym_text(name_of_size((dbx_var)dbx_dim_value(t->dims[k]))));
  dbx_putc(b, '}');
}

// Annotations if no length is dynamic: the function is traced at its decorator then.
static void put_annotation(dbx_buf *b, dbx_var v) {
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(v));
  const char *type = scalar_type(dbx_var_aval(v));
  if (type) {
    dbx_printf(b, ": %s", type);
    return;
  }
  dbx_put(b, ": jax.core.ShapedArray((");
  for (uint32_t k = 0; k < t->rank; k++)
    dbx_printf(b, "%lld,", (long long)dbx_dim_value(t->dims[k]));
  dbx_printf(b, "), jnp.%s%s)", dbx_dtype_name(t->dtype), t->dtype == DBX_BOOL ? "_" : "");
}

static void put_head(dbx_buf *b) {
  uint32_t n;
  bool dynamic = false;
  const program_input *in = program_inputs(false, &n);
  for (uint32_t i = 0; i < n; i++) dynamic |= is_dynamic(in[i].var);
  dbx_put(b, "@qjit");
  if (dynamic) {
    dbx_put(b, "(abstracted_axes=(");
    for (uint32_t i = 0; i < n; i++)
      put_axes(b, in[i].var), dbx_put(b, n == 1 ? "," : i + 1 < n ? ", " : "");
    dbx_put(b, "))");
  }
  dbx_put(b, "\ndef program(");
  for (uint32_t i = 0; i < n; i++) {
    dbx_printf(b, "%s%s", i ? ", " : "", dbx_sym_text(in[i].name));
    if (!dynamic) put_annotation(b, in[i].var);
  }
  dbx_put(b, "):\n");
}

static bool is_explicit(dbx_var v) {
  uint32_t n;
  const program_input *in = program_inputs(false, &n);
  for (uint32_t i = 0; i < n; i++)
    if (in[i].var == v) return true;
  return false;
}

// The sizes by their names. An integer argument that is a size is that of the array from here on.
static void put_sizes(dbx_buf *b) {
  uint32_t n;
  const program_input *in = program_inputs(false, &n);
  dbx_vec(dbx_var) done = {0};
  for (uint32_t i = 0; i < n; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(in[i].var));
    for (uint32_t k = 0; k < t->rank; k++) {
      dbx_var v = dbx_dim_is_var(t->dims[k]) ? (dbx_var)dbx_dim_value(t->dims[k]) : 0;
      bool known = !v;
      for (uint32_t q = 0; q < done.n; q++) known |= done.at[q] == v;
      if (known) continue;
      dbx_push(&done, v);
      dbx_printf(b, "    %s = %s.shape[%u]%s\n", dbx_sym_text(name_of_size(v)),
                 dbx_sym_text(in[i].name), k, is_explicit(v) ? "  # as declared" : "");
    }
  }
  dbx_vec_free(&done);
}

// Without :out the results are those of the last statement that has any.
static void put_result(dbx_buf *b, const char *out, const statements *l) {
  const dbx_node *s = l->n ? l->at[l->n - 1] : NULL;
  put_indent(b, 1);
  dbx_put(b, "return ");
  if (out) dbx_put(b, out);
  else if (s && s->kind == DBX_N_Expr) put_node(b, s->a);
  else if (s && s->kind == DBX_N_Assign) put_node(b, s->l.at[0]);
  else if (s && s->kind == DBX_N_AugAssign) put_node(b, s->a);
  else if (s && loop_of(s) && s->more->m.at[0]->b)
    put_names(b, s->more->m.at[0]->b, is_named(loop_of(s)->a, "for_loop"));
  else if (s && is_cond(s)) put_node(b, s->more->m.at[0]->b);
  dbx_putc(b, '\n');
}

static void put_imports(dbx_buf *b, const statements *outside) {
  bool qjit = false;
  for (uint32_t i = 0; i < outside->n; i++)
    for (uint32_t k = 0; outside->at[i]->kind == DBX_N_ImportFrom && k < outside->at[i]->l.n; k++)
      qjit |= is_named(outside->at[i]->l.at[k], "qjit") ||
              !strcmp(dbx_sym_text(outside->at[i]->l.at[k]->name), "qjit");
  dbx_put(b, "import jax\n");
  if (!qjit) dbx_put(b, "from catalyst import qjit\n");
}

// "n == m of f(x: f64[n], k = 3)": what the program calls. The types are its arguments' already.
static dbx_status put_assumed(dbx_buf *b, const char *text) {
  const char *of = strstr(text, " of "), *s = of + 4;
  for (const char *c = text; c < of;) { // equal lengths have one name
    size_t n = strcspn(c, ",");
    if (n > (size_t)(of - c)) n = (size_t)(of - c);
    bool equal = memmem(c, n, "==", 2) || !strncmp(text, "always", 6);
    if (!equal)
      return dbx_fail(DBX_E208, (dbx_span){0},
                      "the program holds if %.*s, which no text of Python says: a run decides it",
                      (int)(of - text), text);
    c += n + (c[n] == ',');
  }
  size_t n = strcspn(s, "(");
  dbx_putn(b, s, n + 1);
  for (s += n + 1; *s && *s != ')';) {
    int depth = 0;
    size_t name = strcspn(s, ":=,)"), end = name;
    for (; s[end] && (depth || (s[end] != ',' && s[end] != ')')); end++)
      depth += (strchr("[(", s[end]) != NULL) - (strchr("])", s[end]) != NULL);
    if (s[name] == '=') dbx_putn(b, s + name + 1, end - name - 1);
    else dbx_putn(b, s, name);
    s += end;
    if (*s == ',') dbx_put(b, ","), s++;
  }
  return dbx_putc(b, ')'), DBX_OK;
}

static dbx_status put_program(dbx_buf *b) {
  statements outside = {0}, inside = {0};
  dbx_buf call = {0};
  const char *out, *assumed;
  writer w = {.b = b};
  if (program_now() == PROGRAM_NONE)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "there is no program; a declaration such as `n: int` begins one");
  dbx_status st = collect(&outside, &inside, &out, &assumed);
  if (st == DBX_OK && assumed) st = put_assumed(&call, assumed), out = dbx_text(&call);
  if (st == DBX_OK) {
    put_imports(b, &outside);
    put_statements(&w, &(dbx_nodes){outside.at, outside.n}, outside.n, 0);
    dbx_put(b, "\n\n");
    put_head(b);
    put_sizes(b);
    bool last = !out && inside.n && inside.at[inside.n - 1]->kind == DBX_N_Expr;
    put_statements(&w, &(dbx_nodes){inside.at, inside.n}, inside.n - last, 1);
    put_result(b, out, &inside);
  }
  dbx_vec_free(&outside), dbx_vec_free(&inside);
  dbx_buf_free(&call);
  return st;
}

// ---- the commands ----

dbx_status cmd_source(const char *rest) {
  dbx_buf b = {0};
  (void)rest;
  dbx_status st = put_program(&b);
  show_listing(&b);
  return st;
}

dbx_status save_program(output *o) {
  dbx_buf b = {0};
  dbx_status st = put_program(&b);
  if (st == DBX_OK) st = output_allowed(o);
  if (st == DBX_OK) st = output_write(o, &b);
  dbx_buf_free(&b);
  if (st == DBX_OK) say_to(stdout, "saved in %s\n", o->path);
  return st;
}

dbx_status cmd_save(const char *rest) { return output_by("save", rest, save_program); }
