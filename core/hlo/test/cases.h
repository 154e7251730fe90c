// What the tests of core/hlo share: Jaxprs as text of StableHLO, and what has to be in it.
#ifndef DBX_HLO_TEST_CASES_H
#define DBX_HLO_TEST_CASES_H

#include "hlo/emit.h"

// A Jaxpr, `{ lambda ; INPUTS. let EQNS }`, and what the text for a target has, piece by piece in
// this order; pieces are separated by " | ". A text that begins with "E804" is the failure.
typedef struct hlo_case {
  dbx_hlo_for target;
  const char *inputs, *eqns, *pieces;
} hlo_case;

// The text, or the failure as facts_failure has it. Valid until the next call.
const char *hlo_case_text(const hlo_case *c);
// Fails the test where a piece is missing, or where a name stands before its definition or outside
// of the region that has it.
void hlo_check_cases(const hlo_case *c, size_t n);
#define HLO_CHECK(cases) hlo_check_cases(cases, sizeof cases / sizeof *cases)
// Jaxprs of one line: as text for XLA, read back, they are the same. And what a text for XLA is
// read as, or "E602 ..." if it is not.
void hlo_check_round_trips(const char *const *jaxprs, size_t n);
typedef struct hlo_reading {
  const char *text, *jaxpr;
} hlo_reading;
void hlo_check_readings(const hlo_reading *r, size_t n);
// An emitter for what needs one; its text is in e->head and e->body.
void hlo_start(hlo_emitter *e, dbx_hlo_for target);
void hlo_stop(hlo_emitter *e);

#endif
