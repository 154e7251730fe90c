// Jaxprs as text of StableHLO, the dialect that XLA and IREE read.
#ifndef DBX_HLO_HLO_H
#define DBX_HLO_HLO_H

#include "ir/jaxpr.h"

// Who the text is for. XLA: StableHLO and CHLO alone; guards are there where shapes of arguments
// decide them. IREE: what its compiler takes beside these (tensor, linalg, ...), because it refuses
// StableHLO's own operations on lengths that are not numbers; every guard is there.
typedef enum dbx_hlo_for { DBX_HLO_XLA, DBX_HLO_IREE } dbx_hlo_for;

// What an input or a result of a whole Jaxpr is in the function of the text. A length that another
// input or result has as an axis is left out: `of` is the number of that one, `axis` the axis.
typedef struct dbx_hlo_slot {
  bool left_out;
  uint32_t of, axis;
} dbx_hlo_slot;

// Of the inputs (constants without a value first) and the results of j: in and out have room.
void dbx_hlo_signature(const dbx_jaxpr *j, dbx_hlo_slot *in, dbx_hlo_slot *out);

// Appends a module whose function @main computes j. Fails with E804, which names the equation that
// has no StableHLO and says why; nothing is appended then.
dbx_status dbx_hlo_text(const dbx_jaxpr *j, dbx_hlo_for target, dbx_buf *out);

// Appends the artefact of jax.export that jax.export.deserialize reads: the text for XLA, with the
// types of arguments and results, whose lengths are symbols. An integer that sizes are computed
// from is an array of truths of that length. Fails with E804, also where sizes depend on data.
dbx_status dbx_hlo_artefact(const dbx_jaxpr *j, const char *name, dbx_buf *out);

// The Jaxpr of the function @main, or of the first one, of StableHLO text: that of jax.export and
// what dbx_hlo_text writes for XLA. Numbers that a traced length stands for come first among the
// inputs. Fails with E601, E602, E605, or E804 for an operation that is not read. Arrays among its
// constants are the caller's: dbx_hlo_release, before the arena goes.
dbx_status dbx_hlo_read(uint32_t file, dbx_arena *arena, dbx_jaxpr **ret);
void dbx_hlo_release(dbx_jaxpr *j);               // takes NULL
bool dbx_is_hlo_text(const char *text, size_t n); // does it begin as such a text does?

// Why no equation of this primitive can be exported; NULL: some can.
const char *dbx_hlo_reason(int prim);

#endif
