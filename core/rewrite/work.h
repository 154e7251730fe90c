// The work list and its log (private to rewrite).
#ifndef DBX_REWRITE_WORK_H
#define DBX_REWRITE_WORK_H

#include "rewrite/step.h"

struct rw_work {
  dbx_rewrite *r;
  dbx_vec(const rw_rule *) rules; // that are on, in their order
  dbx_map done;                   // Jaxpr -> what it became
  dbx_names *names;               // of the Jaxpr that was given
  dbx_map own;                    // variables that it did not have -> their number
  dbx_map refused;                // refusals that are in the log
  dbx_buf why, text;
  bool out_of_fuel;
};

// ---- texts (log.c) ----
// Letters are those of the Jaxpr that was given; what it did not have is t1, t2, ...
void rw_put_eqn(rw_work *w, dbx_buf *b, const dbx_eqn *e); // one line, without Jaxprs in it
void rw_put_atom(rw_work *w, dbx_buf *b, dbx_atom a);      // its name, or the number
void rw_put_dim(rw_work *w, dbx_buf *b, dbx_dim d);        // likewise
const char *rw_eqn_text(rw_work *w, const dbx_eqn *e);     // lives as long as the log
char *rw_kept(rw_work *w, const dbx_buf *b);               // a copy that does
bool rw_is_plain(const dbx_param *p);                      // no Jaxpr is in it

#endif
