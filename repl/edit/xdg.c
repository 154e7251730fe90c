// Where files of the user live, by the XDG base directory rules.
#include "edit/edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Makes every folder above the file; what cannot be made shows when the file is opened.
static void make_folders(char *path) {
  for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
    *at = 0;
    (void)mkdir(path, 0700);
    *at = '/';
  }
}

char *edit_xdg_file(const char *variable, const char *below_home, const char *name, int make) {
  const char *base = getenv(variable), *home = getenv("HOME");
  char *path = NULL;
  int n;
  if (base && *base == '/') // relative ones are to be ignored
    n = asprintf(&path, "%s/dbidx/%s", base, name);
  else if (home && *home == '/') n = asprintf(&path, "%s/%s/dbidx/%s", home, below_home, name);
  else return NULL;
  if (n < 0) return NULL;
  if (make) make_folders(path);
  return path;
}
