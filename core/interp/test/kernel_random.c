// Keys and bits through the interpreter. The words are those of jax 0.4.23.
#include "rows.h"

#include <criterion/criterion.h>

static const struct {
  const char *jaxpr, *operands, *result;
} facts[] = {
    {"{ lambda ; a:i64[]. let b:key<fry>[] = random_seed[impl=fry] a\n"
     "    c:key<fry>[2] = random_split[shape=(2,)] b\n    d:u32[2,2] = random_unwrap c\n  in (d,) "
     "}",
     "i64[] 7", "u32[2,2] 966301609 989289821 1948237315 1058547403"},
    {"{ lambda ; a:i64[]. let b:key<fry>[] = random_seed[impl=fry] a\n"
     "    c:u32[2] = random_unwrap b\n  in (c,) }",
     "i64[] -1", "u32[2] 4294967295 4294967295"},
    {"{ lambda ; a:i8[]. let b:key<fry>[] = random_seed[impl=fry] a\n"
     "    c:u32[2] = random_unwrap b\n  in (c,) }",
     "i8[] -1", "u32[2] 0 4294967295"},
    {"{ lambda ; a:u32[2] b:u32[]. let c:key<fry>[] = random_wrap[impl=fry] a\n"
     "    d:key<fry>[] = random_fold_in c b\n    e:u32[2] = random_unwrap d\n  in (e,) }",
     "u32[2] 0 0; u32[] 123456", "u32[2] 1609757137 2365252761"},
    {"{ lambda ; a:u32[2]. let b:key<fry>[] = random_wrap[impl=fry] a\n"
     "    c:u8[5] = random_bits[bit_width=8 shape=(5,)] b\n  in (c,) }",
     "u32[2] 0 11", "u8[5] 189 126 81 235 215"},
    {"{ lambda ; a:u32[2,2] n:i64[]. let b:key<fry>[2] = random_wrap[impl=fry] a\n"
     "    c:u16[2,n] = random_bits[bit_width=16 shape=(None,)] b n\n  in (c,) }",
     "u32[2,2] 0 11 0 11; i64[] 2", "u16[2,2] 60838 29652 60838 29652"},
};

Test(kernel_random, keys_and_bits) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    const char *have = interpret_text(facts[i].jaxpr, facts[i].operands);
    cr_expect_str_eq(have, facts[i].result, "%s: %s", facts[i].jaxpr, have);
  }
}
