"""Names of the features that every program has."""
annotations = division = absolute_import = with_statement = print_function = True
unicode_literals = nested_scopes = generators = generator_stop = True
