// Rewriting of Jaxprs: rules are data (rules.def, and those that are typed), applied from a work
// list until none fires. Each firing and each refusal is an entry of a log.
#ifndef DBX_REWRITE_REWRITE_H
#define DBX_REWRITE_REWRITE_H

#include "base/session.h"
#include "ir/jaxpr.h"

// One firing, or one place where a pattern matched and a guard said no.
typedef struct dbx_rewrite_entry {
  const char *rule;
  const char *before;               // the equation, as text
  const char *after;                // what is in its place: equations, names; "" of a refusal
  const char *why;                  // of a refusal: the guard; of a firing a remark, or ""
  uint32_t step;                    // number of the firing, from 1 on; 0: refused
  uint32_t equation;                // its number in the Jaxpr that it was in, from 1 on
  uint32_t added, changed, removed; // equations
} dbx_rewrite_entry;

typedef struct dbx_rewrite {
  // What is asked for.
  uint32_t fuel;         // firings at most, 0: any number
  const uint32_t *order; // of the rules, dbx_rewrite_rules numbers; NULL: as they are listed
  bool log;              // keep entries
  bool check;            // the type checker looks at the whole Jaxpr after each firing
  bool own_only;         // only the rules that were typed
  // What is found; the texts live in the arena.
  dbx_arena arena;
  dbx_vec(dbx_rewrite_entry) entries;
  uint32_t fired;
  const char *endless; // "rule swap fired 1000 times on equation 3": nothing was rewritten; or NULL
} dbx_rewrite;

// The Jaxpr with the rules applied, inside of nested ones too; it is j itself if none fired. It
// shares parts with j, and lives in r's arena. Fails if an interrupt says so, and with E604 to E607
// if a rule gave an ill-typed Jaxpr.
dbx_status dbx_rewrite_jaxpr(dbx_rewrite *r, const dbx_jaxpr *j, const dbx_jaxpr **ret);
void dbx_rewrite_free(dbx_rewrite *r);

// ---- the rules, by number ----
typedef struct dbx_rewrite_rule {
  const char *name, *doc;
  const char *text; // "mul(X, 1) -> X if real(X)"; NULL: a step in C
  bool own, off;
} dbx_rewrite_rule;
uint32_t dbx_rewrite_rules(void);                 // how many there are
dbx_rewrite_rule dbx_rewrite_rule_at(uint32_t i); // i is one of them; texts are the session's
// A rule that the user typed: "NAME: PATTERN -> REPLACEMENT if GUARD". One of that name is
// replaced if it was typed too. Fails with E609.
dbx_status dbx_rewrite_add(const char *text);
// Switches a rule off or on, or forgets one that was typed. Fails with E609: no such rule.
dbx_status dbx_rewrite_switch(const char *name, bool on);
dbx_status dbx_rewrite_forget(const char *name);
// May rules count numbers as real ones (no nan, no inf, no rounding)? Not unless it is said.
void dbx_rewrite_reals(bool on);
bool dbx_rewrite_has_reals(void);

// What core/rewrite keeps in a session.
struct rewrite_state {
  dbx_arena arena;
  dbx_vec(struct rw_rule *) rules; // those of rules.def, then the typed ones
  bool reals;
};
extern struct rewrite_state rewrite_now[1];
extern const dbx_room rewrite_room;

#endif
