// What a question of the user assumes. Lengths that are equal: they are remembered by the events
// that made them, so they mean the same lengths when the same text is traced once more. And what
// only a run knows: is a traced scalar true, has a loop no trips? These questions are told apart by
// the place of what they are about, so that the same text asks the same ones whatever else was
// answered; a value is asked about once. Asked are values of the outermost frame only: in a loop,
// each trip has another one.
#ifndef DBX_TRACE_ASSUME_H
#define DBX_TRACE_ASSUME_H

#include "trace/value.h"

// From now on the two tracers are equal as lengths wherever lengths are compared.
void dbx_assume_equal(dbx_var a, dbx_var b);
// A tracer is this number.
void dbx_assume_size(dbx_var a, int64_t size);
void dbx_assume_nothing(void); // forgets all of them

// ---- what only a run knows ----

// Which question it is.
typedef struct dbx_asked {
  dbx_sym source;      // where the value was made; the name of an argument, 0 if it has none
  uint32_t begin, end; // there; of an argument without a name its position
  uint32_t result;     // of the equation
  uint32_t turn;       // how often the same was asked before, of other values
  bool no_trips;
  int64_t lower;
} dbx_asked;
static inline bool dbx_same_asked(const dbx_asked *a, const dbx_asked *b) {
  return a->source == b->source && a->begin == b->begin && a->end == b->end &&
         a->result == b->result && a->turn == b->turn && a->no_trips == b->no_trips &&
         a->lower == b->lower;
}

typedef struct dbx_question {
  dbx_asked which;
  dbx_var of;    // what is asked about: a truth, or the upper bound of a loop
  bool no_trips; // is it at most `lower`?
  int64_t lower;
  bool stops; // without an answer the program cannot be traced
  bool known, answer;
} dbx_question;

typedef struct dbx_answer {
  dbx_asked to;
  bool yes;
} dbx_answer;

void dbx_questions_begin(const dbx_answer *given, uint32_t n); // copies them
const dbx_question *dbx_questions(uint32_t *n);                // so far; until they end
void dbx_questions_end(void);                                  // nothing is asked, as at first
// The first two lengths since the last equation that were compared and not known to be equal, one
// of which is none that is 1. False: there are none.
bool dbx_questions_unequal(dbx_dim *a, dbx_dim *b);

// Each gives false where there is no answer, and what is asked about is traced as it is.
bool dbx_decide_truth(dbx_var v, bool stops, bool *ret);
bool dbx_decide_no_trips(const dbx_val *lower, const dbx_val *upper, const dbx_val *step,
                         bool *ret);

// A conditional or loop of which it is decided what it gives: `way` does so, with the dtypes that
// `whole` gives, which is traced and taken back. Fails as `whole` does.
typedef dbx_status (*dbx_way)(void *ctx, dbx_leaves *ret);
dbx_status dbx_bind_decided(dbx_way whole, dbx_way way, void *ctx, dbx_leaves *ret);

// Private to trace/assume.c and trace/trace.c.
// A tracer as the event that made it, in the trace of a function. Results of one equation are told
// apart by their distance from its first one.
struct dbx_origin {
  dbx_sym function;
  uint32_t birth, result;
};
struct dbx_assumption {
  struct dbx_origin a, b;
  dbx_dim size; // instead of b, if b.function is 0
};

#endif
