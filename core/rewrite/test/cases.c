// See cases.h.
#include "cases.h"

#include "unit/facts.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

static const char *one_line(const dbx_jaxpr *j) {
  dbx_buf b = {0};
  dbx_print_jaxpr(&b, j, &(dbx_print_opts){.width = 100000, .style = DBX_STYLE_OLD});
  char *s = dbx_arena_alloc(facts_arena(), b.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < b.n; i++)
    if (!isspace((unsigned char)b.at[i]) || (n && s[n - 1] != ' ')) {
      s[n++] = isspace((unsigned char)b.at[i]) ? ' ' : b.at[i];
    }
  dbx_buf_free(&b);
  return s;
}

const char *rewritten_text(dbx_rewrite *r, const char *jaxpr) {
  const dbx_jaxpr *j;
  r->log = r->check = true;
  dbx_status st = dbx_rewrite_jaxpr(r, facts_jaxpr(jaxpr), &j);
  cr_assert(st == DBX_OK, "%s: %s", facts_failure(st), jaxpr);
  return one_line(j);
}

static bool is_among(const char *name, const char *words) {
  size_t n = strlen(name);
  for (const char *at = words; (at = strstr(at, name)); at += n)
    if ((at == words || at[-1] == ' ') && (!at[n] || at[n] == ' ')) return true;
  return false;
}

static const char *text_of(const char *inputs, const char *eqns) {
  dbx_buf b = {0};
  const char *in = strstr(eqns, "in (");
  cr_assert(in, "no results: %s", eqns);
  dbx_printf(&b, "{ lambda ; %s. let %.*s %s }", inputs, (int)(in - eqns), eqns, in);
  const char *s = dbx_arena_copy(facts_arena(), dbx_text(&b), b.n + 1);
  dbx_buf_free(&b);
  return s;
}

static void look(const rewrite_case *c) {
  dbx_rewrite r = {0};
  const char *got = rewritten_text(&r, text_of(c->inputs, c->before));
  const dbx_jaxpr *want = facts_jaxpr(text_of(c->inputs, c->after ? c->after : c->before));
  cr_expect_str_eq(got, one_line(want), "%s, rule %s:\n  %s\nwanted\n  %s", c->before, c->rule, got,
                   one_line(want));
  bool found = false;
  for (uint32_t i = 0; i < r.entries.n; i++) {
    const dbx_rewrite_entry *e = &r.entries.at[i];
    if (strcmp(e->rule, c->rule) != 0) continue;
    found |= c->why ? !e->step && strstr(e->why, c->why) : e->step > 0;
    if (c->why && !e->step && !strstr(e->why, c->why)) cr_log_info("%s: %s", e->rule, e->why);
  }
  cr_expect(found, "%s: no entry of %s %s", c->before, c->rule, c->why ? c->why : "");
  dbx_rewrite_free(&r);
}

void rewrite_cases(const rewrite_case *c, size_t n, const char *with) {
  for (size_t i = 0; i < n; i++) {
    for (uint32_t k = 0; k < dbx_rewrite_rules(); k++) {
      const char *name = dbx_rewrite_rule_at(k).name;
      (void)dbx_rewrite_switch(name, !strcmp(name, c[i].rule) || is_among(name, with));
    }
    look(&c[i]);
  }
  for (uint32_t k = 0; k < dbx_rewrite_rules(); k++)
    (void)dbx_rewrite_switch(dbx_rewrite_rule_at(k).name, true);
}
