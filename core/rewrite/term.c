// Reading rules (see term.h).
#include "rewrite/term.h"

#include "base/diag.h"

#include <ctype.h>
#include <string.h>

typedef struct reader {
  dbx_arena *arena;
  rw_rule *rule;
  const char *at;
  bool replacing; // names have to be known
  int depth;
} reader;

enum { MOST_DEPTH = 16, MOST_OPERANDS = 16 };

static dbx_status refuse(const reader *r, const char *what) {
  return dbx_fail(DBX_E609, (dbx_span){0}, "no rule: %s at '%.20s'", what, r->at);
}

static void blanks(reader *r) {
  while (isspace((unsigned char)*r->at)) r->at++;
}

static bool take(reader *r, const char *s) {
  size_t n = strlen(s);
  blanks(r);
  if (strncmp(r->at, s, n) != 0) return false;
  return r->at += n, true;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '-'; }

// A word of letters, digits, "_" and "-" inside, "" if there is none.
static const char *word(reader *r) {
  blanks(r);
  const char *from = r->at;
  if (!isalpha((unsigned char)*from)) return "";
  while (is_word(*r->at) && !(r->at[0] == '-' && r->at[1] == '>')) r->at++;
  size_t n = (size_t)(r->at - from);
  char *s = dbx_arena_alloc(r->arena, n + 1);
  memcpy(s, from, n);
  return s;
}

static uint32_t name_number(const rw_rule *r, const char *name) {
  for (uint32_t i = 1; i <= r->n_names; i++)
    if (!strcmp(r->names[i], name)) return i;
  return 0;
}

static dbx_status name_of(reader *r, const char *name, uint32_t *ret) {
  *ret = name_number(r->rule, name);
  if (*ret) return DBX_OK;
  if (r->replacing) return refuse(r, "a name that the pattern does not have");
  if (r->rule->n_names == RW_MOST_NAMES) return refuse(r, "too many names");
  r->rule->names[++r->rule->n_names] = name;
  return *ret = r->rule->n_names, DBX_OK;
}

static dbx_status term(reader *r, const rw_term **ret);

static dbx_status arguments(reader *r, rw_term *t) {
  const rw_term *arg[MOST_OPERANDS];
  if (++r->depth > MOST_DEPTH) return refuse(r, "it is nested too deeply");
  while (!take(r, ")")) {
    if (t->n && !take(r, ",")) return refuse(r, "',' or ')' is missing");
    if (!r->replacing && take(r, "...")) {
      t->more = true;
      if (!take(r, ")")) return refuse(r, "'...' is not at the end");
      break;
    }
    if (t->n == MOST_OPERANDS) return refuse(r, "too many operands");
    DBX_TRY(term(r, &arg[t->n]));
    t->n++;
  }
  r->depth--;
  t->arg = dbx_arena_copy(r->arena, arg, t->n * sizeof *arg);
  return DBX_OK;
}

static dbx_status fill(reader *r, rw_term *t) {
  char *end;
  t->kind = RW_FILL;
  blanks(r);
  t->number = strtod(r->at, &end);
  if (!r->replacing || end == r->at) return refuse(r, "fill takes a number, in a replacement");
  r->at = end;
  return take(r, ")") ? DBX_OK : refuse(r, "')' is missing");
}

static dbx_status check_parameters(const reader *r, const rw_term *t) {
  const rw_term *first = r->rule->pattern;
  if (!r->replacing || !*t->prim->params) return DBX_OK;
  if (first && first->prim == t->prim) return DBX_OK;
  return refuse(r, "the parameters of that primitive are not known");
}

static dbx_status apply(reader *r, const char *name, rw_term *t) {
  if (!strcmp(name, "fill")) return fill(r, t);
  t->kind = RW_APPLY;
  t->prim = dbx_primitive_find(dbx_intern(name));
  if (!t->prim) return refuse(r, "there is no such primitive");
  if (t->prim->nested) return refuse(r, "a primitive with a Jaxpr in it");
  DBX_TRY(check_parameters(r, t));
  return arguments(r, t);
}

static dbx_status number(reader *r, rw_term *t) {
  char *end;
  t->kind = RW_NUMBER;
  t->number = strtod(r->at, &end);
  if (end == r->at) return refuse(r, "a name, a number or a primitive is missing");
  return r->at = end, DBX_OK;
}

static dbx_status term(reader *r, const rw_term **ret) {
  rw_term *t = DBX_NEW(r->arena, rw_term);
  *ret = t;
  blanks(r);
  if (isdigit((unsigned char)*r->at) || *r->at == '-' || *r->at == '.') return number(r, t);
  const char *name = word(r);
  if (!strcmp(name, "True") || !strcmp(name, "False")) {
    t->kind = RW_TRUTH, t->number = *name == 'T';
    return DBX_OK;
  }
  if (take(r, "(")) return apply(r, name, t);
  if (!isupper((unsigned char)*name)) return refuse(r, "names begin with a capital letter");
  DBX_TRY(name_of(r, name, &t->name));
  if (r->replacing || !take(r, "=")) return DBX_OK;
  uint32_t own = t->name;
  const char *prim = word(r);
  if (!take(r, "(")) return refuse(r, "a primitive is missing");
  DBX_TRY(apply(r, prim, t));
  return t->name = own, DBX_OK;
}

static dbx_status guard_of(reader *r, rw_guard *g) {
  static const struct {
    const char *name;
    uint32_t n;
  } kinds[] = {
#define G(name, n, why) {#name, n},
#include "rewrite/guards.def"
  };
  const char *name = word(r);
  *g = (rw_guard){.kind = RW_GUARDS};
  for (int i = 0; i < RW_GUARDS; i++)
    if (!strcmp(kinds[i].name, name)) g->kind = (rw_guard_kind)i;
  if (g->kind == RW_GUARDS) return refuse(r, "there is no such guard");
  for (uint32_t i = 0; i < kinds[g->kind].n; i++) {
    if (!take(r, i ? "," : "(")) return refuse(r, "the guard takes a name");
    DBX_TRY(name_of(r, word(r), &g->name[i]));
  }
  if (kinds[g->kind].n && !take(r, ")")) return refuse(r, "')' is missing");
  if (!take(r, "or ")) return DBX_OK;
  if (strcmp(word(r), "reals") != 0) return refuse(r, "'or' is followed by reals");
  return g->or_reals = true, DBX_OK;
}

static dbx_status guards(reader *r) {
  if (!take(r, "if ")) return DBX_OK;
  do {
    if (r->rule->n_guards == RW_MOST_GUARDS) return refuse(r, "too many guards");
    DBX_TRY(guard_of(r, &r->rule->guards[r->rule->n_guards]));
    r->rule->n_guards++;
  } while (take(r, "and "));
  return DBX_OK;
}

dbx_status rw_read_rule(dbx_arena *arena, const char *text, rw_rule *rule) {
  reader r = {.arena = arena, .rule = rule, .at = text};
  if (!rule->name) {
    rule->name = word(&r);
    if (!*rule->name || !take(&r, ":")) return refuse(&r, "it begins with its name and ':'");
    blanks(&r);
  }
  rule->text = dbx_arena_copy(arena, r.at, strlen(r.at) + 1);
  DBX_TRY(term(&r, &rule->pattern));
  if (rule->pattern->kind != RW_APPLY) return refuse(&r, "a pattern begins with a primitive");
  if (!take(&r, "->")) return refuse(&r, "'->' is missing");
  r.replacing = true;
  DBX_TRY(term(&r, &rule->replacement));
  DBX_TRY(guards(&r));
  blanks(&r);
  return *r.at ? refuse(&r, "more than a rule") : DBX_OK;
}
