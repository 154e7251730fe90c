// Mutations of axes of all kinds, of shapes that are given, of what is mapped and of the letters of
// einsum (see mutate.h).
#include "debug/offers/mutate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- axes ----

// Where a function of arrays has its axis, and where another one; along which it works of itself.
enum { OF_ALL, FIRST_AXIS, LAST_AXIS };
static const struct along {
  const char *name;
  uint32_t first, second;
  int own;
} along[] = {{"concatenate", 1, 1, FIRST_AXIS},
             {"stack", 1, 1, FIRST_AXIS},
             {"take", 2, 2, OF_ALL},
             {"repeat", 2, 2, OF_ALL},
             {"expand_dims", 1, 1, OF_ALL},
             {"squeeze", 1, 1, OF_ALL},
             {"flip", 1, 1, OF_ALL},
             {"roll", 2, 2, OF_ALL},
             {"cumsum", 1, 1, OF_ALL},
             {"cumprod", 1, 1, OF_ALL},
             {"sort", 1, 1, LAST_AXIS},
             {"argsort", 1, 1, LAST_AXIS},
             {"split", 2, 2, FIRST_AXIS},
             {"moveaxis", 1, 2, OF_ALL},
             {"swapaxes", 1, 2, OF_ALL},
             {"softmax", 1, 1, LAST_AXIS},
             {"append", 2, 2, OF_ALL},
             {"log_softmax", 1, 1, LAST_AXIS},
             {"diff", 2, 2, LAST_AXIS},
             {"trapezoid", 3, 3, LAST_AXIS},
             {"trapz", 3, 3, LAST_AXIS}};

static void other_axes(mutating *m, const dbx_node *axis, int more) {
  static const char *const axes[] = {"0", "1", "-1", "2"};
  if (!axis || (!edit_is_int(axis) && axis->kind != DBX_N_UnaryOp)) return;
  for (int i = 0; i < 4; i++) mutate_add(m, axis->span, more + i, false, "%s", axes[i]);
}

void mutate_axis_along(mutating *m, const dbx_node *n) {
  const struct along *a = NULL;
  for (size_t i = 0; i < sizeof along / sizeof *along && !a; i++)
    if (!strcmp(edit_callee(n), along[i].name)) a = &along[i];
  if (!a) return;
  if (a->first < n->l.n) other_axes(m, n->l.at[a->first], 0);
  if (a->second != a->first && a->second < n->l.n) other_axes(m, n->l.at[a->second], 1);
  bool has = a->first < n->l.n || edit_keyword(n, "axis");
  uint32_t end = n->span.end - 1;
  if (has || !n->l.n || a->second != a->first) return;
  static const int costs[][2] = {{2, 1}, {4, 1}, {1, 4}};                      // of axis 0 and 1
  bool rows = !strcmp(a->name, "diff") && edit_rank(mutate_type_of(m, n)) > 1; // of one step each
  for (int i = 0; i < 2; i++)
    mutate_add(m, edit_place(m->site, end, end), costs[a->own][i], rows && !i, ", axis=%d", i);
}

// ---- shapes ----

bool mutate_shape_given(const dbx_node *n, dbx_nodes *ret) {
  static const char *const names[] = {"reshape", "broadcast_to"};
  const char *jnp = edit_jnp();
  if (!n || !EDIT_CALLS(n, names) || !n->l.n || n->a->kind != DBX_N_Attribute) return false;
  bool method = !(n->a->a->kind == DBX_N_Name && jnp && !strcmp(dbx_sym_text(n->a->a->name), jnp));
  uint32_t from = method ? 0 : 1;
  if (from >= n->l.n) return false;
  const dbx_node *shape = n->l.at[from];
  *ret = (dbx_nodes){.at = n->l.at + from, .n = n->l.n - from};
  if (mutate_is_display(shape)) *ret = shape->l;
  return true;
}

// How many times more elements there are than the shape has; 0.
static int64_t times_more(const dbx_diag *d) {
  int64_t have, want;
  return mutate_sizes(d, &have, &want) && have > want && have % want == 0 ? have / want : 0;
}

static bool is_factor(const mutating *m, const dbx_node *n) {
  return n->kind != DBX_N_UnaryOp && !edit_is_none(n) && mutate_is_length(m->site, n, 0);
}

// An entry without one of its factors, or with one more.
static void other_factors(mutating *m, const dbx_node *n, const mutate_names *names) {
  dbx_buf b = {0};
  if (n->kind == DBX_N_BinOp && n->op == DBX_OP_Mult) {
    mutate_add(m, n->span, 0, false, "%s", mutate_text(m, &b, n->a));
    mutate_add(m, n->span, 0, false, "%s", mutate_text(m, &b, n->b));
    if (n->a->kind == DBX_N_BinOp && n->a->op == DBX_OP_Mult) other_factors(m, n->a, names);
  }
  for (uint32_t i = 0; i < names->n && i < 8; i++) {
    dbx_sym name = names->at[i]->name;
    if (edit_mentions(n, name)) continue;
    mutate_add(m, n->span, 1 + (int)i / 3, false, "%s * %s", mutate_text(m, &b, n),
               dbx_sym_text(name));
  }
  dbx_buf_free(&b);
}

// The lengths that a name is bound to here, of those in scope.
static void lengths_at(const mutating *m, const dbx_node *n, mutate_names *ret) {
  mutate_names all = {0};
  mutate_scope(m->site, n->span, &all);
  for (uint32_t i = 0; i < all.n; i++)
    if (mutate_is_length_name(m->site, all.at[i]->name, n->span)) dbx_push(ret, all.at[i]);
  dbx_vec_free(&all);
}

// Is the last axis so long, which a shape without it has forgotten?
static bool is_last_length(const dbx_diag *d, int64_t times) {
  const char *type = d->n_operands ? d->operands[0].type : "";
  uint32_t rank = edit_rank(type);
  return rank > 1 && edit_length_number(type, rank - 1) == times;
}

// One more axis at the end or at the beginning.
static void one_more_length(mutating *m, const dbx_nodes *l, const mutate_names *names) {
  uint32_t begin = l->at[0]->span.begin, end = l->at[l->n - 1]->span.end;
  int64_t times = times_more(m->site->diag);
  bool last = times && is_last_length(m->site->diag, times);
  if (times) {
    mutate_add(m, edit_place(m->site, end, end), last ? -3 : 1, last, ", %" PRId64, times);
    mutate_add(m, edit_place(m->site, begin, begin), 2, false, "%" PRId64 ", ", times);
  }
  for (uint32_t i = 0; i < names->n && i < 6; i++) {
    const char *name = dbx_sym_text(names->at[i]->name);
    bool used = false;
    for (uint32_t k = 0; k < l->n; k++) used |= edit_mentions(l->at[k], names->at[i]->name);
    if (used) continue;
    mutate_add(m, edit_place(m->site, end, end), last ? -3 : 2, last, ", %s", name);
    mutate_add(m, edit_place(m->site, begin, begin), 3, false, "%s, ", name);
  }
}

// The number that a length is divided by: k of `n // k`; NULL.
static const dbx_node *divisor_of(const dbx_node *n) {
  bool part = n->kind == DBX_N_BinOp && n->op == DBX_OP_FloorDiv;
  return part && n->b->kind == DBX_N_Name ? n->b : NULL;
}

static uint32_t count_alone(const dbx_nodes *l, dbx_sym name) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->n; i++) n += l->at[i]->kind == DBX_N_Name && l->at[i]->name == name;
  return n;
}

// `(n // k, k, m // k, k)` for `(n // k, k, m, k)`: blocks along each axis.
static void blocks_as_others(mutating *m, const dbx_nodes *l) {
  for (uint32_t i = 0; i < l->n; i++) {
    const dbx_node *by = divisor_of(l->at[i]);
    uint32_t parts = 0;
    for (uint32_t k = 0; by && k < l->n; k++) {
      const dbx_node *other = divisor_of(l->at[k]);
      parts += other && other->name == by->name;
    }
    for (uint32_t k = 0; by && count_alone(l, by->name) > parts && k < l->n; k++)
      if (l->at[k]->kind == DBX_N_Name && l->at[k]->name != by->name)
        mutate_add(m, l->at[k]->span, -2, true, "%s // %s", dbx_sym_text(l->at[k]->name),
                   dbx_sym_text(by->name));
  }
}

static uint32_t rank_of_first(const dbx_diag *d) {
  return edit_rank(d->n_operands ? d->operands[0].type : "");
}

void mutate_given_shape(mutating *m, const dbx_node *n) {
  dbx_nodes l;
  if (!mutate_shape_given(n, &l)) return;
  mutate_names names = {0};
  lengths_at(m, n, &names);
  blocks_as_others(m, &l);
  for (uint32_t i = 0; i < l.n; i++) {
    if (is_factor(m, l.at[i])) other_factors(m, l.at[i], &names);
    if (!edit_is_int(l.at[i]) || l.at[i]->value->i > 0)
      mutate_add(m, l.at[i]->span, 4, false, "-1");
  }
  bool more = times_more(m->site->diag) > 0;
  if (l.n && (more || rank_of_first(m->site->diag) != l.n)) one_more_length(m, &l, &names);
  dbx_vec_free(&names);
}

// ---- what is mapped ----

static const dbx_node *mapped_function(const mutating *m, const dbx_node *n) {
  const dbx_node *f = n->l.at[0];
  if (f->kind == DBX_N_Name) f = edit_function_named(m->site, f->name);
  return f && (f->kind == DBX_N_FunctionDef || f->kind == DBX_N_Lambda) ? f : NULL;
}

// The call of what this call of vmap gives, where that fails; NULL.
static const dbx_node *mapped_call(const mutating *m, const dbx_node *n) {
  const dbx_node *call = edit_call(m->site);
  if (!call || n->span.file != m->site->file) return NULL;
  return call->a == n || edit_made_by(m->site, call->a->span) == n ? call : NULL;
}

static bool is_for_each(const dbx_node *axes) { return axes && mutate_is_display(axes); }

// Along which axis the i-th argument is mapped: its own, that of all, or, where none is given, 0;
// -1: no number says.
static int64_t mapped_axis(const dbx_node *axes, uint32_t i) {
  bool each = is_for_each(axes);
  if (each) axes = i < axes->l.n ? axes->l.at[i] : NULL;
  if (!axes) return each ? -1 : 0;
  return edit_is_int(axes) ? axes->value->i : -1;
}

// The axes of a call with another one for the k-th.
static void put_axes(mutating *m, const dbx_node *n, const dbx_node *axes, uint32_t k, uint32_t o,
                     uint32_t count) {
  dbx_buf b = {0};
  uint32_t end = n->span.end - 1;
  if (is_for_each(axes)) return mutate_add(m, axes->l.at[k]->span, -4, true, "%u", o);
  for (uint32_t i = 0; i < count; i++)
    dbx_printf(&b, "%s%" PRId64, i ? ", " : "", i == k ? (int64_t)o : mapped_axis(axes, i));
  mutate_add(m, axes ? axes->span : edit_place(m->site, end, end), -4, true,
             axes ? "(%s)" : ", in_axes=(%s)", dbx_text(&b));
  dbx_buf_free(&b);
}

// Is the name of an argument that of the parameter for one of them: `gains` of `gain`?
static bool is_plural(const dbx_node *f, const dbx_node *call, uint32_t k) {
  if (k >= f->a->more->m.n || call->l.at[k]->kind != DBX_N_Name) return false;
  const char *one = dbx_sym_text(f->a->more->m.at[k]->name),
             *all = dbx_sym_text(call->l.at[k]->name);
  size_t n = strlen(one);
  return !strncmp(all, one, n) && (!strcmp(all + n, "s") || !strcmp(all + n, "es"));
}

// An argument has on another axis as many examples as another one has, which is called so: along
// that.
static void axis_of_as_many(mutating *m, const dbx_node *n, const dbx_node *axes) {
  const dbx_node *call = mapped_call(m, n), *f = mapped_function(m, n);
  if (!call || !f) return;
  for (uint32_t k = 0; k < call->l.n; k++)
    for (uint32_t j = 0; j < call->l.n; j++) {
      const char *own = mutate_type_of(m, call->l.at[k]), *other = mutate_type_of(m, call->l.at[j]);
      int64_t at = mapped_axis(axes, k), its = mapped_axis(axes, j);
      if (j == k || at < 0 || its < 0 || is_plural(f, call, k) || !is_plural(f, call, j)) continue;
      int64_t wanted = edit_length_number(other, (uint32_t)its);
      uint32_t found = 0, last = 0;
      for (uint32_t o = 0; o < edit_rank(own); o++)
        if (wanted >= 0 && edit_length_number(own, o) == wanted) found++, last = o;
      if (found == 1 && last != at) put_axes(m, n, axes, k, last, call->l.n);
    }
}

// Of an axis for all arguments, or of none that is given: one for each.
static void axes_of_each(mutating *m, const dbx_node *n, const dbx_node *axes) {
  const dbx_node *f = mapped_function(m, n);
  if (!f) return;
  uint32_t want = f->a->more->m.n;
  for (uint32_t other = 0; want > 1 && want < 5 && other < 2 * want; other++) {
    dbx_buf b = {0};
    for (uint32_t i = 0; i < want; i++)
      dbx_printf(&b, "%s%s", i ? ", " : "", i != other % want ? "0" : other < want ? "None" : "1");
    uint32_t end = n->span.end - 1;
    dbx_span at = axes ? axes->span : edit_place(m->site, end, end);
    mutate_add(m, at, (int)other, axes && other < want, axes ? "(%s)" : ", in_axes=(%s)",
               dbx_text(&b));
    dbx_buf_free(&b);
  }
}

// Of arguments with different numbers of axes those with fewer are mostly the same for all.
static int cost_of_none(const mutating *m, const dbx_node *call, uint32_t i) {
  uint32_t most = 0;
  if (!call || i >= call->l.n) return (int)i;
  for (uint32_t k = 0; k < call->l.n; k++) {
    const char *type = mutate_type_of(m, call->l.at[k]);
    uint32_t rank = *type ? edit_rank(type) : 0;
    if (rank > most) most = rank;
  }
  const char *own = mutate_type_of(m, call->l.at[i]);
  return *own && edit_rank(own) < most ? (int)i - 2 : (int)i;
}

static void other_entries(mutating *m, const dbx_node *n, const dbx_node *axes) {
  const dbx_node *call = mapped_call(m, n);
  for (uint32_t i = 0; i < axes->l.n; i++) {
    const dbx_node *one = axes->l.at[i];
    if (edit_is_none(one)) mutate_add(m, one->span, 0, true, "0");
    if (!edit_is_int(one)) continue;
    if (axes->l.n > 1) mutate_add(m, one->span, cost_of_none(m, call, i), true, "None");
    mutate_add(m, one->span, 1, false, one->value->i ? "0" : "1");
  }
}

void mutate_in_axes(mutating *m, const dbx_node *n) {
  const dbx_node *named = edit_keyword(n, "in_axes");
  if (!dbx_ends_in(edit_callee(n), "vmap") || !n->l.n) return;
  const dbx_node *axes = named ? named->a : n->l.n > 1 ? n->l.at[1] : NULL;
  axis_of_as_many(m, n, axes);
  if (is_for_each(axes)) other_entries(m, n, axes);
  else axes_of_each(m, n, axes);
}

void mutate_out_axes(mutating *m, const dbx_node *n) {
  const dbx_node *named = edit_keyword(n, "out_axes");
  uint32_t end = n->span.end - 1;
  if (!dbx_ends_in(edit_callee(n), "vmap") || !n->l.n) return;
  if (!named) mutate_add(m, edit_place(m->site, end, end), 0, false, ", out_axes=1");
  else if (edit_is_int(named->a))
    mutate_add(m, named->a->span, 0, true, named->a->value->i ? "0" : "1");
}

// ---- derivatives ----

// By another one of so many arguments.
void mutate_argnum(mutating *m, const dbx_node *n) {
  static const char *const makers[] = {"grad",   "value_and_grad", "jacobian",
                                       "jacfwd", "jacrev",         "hessian"};
  enum { ARGUMENTS = 4 };
  if (!EDIT_CALLS(n, makers)) return;
  const dbx_node *one = edit_keyword(n, "argnum"), *more = edit_keyword(n, "argnums");
  const dbx_node *at = one ? one->a : more ? more->a : n->l.n > 1 ? n->l.at[1] : NULL;
  for (int k = 0; edit_is_int(at) && k < ARGUMENTS; k++)
    if (at->value->i != k) mutate_add(m, at->span, k, true, "%d", k);
}

// ---- einsum ----

static bool is_output(const char *text, size_t at) { return memchr(text, '>', at) != NULL; }

// Is each letter of the result one of an operand, and there once?
static bool is_sound(const char *text) {
  const char *arrow = strstr(text, "->");
  for (const char *p = arrow ? arrow + 2 : ""; *p; p++)
    if (!memchr(text, *p, (size_t)(arrow - text)) || strchr(p + 1, *p)) return false;
  return true;
}

// One letter as another one of them.
void mutate_letter(mutating *m, const dbx_node *n) {
  const dbx_node *spec = n->l.n ? n->l.at[0] : NULL;
  char text[40];
  bool string = spec && spec->kind == DBX_N_Constant && spec->constant == DBX_C_STR;
  if (strcmp(edit_callee(n), "einsum") != 0 || !string || spec->value->str_n >= sizeof text) return;
  size_t length = spec->value->str_n;
  if (spec->span.end - spec->span.begin != length + 2) return;
  memcpy(text, spec->value->str, length), text[length] = 0;
  for (size_t i = 0; i < length; i++)
    for (size_t k = 0; k < length && strchr(" ,->.", text[i]) == NULL; k++) {
      char old = text[i], other = text[k];
      if (strchr(" ,->.", other) || other == old) continue;
      text[i] = other;
      uint32_t at = spec->span.begin + 1 + (uint32_t)i;
      if (is_sound(text))
        mutate_add(m, edit_place(m->site, at, at + 1), is_output(text, i) ? 1 : 0, false, "%c",
                   other);
      text[i] = old;
    }
}

// ---- the last two axes of a stack of tables ----

void mutate_last_axes(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  bool transposed = !strcmp(dbx_sym_text(n->name), "T");
  if (transposed && edit_jnp())
    mutate_add(m, n->span, 0, false, "%s.swapaxes(%s, -1, -2)", edit_jnp(),
               mutate_text(m, &b, n->a));
  dbx_buf_free(&b);
}
