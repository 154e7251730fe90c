// Values of a class that decide what an attribute of its instances is: properties, class methods,
// static methods, names of __slots__, and instances of classes with __get__ (docs.python.org,
// Descriptor Guide).
#ifndef DBX_LANG_DESCRIPTOR_H
#define DBX_LANG_DESCRIPTOR_H

#include "lang/value/type.h"

typedef struct o_descriptor { // of T_PROPERTY, T_CLASSMETHOD, T_STATICMETHOD
  obj h;
  pv fn[3]; // a property's getter, setter, deleter (None: it has none); of the others the first
  pv doc;
  dbx_sym name; // of the attribute, for messages; 0: none yet
} o_descriptor;

typedef struct o_member { // of T_MEMBER: a name of __slots__
  obj h;
  o_class *cls;
  dbx_sym name;
} o_member;

// getter, setter, deleter and doc are None where there is none.
pv property_new(pv getter, pv setter, pv deleter, pv doc);
pv wrapper_new(obj_type t, pv fn); // T_CLASSMETHOD, T_STATICMETHOD
pv member_new(o_class *cls, dbx_sym name);

// What `found`, which stands in cls or in a class above it, is as an attribute of x, UNBOUND as one
// of the class itself. A getter may run code of the program.
dbx_status descriptor_get(pv found, pv x, o_class *cls, pv *ret);
// Whether it goes before what the instance itself holds.
bool descriptor_is_data(pv found);
// Whether it has a value of its own: one that is only set does not, what the instance holds is
// read.
bool descriptor_gives(pv found);
// x.name = v of one that does, v UNBOUND: del x.name; E203, and what its method fails with.
dbx_status descriptor_set(pv found, pv x, pv v);

#endif
