// See pool.h. Blocks of a megabyte and more come from mmap, in huge pages where that pays.
#include "lower/pool.h"

#include "base/mem.h"
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>

typedef struct block {
  struct block *next, *prev; // of the list in use; next of a bin
  lower_pool *pool;
  size_t mapped; // bytes, 0 for heap blocks
  size_t bytes;  // of its class
  int64_t serial;
  unsigned cls;
} __attribute__((aligned(64))) block;

// Size classes: four per power of two from 64 bytes on, sixteen from a megabyte on, where what a
// class wastes counts.
enum {
  LARGE = 20,  // power of two
  FEW_CUT = 2, // logarithms of the classes per power
  MANY_CUT = 4,
  CLASSES = (LARGE << FEW_CUT) + ((64 - LARGE) << MANY_CUT),
};
static const size_t kept_at_most = (size_t)1 << 29, map_from = 1 << 20, huge_from = 4 << 20,
                    huge_page = 2 << 20;

struct lower_pool {
  block *bin[CLASSES];
  block used; // list head
  int64_t serial;
  size_t kept; // bytes in bins
  pool_count count;
  bool closed;
};

lower_pool *pool_new(void) {
  lower_pool *p = dbx_alloc(sizeof *p);
  p->used.next = p->used.prev = &p->used;
  return p;
}

static unsigned class_of(size_t n) {
  if (n < 64) n = 64;
  unsigned e = 63 - (unsigned)__builtin_clzl(n), cut = e < LARGE ? FEW_CUT : MANY_CUT;
  size_t over = n - ((size_t)1 << e), part = (size_t)1 << (e - cut);
  return (e < LARGE ? e << FEW_CUT : (LARGE << FEW_CUT) + ((e - LARGE) << MANY_CUT)) +
         (unsigned)((over + part - 1) >> (e - cut));
}

static size_t class_bytes(unsigned c) {
  bool small = c < LARGE << FEW_CUT;
  unsigned k = small ? c : c - (LARGE << FEW_CUT), cut = small ? FEW_CUT : MANY_CUT;
  unsigned e = (k >> cut) + (small ? 0 : LARGE);
  return ((size_t)1 << e) + ((size_t)(k & ((1u << cut) - 1)) << (e - cut));
}

static block *map_block(size_t bytes) {
  size_t n = (bytes + sizeof(block) + 4095) & ~(size_t)4095,
         align = n >= huge_from ? huge_page : 4096;
  char *at = mmap(NULL, n + align, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) return NULL;
  char *b = (char *)(((uintptr_t)at + align - 1) & ~(uintptr_t)(align - 1));
  if (b > at) munmap(at, (size_t)(b - at));
  munmap(b + n, (size_t)(at + align - b));
  if (align == huge_page) madvise(b, n, MADV_HUGEPAGE);
  ((block *)b)->mapped = n;
  return (block *)b;
}

static void release(block *b) {
  if (b->mapped) munmap(b, b->mapped);
  else free(b);
}

static block *fresh(unsigned c) {
  size_t bytes = class_bytes(c);
  bool maps = bytes >= map_from;
  block *b =
      maps ? map_block(bytes) : aligned_alloc(64, (bytes + sizeof(block) + 63) & ~(size_t)63);
  if (!b) return NULL;
  if (!maps) b->mapped = 0;
  b->bytes = bytes;
  b->cls = c;
  return b;
}

void *pool_alloc(lower_pool *p, size_t bytes) {
  if (bytes > (size_t)1 << 48) return NULL;
  unsigned c = class_of(bytes);
  block *b = p->bin[c];
  if (b) {
    p->bin[c] = b->next;
    p->kept -= b->bytes;
  } else if (!(b = fresh(c))) {
    return NULL;
  }
  b->pool = p;
  p->count.blocks++;
  p->count.bytes += b->bytes;
  if (p->count.bytes > p->count.peak) p->count.peak = p->count.bytes;
  b->serial = ++p->serial;
  b->prev = &p->used;
  b->next = p->used.next;
  b->next->prev = p->used.next = b;
  return b + 1;
}

static void unlink_block(block *b) {
  b->next->prev = b->prev;
  b->prev->next = b->next;
  b->pool->count.blocks--;
  b->pool->count.bytes -= b->bytes;
}

static void put_back(lower_pool *p, block *b) {
  if (p->closed || p->kept + b->bytes > kept_at_most) {
    release(b);
    return;
  }
  p->kept += b->bytes;
  b->next = p->bin[b->cls];
  p->bin[b->cls] = b;
}

void pool_free(void *at) {
  if (!at) return;
  block *b = (block *)at - 1;
  unlink_block(b);
  put_back(b->pool, b);
}

void *pool_grow(void *at, size_t bytes) {
  block *b = (block *)at - 1;
  if (bytes <= b->bytes) return at;
  void *to = pool_alloc(b->pool, bytes);
  if (!to) return NULL;
  memcpy(to, at, b->bytes);
  pool_free(at);
  return to;
}

int64_t pool_mark(const lower_pool *p) { return p->serial; }

void pool_sweep(lower_pool *p, int64_t mark, const int64_t *keep, int64_t n) {
  for (block *b = p->used.next, *next; b != &p->used && b->serial > mark; b = next) {
    bool kept = false;
    next = b->next;
    for (int64_t i = 0; i < n; i++) kept |= keep[i] == (int64_t)(uintptr_t)(b + 1);
    if (!kept) pool_free(b + 1);
  }
}

void pool_give(void *at) {
  block *b = (block *)at - 1;
  unlink_block(b);
  b->pool->count.away++;
}

void pool_return(void *at, void *pool) {
  lower_pool *p = pool;
  put_back(p, (block *)at - 1);
  if (!--p->count.away && p->closed) free(p);
}

void pool_close(lower_pool *p) {
  if (!p) return;
  pool_sweep(p, 0, NULL, 0);
  for (unsigned c = 0; c < CLASSES; c++)
    for (block *b = p->bin[c], *next; b; b = next) {
      next = b->next;
      release(b);
    }
  p->closed = true;
  if (!p->count.away) free(p);
}

pool_count pool_counted(const lower_pool *p) { return p->count; }

void pool_restart_peak(lower_pool *p) { p->count.peak = p->count.bytes; }
