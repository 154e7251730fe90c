// What `dbidx check --format=` prints of its findings: a line each for the annotations of GitHub,
// or one document for all files, SARIF 2.1.0 or JUnit's XML. Files are checked in processes of
// their own, which share the document.
#ifndef DBX_CMD_FINDINGS_H
#define DBX_CMD_FINDINGS_H

#include "cmd/cli.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// Lines and columns count from 1; line 0: it has no place. Texts are the caller's.
typedef struct finding {
  const char *file;
  uint32_t line, column, end_line, end_column;
  bool warning;
  const char *rule; // "E301", or a row of `others` in findings.c
  const char *kind; // Python's class, "" if there is none
  const char *message;
} finding;

// Before the first file: takes the format from o. False after a complaint.
bool findings_begin(const cli *o);
// Tells f in that format, a line of it on `to`; false: the format is plain text, which is the
// caller's.
bool findings_tell(const finding *f, FILE *to);
bool findings_formatted(void); // not plain text
// After each file: that it has no finding, or could not be checked.
void findings_checked(const char *file, bool good);
// After the last file: prints the document, if there is one.
void findings_end(void);

#endif
