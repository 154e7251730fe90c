// Mutations of what borders, batches and parts are made from: a frame at both ends, what is left of
// an array that is cut, a row for each of a batch (see mutate.h).
#include "debug/offers/mutate.h"

#include <inttypes.h>
#include <string.h>

// ---- frames ----

// `p:-p`: of the same text.
static const dbx_node *border_of(const mutating *m, const dbx_node *n) {
  if (n->kind != DBX_N_Slice || !n->a || !n->b || n->b->kind != DBX_N_UnaryOp) return NULL;
  return edit_same_text(m->site, n->a->span, n->b->a->span) ? n->a : NULL;
}

typedef struct framing {
  const mutating *m;
  const dbx_node *width; // of `out.at[p:-p, p:-p]`
} framing;

static void see_frame(void *ctx, const dbx_node *n) {
  framing *f = ctx;
  const dbx_node *first = n->kind == DBX_N_Tuple && n->l.n ? n->l.at[0] : n;
  const dbx_node *width = border_of(f->m, first);
  if (width) f->width = width;
}

// `zeros((h + 2 * p, w + 2 * p))` for `zeros((h + p, w + p))`, of which `[p:-p, p:-p]` is set.
void mutate_both_borders(mutating *m, const dbx_node *n) {
  const dbx_node *shape = mutate_maker_shape(n), *f = edit_function_of(m->site, n->span);
  framing frame = {m, NULL};
  dbx_buf b = {0}, one = {0};
  if (!shape || m->site->diag->code != DBX_E308) return;
  edit_walk(f ? f : m->site->root, see_frame, &frame);
  const char *comma = "";
  bool all = frame.width != NULL;
  for (uint32_t i = 0; all && i < shape->l.n; i++) {
    const dbx_node *e = shape->l.at[i];
    bool border = e->kind == DBX_N_BinOp && e->op == DBX_OP_Add &&
                  edit_same_text(m->site, e->b->span, frame.width->span);
    if (!(all = border)) break;
    dbx_printf(&b, "%s%s + 2 * ", comma, mutate_text(m, &one, e->a));
    dbx_clear(&one);
    dbx_put(&b, mutate_text(m, &one, e->b));
    dbx_clear(&one);
    comma = ", ";
  }
  if (all && shape->l.n > 1)
    mutate_add(
        m, edit_place(m->site, shape->l.at[0]->span.begin, shape->l.at[shape->l.n - 1]->span.end),
        -4, true, "%s", dbx_text(&b));
  dbx_buf_free(&b), dbx_buf_free(&one);
}

// `zeros((n + 1, n + 1))` for `zeros((n, n))`, to which parts are added that reach further by one.
void mutate_larger_square(mutating *m, const dbx_node *n) {
  const dbx_node *shape = mutate_maker_shape(n);
  bool square = shape && shape->l.n == 2 && shape->l.at[0]->kind == DBX_N_Name &&
                shape->l.at[1]->kind == DBX_N_Name && shape->l.at[0]->name == shape->l.at[1]->name;
  if (!square || m->site->diag->code != DBX_E308 || !mutate_apart_by(m->site, 1)) return;
  const char *name = dbx_sym_text(shape->l.at[0]->name);
  mutate_add(m, edit_place(m->site, shape->l.at[0]->span.begin, shape->l.at[1]->span.end), -4, true,
             "%s + 1, %s + 1", name, name);
}

// ---- what is left ----

// `x.at[-2:].set(0.0)` for `x[:-2]`, where the other branch has all of x.
void mutate_rest_cleared(mutating *m, const dbx_node *n) {
  const dbx_node *s = n->kind == DBX_N_Subscript && n->b->kind == DBX_N_Slice ? n->b : NULL;
  dbx_buf x = {0}, k = {0};
  if (m->site->diag->code != DBX_E507 || !s || s->more->c || !s->a == !s->b) return;
  if (n->a->kind != DBX_N_Name) return;
  bool front = s->a != NULL;
  mutate_add(m, n->span, 0, true, front ? "%s.at[:%s].set(0.0)" : "%s.at[%s:].set(0.0)",
             mutate_text(m, &x, n->a), mutate_text(m, &k, front ? s->a : s->b));
  dbx_buf_free(&x), dbx_buf_free(&k);
}

// ---- batches ----

// `einsum("bij,bj->bi", a, x)` for `a @ x`, a table and a vector for each of as many.
void mutate_each_product(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  dbx_buf x = {0}, y = {0};
  if (n->op != DBX_OP_MatMult || n != m->site->failing || d->code != DBX_E303 || !edit_jnp())
    return;
  if (d->n_operands != 2) return;
  const char *a = d->operands[0].type, *b = d->operands[1].type;
  if (edit_rank(a) != 3 || edit_rank(b) != 2) return;
  bool fits = edit_length(a, 0, &x) && edit_length(b, 0, &y) && !strcmp(dbx_text(&x), dbx_text(&y));
  dbx_clear(&x), dbx_clear(&y);
  fits &= edit_length(a, 2, &x) && edit_length(b, 1, &y) && !strcmp(dbx_text(&x), dbx_text(&y));
  dbx_clear(&x), dbx_clear(&y);
  if (fits)
    mutate_add(m, n->span, 0, true, "%s.einsum(\"bij,bj->bi\", %s, %s)", edit_jnp(),
               mutate_text(m, &x, n->a), mutate_text(m, &y, n->b));
  dbx_buf_free(&x), dbx_buf_free(&y);
}

// `scan(f, h, swapaxes(xs, 0, 1))` for `scan(f, h, xs)`: the axis of the steps comes first.
void mutate_scan_major(mutating *m, const dbx_node *n) {
  if (strcmp(edit_callee(n), "scan") != 0 || n->l.n < 3 || n->l.at[2]->kind != DBX_N_Name) return;
  if (!edit_jnp()) return;
  mutate_add(m, n->l.at[2]->span, -4, true, "%s.swapaxes(%s, 0, 1)", edit_jnp(),
             dbx_sym_text(n->l.at[2]->name));
}

// `split(x, 3, axis=1)` for `split(x, 3)`, which does not come out even along the first axis.
void mutate_split_axis(mutating *m, const dbx_node *n) {
  dbx_span at = edit_place(m->site, n->span.end - 1, n->span.end - 1);
  if (!strcmp(edit_callee(n), "split") && n->l.n == 2 && !n->more->m.n)
    mutate_add(m, at, 0, true, ", axis=1");
}

// `repeat(repeat(x, 2, axis=0), 2, axis=1)` for `repeat(x, 2, axis=0)`, of which the other axis is
// too short by so many times.
void mutate_repeated_along_both(mutating *m, const dbx_node *n) {
  const dbx_node *axis = !strcmp(edit_callee(n), "repeat") ? edit_keyword(n, "axis") : NULL;
  dbx_buf b = {0}, k = {0};
  if (!axis || !edit_is_int(axis->a) || n->l.n != 2 || !edit_jnp()) return;
  const dbx_diag *d = m->site->diag;
  int64_t along = axis->a->value->i, times = edit_is_int(n->l.at[1]) ? n->l.at[1]->value->i : 0;
  if (d->code != DBX_E301 || d->n_operands != 2 || along < 0 || along > 1 || times < 2) return;
  int64_t x = edit_length_number(d->operands[0].type, along ? 0 : 1),
          y = edit_length_number(d->operands[1].type, along ? 0 : 1);
  if (y > 0 && x > 0 && (x == y * times || y == x * times))
    mutate_add(m, n->span, 0, true, "%s.repeat(%s, %s, axis=%d)", edit_jnp(), mutate_text(m, &b, n),
               mutate_text(m, &k, n->l.at[1]), along ? 0 : 1);
  dbx_buf_free(&b), dbx_buf_free(&k);
}

// `momentum + forces.sum(axis=0)` for `momentum + forces`, which a loop carries: the text says that
// it is all of them.
void mutate_all_of_them(mutating *m, const dbx_node *n) {
  static const char *const words[] = {"all of them", "total", "sum of", "together", "summed"};
  const dbx_diag *d = m->site->diag;
  const dbx_node *f = edit_function_of(m->site, n->span), *carry = mutate_carried(m, f);
  if (d->code != DBX_E503 || d->n_operands != 2 || !carry || n->op != DBX_OP_Add) return;
  uint32_t x = edit_rank(d->operands[0].type), y = edit_rank(d->operands[1].type);
  bool said = (x + 1 == y || y + 1 == x) && MUTATE_SAYS(m, n, words);
  m->meant = said;
  for (int i = 0; said && i < 2; i++) {
    const dbx_node *side = i ? n->b : n->a, *other = i ? n->a : n->b;
    if (side->kind == DBX_N_Name && other->kind == DBX_N_Name && other->name == carry->name)
      mutate_add(m, side->span, 0, true, "%s.sum(axis=0)", dbx_sym_text(side->name));
  }
  m->meant = false;
}

// ---- what is set at a place ----

typedef struct placing {
  const dbx_node *name, *at; // of `name.at[at].set(... name ...)`
} placing;

static void see_setting(void *ctx, const dbx_node *n) {
  placing *p = ctx;
  const dbx_node *sub = n->kind == DBX_N_Call && n->a->kind == DBX_N_Attribute ? n->a->a : NULL;
  if (!sub || sub->kind != DBX_N_Subscript || sub->a->kind != DBX_N_Attribute) return;
  const dbx_node *x = sub->a->a;
  if (!strcmp(dbx_sym_text(sub->a->name), "at") && x->kind == DBX_N_Name &&
      x->name == p->name->name && x != p->name && sub->b->kind == DBX_N_Name &&
      edit_within(p->name->span, n->span))
    p->at = sub->b;
}

// `x.at[i].set(x[i - 1] * a)` for `x.at[i].set(x * a)`, in a loop from 1 on; from 0 on, x[i].
void mutate_at_place(mutating *m, const dbx_node *n) {
  const dbx_node *at = edit_statement_of(m->site, n->span), *f, *loop;
  placing p = {n, NULL};
  if (n->ctx != DBX_LOAD || m->site->diag->code != DBX_E308 || !at) return;
  if (m->site->text[n->span.end] == '[' || m->site->text[n->span.end] == '.') return;
  edit_walk(at, see_setting, &p);
  if (!p.at) return;
  f = edit_function_of(m->site, n->span), loop = f ? edit_loop(m->site, f) : NULL;
  bool later = loop && loop->l.n && edit_is_int(loop->l.at[0]) && loop->l.at[0]->value->i > 0;
  mutate_add(m, n->span, later ? 0 : 1, true, "%s[%s - 1]", dbx_sym_text(n->name),
             dbx_sym_text(p.at->name));
  mutate_add(m, n->span, later ? 1 : 0, true, "%s[%s]", dbx_sym_text(n->name),
             dbx_sym_text(p.at->name));
}

// ---- blocks and sums ----

// `x.reshape(h // 2, 2, w // 2, 2)` for `x.reshape(h // 2, 2, w, 2)`.
void mutate_block_lengths(mutating *m, const dbx_node *n) {
  int64_t have, want;
  dbx_nodes l;
  dbx_buf x = {0};
  if (!mutate_sizes(m->site->diag, &have, &want) || !mutate_shape_given(n, &l)) return;
  for (uint32_t i = 0; i < l.n; i++)
    for (int before = 0; before < 2; before++) {
      if (before ? !i : i + 1 >= l.n) continue;
      const dbx_node *k = before ? l.at[i - 1] : l.at[i + 1];
      bool whole = l.at[i]->kind == DBX_N_Name && edit_is_int(k) && k->value->i > 1;
      if (!whole || want != have * k->value->i) continue;
      m->meant = true;
      mutate_add(m, l.at[i]->span, before ? -5 : -4, true, "%s // %" PRId64,
                 mutate_text(m, &x, l.at[i]), k->value->i);
      m->meant = false;
    }
  dbx_buf_free(&x);
}

// `sum(stack([r * x, r]), axis=1)` for `stack([r * x, r])`, which meets one number for each.
void mutate_summed_parts(mutating *m, const dbx_node *n) {
  static const char *const makers[] = {"stack", "array"};
  const dbx_diag *d = m->site->diag;
  dbx_buf b = {0};
  if (!EDIT_CALLS(n, makers) || n->l.n != 1 || n->more->m.n || !mutate_is_display(n->l.at[0]))
    return;
  if (d->code != DBX_E301 || d->n_operands != 2 || !edit_jnp()) return;
  uint32_t x = edit_rank(d->operands[0].type), y = edit_rank(d->operands[1].type);
  int64_t parts = n->l.at[0]->l.n;
  const char *table = x == 2 ? d->operands[0].type : d->operands[1].type,
             *vector = x == 2 ? d->operands[1].type : d->operands[0].type;
  if (x + y == 3 && x && y && edit_length_number(table, 0) == parts &&
      edit_length_number(vector, 0) == parts)
    mutate_add(m, n->span, 0, true, "%s.sum(%s, axis=1)", edit_jnp(), mutate_text(m, &b, n));
  dbx_buf_free(&b);
}
