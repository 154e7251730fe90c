// Modules that are written in Python: those of the language itself, whose texts are part of the
// program (lib/py), and the files beside the program that runs (private to lang/modules).
#ifndef DBX_LANG_PYTHON_H
#define DBX_LANG_PYTHON_H

#include "lang/object/protocol.h"

typedef struct python_text {
  const char *name, *text;
  uint32_t n;
} python_text;
extern const python_text python_texts[]; // made from py/ by embed.py; the last one has no name

// The module of this name, which is run at its first import; its parents too. UNBOUND: there is
// none. Errors of its code are pending as they are (E212 for a file that may not be read).
dbx_status python_import(const char *name, pv *ret);

// A name of a module that is written in C, which a module written in Python has (python_names.def).
typedef struct python_name {
  const char *module, *name; // name: "*" of all that is public there
  const char *where;
  bool later, earlier; // only the later releases have it, or the earlier ones (ir/target.h)
} python_name;
const python_name *python_names(uint32_t *n);        // for the life of the program
bool python_name_is_offered(const python_name *row); // by the release that is mirrored
// What the row's name is; UNBOUND: its module has no such name. name: that of the row, or for "*"
// any.
dbx_status python_name_value(const python_name *row, const char *name, pv *ret);
// Where another release than the one that is mirrored has the name: a note of the diagnostic that
// is pending says which, and how it is chosen.
void python_note_release(const char *module, const char *name);

// A module beside the program.
typedef struct beside {
  bool found;
  bool package; // its name is that of a folder
  bool file;    // it has a text; a folder without __init__.py is a package without one
  dbx_buf text;
  dbx_buf shown; // "helpers/draw.py"
} beside;
// What "a.b" means in this folder: reads a/b/__init__.py, a/b.py or finds the folder a/b. Symbolic
// links are refused (E212), so nothing outside of the folder is reached. Frees nothing.
dbx_status beside_find(const char *folder, const char *name, beside *ret);

#endif
