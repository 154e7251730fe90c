// ASAN_POISON_MEMORY_REGION and ASAN_UNPOISON_MEMORY_REGION: nothing without AddressSanitizer.
#ifndef DBX_BASE_POISON_H
#define DBX_BASE_POISON_H

#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#endif

#endif
