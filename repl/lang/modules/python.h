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
