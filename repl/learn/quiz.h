// Quiz: random programs with one loop or conditional, questions about the types of its bind, and
// answers that are read as types and compared. Whoever asks traces the program.
#ifndef DBX_LEARN_QUIZ_H
#define DBX_LEARN_QUIZ_H

#include "trace/nested.h"
#include "trace/types_text.h"

// A question about a bind of `trace`, which has to outlive it.
typedef struct quiz {
  const dbx_trace *trace;
  const dbx_bind *bind;
  const dbx_part *part;
  bool out; // the OutputType of the part is asked for, else the InputType
} quiz;

// A program that defines a compiled function `quiz`; the same for the same seed. Not every one can
// be traced: try the next seed then.
void quiz_program(dbx_buf *text, uint64_t seed);
// Chooses the question. False if the trace has no type to ask for: none with a traced length.
bool quiz_choose(quiz *q, const dbx_trace *t, uint64_t seed);

// A line: which type of which body.
void quiz_put_question(dbx_buf *b, const quiz *q);
void quiz_put_hint(dbx_buf *b, const quiz *q); // what the indices count in, and the strategy
// The right answer as a table, with what every entry stands for.
void quiz_put_solution(dbx_buf *b, const quiz *q);
// A type in one line, with the names of the source; it can be read back.
void quiz_put_type(dbx_buf *b, const quiz *q, const dbx_sig *s);
const dbx_sig *quiz_right(const quiz *q); // the type asked for; the trace's

// Is the answer right? If not, `reason` receives why, in lines: which entry differs, what it stands
// for, or why the text is no such type.
bool quiz_judge(const quiz *q, const char *answer, dbx_buf *reason);

#endif
