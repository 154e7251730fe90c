// The memory that the process may take: its budget, what becomes of a request that goes beyond it,
// and the reserve that the way back to the prompt lives on.
//
// The system itself keeps the budget (RLIMIT_DATA, which counts the heap and all private mappings),
// so that nothing has to be counted here, and what libraries take counts as well. Two kinds of
// requests meet it:
//   - those whose size the user chooses (arrays, strings, lists, buffers of compiled code) ask
//     beforehand, or try, and fail with a diagnostic (dbx_budget_has, dbx_try_alloc of mem.h);
//   - small ones of the program itself (dbx_alloc, arenas, growing arrays) never fail: they are
//     served from the reserve, and ask for a stop (DBX_STOP_MEMORY), which the next poll takes.
//     What is needed until then and until the prompt is there again has to fit the reserve.
// After that dbx_budget_recover gives back what is kept for later, and fills the reserve again.
#ifndef DBX_BASE_BUDGET_H
#define DBX_BASE_BUDGET_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

enum { DBX_BUDGET_LEAST = 32, DBX_BUDGET_RESERVE = 48 }; // MB

size_t dbx_budget_of_machine(void); // three quarters of what the machine, or its control group, has
void dbx_budget_set(size_t bytes); // at least DBX_BUDGET_LEAST; call once before large reservations
size_t dbx_budget(void);           // SIZE_MAX if none was set
bool dbx_budget_has(double bytes); // whether a request of so many bytes will be granted
bool dbx_budget_lacks(double bytes); // such a request was refused: false
double dbx_budget_wanted(void);      // by the request that was refused last
// Around the start of another program, which has no limit of ours: off, and on again.
void dbx_budget_lift(void);
void dbx_budget_hold(void);
void *dbx_reserve_stack(size_t bytes); // counts for nothing; NULL: refused
// Addresses that are no memory until they are used, and again when they are left; whole pages.
void *dbx_reserve_addresses(size_t bytes); // NULL: refused
void dbx_use_addresses(void *at, size_t bytes);
bool dbx_leave_addresses(void *at, size_t bytes);
void dbx_give_addresses(void *at, size_t bytes); // back to the system; NULL: nothing

// The system refused a request that may not fail: afterwards there is more room, and a stop is
// asked for. Ends the process where even the reserve is used up.
void dbx_budget_refused(size_t bytes);

// Whether something was refused since the last recovery (a safepoint should begin one), or was and
// there is still too little (so should the end of a line, when what it made is gone).
typedef enum dbx_budget_state {
  DBX_BUDGET_FINE,
  DBX_BUDGET_TIGHT,
  DBX_BUDGET_SHORT
} dbx_budget_state;
extern dbx_budget_state dbx_budget_is;
// To be called when what was under way is gone. False if there is still too little.
bool dbx_budget_recover(void);

// For a diagnostic that was just made because something large was refused: what is dead will be
// collected, and the way out is said.
#define dbx_budget_short() (dbx_budget_short_(), DBX_FAIL)
void dbx_budget_short_(void);
// "the memory budget of the session (500 MB) is used up", with the way out.
#define dbx_budget_fail(code, at) (dbx_budget_fail_(code, at), DBX_FAIL)
void dbx_budget_fail_(dbx_code code, dbx_span at);

#endif
