// Machine code in files, for other processes: one file for each key, in a folder that belongs to
// the user alone. A file that is damaged, or of another build, machine or library, is no file.
// Nothing here fails: without a folder there is nothing to find. Private to lower/.
#ifndef DBX_LOWER_STORE_H
#define DBX_LOWER_STORE_H

#include "lower/code/code.h"

typedef struct lower_store lower_store;

// `target`: processor and features that the code is for. NULL if the folder cannot be used, is
// somebody else's, or this build cannot be told from others.
lower_store *store_open(const char *folder, const char *target);
void store_close(lower_store *s); // takes NULL

// Reads the code of a key: its object and what the run needs; false if there is none.
bool store_find(const lower_store *s, const lower_key *k, lower_code *c, dbx_buf *ret_object);
void store_put(const lower_store *s, const lower_key *k, const lower_code *c,
               const dbx_buf *object);

#endif
