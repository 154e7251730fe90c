// Compiled functions run by IREE or by JAX, in a process of Python that has their packages.
#ifndef DBX_CMD_PEER_H
#define DBX_CMD_PEER_H

#include "lang/run/lang.h"

typedef struct peer peer;

// The engine; the process starts at the first run. What it runs has to be exported first, and fails
// with E804 where that cannot be. Fails with E802 if there is no such Python (DBIDX_PEER names it,
// python3 if it is not set), with E803 if it is refused there.
// "stablehlo": the text for XLA is read back, and that runs by our own engine.
dbx_engine peer_engine(peer **p, const char *name, dbx_engine own); // "iree", "xla", "stablehlo"
void peer_free(peer *p);                                            // takes NULL

#endif
