// `:set opt on`: what runs is the Jaxpr after rewriting (rewrite/rewrite.h).
#ifndef DBX_CMD_REWRITTEN_H
#define DBX_CMD_REWRITTEN_H

#include "ir/jaxpr.h"

bool host_rewrites(void);        // does what runs get rewritten?
void host_set_rewrites(bool on); // of what is run from now on
// What an engine runs for j: j itself, or what the rules that were on at its first run made of it,
// which is kept until host_forget_rewritten. Fails as dbx_rewrite_jaxpr does.
dbx_status host_rewritten(const dbx_jaxpr *j, const dbx_jaxpr **ret);
// The one that is kept, or j.
const dbx_jaxpr *host_known_rewritten(const dbx_jaxpr *j);
void host_forget_rewritten(const dbx_jaxpr *j, void (*forget)(const dbx_jaxpr *to));
void host_end_rewritten(void); // all are given back

#endif
