// Types with arguments and unions of types (private to lang/lib); the cells are those of
// lang/lib/types.h.
#ifndef DBX_LANG_ALIAS_H
#define DBX_LANG_ALIAS_H

#include "lang/lib/types.h"

// head: of typing.X, an interned text; args UNBOUND: not subscripted yet.
pv alias_new(alias_kind kind, const char *head, pv origin, pv args);
// _typing.structural(cls, name): what has the methods that collections.abc.NAME asks for is an
// instance of cls (abc.c).
dbx_status abc_structural(const call_args *c, pv *ret);
extern const lang_module lang_module_typing;

#endif
