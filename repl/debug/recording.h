// What is debugged: the event logs of traces and the runs of Jaxprs by the interpreter, one after
// the other as one line of moments. Nothing is stopped while it is recorded: the debugger moves
// over the recording, so going back costs what going on costs.
#ifndef DBX_DEBUG_RECORDING_H
#define DBX_DEBUG_RECORDING_H

#include "ir/array.h"
#include "trace/nested.h"
#include "viz/names/naming.h"

typedef enum debug_step_kind {
  DEBUG_ENTER,    // a Jaxpr begins: values are those of its constants and inputs
  DEBUG_EQUATION, // an equation without nested Jaxprs; without results if it failed
  DEBUG_OPEN,     // a loop, conditional or call begins
  DEBUG_DONE,     // and has its results
  DEBUG_LEAVE,    // a Jaxpr ends, with its results
} debug_step_kind;

// A step of a run.
typedef struct debug_step {
  uint8_t kind;
  bool failed;
  uint32_t
      enter; // the step that entered its Jaxpr; of ENTER: of the Jaxpr around it, itself if none
  uint32_t trip; // ENTER: how often the Jaxpr was entered since the loop around it began, from 1
  const dbx_jaxpr *jaxpr;
  const dbx_eqn *eqn;            // NULL for ENTER and LEAVE
  uint32_t in, n_in, out, n_out; // into the run's values
} debug_step;

typedef struct debug_run {
  dbx_vec(debug_step) steps;
  dbx_vec(dbx_array *) values; // a reference is owned
  int64_t bytes;
  bool cut; // it went on, but no more was recorded
} debug_run;

// A trace, or a run of a trace's Jaxpr.
typedef struct debug_segment {
  dbx_trace *trace;
  const dbx_so_far *so_far; // as in the recording
  debug_run *run;           // NULL: the trace's events
  dbx_naming *names;
  uint32_t first, n; // its moments
  uint16_t *depth;   // of each moment: binds, contexts and calls around it
  dbx_map *births;   // dimension (its referent) -> first moment that has it + 1; filled on demand
} debug_segment;

typedef struct debug_recording {
  dbx_vec(debug_segment) segments;
  uint32_t n;               // moments
  uint32_t most_steps;      // of a run, which then ends; 0: it goes on without being recorded
  bool by_source;           // names are those of the source, not letters
  const dbx_so_far *so_far; // of the trace under construction; NULL: there is none
} debug_recording;

// Between the two, every run of the interpreter is recorded, and every trace handed to
// debug_record_trace. `find` gives the trace that a Jaxpr was made by, among those that were not
// handed over; NULL: there is none.
void debug_record_begin(debug_recording *r, dbx_trace *(*find)(const dbx_jaxpr *j));
void debug_record_trace(debug_recording *r, dbx_trace *t); // one that is complete, failed or open
void debug_record_end(debug_recording *r);
void debug_recording_free(debug_recording *r);

// The segment that a moment is in, and its number there.
const debug_segment *debug_segment_at(const debug_recording *r, uint32_t moment, uint32_t *index);
static inline const dbx_event *debug_event(const debug_segment *s, uint32_t i) {
  return s->run ? NULL : &s->trace->events.at[i];
}
static inline const debug_step *debug_step_at(const debug_segment *s, uint32_t i) {
  return s->run ? &s->run->steps.at[i] : NULL;
}
// The moment at which the trace or run failed, before everything was unwound; UINT32_MAX: it did
// not.
uint32_t debug_failure(const debug_segment *s);

#endif
