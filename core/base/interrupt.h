// The interrupt flag: set by the front end's signal handler (Ctrl-C), polled by long computations.
#ifndef DBX_BASE_INTERRUPT_H
#define DBX_BASE_INTERRUPT_H

#include <signal.h>

extern volatile sig_atomic_t dbx_interrupted;

#endif
