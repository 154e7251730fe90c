// Edits that a warning suggests (see edits.h). They are not tried: the program goes on.
#include "debug/edits/edits.h"

#include <string.h>

// ---- W101: a call with other types than the annotations say ----

static const char *type_of_number(const dbx_node *n) {
  if (n->kind == DBX_N_UnaryOp && n->op == DBX_OP_USub) n = n->a;
  if (n->kind != DBX_N_Constant) return NULL;
  switch (n->constant) {
  case DBX_C_INT: return "int";
  case DBX_C_FLOAT: return "float";
  case DBX_C_COMPLEX: return "complex";
  case DBX_C_TRUE:
  case DBX_C_FALSE: return "bool";
  default: return NULL;
  }
}

static void other_annotation(edit_site *s) {
  const dbx_node *call = edit_call(s), *f = edit_called(s);
  for (uint32_t i = 0; call && f && i < call->l.n && i < f->a->more->m.n; i++) {
    const dbx_node *type = f->a->more->m.at[i]->a;
    const char *given = type_of_number(call->l.at[i]);
    if (given && type && type->kind == DBX_N_Name && strcmp(dbx_sym_text(type->name), given) != 0)
      edit_add(s, type->span, given, NULL);
  }
}

// ---- W102: a list that a for statement indexes by a tracer ----

typedef struct indexed {
  edit_site *s;
  dbx_sym target; // of the for statement
} indexed;

static void list_to_array(void *ctx, const dbx_node *n) {
  const indexed *x = ctx;
  edit_site *s = x->s;
  if (n->kind != DBX_N_Subscript || n->a->kind != DBX_N_Name || n->b->kind != DBX_N_Name ||
      n->b->name != x->target)
    return;
  const dbx_node *list = edit_at(s, edit_making(s, n->a->span));
  if (!list || list->kind != DBX_N_List || !s->root->l.n) return;
  const char *jnp = edit_jnp();
  dbx_buf text = {0}, source = {0}, say = {0};
  edit_pieces p = {0};
  dbx_printf(&text, "%s.array(%s)", jnp ? jnp : "jnp", edit_source(s, &source, list));
  dbx_printf(&say, "%s = %s", dbx_sym_text(n->a->name), dbx_text(&text));
  edit_piece(&p, list->span, dbx_text(&text));
  uint32_t first = dbx_statement_begin(s->root->l.at[0]);
  if (!jnp) {
    edit_piece(&p, (dbx_span){s->file, first, first}, "from jax import numpy as jnp\n");
    dbx_put(&say, ", with `from jax import numpy as jnp`");
  }
  edit_add_pieces(s, &p, dbx_text(&say));
  dbx_buf_free(&text), dbx_buf_free(&source), dbx_buf_free(&say);
}

static void arrays_to_index(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_For);
  indexed x = {s, 0};
  if (!n || n->a->kind != DBX_N_Name) return;
  x.target = n->a->name;
  edit_walk(n, list_to_array, &x);
}

// ---- W104: a loop that capture mode runs as Python ----

static void keep_lengths(edit_site *s) {
  const dbx_node *loop = edit_called_loop(s);
  for (uint32_t i = 0; loop && loop->kind == DBX_N_Call && i < loop->more->m.n; i++) {
    const dbx_node *k = loop->more->m.at[i];
    bool resizes = k->name && !strcmp(dbx_sym_text(k->name), "allow_array_resizing") &&
                   k->a->kind == DBX_N_Constant && k->a->constant == DBX_C_TRUE;
    if (resizes) edit_add(s, k->a->span, "False", NULL);
  }
}

void edits_of_warnings(edit_site *s) {
  if (s->file != s->diag->span.file) return;
  switch (s->diag->code) {
  case DBX_W101: other_annotation(s); break;
  case DBX_W102: arrays_to_index(s); break;
  case DBX_W104: keep_lengths(s), arrays_to_index(s); break;
  default: break;
  }
}
