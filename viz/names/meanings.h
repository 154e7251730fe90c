// What the entries of an InputType or OutputType stand for, in words. Private to viz.
#ifndef DBX_VIZ_MEANINGS_H
#define DBX_VIZ_MEANINGS_H

#include "viz/names/lists.h"

// The part of a bind that a meaning belongs to.
typedef struct dbx_part_view {
  const dbx_view *view;
  const dbx_bind *bind;
  const dbx_part *part; // of a branch: the first evaluation
} dbx_part_view;

// For dbx_put_sig; ctx is a dbx_part_view.
void dbx_input_meaning(dbx_buf *b, const void *ctx, uint32_t entry);
void dbx_output_meaning(dbx_buf *b, const void *ctx, uint32_t entry); // of the part's out_type
void dbx_result_meaning(dbx_buf *b, const void *ctx, uint32_t entry); // of eqn_out_type

#endif
