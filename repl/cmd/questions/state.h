// What the questions of a session keep.
#ifndef DBX_CMD_QUESTIONS_STATE_H
#define DBX_CMD_QUESTIONS_STATE_H

#include "base/session.h"
#include "debug/recording.h"
#include "learn/quiz.h"
#include "record/record.h"

// A loop under each strategy, as a text.
typedef struct comparison {
  dbx_span span; // of the loop's call: rounds and new traces replace it
  dbx_sym body;
  dbx_buf text;
} comparison;

// The same as JSON.
typedef struct page_comparison {
  dbx_sym function, body;
  dbx_span span; // of the loop's call: rounds and new traces replace it
  char *text;
} page_comparison;

struct questions_state {
  debug_recording recording; // of what is debugged next
  dbx_buf said;              // by a word, on the full screen
  struct {
    quiz question; // bind NULL: none is asked
    uint64_t number;
    uint32_t asked, right;
  } quiz;
  struct {
    bool under_way, stopped; // stopped: to go on at the same step
    uint32_t at, hints;      // the step, and how many hints were given
    struct {
      const dbx_trace *trace;
      uint32_t n_binds, n_eqns, n_inputs;
    } before; // the line
  } tour;
  struct about {
    char *program;
    uint32_t file;
    dbx_buf error; // JSON lines
    bool recorded; // a recording was loaded: they stay about its program
  } about;         // what pages are about
  struct {
    dbx_buf text;
    dbx_record_writer *writer;
  } recorded;         // the recording that is written
  struct json_t *ran; // how the recorded program was run (tried.h); NULL: it is not known
  dbx_vec(dbx_trace *) referred; // by the traces of recordings that were read
  dbx_vec(page_comparison) seen;
  dbx_vec(const char *) chosen; // what see_strategies gave last
  dbx_vec(comparison) compared;
  dbx_sym wanted; // the body of the loop that is compared, 0: all of them
};

extern struct questions_state questions_now[1];
extern const dbx_room questions_room;

#endif
