// Recordings for tests: of a Jaxpr's text, and what is read of given lines.
#ifndef DBX_RECORD_TEST_LINES_H
#define DBX_RECORD_TEST_LINES_H

#include "record/record.h"

// The recording of a trace; valid until the next call.
const char *lines_of(const dbx_trace *t);
// The same of the trace of a Jaxpr's text, which is freed.
const char *lines_of_jaxpr(const char *text);
// The line with this "k", the i-th from 0 on; "" if there is none. Valid until the next call.
const char *lines_find(const char *recording, const char *kind, int i);

// Reads a recording; kinds of lines that are not known say nothing.
dbx_status lines_read(const char *recording, dbx_recording *ret);
// "" if it is read, else the message without the name of the source: "line 2: a text was expected".
// Valid until the next call.
const char *lines_failure(const char *recording);
// The same of the first line, these and the end. In what is given ' stands for a quote.
const char *lines_failure_of(const char *lines);
void lines_free(dbx_recording *r);

// A recording that is read and recorded again has the same text.
void lines_expect_same(const char *recording);

typedef struct lines_row {
  const char *lines, *failure; // the beginning of it
} lines_row;
void lines_rows(const lines_row *rows, size_t n);
#define LINES_ROWS(t) lines_rows(t, sizeof(t) / sizeof *(t))

// A function with a loop that resizes, one that preserves, and a conditional, all traced here.
const dbx_trace *lines_traced(void);

// A trace, two frames and four variables for lines that follow.
#define LINES_BEGIN                                                                                \
  "{'k':'source','id':1,'name':'a.py','text':'x = 1'}\n"                                           \
  "{'k':'trace','id':1,'function':'f'}\n"                                                          \
  "{'k':'frame','id':1,'is':'function','name':'f','trace':1}\n"                                    \
  "{'k':'frame','id':2,'is':'nested','name':'g','trace':1,'parent':1}\n"                           \
  "{'k':'var','id':1,'type':'~int64[]','is':'argument','frame':1}\n"                               \
  "{'k':'var','id':2,'type':'float64[v1,3]','is':'argument','frame':1}\n"                          \
  "{'k':'var','id':3,'type':'int64[]','is':'argument','frame':2}\n"                                \
  "{'k':'var','id':4,'type':'float64[v3,3]','is':'argument','frame':2}\n"

#endif
