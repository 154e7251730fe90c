// Edits of vmap: what is mapped along which axis, and as many examples of each argument (see
// edits.h).
#include "debug/edits/edits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct mapped {
  edit_site *site;
  uint32_t n; // arguments of the call that failed
} mapped;

// A mapped axis of each argument, with one of them another: (0, 1), (1, 0), or not mapped.
static void give_axes(void *ctx, const dbx_node *n) {
  const mapped *m = ctx;
  if (n->kind != DBX_N_Call || !dbx_ends_in(edit_callee(n), "vmap") || n->l.n != 1) return;
  if (edit_keyword(n, "in_axes")) return;
  bool rank = edit_says(m->site, "rank should be");
  for (uint32_t other = m->n; other-- > 0;) {
    dbx_buf b = {0};
    for (uint32_t i = 0; i < m->n; i++)
      dbx_printf(&b, "%s%s", i ? ", " : "", i != other ? "0" : rank ? "None" : "1");
    edit_addf(m->site, edit_place(m->site, n->span.end - 1, n->span.end - 1), ", in_axes=(%s%s)",
              dbx_text(&b), m->n == 1 ? "," : "");
    dbx_buf_free(&b);
  }
}

// The rank of args[k] in the message: ", of type float64[3,2]".
static uint32_t rank_of_argument(const edit_site *s, uint32_t k) {
  char what[24];
  snprintf(what, sizeof what, "args[%u] of type ", k);
  const char *at = strstr(s->diag->message, what),
             *end = at ? strchr(at + strlen(what), ']') : NULL;
  dbx_buf type = {0};
  if (end) dbx_putn(&type, at + strlen(what), (size_t)(end + 1 - at) - strlen(what));
  uint32_t rank = end ? edit_rank(dbx_text(&type)) : 0;
  dbx_buf_free(&type);
  return rank;
}

// `in_axes=(0, 0)`: one of the arguments is the same for all examples, that with the fewest axes
// first, or is mapped along its other axis.
static void other_in_axes(edit_site *s, const dbx_node *map, uint32_t n) {
  const dbx_node *named = edit_keyword(map, "in_axes"), *axes = named           ? named->a
                                                                : map->l.n == 2 ? map->l.at[1]
                                                                                : NULL;
  bool each = axes && (axes->kind == DBX_N_Tuple || axes->kind == DBX_N_List);
  if (!axes || (each && axes->l.n != n)) return;
  for (uint32_t k = 0; k < 2 * n; k++) {
    bool first = rank_of_argument(s, 0) < rank_of_argument(s, 1);
    uint32_t at = k % n, other = first ? at : n - 1 - at;
    dbx_buf b = {0}, one = {0};
    for (uint32_t i = 0; i < n; i++)
      dbx_printf(&b, "%s%s", i ? ", " : "(",
                 i != other
                     ? each ? edit_source(s, &one, axes->l.at[i]) : edit_source(s, &one, axes)
                 : k < n ? "None"
                         : "1");
    edit_addf(s, axes->span, "%s)", dbx_text(&b));
    dbx_buf_free(&b), dbx_buf_free(&one);
  }
}

// An argument with fewer axes than the other is the same for all examples.
static void shared_argument(void *ctx, const dbx_node *n) {
  const mapped *m = ctx;
  if (n->kind != DBX_N_Call || !dbx_ends_in(edit_callee(n), "vmap") || n->l.n != 1 || n->more->m.n)
    return;
  uint32_t x = rank_of_argument(m->site, 0), y = rank_of_argument(m->site, 1);
  if (m->n == 2 && x && y && x != y)
    edit_addf(m->site, edit_place(m->site, n->span.end - 1, n->span.end - 1), ", in_axes=(%s, %s)",
              x < y ? "None" : "0", x < y ? "0" : "None");
}

// `vmap(predict)(w, xs)` of a function of w and x: what has the name of its parameter is the same
// for all examples, and the others are lists of them.
static void named_examples(edit_site *s, const dbx_node *call, const dbx_node *map) {
  const dbx_node *f = map->kind == DBX_N_Call && map->l.n == 1 && map->l.at[0]->kind == DBX_N_Name
                          ? edit_function_named(s, map->l.at[0]->name)
                          : NULL;
  if (!f || map->more->m.n || !dbx_ends_in(edit_callee(map), "vmap") ||
      f->a->more->m.n != call->l.n)
    return;
  dbx_buf b = {0};
  uint32_t shared = 0;
  for (uint32_t i = 0; i < call->l.n; i++) {
    bool same =
        call->l.at[i]->kind == DBX_N_Name && call->l.at[i]->name == f->a->more->m.at[i]->name;
    shared += same;
    dbx_printf(&b, "%s%s", i ? ", " : "", same ? "None" : "0");
  }
  if (shared && shared < call->l.n)
    edit_addf(s, edit_place(s, map->span.end - 1, map->span.end - 1), ", in_axes=(%s)",
              dbx_text(&b));
  dbx_buf_free(&b);
}

static void mapped_by_name(edit_site *s) {
  const dbx_node *n = s->failing;
  if (!n || n->kind != DBX_N_Call || !edit_says(s, "vmap") || n->l.n < 2) return;
  const dbx_node *map = n->a->kind == DBX_N_Name ? edit_made_by(s, n->a->span) : n->a;
  if (!map || map->kind != DBX_N_Call) return;
  named_examples(s, n, map);
  if (dbx_ends_in(edit_callee(map), "vmap")) other_in_axes(s, map, n->l.n);
}

static void mapped_axes(edit_site *s) {
  const dbx_node *n = s->failing;
  if (!n || n->kind != DBX_N_Call || !edit_says(s, "vmap") || n->l.n < 2 || n->l.n > 4) return;
  mapped m = {s, n->l.n};
  if (n->a->kind == DBX_N_Call) shared_argument(&m, n->a), give_axes(&m, n->a);
  else edit_walk(s->root, shared_argument, &m), edit_walk(s->root, give_axes, &m);
}

// ---- as many examples of each argument ----

typedef struct resize {
  edit_site *s;
  dbx_span in;
  int64_t from, to;
} resize;

static void exchange_size(void *ctx, const dbx_node *n) {
  const resize *x = ctx;
  bool inside = n->span.begin >= x->in.begin && n->span.end <= x->in.end;
  if (!inside || n->kind != DBX_N_Constant) return;
  if (n->constant == DBX_C_INT && n->value->i == x->from)
    edit_addf(x->s, n->span, "%lld", (long long)x->to);
  if (n->constant == DBX_C_FLOAT && n->value->f == (double)x->from)
    edit_addf(x->s, n->span, "%lld.0", (long long)x->to);
}

// Arguments of vmap with different numbers of examples: as many of each, the fewer first.
static void as_many_examples(edit_site *s) {
  const dbx_node *n = s->failing;
  int64_t size[2] = {0};
  dbx_buf b = {0};
  if (!n || n->kind != DBX_N_Call || n->l.n != 2 || !edit_says(s, "inconsistent sizes")) return;
  const char *at = s->diag->message;
  for (int i = 0; i < 2; i++) {
    if (!(at = strstr(at, "had size "))) return;
    size[i] = strtoll(at += strlen("had size "), NULL, 10);
  }
  int longer = size[0] < size[1];
  for (int i = 0; i < 2; i++) {
    int k = i ? !longer : longer;
    dbx_span made = edit_making(s, n->l.at[k]->span);
    resize x = {s, made.file == s->file ? made : n->l.at[k]->span, size[k], size[!k]};
    edit_walk(s->root, exchange_size, &x);
  }
  edit_addf(s, n->l.at[longer]->span, "%s[:%lld]", edit_source(s, &b, n->l.at[longer]),
            (long long)size[!longer]);
  dbx_buf_free(&b);
}

// An axis that the argument does not have: the first one.
static void first_axis(edit_site *s) {
  const dbx_node *n = s->failing,
                 *map = n && n->kind == DBX_N_Call ? edit_made_by(s, n->a->span) : NULL;
  if (!map || map->kind != DBX_N_Call || !edit_says(s, "which implies that its rank")) return;
  const dbx_node *axes = edit_keyword(map, "in_axes");
  if (axes && axes->a->kind == DBX_N_Constant) edit_add(s, axes->a->span, "0", NULL);
}

void edits_of_maps(edit_site *s) {
  first_axis(s);
  mapped_by_name(s);
  if (rank_of_argument(s, 0) != rank_of_argument(s, 1)) mapped_axes(s);
  as_many_examples(s), mapped_axes(s);
}
