"""Command lines: what they may hold, what is read of them, and the help that says so."""
import copy
import os
import re
import sys
import textwrap

SUPPRESS = "==SUPPRESS=="
OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, PARSER, REMAINDER = "?", "*", "+", "A...", "..."
_UNRECOGNIZED_ARGS_ATTR = "_unrecognized_args"


def _shown(x, named):
    """Names that are none in Python stand in a dictionary behind the others."""
    parts = [f"{k}={v!r}" for k, v in named if k.isidentifier()]
    others = {k: v for k, v in named if not k.isidentifier()}
    return f"{type(x).__name__}({', '.join(parts + ([f'**{others!r}'] if others else []))})"


class Namespace:
    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __repr__(self):
        return _shown(self, list(self.__dict__.items()))

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, key):
        return key in self.__dict__


def _action_name(action):
    """As messages name it."""
    if action is None:
        return None
    if action.option_strings:
        return "/".join(action.option_strings)
    for name in (action.metavar, action.dest):
        if name not in (None, SUPPRESS):
            return name
    return "{" + ",".join(action.choices) + "}" if action.choices else None


class ArgumentError(Exception):
    def __init__(self, argument, message):
        self.argument_name, self.message = _action_name(argument), message

    def __str__(self):
        return self.message if self.argument_name is None else f"argument {self.argument_name}: {self.message}"


class ArgumentTypeError(Exception):
    pass


class FileType:
    def __init__(self, *args, **kwargs):
        raise NotImplementedError("argparse.FileType is not offered here: a program is data here, it cannot reach files")


# ---- help ----

def _one_line(text):
    return " ".join(text.split())


def _columns():
    text = os.environ.get("COLUMNS", "")
    return int(text) if text.isdigit() and int(text) else 80


class HelpFormatter:
    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        self._prog, self._indent_increment = prog, indent_increment
        self._width = _columns() - 2 if width is None else width
        self._max_help_position = min(max_help_position, max(self._width - 20, indent_increment * 2))
        self._current_indent = self._action_max_length = 0
        self._parts = []  # functions that give the text: the widest action is known at the end only
        self._outer = []

    def _indent(self):
        self._current_indent += self._indent_increment

    def _dedent(self):
        self._current_indent -= self._indent_increment

    def start_section(self, heading):
        self._outer.append((self._parts, heading))
        self._parts = []
        self._indent()

    def end_section(self):
        inner = self._parts
        self._parts, heading = self._outer.pop()
        self._dedent()
        self._parts.append(lambda: self._format_section(heading, inner))

    def _format_section(self, heading, parts):
        self._indent()
        text = "".join([part() for part in parts])
        self._dedent()
        if not text:
            return ""
        if heading is None or heading is SUPPRESS:
            return f"\n{text}\n"
        return f"\n{' ' * self._current_indent}{heading}:\n{text}\n"

    def add_text(self, text):
        if text is not None and text is not SUPPRESS:
            self._parts.append(lambda: self._format_text(text))

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not SUPPRESS:
            self._parts.append(lambda: self._format_usage(usage, actions, groups, prefix))

    def add_argument(self, action):
        if action.help is SUPPRESS:
            return
        for a in [action, *self._subactions(action)]:
            width = len(self._format_action_invocation(a)) + self._current_indent
            self._action_max_length = max(self._action_max_length, width)
        self._parts.append(lambda: self._format_action(action))

    def add_arguments(self, actions):
        for action in actions:
            self.add_argument(action)

    def format_help(self):
        text = "".join([part() for part in self._parts])
        while "\n\n\n" in text:
            text = text.replace("\n\n\n", "\n\n")
        text = text.strip("\n")
        return text + "\n" if text else ""

    # the usage

    def _format_usage(self, usage, actions, groups, prefix):
        prefix = "usage: " if prefix is None else prefix
        if usage is not None:
            usage = usage % {"prog": self._prog}
        else:
            usage = self._made_usage(list(actions), groups, prefix)
        return f"{prefix}{usage}\n\n"

    def _made_usage(self, actions, groups, prefix):
        optionals = self._format_actions_usage([a for a in actions if a.option_strings], groups)
        positionals = self._format_actions_usage([a for a in actions if not a.option_strings], groups)
        all_of_it = self._format_actions_usage([a for a in actions if a.option_strings]
                                               + [a for a in actions if not a.option_strings], groups)
        usage = " ".join([s for s in (self._prog, all_of_it) if s])
        if len(prefix) + len(usage) <= self._width - self._current_indent:
            return usage
        return "\n".join(self._usage_lines(self._usage_parts(optionals), self._usage_parts(positionals), prefix))

    def _usage_parts(self, usage):
        """What no line is broken in: words, and what stands in brackets."""
        return re.findall(r"\(.*?\)+(?=\s|$)|\[.*?\]+(?=\s|$)|\S+", usage)

    def _usage_lines(self, optionals, positionals, prefix):
        prog = self._prog
        if len(prefix) + len(prog) > 0.75 * (self._width - self._current_indent):
            indent = " " * len(prefix)
            lines = self._filled(optionals + positionals, indent, len(indent))
            if len(lines) > 1:
                lines = self._filled(optionals, indent, len(indent)) + self._filled(positionals, indent, len(indent))
            return [prog, *lines]
        indent = " " * (len(prefix) + len(prog) + 1)
        if not optionals and not positionals:
            return [prog]
        lines = self._filled([prog, *(optionals or positionals)], indent, len(prefix))
        lines[0] = lines[0][len(indent):]
        return lines + (self._filled(positionals, indent, len(indent)) if optionals else [])

    def _filled(self, parts, indent, first):
        lines, line, width = [], [], first - 1
        for part in parts:
            if width + 1 + len(part) > self._width - self._current_indent and line:
                lines.append(indent + " ".join(line))
                line, width = [], len(indent) - 1
            line.append(part)
            width += len(part) + 1
        return lines + [indent + " ".join(line)] if line else lines

    def _format_actions_usage(self, actions, groups):
        parts, i = [], 0
        whole = {}  # where the actions of a group stand beside each other
        for group in groups:
            members = group._group_actions
            if not members:
                raise ValueError(f"empty group {group}")
            if members[0] in actions:
                at = actions.index(members[0])
                if actions[at:at + len(members)] == members:
                    whole[at] = group
        while i < len(actions):
            group = whole.get(i)
            if group is None:
                parts.append(self._usage_of(actions[i], False))
                i += 1
            else:
                parts.append(self._usage_of_group(group))
                i += len(group._group_actions)
        return " ".join([part for part in parts if part])

    def _usage_of_group(self, group):
        parts = [self._usage_of(a, True) for a in group._group_actions if a.help is not SUPPRESS]
        text = " | ".join(parts)
        if not parts or group.required and len(parts) == 1:
            return text
        return f"({text})" if group.required else f"[{text}]"

    def _usage_of(self, action, grouped):
        if action.help is SUPPRESS:
            return ""
        if not action.option_strings:
            text = self._format_args(action, self._get_default_metavar_for_positional(action))
            return text[1:-1] if grouped and text[:1] == "[" and text[-1:] == "]" else text
        if action.nargs == 0:
            text = action.format_usage()
        else:
            args = self._format_args(action, self._get_default_metavar_for_optional(action))
            text = f"{action.option_strings[0]} {args}"
        return text if action.required or grouped else f"[{text}]"

    # names of arguments

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest

    def _metavar_formatter(self, action, default_metavar):
        name = default_metavar
        if action.metavar is not None:
            name = action.metavar
        elif action.choices is not None:
            name = "{" + ",".join([str(choice) for choice in action.choices]) + "}"
        return lambda n: name if isinstance(name, tuple) else (name,) * n

    def _format_args(self, action, default_metavar):
        names, nargs = self._metavar_formatter(action, default_metavar), action.nargs
        if nargs is None:
            return "%s" % names(1)
        if nargs == OPTIONAL:
            return "[%s]" % names(1)
        if nargs == ZERO_OR_MORE:
            return "[%s [%s ...]]" % names(1) if len(names(1)) == 2 else "[%s ...]" % names(1)
        if nargs == ONE_OR_MORE:
            return "%s [%s ...]" % names(2)
        if nargs == REMAINDER:
            return "..."
        if nargs == PARSER:
            return "%s ..." % names(1)
        if nargs == SUPPRESS:
            return ""
        if not isinstance(nargs, int):
            raise ValueError("invalid nargs value")
        return " ".join(["%s"] * nargs) % names(nargs)

    def _format_action_invocation(self, action):
        if not action.option_strings:
            name, = self._metavar_formatter(action, self._get_default_metavar_for_positional(action))(1)
            return name
        if action.nargs == 0:
            return ", ".join(action.option_strings)
        args = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ", ".join([f"{option} {args}" for option in action.option_strings])

    # the arguments, each with its help

    def _subactions(self, action):
        return action._get_subactions() if hasattr(action, "_get_subactions") else []

    def _format_action(self, action):
        at = min(self._action_max_length + 2, self._max_help_position)
        space = at - self._current_indent - 2
        header = self._format_action_invocation(action)
        beside = bool(action.help) and len(header) <= space
        text = " " * self._current_indent + (header.ljust(space) + "  " if beside else header + "\n")
        help = self._expand_help(action) if action.help and action.help.strip() else ""
        if help:
            lines = self._split_lines(help, max(self._width - at, 11))
            text += "\n".join([("" if beside and not i else " " * at) + line for i, line in enumerate(lines)]) + "\n"
        elif beside:
            text += "\n"
        self._indent()
        text += "".join([self._format_action(a) for a in self._subactions(action) if a.help is not SUPPRESS])
        self._dedent()
        return text

    def _get_help_string(self, action):
        return action.help

    def _expand_help(self, action):
        values = {**vars(action), "prog": self._prog}
        for name, value in list(values.items()):
            if value is SUPPRESS:
                del values[name]
            elif hasattr(value, "__name__"):
                values[name] = value.__name__
        if values.get("choices") is not None:
            values["choices"] = ", ".join([str(choice) for choice in values["choices"]])
        return self._get_help_string(action) % values

    def _format_text(self, text):
        if "%(prog)" in text:
            text = text % {"prog": self._prog}
        return self._fill_text(text, max(self._width - self._current_indent, 11), " " * self._current_indent) + "\n\n"

    def _split_lines(self, text, width):
        return textwrap.wrap(_one_line(text), width)

    def _fill_text(self, text, width, indent):
        return textwrap.fill(_one_line(text), width, initial_indent=indent, subsequent_indent=indent)


class RawDescriptionHelpFormatter(HelpFormatter):
    def _fill_text(self, text, width, indent):
        return "".join([indent + line for line in text.splitlines(keepends=True)])


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    def _get_help_string(self, action):
        help = action.help or ""
        may_lack = action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE)
        if "%(default)" in help or action.default is SUPPRESS or not may_lack:
            return help
        return help + " (default: %(default)s)"


class MetavarTypeHelpFormatter(HelpFormatter):
    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__


# ---- actions ----

class Action:
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None):
        self.option_strings, self.dest, self.nargs, self.const, self.default = option_strings, dest, nargs, const, default
        self.type, self.choices, self.required, self.help, self.metavar = type, choices, required, help, metavar

    def __repr__(self):
        names = ("option_strings", "dest", "nargs", "const", "default", "type", "choices", "required", "help", "metavar")
        return _shown(self, [(name, getattr(self, name)) for name in names])

    def format_usage(self):
        return self.option_strings[0]

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")


class _StoreAction(Action):
    _told = "nargs for store actions must be != 0; if you have nothing to store, actions such as store true or store " \
            "const may be more appropriate"

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None):
        if nargs == 0:
            raise ValueError(self._told)
        if const is not None and nargs != OPTIONAL:
            raise ValueError(f"nargs must be {OPTIONAL!r} to supply const")
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


def _items_of(namespace, dest):
    """A new list, as the default may be shared."""
    items = getattr(namespace, dest, None)
    return [] if items is None else copy.copy(items)


class _AppendAction(_StoreAction):
    _told = "nargs for append actions must be != 0; if arg strings are not supplying the value to append, the append const " \
            "action may be more appropriate"

    def __call__(self, parser, namespace, values, option_string=None):
        items = _items_of(namespace, self.dest)
        items.append(values)
        setattr(namespace, self.dest, items)


class _ExtendAction(_AppendAction):
    def __call__(self, parser, namespace, values, option_string=None):
        items = _items_of(namespace, self.dest)
        items.extend(values)
        setattr(namespace, self.dest, items)


class _StoreConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, 0, const, default, None, None, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _AppendConstAction(_StoreConstAction):
    def __call__(self, parser, namespace, values, option_string=None):
        items = _items_of(namespace, self.dest)
        items.append(self.const)
        setattr(namespace, self.dest, items)


class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False, help=None):
        super().__init__(option_strings, dest, True, default, required, help)


class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False, help=None):
        super().__init__(option_strings, dest, False, default, required, help)


class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False, help=None):
        super().__init__(option_strings, dest, 0, None, default, None, None, required, help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)


class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None):
        super().__init__(option_strings, dest, 0, None, default, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS,
                 help="show program's version number and exit"):
        super().__init__(option_strings, dest, 0, None, default, help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        formatter = parser._get_formatter()
        formatter.add_text(parser.version if self.version is None else self.version)
        parser._print_message(formatter.format_help(), sys.stdout)
        parser.exit()


class BooleanOptionalAction(Action):
    def __init__(self, option_strings, dest, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        options = []
        for option in option_strings:
            options += [option, "--no-" + option[2:]] if option.startswith("--") else [option]
        super().__init__(options, dest, 0, None, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            setattr(namespace, self.dest, not option_string.startswith("--no-"))

    def format_usage(self):
        return " | ".join(self.option_strings)


class _ChoiceAction(Action):
    """A row of the help of subcommands."""

    def __init__(self, name, aliases, help):
        shown = f"{name} ({', '.join(aliases)})" if aliases else name
        super().__init__([], shown, help=help, metavar=shown)


class _SubParsersAction(Action):
    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog_prefix, self._parser_class = prog, parser_class
        self._name_parser_map, self._choices_actions = {}, []
        super().__init__(option_strings, dest, PARSER, None, None, None, self._name_parser_map, required, help, metavar)

    def add_parser(self, name, **kwargs):
        if kwargs.get("prog") is None:
            kwargs["prog"] = f"{self._prog_prefix} {name}"
        aliases = kwargs.pop("aliases", ())
        for i, key in enumerate((name, *aliases)):
            if key in self._name_parser_map:
                raise ArgumentError(self, f"conflicting subparser{' alias' if i else ''}: {key}")
        if "help" in kwargs:
            self._choices_actions.append(_ChoiceAction(name, aliases, kwargs.pop("help")))
        parser = self._parser_class(**kwargs)
        for key in (name, *aliases):
            self._name_parser_map[key] = parser
        return parser

    def _get_subactions(self):
        return self._choices_actions

    def __call__(self, parser, namespace, values, option_string=None):
        name, *args = values
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        if name not in self._name_parser_map:
            raise ArgumentError(self, f"unknown parser {name!r} (choices: {', '.join(self._name_parser_map)})")
        # a namespace of its own: its defaults win over those of the parser above
        found, unknown = self._name_parser_map[name].parse_known_args(args, None)
        for key, value in vars(found).items():
            setattr(namespace, key, value)
        if unknown:
            vars(namespace).setdefault(_UNRECOGNIZED_ARGS_ATTR, []).extend(unknown)


_actions = {None: _StoreAction, "store": _StoreAction, "store_const": _StoreConstAction, "store_true": _StoreTrueAction,
            "store_false": _StoreFalseAction, "append": _AppendAction, "append_const": _AppendConstAction,
            "count": _CountAction, "help": _HelpAction, "version": _VersionAction, "parsers": _SubParsersAction,
            "extend": _ExtendAction}


# ---- what arguments are added to ----

def _is_negative_number(text):
    """-1, -.5, -1.5: no exponents."""
    whole, point, part = text[1:].partition(".")
    return text[:1] == "-" and (part.isdecimal() and (not whole or whole.isdecimal()) if point else whole.isdecimal())


class _ActionsContainer:
    def __init__(self, description, prefix_chars, argument_default, conflict_handler):
        if conflict_handler not in ("error", "resolve"):
            raise ValueError(f"invalid conflict_resolution value: {conflict_handler!r}")
        self.description, self.prefix_chars = description, prefix_chars
        self.argument_default, self.conflict_handler = argument_default, conflict_handler
        self._registries = {"action": dict(_actions), "type": {None: lambda x: x}}
        self._actions, self._option_string_actions, self._defaults = [], {}, {}
        self._action_groups, self._mutually_exclusive_groups = [], []
        self._has_negative_number_optionals = []

    def register(self, registry_name, value, object):
        self._registries.setdefault(registry_name, {})[value] = object

    def _registry_get(self, registry_name, value, default=None):
        # what has no hash is in no registry
        try:
            return self._registries[registry_name].get(value, default)
        except TypeError:
            return default

    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

    def add_argument(self, *args, **kwargs):
        chars = self.prefix_chars
        if not args or len(args) == 1 and args[0][0] not in chars:
            if args and "dest" in kwargs:
                raise ValueError("dest supplied twice for positional argument")
            kwargs = self._positional(*args, **kwargs)
        else:
            kwargs = self._optional(*args, **kwargs)
        if "default" not in kwargs:
            if kwargs["dest"] in self._defaults:
                kwargs["default"] = self._defaults[kwargs["dest"]]
            elif self.argument_default is not None:
                kwargs["default"] = self.argument_default
        name = kwargs.pop("action", None)
        kind = self._registry_get("action", name, name)
        if not callable(kind):
            raise ValueError(f'unknown action "{kind}"')
        action = kind(**kwargs)
        self._check(action)
        return self._add_action(action)

    def _check(self, action):
        if not callable(self._registry_get("type", action.type, action.type)):
            raise ValueError(f"{action.type!r} is not callable")
        if action.type is FileType:
            raise ValueError(f"{action.type!r} is a FileType class object, instance of it must be passed")
        if hasattr(self, "_get_formatter"):
            try:
                self._get_formatter()._format_args(action, None)
            except TypeError:
                raise ValueError("length of metavar tuple does not match nargs") from None

    def _positional(self, dest, **kwargs):
        if "required" in kwargs:
            raise TypeError("'required' is an invalid argument for positionals")
        nargs = kwargs.get("nargs")
        if nargs not in (OPTIONAL, ZERO_OR_MORE) or nargs == ZERO_OR_MORE and "default" not in kwargs:
            kwargs["required"] = True
        return {**kwargs, "dest": dest, "option_strings": []}

    def _optional(self, *args, **kwargs):
        chars = self.prefix_chars
        for option in args:
            if option[0] not in chars:
                raise ValueError(f"invalid option string {option!r}: must start with a character {chars!r}")
        dest = kwargs.pop("dest", None)
        if dest is None:
            long = [option for option in args if len(option) > 1 and option[1] in chars]
            dest = (long or args)[0].lstrip(chars)
            if not dest:
                raise ValueError(f"dest= is required for options like {(long or args)[0]!r}")
            dest = dest.replace("-", "_")
        return {**kwargs, "dest": dest, "option_strings": list(args)}

    def _add_action(self, action):
        self._resolve_conflicts(action)
        self._actions.append(action)
        action.container = self
        for option in action.option_strings:
            self._option_string_actions[option] = action
            if _is_negative_number(option) and not self._has_negative_number_optionals:
                self._has_negative_number_optionals.append(True)
        return action

    def _resolve_conflicts(self, action):
        taken = [option for option in action.option_strings if option in self._option_string_actions]
        if taken and self.conflict_handler == "error":
            raise ArgumentError(action, f"conflicting option string{'s' if len(taken) > 1 else ''}: {', '.join(taken)}")
        for option in taken:
            other = self._option_string_actions.pop(option)
            other.option_strings.remove(option)
            if not other.option_strings:
                other.container._remove_action(other)

    def _remove_action(self, action):
        self._actions.remove(action)

    def add_argument_group(self, *args, **kwargs):
        group = _ArgumentGroup(self, *args, **kwargs)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, **kwargs):
        group = _MutuallyExclusiveGroup(self, **kwargs)
        self._mutually_exclusive_groups.append(group)
        return group

    def _add_container_actions(self, container):
        """Those of a parent, in groups of the same titles."""
        groups = {}
        for group in self._action_groups:
            if group.title in groups:
                raise ValueError(f"cannot merge actions - two groups are named {group.title!r}")
            groups[group.title] = group
        into = {}
        for group in container._action_groups:
            if group.title not in groups:
                groups[group.title] = self.add_argument_group(title=group.title, description=group.description,
                                                              conflict_handler=group.conflict_handler)
            into.update({action: groups[group.title] for action in group._group_actions})
        for group in container._mutually_exclusive_groups:
            made = self.add_mutually_exclusive_group(required=group.required)
            into.update({action: made for action in group._group_actions})
        for action in container._actions:
            into.get(action, self)._add_action(action)


class _ArgumentGroup(_ActionsContainer):
    def __init__(self, container, title=None, description=None, **kwargs):
        super().__init__(description, kwargs.get("prefix_chars", container.prefix_chars),
                         kwargs.get("argument_default", container.argument_default),
                         kwargs.get("conflict_handler", container.conflict_handler))
        self.title, self._group_actions, self._container = title, [], container
        for name in ("_registries", "_actions", "_option_string_actions", "_defaults", "_has_negative_number_optionals",
                     "_mutually_exclusive_groups"):
            setattr(self, name, getattr(container, name))

    def _add_action(self, action):
        super()._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        super()._remove_action(action)
        self._group_actions.remove(action)


class _MutuallyExclusiveGroup(_ArgumentGroup):
    def __init__(self, container, required=False):
        super().__init__(container)
        self.required = required

    def _add_action(self, action):
        if action.required:
            raise ValueError("mutually exclusive arguments must be optional")
        action = self._container._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        self._container._remove_action(action)
        self._group_actions.remove(action)


# ---- how many arguments an action takes ----

# The least and the most, and whether options are taken, too.
_counts = {None: (1, 1, False), OPTIONAL: (0, 1, False), ZERO_OR_MORE: (0, None, False), ONE_OR_MORE: (1, None, False),
           REMAINDER: (0, None, True), PARSER: (1, None, True), SUPPRESS: (0, 0, False)}


def _lengths(action, letters):
    """How many of the next words the action may take, the most first. Letters: A an argument, O an option, - the --."""
    least, most, options = _counts.get(action.nargs) or (action.nargs, action.nargs, False)
    found, count = [], 0
    for n in range(len(letters) + 1):
        if count >= least:
            found.append(n)
        if n == len(letters):
            break
        letter = letters[n]
        if letter == "-" and action.option_strings or letter == "O" and not (options and count >= least):
            break
        count += letter != "-"
        if most is not None and count > most:
            break
    return found[::-1]


def _shares(actions, letters):
    """How many words each action takes: the first as many as it can. None: there are not enough."""
    if not actions:
        return []
    for n in _lengths(actions[0], letters):
        rest = _shares(actions[1:], letters[n:])
        if rest is not None:
            return [n] + rest
    return None


def _expected(nargs):
    if nargs is None:
        return "expected one argument"
    if nargs == OPTIONAL:
        return "expected at most one argument"
    if nargs == ONE_OR_MORE:
        return "expected at least one argument"
    return f"expected {nargs} argument{'' if nargs == 1 else 's'}"


class _Run:
    """One command line that is read."""

    def __init__(self, parser, words, namespace):
        self.parser, self.words, self.namespace = parser, words, namespace
        self.extras, self.seen, self.not_default = [], [], []
        self.positionals = parser._get_positional_actions()
        self.options, self.letters = {}, ""
        for i, word in enumerate(words):
            if "-" in self.letters:
                self.letters += "A"
            elif word == "--":
                self.letters += "-"
            else:
                option = parser._parse_optional(word)
                if option is not None:
                    self.options[i] = option
                self.letters += "A" if option is None else "O"

    def read(self):
        at = 0
        while any(i >= at for i in self.options):
            option = min(i for i in self.options if i >= at)
            if at != option:
                after = self.take_positionals(at)
                if after > at:
                    at = after
                    continue
                self.extras += self.words[at:option]
            at = self.take_option(option)
        self.extras += self.words[self.take_positionals(at):]
        self.complete()

    def take_positionals(self, at):
        """As many actions as the words before the next option are enough for."""
        for n in range(len(self.positionals), 0, -1):
            shares = _shares(self.positionals[:n], self.letters[at:])
            if shares is not None:
                break
        else:
            return at
        actions, self.positionals = self.positionals[:n], self.positionals[n:]
        for action, share in zip(actions, shares):
            self.act(action, self.words[at:at + share])
            at += share
        return at

    def number_for(self, action, letters):
        found = _lengths(action, letters)
        if not found:
            raise ArgumentError(action, _expected(action.nargs))
        return found[0]

    def take_option(self, at):
        action, option, given = self.options[at]
        done = []
        while True:
            if action is None:
                self.extras.append(self.words[at])
                return at + 1
            if given is None:
                end = at + 1 + self.number_for(action, self.letters[at + 1:])
                done.append((action, self.words[at + 1:end], option))
                break
            number = self.number_for(action, "A")
            if number == 1:
                end = at + 1
                done.append((action, [given], option))
                break
            # -abc: -a takes nothing, so that -bc follows
            short = option[0] + given[:1]
            if option[1] in self.parser.prefix_chars or short not in self.parser._option_string_actions or not given:
                raise ArgumentError(action, f"ignored explicit argument {given!r}")
            done.append((action, [], option))
            action, option, given = self.parser._option_string_actions[short], short, given[1:] or None
        for action, words, option in done:
            self.act(action, words, option)
        return end

    def act(self, action, words, option=None):
        self.seen.append(action)
        values = self.parser._get_values(action, words)
        if values is not action.default:
            self.not_default.append(action)
            for group in self.parser._mutually_exclusive_groups:
                for other in group._group_actions if action in group._group_actions else []:
                    if other is not action and other in self.not_default:
                        raise ArgumentError(action, f"not allowed with argument {_action_name(other)}")
        if values is not SUPPRESS:
            action(self.parser, self.namespace, values, option)

    def complete(self):
        parser, missing = self.parser, []
        for action in parser._actions:
            if action in self.seen:
                continue
            if action.required:
                missing.append(_action_name(action))
            elif isinstance(action.default, str) and getattr(self.namespace, action.dest, None) is action.default:
                setattr(self.namespace, action.dest, parser._get_value(action, action.default))
        if missing:
            parser.error(f"the following arguments are required: {', '.join(missing)}")
        for group in parser._mutually_exclusive_groups:
            if group.required and not any(action in self.not_default for action in group._group_actions):
                names = [_action_name(a) for a in group._group_actions if a.help is not SUPPRESS]
                parser.error(f"one of the arguments {' '.join(names)} is required")


class ArgumentParser(_ActionsContainer):
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[], formatter_class=HelpFormatter,
                 prefix_chars="-", fromfile_prefix_chars=None, argument_default=None, conflict_handler="error", add_help=True,
                 allow_abbrev=True, exit_on_error=True):
        if fromfile_prefix_chars is not None:
            raise NotImplementedError("argparse.ArgumentParser(fromfile_prefix_chars=...) is not offered here: a program is "
                                      "data here, it cannot reach files")
        super().__init__(description, prefix_chars, argument_default, conflict_handler)
        self.prog = os.path.basename(sys.argv[0]) if prog is None else prog
        self.usage, self.epilog, self.formatter_class = usage, epilog, formatter_class
        self.fromfile_prefix_chars, self.add_help = None, add_help
        self.allow_abbrev, self.exit_on_error = allow_abbrev, exit_on_error
        self._positionals = self.add_argument_group("positional arguments")
        self._optionals = self.add_argument_group("options")
        self._subparsers = None
        if add_help:
            sign = "-" if "-" in prefix_chars else prefix_chars[0]
            self.add_argument(sign + "h", sign * 2 + "help", action="help", default=SUPPRESS,
                              help="show this help message and exit")
        for parent in parents:
            self._add_container_actions(parent)
            self._defaults.update(parent._defaults)

    def __repr__(self):
        names = ("prog", "usage", "description", "formatter_class", "conflict_handler", "add_help")
        return _shown(self, [(name, getattr(self, name)) for name in names])

    def add_subparsers(self, **kwargs):
        if self._subparsers is not None:
            self.error("cannot have multiple subparser arguments")
        kwargs.setdefault("parser_class", type(self))
        self._subparsers = self._positionals
        if "title" in kwargs or "description" in kwargs:
            self._subparsers = self.add_argument_group(kwargs.pop("title", "subcommands"), kwargs.pop("description", None))
        if kwargs.get("prog") is None:
            formatter = self._get_formatter()
            formatter.add_usage(self.usage, self._get_positional_actions(), self._mutually_exclusive_groups, "")
            kwargs["prog"] = formatter.format_help().strip()
        kind = self._registry_get("action", kwargs.pop("action", "parsers"), _SubParsersAction)
        action = kind(option_strings=[], **kwargs)
        self._subparsers._add_action(action)
        return action

    def _add_action(self, action):
        (self._optionals if action.option_strings else self._positionals)._add_action(action)
        return action

    def _get_positional_actions(self):
        return [action for action in self._actions if not action.option_strings]

    def parse_args(self, args=None, namespace=None):
        namespace, unknown = self.parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return namespace

    def parse_known_args(self, args=None, namespace=None):
        words = sys.argv[1:] if args is None else list(args)
        if namespace is None:
            namespace = Namespace()
        for action in self._actions:
            if action.dest is not SUPPRESS and action.default is not SUPPRESS and not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, action.default)
        for dest, value in self._defaults.items():
            if not hasattr(namespace, dest):
                setattr(namespace, dest, value)
        try:
            run = _Run(self, words, namespace)
            run.read()
        except ArgumentError as e:
            if not self.exit_on_error:
                raise
            self.error(str(e))
        unknown = run.extras
        if hasattr(namespace, _UNRECOGNIZED_ARGS_ATTR):
            unknown += getattr(namespace, _UNRECOGNIZED_ARGS_ATTR)
            delattr(namespace, _UNRECOGNIZED_ARGS_ATTR)
        return namespace, unknown

    def _parse_optional(self, word):
        """None: an argument. Of an option its action, its name, and what stands behind a = in the same word."""
        if not word or word[0] not in self.prefix_chars:
            return None
        if word in self._option_string_actions:
            return self._option_string_actions[word], word, None
        if len(word) == 1:
            return None
        name, equals, given = word.partition("=")
        if equals and name in self._option_string_actions:
            return self._option_string_actions[name], name, given
        found = self._get_option_tuples(word)
        if len(found) > 1:
            self.error(f"ambiguous option: {word} could match {', '.join([name for action, name, given in found])}")
        if found:
            return found[0]
        if _is_negative_number(word) and not self._has_negative_number_optionals or " " in word:
            return None
        return None, word, None

    def _get_option_tuples(self, word):
        """Options that it may be short for, or that it begins with."""
        options = self._option_string_actions
        if word[1] in self.prefix_chars:
            name, equals, given = word.partition("=")
            return [(action, option, given if equals else None) for option, action in options.items()
                    if option.startswith(name)] if self.allow_abbrev else []
        found = []
        for option, action in options.items():
            if option == word[:2]:
                found.append((action, option, word[2:]))
            elif option.startswith(word):
                found.append((action, option, None))
        return found

    def _get_values(self, action, words):
        nargs = action.nargs
        if nargs not in (PARSER, REMAINDER) and "--" in words:
            words.remove("--")
        if not words and nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._get_value(action, value)
                self._check_value(action, value)
            return value
        if not words and nargs == ZERO_OR_MORE and not action.option_strings:
            value = words if action.default is None else action.default
            self._check_value(action, value)
            return value
        if nargs == SUPPRESS:
            return SUPPRESS
        values = [self._get_value(action, word) for word in words]
        for value in [] if nargs == REMAINDER else values[:1] if nargs == PARSER else values:
            self._check_value(action, value)
        return values[0] if len(words) == 1 and nargs in (None, OPTIONAL) else values

    def _get_value(self, action, word):
        of = self._registry_get("type", action.type, action.type)
        try:
            return of(word)
        except ArgumentTypeError as e:
            raise ArgumentError(action, str(e)) from None
        except (TypeError, ValueError):
            name = getattr(action.type, "__name__", repr(action.type))
            raise ArgumentError(action, f"invalid {name} value: {word!r}") from None

    def _check_value(self, action, value):
        if action.choices is not None and value not in action.choices:
            choices = ", ".join(map(repr, action.choices))
            raise ArgumentError(action, f"invalid choice: {value!r} (choose from {choices})")

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def format_usage(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return formatter.format_help()

    def format_help(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def print_usage(self, file=None):
        self._print_message(self.format_usage(), sys.stdout if file is None else file)

    def print_help(self, file=None):
        self._print_message(self.format_help(), sys.stdout if file is None else file)

    def _print_message(self, message, file=None):
        if message:
            (sys.stderr if file is None else file).write(message)

    def exit(self, status=0, message=None):
        if message:
            self._print_message(message, sys.stderr)
        sys.exit(status)

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: error: {message}\n")
