import textwrap
texts = ["alpha lambda-mu-nu pi pi False a_rather_long_name_of_a_program 'foo'", "a bb ccc-dddd-eeeeeeeee  ffffffffffff g--hhhhh iii-jjj",
         "this-is-a-useful feature--for --option-name e-mail 3-4 co-op x-ray a-b-c-d well--known---yes.", "Say \"no\"--ok (em-dash) -- end-",
         "one\ttwo\nthree  four", " lead  ", "", "use-a-3d-model v1-beta-2 foo-bar_baz 10-abc-def", "--- -a- b-- --c d--e f-- g-h i_-_j"]
for text in texts:
    for width in (1, 2, 5, 8, 13, 30):
        print(width, textwrap.wrap(text, width), textwrap.wrap(text, width, drop_whitespace=False))
    print(textwrap.wrap(text, 9, initial_indent="* ", subsequent_indent="   "), textwrap.wrap(text, 6, break_long_words=False))
    print(textwrap.wrap(text, 6, break_on_hyphens=False), textwrap.wrap(text, 7, replace_whitespace=False), textwrap.wrap(text, 12, max_lines=2, placeholder="~"))
    print(repr(textwrap.fill(text, 10)), repr(textwrap.shorten(text, 15)))
print(textwrap.wrap("word " * 300, 1000)[1][-9:], len(textwrap.wrap("a-bc--de " * 2000, 20)))
print(repr(textwrap.dedent("  a\n    b\n\n  c")), repr(textwrap.indent("a\n\nb\n", "> ")))
