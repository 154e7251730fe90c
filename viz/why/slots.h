// Nodes of the soundness rule in words. Private to viz.
#ifndef DBX_VIZ_SLOTS_H
#define DBX_VIZ_SLOTS_H

#include "viz/names/lists.h"

// Names a node in the words of a report: "carry 0 axis 0", "outside a".
void dbx_put_node(dbx_buf *b, const dbx_naming *names, const dbx_bind *bind, uint32_t node);
// "InDBIdx(0): equal to outside a after any number of trips, also none"; nothing for nodes that are
// no slots.
void dbx_put_node_reason(dbx_buf *b, const dbx_naming *names, const dbx_bind *bind, uint32_t node);

#endif
