// Edits of subscripts: places and slices of arrays, and those of einsum (see edits.h).
#include "debug/edits/edits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- subscripts ----

static void put_call(edit_site *s, const dbx_node *x, const char *fmt, const dbx_node *a,
                     const dbx_node *b) {
  dbx_buf v = {0}, l = {0}, r = {0};
  const char *jnp = edit_alias("jax.numpy", NULL);
  edit_put_source(s, &v, x->span);
  if (a) edit_put_source(s, &l, a->span);
  if (b) edit_put_source(s, &r, b->span);
  if (jnp && !strcmp(fmt, "arange"))
    edit_addf(s, edit_node(s)->span, "%s[%s.arange(%s, %s)]", dbx_text(&v), jnp,
              a ? dbx_text(&l) : "0", dbx_text(&r));
  if (jnp && !strcmp(fmt, "window"))
    edit_addf(s, edit_node(s)->span, "%s[%s + %s.arange(%s)]", dbx_text(&v), dbx_text(&l), jnp,
              dbx_text(&r));
  dbx_buf_free(&v), dbx_buf_free(&l), dbx_buf_free(&r);
}

static bool same_source(const edit_site *s, const dbx_node *a, const dbx_node *b) {
  uint32_t n = a->span.end - a->span.begin;
  return n == b->span.end - b->span.begin &&
         !memcmp(s->text + a->span.begin, s->text + b->span.begin, n);
}

// `x[i:i + 2]`: a length that is known, at a place that is not.
static void mend_slice(edit_site *s, const dbx_node *n) {
  const dbx_node *sl = n->b;
  if (sl->kind != DBX_N_Slice || !sl->b) return;
  const dbx_node *u = sl->b, *parts[] = {sl->a, sl->b, sl->more->c};
  for (int i = 0; i < 3; i++) {
    dbx_buf b = {0};
    if (!parts[i]) continue;
    edit_put_source(s, &b, parts[i]->span);
    edit_whole(s, parts[i]);
    if (parts[i]->kind != DBX_N_Constant)
      edit_addf(s, parts[i]->span, "(%s).astype(int)", dbx_text(&b));
    dbx_buf_free(&b);
  }
  if (sl->a && u->kind == DBX_N_BinOp && u->op == DBX_OP_Add) {
    if (same_source(s, u->a, sl->a)) put_call(s, n->a, "window", sl->a, u->b);
    if (same_source(s, u->b, sl->a)) put_call(s, n->a, "window", sl->a, u->a);
  }
  put_call(s, n->a, "arange", sl->a, u);
}

static void mend_index(edit_site *s, const dbx_node *n) {
  const char *jnp = edit_alias("jax.numpy", NULL);
  const dbx_node *i = n->b;
  dbx_buf b = {0};
  edit_put_source(s, &b, i->span);
  if (i->kind == DBX_N_Tuple && i->l.n > 1) {
    dbx_span rest = {s->file, i->l.at[i->l.n - 2]->span.end, i->l.at[i->l.n - 1]->span.end};
    edit_add(s, rest, "", NULL);
  }
  if (i->kind == DBX_N_List && jnp) edit_addf(s, i->span, "%s.array(%s)", jnp, dbx_text(&b));
  edit_whole(s, i);
  if (i->kind == DBX_N_Constant) edit_add(s, i->span, "0", NULL);
  edit_addf(s, i->span, "(%s).astype(int)", dbx_text(&b));
  dbx_buf_free(&b);
}

void edits_of_subscripts(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_Subscript);
  if (!n) return;
  if (s->diag->code == DBX_E312) mend_slice(s, n);
  else mend_index(s, n);
}

// ---- einsum ----

// The subscripts with as many letters for each operand as it has axes.
void edits_of_einsum(edit_site *s) {
  const dbx_node *n = edit_node(s);
  const dbx_node *spec = n && n->kind == DBX_N_Call && n->l.n ? n->l.at[0] : NULL;
  if (!spec || spec->kind != DBX_N_Constant || spec->constant != DBX_C_STR) return;
  dbx_buf in = {0}, all = {0};
  const char *at = spec->value->str, *end = spec->value->str + spec->value->str_n;
  char next = 'p';
  for (uint32_t i = 0; i < s->diag->n_operands; i++) {
    uint32_t rank = edit_rank(s->diag->operands[i].type), k = 0;
    if (i) dbx_putc(&in, ',');
    for (; at < end && *at != ',' && *at != '-'; at++) {
      if (!isalpha((unsigned char)*at) || k >= rank) continue;
      dbx_putc(&in, *at), dbx_putc(&all, *at), k++;
    }
    for (; k < rank; k++) dbx_putc(&in, next), dbx_putc(&all, next++);
    if (at < end && *at == ',') at++;
  }
  const char *arrow = memmem(spec->value->str, spec->value->str_n, "->", 2);
  dbx_buf out = {0};
  for (const char *o = arrow ? arrow + 2 : end; o < end; o++)
    if (isalpha((unsigned char)*o) && strchr(dbx_text(&all), *o) &&
        (!out.n || !strchr(dbx_text(&out), *o)))
      dbx_putc(&out, *o);
  edit_addf(s, spec->span, "'%s%s%s'", dbx_text(&in), arrow ? "->" : "", dbx_text(&out));
  edit_addf(s, spec->span, "'%s'", dbx_text(&in));
  dbx_buf_free(&in), dbx_buf_free(&all), dbx_buf_free(&out);
}
