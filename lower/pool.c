// See pool.h. Blocks of a megabyte and more come from mmap, in huge pages where that pays.
#include "lower/pool.h"

#include "base/mem.h"
#include <stdbool.h>
#include <sys/mman.h>

typedef struct block {
  struct block *next, *prev; // of the list in use; next of a bin
  lower_pool *pool;
  size_t mapped; // bytes, 0 for heap blocks
  int64_t serial;
  unsigned cls;
} __attribute__((aligned(64))) block;

// Size classes: four per power of two from 64 bytes on, sixteen from a megabyte on, where what a
// class wastes counts.
enum { LARGE = 20, FEW = 4, MANY = 16, CLASSES = LARGE * FEW + (64 - LARGE) * MANY };
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
  unsigned e = 63 - (unsigned)__builtin_clzl(n), parts = e < LARGE ? FEW : MANY;
  size_t part = ((size_t)1 << e) / parts, over = n - ((size_t)1 << e);
  return (e < LARGE ? e * FEW : LARGE * FEW + (e - LARGE) * MANY) +
         (unsigned)((over + part - 1) / part);
}

static size_t class_bytes(unsigned c) {
  bool small = c < LARGE * FEW;
  unsigned k = small ? c : c - LARGE * FEW, parts = small ? FEW : MANY;
  size_t power = (size_t)1 << (k / parts + (small ? 0 : LARGE));
  return power + power / parts * (k % parts);
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
  if (bytes >= map_from) return map_block(bytes);
  block *b = aligned_alloc(64, (bytes + sizeof(block) + 63) & ~(size_t)63);
  if (b) b->mapped = 0;
  return b;
}

void *pool_alloc(lower_pool *p, size_t bytes) {
  if (bytes > (size_t)1 << 48) return NULL;
  unsigned c = class_of(bytes);
  block *b = p->bin[c];
  if (b) {
    p->bin[c] = b->next;
    p->kept -= class_bytes(c);
  } else if (!(b = fresh(c))) {
    return NULL;
  }
  b->cls = c;
  b->pool = p;
  p->count.blocks++;
  p->count.bytes += class_bytes(c);
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
  b->pool->count.bytes -= class_bytes(b->cls);
}

static void put_back(lower_pool *p, block *b) {
  size_t n = class_bytes(b->cls);
  if (p->closed || p->kept + n > kept_at_most) {
    release(b);
    return;
  }
  p->kept += n;
  b->next = p->bin[b->cls];
  p->bin[b->cls] = b;
}

void pool_free(void *at) {
  if (!at) return;
  block *b = (block *)at - 1;
  unlink_block(b);
  put_back(b->pool, b);
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
