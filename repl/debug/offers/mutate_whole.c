// Mutations of what an operation is of as a whole: its operands, what they were made from, what is
// returned. How many axes it has, and has to have, says which (see mutate.h).
#include "debug/offers/mutate.h"

#include <string.h>

typedef struct whole {
  mutating *m;
  dbx_buf text, term; // as it is written, and so that `[0]` may follow it
  dbx_span span;
  const char *jnp;
} whole;

static bool open_whole(whole *w, mutating *m, const dbx_node *n) {
  *w = (whole){.m = m, .span = n->span, .jnp = edit_jnp()};
  bool list = n->kind == DBX_N_Tuple || n->kind == DBX_N_List || n->kind == DBX_N_Lambda ||
              n->kind == DBX_N_Constant;
  if (list || !w->jnp || mutate_is_length(m->site, n, 0)) return false;
  mutate_text(m, &w->text, n);
  dbx_printf(&w->term, edit_is_term(m->site, n->span) ? "%s" : "(%s)", dbx_text(&w->text));
  return true;
}

static void close_whole(whole *w) { dbx_buf_free(&w->text), dbx_buf_free(&w->term); }

static void behind(whole *w, int more, const char *with) {
  mutate_add(w->m, w->span, more, false, "%s%s", dbx_text(&w->term), with);
}

static void around(whole *w, int more, const char *f, const char *rest) {
  mutate_add(w->m, w->span, more, false, "%s.%s(%s%s)", w->jnp, f, dbx_text(&w->text), rest);
}

// ---- elements at the counts of loops ----

static void elements(whole *w, const dbx_node *n, uint32_t axes) {
  static const char *const makers[] = {"ones", "zeros", "full", "empty", "eye"};
  mutate_names counters = {0};
  bool all = n->kind == DBX_N_BinOp || EDIT_CALLS(n, makers); // was computed
  if (mutate_of_cause(w->m->site->diag) && all) return;
  mutate_counters(w->m, n->span, &counters);
  for (uint32_t i = counters.n; i-- > 0;) {
    const char *name = dbx_sym_text(counters.at[i]->name);
    if (edit_mentions(n, counters.at[i]->name)) continue;
    mutate_add(w->m, w->span, 0, false, "%s[%s]", dbx_text(&w->term), name);
    if (axes > 1 && !mutate_of_cause(w->m->site->diag))
      mutate_add(w->m, w->span, 2, false, "%s[:, %s]", dbx_text(&w->term), name);
  }
  dbx_vec_free(&counters);
}

// ---- axes too many, too few ----

static void fewer_axes(whole *w, const dbx_node *n, uint32_t own, int many) {
  bool cause = mutate_of_cause(w->m->site->diag);
  elements(w, n, own);
  if (many == (int)own) around(w, 1, "linalg.norm", ""), around(w, 1, "max", "");
  if (cause) return; // a carry and a branch are not meant to be summed up
  if (own == 2 && many == 1) around(w, 0, "diag", "");
  if (many == (int)own) around(w, 0, "sum", ""), around(w, 1, "mean", "");
  if (own > 1 && many == 1)
    around(w, 0, "sum", ", axis=0"), around(w, 0, "sum", ", axis=1"),
        around(w, 2, "mean", ", axis=0"), around(w, 2, "mean", ", axis=1"),
        around(w, 2, "squeeze", "");
  if (many == 1) behind(w, 2, "[0]"), behind(w, 2, "[-1]");
  if (own == 2 && many == 1) behind(w, 3, "[:, 0]"), around(w, 3, "ravel", "");
}

// One element more at an end: a number, the first or the last one.
static void one_longer(whole *w, int more) {
  const char *e = dbx_text(&w->text), *jnp = w->jnp;
  mutate_add(w->m, w->span, more, false, "%s.append(%s, 1.0)", jnp, e);
  mutate_add(w->m, w->span, more, false, "%s.append(%s, 0.0)", jnp, e);
  mutate_add(w->m, w->span, more, false, "%s.concatenate([%s.zeros(1), %s])", jnp, jnp, e);
  mutate_add(w->m, w->span, more + 2, false, "%s.append(%s, %s[-1])", jnp, e, dbx_text(&w->term));
}

static void more_axes(whole *w, uint32_t own, int few) {
  if (mutate_of_cause(w->m->site->diag)) return;
  if (mutate_begins_as_other(w->m) && few < 3)
    mutate_add(w->m, w->span, -5, true, "%s[%s, None%s]", dbx_text(&w->term),
               own == 1 ? ":" : "...", few == 1 ? "" : ", None");
  if (own == 1 && few == 1) around(w, 1, "diag", "");
  if (own) behind(w, 0, "[:, None]"), behind(w, 1, "[None]");
  if (own > 1) behind(w, 2, "[..., None]");
  if (own == 1 && few == 2) behind(w, 0, "[:, None, None]");
  bool product = w->m->site->diag->code == DBX_E303;
  if (product && own == 1 && mutate_is_longer(w->m, -1)) one_longer(w, 0);
}

// The points between, without an end, the differences.
static void one_shorter(whole *w) {
  const char *e = dbx_text(&w->term);
  behind(w, 3, "[1:]"), behind(w, 3, "[:-1]");
  mutate_add(w->m, w->span, 4, false, "0.5 * (%s[1:] + %s[:-1])", e, e);
  around(w, 5, "diff", "");
}

static void as_many_axes(whole *w, uint32_t own) {
  if (own > 1) behind(w, 0, ".T");
  if (mutate_of_cause(w->m->site->diag) || own != 1) return;
  if (mutate_is_longer(w->m, 1)) one_shorter(w);
  if (mutate_is_longer(w->m, -1)) one_longer(w, 4);
}

void mutate_whole(mutating *m, const dbx_node *n) {
  whole w;
  uint32_t own, other;
  if (open_whole(&w, m, n)) {
    if (!mutate_ranks(m, &own, &other)) {
      bool count = n->kind == DBX_N_BinOp && (edit_is_int(n->a) || edit_is_int(n->b)); // n + 1
      if (n->kind != DBX_N_Name && !count) behind(&w, 4, ".T");
      elements(&w, n, 1);
    } else if (own > other) fewer_axes(&w, n, own, (int)(own - other));
    else if (own < other) more_axes(&w, own, (int)(other - own));
    else as_many_axes(&w, own);
  }
  close_whole(&w);
}

// ---- what a loop carries ----

const dbx_node *mutate_carried(const mutating *m, const dbx_node *f) {
  const char *at = strstr(m->site->diag->message, "(carry ");
  const dbx_node *loop = f ? edit_loop(m->site, f) : NULL;
  if (!at || !loop) return NULL;
  uint32_t k =
      (uint32_t)(at[strlen("(carry ")] - '0') +
      (dbx_ends_in(edit_callee(loop), "for_loop") || dbx_ends_in(edit_callee(loop), "fori_loop"));
  return k < f->a->more->m.n ? f->a->more->m.at[k] : NULL;
}

static void put_at(whole *w, const char *carry, const mutate_names *counters, uint32_t before,
                   uint32_t after) {
  const char *e = dbx_text(&w->text);
  for (uint32_t i = counters->n; before == after + 1 && i-- > 0;) {
    const char *name = dbx_sym_text(counters->at[i]->name);
    int more = (int)(counters->n - 1 - i);
    mutate_add(w->m, w->span, more, true, "%s.at[%s].set(%s)", carry, name, e);
    if (before > 1)
      mutate_add(w->m, w->span, more + 1, true, "%s.at[:, %s].set(%s)", carry, name, e);
  }
  for (uint32_t i = 0; before == after + 2 && i < counters->n; i++)
    for (uint32_t k = 0; k < counters->n; k++)
      if (i != k)
        mutate_add(w->m, w->span, (k < i) + (int)counters->n, true, "%s.at[%s, %s].set(%s)", carry,
                   dbx_sym_text(counters->at[i]->name), dbx_sym_text(counters->at[k]->name), e);
}

typedef struct uses {
  const edit_site *site;
  dbx_sym name;
  bool whole;
} uses;

static void see_use(void *ctx, const dbx_node *n) {
  uses *u = ctx;
  if (n->kind != DBX_N_Name || n->ctx != DBX_LOAD || n->name != u->name) return;
  char next = u->site->text[n->span.end];
  u->whole |= next != '[' && next != '.';
}

// Is it only looked up at places, as a table is that is filled?
static bool is_filled(const mutating *m, const dbx_node *f, dbx_sym name) {
  uses u = {.site = m->site, .name = name};
  edit_walk(f, see_use, &u);
  return !u.whole;
}

// A cell or a row is returned for the table that is carried: it is put into the table, or added.
void mutate_put_back(mutating *m, const dbx_node *n) {
  uint32_t before, after;
  const dbx_diag *d = m->site->diag;
  const dbx_node *f = edit_function_of(m->site, n->span), *carry = mutate_carried(m, f);
  bool of_carry = d->code == DBX_E503 || d->code == DBX_E504 || d->code == DBX_E515;
  mutate_names counters = {0};
  whole w;
  if (!of_carry || !carry || !mutate_ranks(m, &after, &before) || after >= before) return;
  if (open_whole(&w, m, n)) {
    const char *name = dbx_sym_text(carry->name);
    mutate_counters(m, n->span, &counters);
    if (is_filled(m, f, carry->name)) put_at(&w, name, &counters, before, after);
    static const char signs[] = "+-*"; // a change of it: no sum, no element that is all of it
    bool change = n->kind == DBX_N_BinOp || (n->kind == DBX_N_Name && n->name != carry->name);
    for (int i = 0; signs[i] && change; i++)
      mutate_add(m, n->span, 4 + i, false, "%s %c %s", name, signs[i],
                 signs[i] == '+' || n->kind != DBX_N_BinOp || n->op == DBX_OP_Mult
                     ? dbx_text(&w.text)
                     : dbx_text(&w.term));
    dbx_vec_free(&counters);
  }
  close_whole(&w);
}
