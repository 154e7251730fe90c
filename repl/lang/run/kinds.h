#ifndef DBX_LANG_KINDS_H
#define DBX_LANG_KINDS_H

#include "lang/run/lang.h"

extern const lang_kind lang_kinds[]; // by dbx_node_kind

#endif
