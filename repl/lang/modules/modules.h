// What `import` finds.
#ifndef DBX_LANG_MODULES_H
#define DBX_LANG_MODULES_H

#include "lang/object/protocol.h"

dbx_status lang_import(const char *name, pv *ret);             // the module; E212
dbx_status lang_import_name(pv module, dbx_sym name, pv *ret); // what `from` takes of it; E213
// Of a module that is written in C, by number; NULL behind the last one.
const char *lang_module_name(size_t i);

#endif
