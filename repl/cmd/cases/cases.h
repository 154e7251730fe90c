// The cases of a function of unknown lengths and values: the function is traced; where it hangs on
// two lengths that may be equal, or on a value that only a run knows, it is traced again with each
// answer, and so on. A row is a path of answers with the types that they give, or the error.
#ifndef DBX_CMD_CASES_H
#define DBX_CMD_CASES_H

#include "ir/jaxpr.h"
#include "trace/assume.h"

enum { CASES_MOST = 48, CASES_STEPS = 6 };

// An argument of the call: "x: f64[n]", or a value that is known: "n = 3".
typedef struct cases_argument {
  char *name, *type, *value; // type NULL: the value
} cases_argument;

// One answer of a path.
typedef struct cases_step {
  const char *text;      // "n == m", "not p"
  const char *from, *to; // NULL: an answer; otherwise the length `from` is written as `to`
  uint32_t question;     // number
  bool yes;
} cases_step;
typedef struct cases_path {
  cases_step at[CASES_STEPS + 1];
  uint32_t n;
} cases_path;

// The type of one result.
typedef struct cases_part {
  const char *type, *dtype; // "f64[n,3]", "f64"
  const char *const *dims;  // "n", "3"
  const char *const *keys;  // how they are computed; NULL of numbers
  uint32_t rank;
  bool over;
  const uint32_t *hangs;   // open questions on which its lengths hang
  const uint32_t *touches; // those, and others that some equation has lengths of together with them
  uint32_t n_hangs, n_touches;
} cases_part;

typedef struct cases_row {
  cases_path path;
  const char *refuted;     // what does not hold besides, NULL: nothing
  const char *outcome;     // types, or the error
  bool fails, over;        // over: not every length of the types is said
  bool unfollowed;         // too many answers
  int64_t question;        // unfollowed: the one that is open; -1: none
  bool widened;            // and the outcome is that of fewer turns
  const cases_part *parts; // of the outcome, NULL: it fails
  uint32_t n_parts;
} cases_row;

// What is asked somewhere. Numbers of questions are places in the list of them.
typedef struct cases_question {
  dbx_asked which;
  const char *yes, *no; // the answers as conditions
} cases_question;

// Questions of one trace, in the order in which they are asked.
typedef struct cases_order {
  const uint32_t *at;
  uint32_t n;
} cases_order;

// What results hang on, below one path: the type of a result is that of every path with the same
// answers to the questions that it touched, whatever else is answered there.
typedef struct cases_entry {
  uint32_t result;
  const cases_step *given; // these answers
  uint32_t n_given;
  cases_part part;
} cases_entry;
typedef struct cases_memo {
  cases_path base;
  dbx_vec(cases_entry) entries;
  uint32_t n_results;
  bool broken; // what was traced is not what the memo says: it is not asked any more
} cases_memo;

// A length of a trace: how it is computed, what it is called, and the answer without which it is
// not there (hangs: is there one?).
typedef struct cases_length {
  const char *key, *text;
  cases_step with;
  bool hangs;
  uint32_t trace; // the last one that had it
} cases_length;
// Two that are computed in one way, and were two in a trace that had both.
typedef struct cases_apart {
  const char *key, *a, *b;
} cases_apart;

typedef struct cases {
  char *text, *function; // "f(x: f64[n])", "f"
  dbx_vec(cases_argument) args;
  dbx_vec(cases_row) rows;
  dbx_vec(const char *) advice;
  dbx_vec(cases_question) questions;
  dbx_vec(cases_order) orders; // of each trace
  dbx_vec(cases_memo *) memos;
  dbx_vec(cases_length) lengths; // of all traces
  dbx_vec(cases_path) paths;     // that were traced, and did not fail
  dbx_vec(cases_apart) apart;
  uint32_t traced, remembered; // how often; how many paths are from the memo
  dbx_arena arena;             // of texts
} cases;

// Reads "f(x: f64[n], k = 3)"; fails with E101, E201, E208. cases_free frees what was read.
dbx_status cases_read(const char *text, cases *ret);
void cases_free(cases *c);

// What one path gives.
typedef struct cases_found {
  const char *outcome;
  bool fails, over;
  const char *left, *right; // it failed since these two lengths were not equal; NULL: no
  int64_t question;         // number of the one that it hangs on; -1: on none
  bool stops;               // it failed since that has no answer
  const char *yes, *no;     // the answers as conditions
  const char *fits, *unfit; // what has to hold when it runs, and if it does not; NULL: nothing
  const char *unfit_error;
  const cases_part *parts; // of each result; NULL: it fails
  uint32_t n_parts;
} cases_found;
// Traces the function with the answers of the path, and takes everything back.
dbx_status cases_try(cases *c, const cases_path *path, cases_found *ret);
// The types of all results.
const char *cases_outcome(cases *c, const cases_part *parts, uint32_t n);
// Was question a asked before b in the last trace that asked both? *known: is there one?
bool cases_before(const cases *c, uint32_t a, uint32_t b, bool *known);
// An answer as a condition on a path, on which the same words may have been decided before.
const char *cases_condition(cases *c, const cases_path *p, uint32_t question, bool yes);

// ---- the memo (memo.c) ----

cases_memo *cases_memo_new(cases *c, const cases_path *base); // lives as long as c
// Is the path one of those that it is about?
bool cases_memo_fits(const cases_memo *m, const cases_path *p);
// What the path gives, if that follows from others. Every answer that it hangs on is in the order
// of the questions on the path.
bool cases_memo_find(cases *c, const cases_memo *m, const cases_path *p, cases_found *ret);
void cases_memo_learn(cases *c, cases_memo *m, const cases_path *p, const cases_found *f);

// ---- lengths (lengths.c) ----

void cases_note_lengths(cases *c, const cases_path *p, const dbx_jaxpr *j); // of a trace
// How the lengths of a type are computed.
const char *const *cases_keys(cases *c, const dbx_jaxpr *j, const dbx_aval_info *t);
// May a length of the part, on a path, be one with another that is computed in the same way, and is
// called otherwise? Then the names are known once both are in one trace.
bool cases_may_be_one(const cases *c, const cases_path *p, const cases_part *part);
bool cases_same_step(const cases_step *a, const cases_step *b);
bool cases_has_step(const cases_path *p, const cases_step *s);

// ---- widening (widen.c) ----

// Paths that are not followed since the same is asked in every turn, of a recursion or a loop of
// Python, get what the turns that were followed give: a length in which these differ is `_`.
void cases_widen(cases *c);

// Makes it the program. Fails as the function does.
dbx_status cases_make(cases *c, const cases_path *path);

// `:whatif f(x: f64[n])`
dbx_status cases_show(const char *text);
// `:assume n == m`, `:assume n == m of f(x: f64[n], y: f64[m])`: a row becomes the program, in a
// step. Fails as the row says.
dbx_status cases_assume(const char *text);

#endif
