// The program dbxcompile: `dbxcompile MODULE`, with a socket as its standard input (see
// compiler.h). The module, dbxlower.so, takes core from this program as it does from dbidx.
#include "lower/lower.h"

#include "base/session.h"
#include "rooms.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

enum { STACK_MB = 512 }; // as the evaluator has it: Jaxprs are nested deeply

static void *run(void *ctx) {
  const dbx_lower_api *api = ctx;
  api->serve(0);
  return NULL;
}

int main(int argc, char **argv) {
  const dbx_lower_api *(*table)(void) = NULL;
  dbx_session_new();
  core_rooms();
  void *module = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (module) *(void **)&table = dlsym(module, "dbx_lower_table");
  if (!table || table()->version != DBX_LOWER_VERSION) {
    fputs("dbxcompile: it is started by dbidx, with the path of dbxlower.so\n", stderr);
    return 2;
  }
  pthread_attr_t attr;
  pthread_t thread;
  if (pthread_attr_init(&attr) || pthread_attr_setstacksize(&attr, (size_t)STACK_MB << 20) ||
      pthread_create(&thread, &attr, run, (void *)table()))
    return 1;
  pthread_join(thread, NULL);
  return 0;
}
