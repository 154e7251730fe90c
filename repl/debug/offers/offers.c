// All candidates of an error in the order in which they are tried (see offers.h): mutations that
// much speaks for, rules, other mutations; of the error's text and of those before it.
#include "debug/offers/offers.h"

#include "debug/offers/mutate.h"
#include "lang/lang.h"

#include <string.h>

// ---- the node of the error's place ----

static void each_child(const dbx_node *n, void (*f)(void *ctx, const dbx_node *n), void *ctx) {
  dbx_children c = {.of = n};
  for (const dbx_node *one; (one = dbx_next_child(&c));) f(ctx, one);
}

typedef struct descent {
  edit_site *site;
  const dbx_node *next;
} descent;

// A definition begins with its decorators.
static dbx_span extent(const dbx_node *n) {
  dbx_span span = n->span;
  if (n->kind != DBX_N_FunctionDef && n->kind != DBX_N_ClassDef) return span;
  const dbx_nodes *l = n->kind == DBX_N_FunctionDef ? &n->more->m : &n->more->d;
  if (l->n && l->at[0]->span.begin < span.begin) span.begin = l->at[0]->span.begin;
  return span;
}

static void consider(void *ctx, const dbx_node *n) {
  descent *d = ctx;
  dbx_span at = d->site->diag->span, own = extent(n);
  if (own.file && own.begin <= at.begin && own.end >= at.end) d->next = n;
}

static void find_path(edit_site *s, const dbx_node *root) {
  const dbx_node *n = root;
  for (s->depth = 0; n && s->depth < sizeof s->path / sizeof *s->path;) {
    descent d = {s, NULL};
    s->path[s->depth++] = n;
    each_child(n, consider, &d);
    n = d.next;
  }
}

static const dbx_module *module_of(uint32_t file) {
  for (uint32_t i = lang_now->modules.n; i-- > 0;)
    if (lang_now->modules.at[i]->file == file) return lang_now->modules.at[i];
  return NULL;
}

// ---- texts ----

// Is the text another one that the operands or the failing call's function are in?
static bool is_concerned(const edit_site *s, const dbx_module *m) {
  const dbx_node *n = s->failing;
  for (uint32_t i = 0; i < s->diag->n_operands; i++)
    if (s->diag->operands[i].span.file == m->file) return true;
  for (uint32_t i = 0; i < s->diag->n_births; i++)
    if (s->diag->births[i].span.file == m->file) return true;
  for (uint32_t i = 0; n && n->kind == DBX_N_Call && n->a->kind == DBX_N_Name && i < m->root->l.n;
       i++)
    if (m->root->l.at[i]->kind == DBX_N_FunctionDef && m->root->l.at[i]->name == n->a->name)
      return true;
  return false;
}

// A text, and its mutations.
typedef struct concerned {
  edit_site site; // its index is its own
  mutate_candidates mutations;
} concerned;
typedef dbx_vec(concerned) all_concerned;

static void concern(all_concerned *all, edit_site s) {
  s.index = edit_index_new(s.root);
  dbx_push(all, ((concerned){.site = s}));
}

// That of the error, then those of earlier lines at the prompt.
static void find_concerned(const edit_site *home, all_concerned *ret) {
  size_t n;
  dbx_map seen = {0};
  concern(ret, *home);
  for (uint32_t i = lang_now->modules.n; i-- > 0;) {
    const dbx_module *m = lang_now->modules.at[i];
    if (dbx_map_find(&seen, m->file)) continue; // the newest of a text counts
    dbx_map_put(&seen, m->file, 1);
    if (m->file == home->file || m->library || !is_concerned(home, m)) continue;
    edit_site s = *home;
    s.file = m->file, s.root = m->root, s.text = dbx_source_text(m->file, &n), s.depth = 0;
    concern(ret, s);
  }
  dbx_map_free(&seen);
}

static bool is_unread(const dbx_diag *d) { return dbx_code_is_of(d->code, "E1"); }

// ---- candidates ----

static void offer_mutations(all_concerned *all, bool likely) {
  for (uint32_t i = 0; i < all->n; i++) {
    edit_site *s = &all->at[i].site;
    s->tier = likely ? EDIT_LIKELY : EDIT_MUTATION;
    mutate_offer(s, &all->at[i].mutations, likely);
    s->tier = EDIT_RULE;
  }
}

static void offer_rules(all_concerned *all, void (*add)(edit_site *s)) {
  for (uint32_t i = 0; i < all->n; i++) {
    edit_site s = all->at[i].site;
    add(&s);
  }
}

void offers_for(const dbx_diag *d, edits *ret) {
  const dbx_module *m = module_of(d->span.file);
  all_concerned all = {0};
  size_t n;
  edit_site s = {.diag = d, .file = d->span.file, .tier = EDIT_RULE, .out = ret};
  s.text = dbx_source_text(s.file, &n);
  if (d->span.end > n) return;
  if (is_unread(d)) edits_of_unread(&s);
  if (!m || is_unread(d)) return;
  s.root = m->root;
  find_path(&s, m->root);
  s.failing = edit_node(&s);
  find_concerned(&s, &all);
  for (uint32_t i = 0; i < all.n; i++) mutate_all(&all.at[i].site, &all.at[i].mutations);
  offer_mutations(&all, true);
  offer_rules(&all, edits_of_rules), offer_rules(&all, edits_by_template);
  offer_rules(&all, edits_of_shapes_last);
  offer_mutations(&all, false);
  for (uint32_t i = 0; i < all.n; i++)
    mutate_free(&all.at[i].mutations), edit_index_free(all.at[i].site.index);
  dbx_vec_free(&all);
}
