#ifndef DBX_LANG_TYPES_H
#define DBX_LANG_TYPES_H

#include "lang/value/type.h"

extern const object_type lang_types[]; // by obj_type, then by T_COUNT + pv_tag

#endif
