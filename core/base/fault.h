// Requests for memory that fail on purpose: in builds with -Dtests=true, by the variable DBX_FAULT.
//   DBX_FAULT=N      the N-th request of the process is refused
//   DBX_FAULT=N+     from the N-th on all are, until the session has recovered (budget.h)
//   DBX_FAULT=list   none; each request whose callers are new is a line "N CALLERS" on descriptor 9
// Not in other builds, where no request is counted.
#ifndef DBX_BASE_FAULT_H
#define DBX_BASE_FAULT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef DBX_FAULTS
bool dbx_fault_due(void);    // counts a request; whether it is refused
bool dbx_fault_firing(void); // something was refused, and the session has not recovered yet
void dbx_fault_granted(size_t bytes); // from the reserve; ends the process if that were used up
void dbx_fault_over(void);            // the session has recovered: N+ refuses nothing from here on
#else
// Of builds without it: nothing is ever refused.
static inline bool dbx_fault_due(void) { return false; }
static inline bool dbx_fault_firing(void) { return false; }
static inline void dbx_fault_granted(size_t bytes) { (void)bytes; }
static inline void dbx_fault_over(void) {}
#endif

#endif
