// See pool.h. Blocks of a megabyte and more come from mmap, in huge pages where that pays.
#include "lower/run/pool.h"

#include "base/budget.h"
#include "base/fault.h"
#include "base/guard.h"
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
  char *at; // its elements, behind it or guarded
  unsigned cls;
} __attribute__((aligned(64))) block;

// Elements -> block, of those that are guarded; for the process, as compiled code frees elements
// without saying of which pool.
static struct {
  bool on; // dbx_guards(), which is asked once
  dbx_map blocks;
} guarded;

static block *block_of(const void *at) {
  if (__builtin_expect(!guarded.on, 1)) return (block *)at - 1;
  return (block *)(uintptr_t)*dbx_map_find(&guarded.blocks, (uint64_t)(uintptr_t)at);
}

// Size classes: four per power of two from 64 bytes on, sixteen from a megabyte on, where what a
// class wastes counts.
enum {
  LARGE = 20,  // power of two
  FEW_CUT = 2, // logarithms of the classes per power
  MANY_CUT = 4,
  CLASSES = (LARGE << FEW_CUT) + ((64 - LARGE) << MANY_CUT),
};
static const size_t most_kept = (size_t)1 << 29, map_from = 1 << 20, huge_from = 4 << 20,
                    huge_page = 2 << 20;

struct lower_pool {
  block *bin[CLASSES];
  block used; // list head
  int64_t serial;
  size_t kept, keeps; // bytes in bins, at most
  pool_count count;
  bool closed;
};

static size_t kept_at_most(void) { // no large part of the budget
  size_t part = dbx_budget() / 8;
  if (guarded.on) return 0;
  return part < most_kept ? part : most_kept;
}

lower_pool *pool_new(void) {
  lower_pool *p = dbx_alloc(sizeof *p);
  guarded.on = dbx_guards();
  if (!p) return NULL;
  p->used.next = p->used.prev = &p->used;
  p->keeps = kept_at_most();
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

static block *guarded_block(size_t bytes) {
  void *at = dbx_guard_new(bytes);
  block *b = at ? aligned_alloc(64, sizeof *b) : NULL;
  if (!b) return NULL;
  *b = (block){.bytes = bytes, .at = at};
  dbx_map_put(&guarded.blocks, (uint64_t)(uintptr_t)at, (uint64_t)(uintptr_t)b);
  return b;
}

static void release(block *b) {
  if (guarded.on) dbx_guard_free(b->at, b->bytes);
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
  b->at = (char *)(b + 1);
  b->cls = c;
  return b;
}

void pool_shed(lower_pool *p) {
  for (unsigned c = 0; c < CLASSES; c++)
    for (block *b = p->bin[c], *next; b; b = next) {
      next = b->next;
      release(b);
    }
  memset(p->bin, 0, sizeof p->bin);
  p->kept = 0;
}

// What is kept of other sizes is given up for it.
static block *fresh_or_kept(lower_pool *p, unsigned c) {
  block *b = dbx_fault_due() ? NULL : fresh(c);
  if (b) return b;
  pool_shed(p);
  return dbx_budget_has((double)class_bytes(c)) ? fresh(c) : NULL;
}

void *pool_alloc(lower_pool *p, size_t bytes) {
  if (bytes > (size_t)1 << 48) return NULL;
  unsigned c = class_of(bytes);
  block *b = p->bin[c];
  if (__builtin_expect(b != NULL, 1)) {
    p->bin[c] = b->next;
    p->kept -= b->bytes;
  } else if (!(b = guarded.on ? guarded_block(bytes) : fresh_or_kept(p, c))) {
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
  return b->at;
}

static void unlink_block(block *b) {
  b->next->prev = b->prev;
  b->prev->next = b->next;
  b->pool->count.blocks--;
  b->pool->count.bytes -= b->bytes;
}

static void put_back(lower_pool *p, block *b) {
  if (p->kept + b->bytes >= p->keeps) {
    release(b);
    return;
  }
  p->kept += b->bytes;
  b->next = p->bin[b->cls];
  p->bin[b->cls] = b;
}

void pool_free(void *at) {
  if (!at) return;
  block *b = block_of(at);
  unlink_block(b);
  put_back(b->pool, b);
}

void *pool_grow(void *at, size_t bytes) {
  block *b = block_of(at);
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
    for (int64_t i = 0; i < n; i++) kept |= keep[i] == (int64_t)(uintptr_t)b->at;
    if (!kept) pool_free(b->at);
  }
}

void pool_give(void *at) {
  block *b = block_of(at);
  unlink_block(b);
  b->pool->count.away++;
}

void pool_return(void *at, void *pool) {
  lower_pool *p = pool;
  put_back(p, block_of(at));
  if (!--p->count.away && p->closed) free(p);
}

lower_pool *pool_of(void *at) { return block_of(at)->pool; }

void pool_close(lower_pool *p) {
  if (!p) return;
  pool_sweep(p, 0, NULL, 0);
  pool_shed(p);
  p->closed = true;
  p->keeps = 0;
  if (!p->count.away) free(p);
}

pool_count pool_counted(const lower_pool *p) { return p->count; }

void pool_restart(lower_pool *p) {
  p->count.peak = p->count.bytes;
  p->keeps = kept_at_most();
}
