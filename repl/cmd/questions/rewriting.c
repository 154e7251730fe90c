// :opt, :rules, :rule: rewriting by rules, step by step.
#include "cmd/questions/rewriting.h"

#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/questions/subject.h"

#include <string.h>

// ---- the log ----

static void put_entry(dbx_buf *b, const dbx_rewrite_entry *e) {
  if (!e->step) {
    dbx_printf(b, "   - %s, equation %u: %s\n", e->rule, e->equation, e->before);
    dbx_printf(b, "       refused: %s\n", e->why);
    return;
  }
  dbx_printf(b, "%4u %s, equation %u: %s\n", e->step, e->rule, e->equation, e->before);
  if (*e->after) dbx_printf(b, "       %s\n", e->after);
  dbx_printf(b, "       +%u -%u%s%s\n", e->added, e->removed, *e->why ? ", " : "", e->why);
}

void rewriting_put_log(dbx_buf *b, const dbx_rewrite *r, uint32_t step) {
  for (uint32_t i = 0; i < r->entries.n; i++)
    if (!step || r->entries.at[i].step == step) put_entry(b, &r->entries.at[i]);
}

static void count_inside(void *ctx, dbx_jaxpr *j) {
  uint32_t *n = ctx;
  *n += j->n_eqns;
  for (uint32_t i = 0; i < j->n_eqns; i++) dbx_eqn_each_jaxpr(&j->eqns[i], count_inside, n);
}

static uint32_t equations(const dbx_jaxpr *j) {
  uint32_t n = 0;
  count_inside(&n, (dbx_jaxpr *)(uintptr_t)j);
  return n;
}

void rewriting_put_sum(dbx_buf *b, const dbx_rewrite *r, const dbx_jaxpr *before,
                       const dbx_jaxpr *after) {
  uint32_t refused = 0, known = 0;
  dbx_printf(b, "%u rewriting%s", r->fired, r->fired == 1 ? "" : "s");
  for (uint32_t i = 0; i < r->entries.n; i++) refused += !r->entries.at[i].step;
  for (uint32_t k = 0; k < dbx_rewrite_rules(); k++) {
    uint32_t n = 0;
    const char *name = dbx_rewrite_rule_at(k).name;
    for (uint32_t i = 0; i < r->entries.n; i++)
      n += r->entries.at[i].step && !strcmp(r->entries.at[i].rule, name);
    if (n) dbx_printf(b, "%s%s %u", known++ ? ", " : ": ", name, n);
  }
  dbx_printf(b, "; %u equations, %u before; %u refused\n", equations(after), equations(before),
             refused);
}

// ---- :opt ----

static void put_jaxpr(dbx_buf *b, const dbx_jaxpr *j) {
  dbx_print_jaxpr(b, j, &(dbx_print_opts){.width = host_options()->width});
  dbx_putc(b, '\n');
}

static dbx_status no_end(const dbx_rewrite *r) {
  return dbx_fail(DBX_E609, (dbx_span){0}, "%s; nothing was rewritten", r->endless);
}

static dbx_status optimise(const char *name, bool steps, uint32_t fuel) {
  subject s;
  const dbx_jaxpr *after;
  dbx_rewrite r = {.fuel = fuel, .log = true, .check = true};
  dbx_buf b = {0};
  DBX_TRY(subject_find(name, &s));
  dbx_status st = dbx_rewrite_jaxpr(&r, s.jaxpr, &after);
  if (st == DBX_OK && r.endless) st = no_end(&r);
  if (st == DBX_OK && fuel && r.fired < fuel)
    st = dbx_fail(DBX_E208, (dbx_span){0}, "only %u rewritings fire", r.fired);
  if (st == DBX_OK) {
    if (steps) rewriting_put_log(&b, &r, fuel);
    if (!steps || fuel) put_jaxpr(&b, after);
    if (!fuel) rewriting_put_sum(&b, &r, s.jaxpr, after);
    show_report(&b);
  }
  dbx_buf_free(&b);
  dbx_rewrite_free(&r);
  return st;
}

static bool take_word(const char **rest, const char *word) {
  size_t n = strlen(word);
  if (strncmp(*rest, word, n) != 0 || ((*rest)[n] && (*rest)[n] != ' ')) return false;
  *rest += n;
  *rest += strspn(*rest, " ");
  return true;
}

dbx_status cmd_opt(const char *rest) {
  bool steps = take_word(&rest, "step");
  char *end;
  unsigned long fuel = steps ? strtoul(rest, &end, 10) : 0;
  if (steps && end != rest) rest = end + strspn(end, " ");
  if (fuel > UINT32_MAX) fuel = UINT32_MAX;
  return optimise(rest, steps, (uint32_t)fuel);
}

// ---- the rules ----

dbx_status cmd_rules(const char *rest) {
  dbx_buf b = {0};
  (void)rest;
  for (uint32_t i = 0; i < dbx_rewrite_rules(); i++) {
    dbx_rewrite_rule r = dbx_rewrite_rule_at(i);
    dbx_printf(&b, "%-20s %s%s\n", r.name, r.off ? "off: " : "", r.doc);
    if (r.text) dbx_printf(&b, "%-20s   %s\n", "", r.text);
  }
  dbx_printf(&b, "reals: %s\n", dbx_rewrite_has_reals() ? "on" : "off");
  show_report(&b);
  return DBX_OK;
}

static dbx_status switched(const char *name, bool on) {
  DBX_TRY(dbx_rewrite_switch(name, on));
  printf("rule %s is %s\n", name, on ? "on" : "off");
  return DBX_OK;
}

static dbx_status reals(const char *word) {
  bool on = !strcmp(word, "on");
  if (!on && strcmp(word, "off") != 0)
    return dbx_fail(DBX_E208, (dbx_span){0}, "reals is on or off, not '%s'", word);
  dbx_rewrite_reals(on);
  printf("reals: %s\n", on ? "on" : "off");
  return DBX_OK;
}

dbx_status cmd_rule(const char *rest) {
  if (take_word(&rest, "reals")) return reals(rest);
  if (take_word(&rest, "on")) return switched(rest, true);
  if (take_word(&rest, "off")) return switched(rest, false);
  if (take_word(&rest, "drop")) return dbx_rewrite_forget(rest);
  DBX_TRY(dbx_rewrite_add(rest));
  dbx_rewrite_rule r = dbx_rewrite_rule_at(dbx_rewrite_rules() - 1);
  printf("rule %s: %s\n", r.name, r.text);
  return DBX_OK;
}

static dbx_status one_rule(const char *text) {
  if (!strcmp(text, "reals")) return dbx_rewrite_reals(true), DBX_OK;
  return *text == '-' ? dbx_rewrite_switch(text + 1, false) : dbx_rewrite_add(text);
}

dbx_status rewriting_rules(const char *text) {
  dbx_status st = DBX_OK;
  while (st == DBX_OK && text && *text) {
    size_t n = strcspn(text, ";");
    char *one = dbx_strdup_trimmed(text, n);
    if (*one) st = one_rule(one);
    free(one);
    text += n + (text[n] == ';');
  }
  return st;
}
