// The cases of a function of unknown lengths and values: the function is traced; where it hangs on
// two lengths that may be equal, or on a value that only a run knows, it is traced again with each
// answer, and so on. A row is a path of answers with the types that they give, or the error.
#ifndef DBX_CMD_CASES_H
#define DBX_CMD_CASES_H

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
  dbx_answer answer;
} cases_step;
typedef struct cases_path {
  cases_step at[CASES_STEPS + 1];
  uint32_t n;
} cases_path;

typedef struct cases_row {
  cases_path path;
  const char *refuted; // what does not hold besides, NULL: nothing
  const char *outcome; // types, or the error
  bool fails, over;    // over: not every length of the types is said
  bool unfollowed;     // too many answers
} cases_row;

typedef struct cases {
  char *text, *function; // "f(x: f64[n])", "f"
  dbx_vec(cases_argument) args;
  dbx_vec(cases_row) rows;
  dbx_vec(const char *) advice;
  uint32_t traced; // how often
  dbx_arena arena; // of texts
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
} cases_found;
// Traces the function with the answers of the path, and takes everything back.
dbx_status cases_try(cases *c, const cases_path *path, cases_found *ret);
// Makes it the program. Fails as the function does.
dbx_status cases_make(cases *c, const cases_path *path);

// `:whatif f(x: f64[n])`
dbx_status cases_show(const char *text);
// `:assume n == m`, `:assume n == m of f(x: f64[n], y: f64[m])`: a row becomes the program, in a
// step. Fails as the row says.
dbx_status cases_assume(const char *text);

#endif
