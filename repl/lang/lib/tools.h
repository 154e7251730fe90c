// What the files of itertools share (private to lang/lib).
#ifndef DBX_LANG_TOOLS_H
#define DBX_LANG_TOOLS_H

#include "lang/object/protocol.h"

// itertools.c
dbx_status tool_chain(const call_args *c, pv *ret), tool_from_iterable(const call_args *c, pv *ret);

// combinatorics.c: functions of the module.
dbx_status tool_combinations(const call_args *c, pv *ret);
dbx_status tool_replacement(const call_args *c, pv *ret); // combinations_with_replacement
dbx_status tool_permutations(const call_args *c, pv *ret);
dbx_status tool_product(const call_args *c, pv *ret);

#endif
