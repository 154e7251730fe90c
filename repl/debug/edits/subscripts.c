// Edits of subscripts: places and slices of arrays, and those of einsum (see edits.h).
#include "debug/edits/edits.h"

#include <ctype.h>
#include <inttypes.h>
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
    if (edit_same_text(s, u->a->span, sl->a->span)) put_call(s, n->a, "window", sl->a, u->b);
    if (edit_same_text(s, u->b->span, sl->a->span)) put_call(s, n->a, "window", sl->a, u->a);
  }
  put_call(s, n->a, "arange", sl->a, u);
}

// `x[keep]` of a mask that is as long as another axis: `x[:, keep]`.
static bool is_mask(const edit_site *s) {
  return strstr(s->diag->message, "oolean index did not match") != NULL;
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
  edit_addf(s, i->span, is_mask(s) ? ":, %s" : "(%s).astype(int)", dbx_text(&b));
  dbx_buf_free(&b);
}

void edits_of_subscripts(edit_site *s) {
  const dbx_node *n = edit_around(s, DBX_N_Subscript), *call = edit_node(s);
  bool sets = !n && call && call->kind == DBX_N_Call && call->a->kind == DBX_N_Attribute;
  if (sets && call->a->a->kind == DBX_N_Subscript) n = call->a->a; // x.at[i].set(v)
  edits_of_outputs(s);
  if (!n) return;
  if (s->diag->code == DBX_E312) mend_slice(s, n);
  else mend_index(s, n);
}

// ---- einsum ----

// `ij->` of two operands with as many axes: `ij,ij->`.
static void same_for_all(edit_site *s, const dbx_node *spec) {
  const char *str = spec->value->str, *arrow = memmem(str, spec->value->str_n, "->", 2);
  uint32_t n = (uint32_t)(arrow ? (size_t)(arrow - str) : spec->value->str_n);
  if (memchr(str, ',', spec->value->str_n) || s->diag->n_operands < 2) return;
  dbx_buf b = {0};
  for (uint32_t i = 0; i < s->diag->n_operands; i++) {
    if (edit_rank(s->diag->operands[i].type) != n) return dbx_buf_free(&b);
    dbx_printf(&b, "%s%.*s", i ? "," : "'", (int)n, str);
  }
  dbx_printf(&b, "%.*s'", (int)(spec->value->str_n - n), str + n);
  edit_add(s, spec->span, dbx_text(&b), NULL);
  dbx_buf_free(&b);
}

// The subscripts with as many letters for each operand as it has axes.
void edits_of_einsum(edit_site *s) {
  const dbx_node *n = edit_node(s);
  const dbx_node *spec = n && n->kind == DBX_N_Call && n->l.n ? n->l.at[0] : NULL;
  if (!spec || spec->kind != DBX_N_Constant || spec->constant != DBX_C_STR) return;
  same_for_all(s, spec);
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

// The letter of an axis is that of the axis of an earlier operand that is as long.
typedef struct letters {
  char letter[32];
  dbx_buf length[32];
  uint32_t n;
} letters;

static int known_letter(const letters *l, char letter) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->letter[i] == letter) return (int)i;
  return -1;
}

// With that letter the result has the other one in its place: `boi,bo->bi` as `boi,bi->bo`.
static void other_result(edit_site *s, const char *spec, uint32_t at, const dbx_node *of,
                         char letter) {
  dbx_buf b = {0};
  bool result = false;
  uint32_t n = of->value->str_n;
  for (uint32_t i = at; i < n; i++) {
    bool first = i == at, mine = result && spec[i] == letter, its = result && spec[i] == spec[at];
    result |= spec[i] == '>';
    dbx_putc(&b, first || its ? letter : mine ? spec[at] : spec[i]);
  }
  uint32_t place = of->span.begin + 1;
  if (result) edit_add(s, (dbx_span){s->file, place + at, place + n}, dbx_text(&b), NULL);
  dbx_buf_free(&b);
}

static void one_letter(edit_site *s, letters *l, const char *spec, uint32_t at, const dbx_node *of,
                       const char *type, uint32_t axis) {
  dbx_buf length = {0};
  int k = known_letter(l, spec[at]);
  bool is_known = edit_length(type, axis, &length);
  for (uint32_t i = 0; is_known && k >= 0 && i < l->n; i++) {
    if (!strcmp(dbx_text(&l->length[k]), dbx_text(&length)) || i == (uint32_t)k) continue;
    if (strcmp(dbx_text(&l->length[i]), dbx_text(&length)) != 0) continue;
    uint32_t place = of->span.begin + 1 + at; // behind the quote
    edit_addf(s, (dbx_span){s->file, place, place + 1}, "%c", l->letter[i]);
    other_result(s, spec, at, of, l->letter[i]);
  }
  if (is_known && k < 0 && l->n < 32) {
    l->letter[l->n] = spec[at];
    dbx_put(&l->length[l->n++], dbx_text(&length));
  }
  dbx_buf_free(&length);
}

static bool can_be(const letters *l, char letter, const char *type, uint32_t axis) {
  int k = known_letter(l, letter);
  dbx_buf b = {0};
  bool same =
      k < 0 || (edit_length(type, axis, &b) && !strcmp(dbx_text(&b), dbx_text(&l->length[k])));
  dbx_buf_free(&b);
  return same;
}

// Fit the letters, of which the i-th and the k-th are exchanged, the axes?
static bool fit_exchanged(const letters *l, const char *spec, const char *type, uint32_t i,
                          uint32_t k) {
  for (uint32_t axis = 0; axis < edit_rank(type); axis++)
    if (!can_be(l, spec[axis == i ? k : axis == k ? i : axis], type, axis)) return false;
  return true;
}

// `ij,jk` of an operand whose axes stand the other way round: `ij,kj`; `htd,hds` as `htd,hsd`.
static void other_letters(edit_site *s, const letters *l, const char *spec, uint32_t at,
                          const dbx_node *of, const char *type) {
  uint32_t place = of->span.begin + 1 + at, rank = edit_rank(type);
  for (uint32_t i = 0; i < rank; i++)
    if (!isalpha((unsigned char)spec[at + i])) return;
  if (fit_exchanged(l, spec + at, type, 0, 0)) return;
  for (uint32_t i = 0; i < rank; i++)
    for (uint32_t k = i + 1; k < rank; k++) {
      if (!fit_exchanged(l, spec + at, type, i, k)) continue;
      dbx_buf b = {0};
      dbx_printf(&b, "%c%.*s%c", spec[at + k], (int)(k - i - 1), spec + at + i + 1, spec[at + i]);
      edit_add(s, (dbx_span){s->file, place + i, place + k + 1}, dbx_text(&b), NULL);
      dbx_buf_free(&b);
    }
}

void edits_of_letters(edit_site *s) {
  const dbx_node *n = edit_node(s),
                 *spec = n && n->kind == DBX_N_Call && n->l.n ? n->l.at[0] : NULL;
  letters l = {0};
  uint32_t operand = 0, axis = 0;
  if (!spec || spec->kind != DBX_N_Constant || spec->constant != DBX_C_STR ||
      spec->span.file != s->file)
    return;
  if (spec->span.end - spec->span.begin != spec->value->str_n + 2) return;
  for (uint32_t i = 0; i < spec->value->str_n && operand < s->diag->n_operands; i++) {
    char c = spec->value->str[i];
    if (c == '-') break;
    if (c == ',') operand++, axis = 0;
    if (isalpha((unsigned char)c) && !axis)
      other_letters(s, &l, spec->value->str, i, spec, s->diag->operands[operand].type);
    if (isalpha((unsigned char)c))
      one_letter(s, &l, spec->value->str, i, spec, s->diag->operands[operand].type, axis++);
  }
  for (uint32_t i = 0; i < l.n; i++) dbx_buf_free(&l.length[i]);
}

// ---- places that are set ----

// `x.at[1:3].set(v)` of three values: as many places, from there on or up to there.
void edits_of_places(edit_site *s) {
  const dbx_node *n = edit_node(s), *at = NULL;
  if (!n || n->kind != DBX_N_Call || n->a->kind != DBX_N_Attribute || !s->diag->n_operands) return;
  at = n->a->a;
  if (at->kind != DBX_N_Subscript || at->b->kind != DBX_N_Slice || at->b->more->c) return;
  const dbx_node *from = at->b->a, *to = at->b->b;
  const char *type = s->diag->operands[0].type;
  int64_t have = edit_rank(type) == 1 ? edit_length_number(type, 0) : -1,
          first = edit_is_int(from) ? from->value->i : 0;
  if (have >= 0 && (!from || edit_is_int(from)) && edit_is_int(to) && to->value->i > 0 &&
      first >= 0) {
    edit_addf(s, to->span, "%" PRId64, first + have);
    if (from && to->value->i >= have) edit_addf(s, from->span, "%" PRId64, to->value->i - have);
  }
}
