// ASAN_POISON_MEMORY_REGION and ASAN_UNPOISON_MEMORY_REGION: nothing without AddressSanitizer. And
// what tells LeakSanitizer that mapped memory holds pointers.
#ifndef DBX_BASE_POISON_H
#define DBX_BASE_POISON_H

#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#endif

// Whether a sanitizer watches this build.
#if defined(__has_feature)
#define DBX_HAS_(x) __has_feature(x)
#else
#define DBX_HAS_(x) 0
#endif
#if DBX_HAS_(address_sanitizer) || DBX_HAS_(thread_sanitizer) || defined(__SANITIZE_ADDRESS__) ||  \
    defined(__SANITIZE_THREAD__)
#define DBX_SANITIZED 1
#else
#define DBX_SANITIZED 0
#endif

#if (DBX_HAS_(address_sanitizer) || defined(__SANITIZE_ADDRESS__)) &&                              \
    __has_include(<sanitizer/lsan_interface.h>)
#include <sanitizer/lsan_interface.h>
#else
#define __lsan_register_root_region(at, size) ((void)(at), (void)(size))
#define __lsan_unregister_root_region(at, size) ((void)(at), (void)(size))
#endif

#endif
