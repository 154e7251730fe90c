// Names of the real modules and types that are not offered here (private to lang). Each fails if it
// knows the name, and is DBX_OK otherwise; the tables are known_names.def and known_modules.def.
#ifndef DBX_LANG_KNOWN_NAMES_H
#define DBX_LANG_KNOWN_NAMES_H

#include "lang/run/lang.h"

dbx_status lang_refuse_name(const char *module, const char *name); // E218
dbx_status lang_refuse_attribute(pv x, const char *name);          // E218
dbx_status lang_refuse_builtin(dbx_sym name, dbx_span span);       // E218
dbx_status lang_refuse_module(const char *name);                   // E212, also of unknown modules

#endif
