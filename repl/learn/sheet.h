// Worksheets: Markdown with fenced programs, and Python files, that show what they print. This
// splits a text into what is run and what it is expected to print (docs/worksheets.md).
#ifndef DBX_LEARN_SHEET_H
#define DBX_LEARN_SHEET_H

#include "base/buf.h"
#include "base/mem.h"

typedef enum sheet_kind {
  SHEET_PROGRAM, // statements, run as in a file
  SHEET_SESSION, // a session at the prompt: typed lines and what they print
  SHEET_CONSOLE, // commands after "$ " and what they print
  SHEET_FILE,    // the text of a file that commands use
  SHEET_PROSE,   // nothing to run; it holds a mistake of the sheet, if there is one
} sheet_kind;

typedef struct sheet_block {
  sheet_kind kind;
  bool fresh;    // begins anew: no names of the blocks before it
  uint32_t line; // of the text's first line, from 1
  dbx_buf text;
  dbx_buf file;           // SHEET_FILE: its name
  const char *wrong;      // SHEET_PROSE: what is wrong
  bool expects;           // of a session and of commands: always, their text is what is expected
  uint32_t expected_line; // of the expected text's first line
  dbx_buf expected;
  size_t from, to; // the expected text in the sheet, to replace it
  dbx_buf prefix;  // of each of its lines there: a fence's indentation, or "#> "
} sheet_block;

typedef struct sheet {
  dbx_vec(sheet_block) blocks;
} sheet;

bool sheet_is_markdown(const char *path); // by the ending .md
// Has a Python program expectations (lines that begin with "#>")?
bool sheet_has_expectations(const char *text);
// The blocks of a Markdown text, in order.
void sheet_read(sheet *s, const char *text);
// The expectations of a Python program, as blocks that have no text: `line` is where each one
// stands, `from` its offset.
void sheet_read_python(sheet *s, const char *text);
void sheet_free(sheet *s);

// Does the line begin with a prompt (">>> ", "n, y >>> ", "... ")? *typed receives what follows it.
bool sheet_prompt(const char *line, size_t n, const char **typed, size_t *typed_n);

#endif
