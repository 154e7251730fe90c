// The program dbidx: version and help at once, everything else through the table of subcommands.
#include "cmd/host.h"
#include "prim/poly.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "--version")) return puts("dbidx " DBX_VERSION) < 0;
  cli o;
  int status;
  const cli_command *c = cli_parse(argc, argv, &o, &status);
  if (!c) return status;
  host_options = &o;
  if (o.jaxpr_style && !strcmp(o.jaxpr_style, "new")) dbx_default_style = DBX_STYLE_NEW;
  if (o.dims && !strcmp(o.dims, "symbolic")) dbx_use_dims(DBX_DIMS_SYMBOLIC);
  return c->deep ? host_on_large_stack(c, &o) : c->run(&o);
}
