// Writes the manual page and the completions of bash, zsh and fish from the tables of subcommands,
// options and commands, so that they say what the program does. Run while building.
//
// usage: manual man|bash|zsh|fish
#include "learn/pages.h"

#include <stdio.h>
#include <string.h>

typedef struct subcommand {
  const char *name, *operands, *help;
} subcommand;
static const subcommand subcommands[] = {
#define S(name, fn, operands, least, most, deep, help) {name, operands, help},
#include "cmd/subcommands.def"
#undef S
};

enum { FLAG, TEXT, NUMBER };
typedef struct option {
  const char *name;
  int kind;
  const char *argument, *commands, *help;
} option;
static const option options[] = {
#define O(name, kind, field, argument, commands, help) {name, kind, argument, commands, help},
#include "cmd/options.def"
#undef O
};

static const struct {
  const char *name, *arguments, *group, *help;
} commands[] = {
#define C(name, arguments, fn, group, help) {name, arguments, group, help},
#include "cmd/commands.def"
#undef C
};

#define COUNT(a) (sizeof(a) / sizeof *(a))

static bool listed(const option *o, const char *name) {
  size_t n = strlen(name);
  if (!strcmp(o->commands, "*")) return true;
  for (const char *at = o->commands; (at = strstr(at, name)); at += n)
    if ((at == o->commands || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
  return false;
}

static bool is_file(const subcommand *s) { return strstr(s->operands, "FILE") != NULL; }
static bool is_folder(const subcommand *s) { return strstr(s->operands, "DIR") != NULL; }
static bool takes_pages(const subcommand *s) { return strstr(s->operands, "TERM") != NULL; }

// The words of "a|b|c", separated by blanks; nothing for a description in capitals.
static void put_choices(const option *o) {
  if (!o->argument || !strchr(o->argument, '|')) return;
  for (const char *c = o->argument; *c; c++) putchar(*c == '|' ? ' ' : *c);
}

static void put_pages(void) {
  for (uint32_t i = 0; i < pages_count; i++)
    if (pages[i].kind != PAGE_EXAMPLE) printf("%s%s", i ? " " : "", pages[i].name);
}

// ---- the manual page ----

static void put_roff(const char *s) {
  for (bool start = true; *s; start = *s++ == '\n') {
    if (start && (*s == '.' || *s == '\'')) fputs("\\&", stdout);
    if (*s == '\\') fputs("\\e", stdout);
    else if (*s == '-') fputs("\\-", stdout);
    else putchar(*s);
  }
}

static void put_option(const option *o) {
  printf(".TP\n.B %s", o->name[1] ? "\\-\\-" : "\\-");
  put_roff(o->name);
  if (o->argument) {
    fputs(o->name[1] ? "=" : " ", stdout);
    put_roff(o->argument);
  }
  putchar('\n');
  put_roff(o->help);
  if (strcmp(o->commands, "*")) {
    fputs("\n(", stdout);
    put_roff(o->commands);
    putchar(')');
  }
  putchar('\n');
}

static void put_man(void) {
  fputs(
      ".TH DBIDX 1 \"\" \"dbidx " DBX_VERSION "\" \"User Commands\"\n"
      ".SH NAME\ndbidx \\- REPL and debugger for tracing with dynamic dimensions\n"
      ".SH SYNOPSIS\n.B dbidx\n[\\fIOPTIONS\\fR]\n.br\n.B dbidx\n"
      "[\\fIOPTIONS\\fR] [\\fB-i\\fR] \\fIFILE\\fR | \\fB-c\\fR \\fITEXT\\fR "
      "[\\fIARG\\fR...]\n.br\n"
      ".B dbidx\n\\fISUBCOMMAND\\fR "
      "[\\fIOPTIONS\\fR] ...\n"
      ".SH DESCRIPTION\n"
      "Programs of JAX and PennyLane Catalyst are traced into Jaxprs whose dimensions may be known "
      "only when they run. Without a subcommand a prompt starts: statements run as in a file, a "
      "declaration such as\n.B n: int\nbegins a program that is traced while it is typed, and "
      "after each loop or conditional a report shows what tracing made of it. Standard input "
      "that is no terminal is read without prompts.\n"
      ".SH SUBCOMMANDS\n",
      stdout);
  for (size_t i = 0; i < COUNT(subcommands); i++) {
    printf(".TP\n.B %s\n", subcommands[i].name);
    if (*subcommands[i].operands) {
      fputs("(operands: ", stdout), put_roff(subcommands[i].operands), fputs(")\n", stdout);
    }
    put_roff(subcommands[i].help);
    putchar('\n');
  }
  puts(".SH OPTIONS");
  for (size_t i = 0; i < COUNT(options); i++) put_option(&options[i]);
  puts(".TP\n.B \\-\\-version\nthe version");
  puts(".SH COMMANDS OF THE PROMPT\nUnique beginnings of the names work.");
  for (size_t i = 0; i < COUNT(commands); i++) {
    fputs(".TP\n.B :", stdout), put_roff(commands[i].name);
    putchar(' '), put_roff(commands[i].arguments), putchar('\n');
    put_roff(commands[i].help);
    putchar('\n');
  }
  fputs(".SH EXIT STATUS\n0; 1 for an error in a program, or a finding of check, conform or "
        "jaxpr; 2 for misuse.\n"
        ".SH FILES\n.TP\n.I $XDG_CONFIG_HOME/dbidx/init.py\nrun when the prompt starts\n"
        ".TP\n.I $XDG_STATE_HOME/dbidx/history\nthe lines typed at the prompt\n"
        ".TP\n.I $XDG_STATE_HOME/dbidx/sessions\njournals of the sessions that have not ended by "
        ":quit, for\n.B \\-\\-recover\n"
        ".TP\n.I $XDG_CACHE_HOME/dbidx/code\nmachine code of Jaxprs for other processes, some "
        "64 MB at most; may be removed at any time\n"
        ".SH ENVIRONMENT\n.TP\n.B DBIDX_CACHE\noff, session or disk, as\n.B \\-\\-cache\n.TP\n.B "
        "NO_COLOR\nif it is set, nothing is coloured\n"
        ".SH EXAMPLES\n.nf\n",
        stdout);
  put_roff("dbidx run program.py\n"
           "dbidx check README.md\n"
           "dbidx inspect program.py:f --emit=types\n"
           "dbidx explain InDBIdx\n");
  puts(".fi");
}

// ---- bash ----

static void put_bash_words(const char *name) {
  for (size_t i = 0; i < COUNT(options); i++) {
    if (!listed(&options[i], name)) continue;
    const char *dashes = options[i].name[1] ? "--" : "-";
    printf("%s%s%s ", dashes, options[i].name,
           options[i].kind == FLAG || !options[i].name[1] ? "" : "=");
  }
}

static void put_bash(void) {
  fputs("# bash completion of dbidx; made from its tables\n"
        "_dbidx() {\n"
        "  local cur prev command=prompt word i\n"
        "  cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
        "  if [[ $cur == = ]]; then cur=; else [[ $prev == = ]] && "
        "prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
        "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
        "    word=${COMP_WORDS[i]}\n"
        "    case $word in\n      ",
        stdout);
  for (size_t i = 0; i < COUNT(subcommands); i++) printf("%s%s", i ? "|" : "", subcommands[i].name);
  fputs(") command=$word; break ;;\n    esac\n  done\n  case $prev in\n", stdout);
  for (size_t i = 0; i < COUNT(options); i++) {
    if (!options[i].argument || !strchr(options[i].argument, '|')) continue;
    printf("    --%s) COMPREPLY=($(compgen -W \"", options[i].name);
    put_choices(&options[i]);
    puts("\" -- \"$cur\")); return ;;");
  }
  puts("  esac\n  if [[ $cur == -* ]]; then\n    case $command in");
  for (size_t i = 0; i < COUNT(subcommands); i++) {
    printf("      %s) COMPREPLY=($(compgen -W \"", subcommands[i].name);
    put_bash_words(subcommands[i].name);
    puts("\" -- \"$cur\")) ;;");
  }
  puts("    esac\n    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace\n    return\n  fi\n"
       "  case $command in");
  for (size_t i = 0; i < COUNT(subcommands); i++) {
    const subcommand *s = &subcommands[i];
    printf("    %s) ", s->name);
    if (!strcmp(s->name, "prompt")) {
      fputs("COMPREPLY=($(compgen -W \"", stdout);
      for (size_t k = 0; k < COUNT(subcommands); k++) printf("%s ", subcommands[k].name);
      puts("\" -- \"$cur\") $(compgen -f -- \"$cur\")); compopt -o filenames ;;");
    } else if (takes_pages(s)) {
      fputs("COMPREPLY=($(compgen -W \"", stdout);
      put_pages();
      puts("\" -- \"$cur\")) ;;");
    } else {
      printf("COMPREPLY=($(compgen -%c -- \"$cur\")); compopt -o filenames ;;\n",
             is_folder(s) ? 'd' : 'f');
    }
  }
  puts("  esac\n}\ncomplete -F _dbidx dbidx");
}

// ---- zsh ----

static void put_quoted(const char *s, const char *escaped) {
  for (; *s; s++) {
    if (*s == '\'') fputs("'\\''", stdout);
    else if (strchr(escaped, *s)) printf("\\%c", *s);
    else putchar(*s);
  }
}

static void put_zsh_options(const char *name) {
  for (size_t i = 0; i < COUNT(options); i++) {
    const option *o = &options[i];
    if (!listed(o, name)) continue;
    printf(" \\\n        '%s%s%s[", o->name[1] ? "--" : "-", o->name,
           o->kind == FLAG ? ""
           : o->name[1]    ? "="
                           : "+");
    put_quoted(o->help, "[]:\\");
    putchar(']');
    if (o->argument && strchr(o->argument, '|')) {
      printf(":%s:(", o->name), put_choices(o), putchar(')');
    } else if (o->argument) {
      printf(":%s:%s", o->argument, !strcmp(o->argument, "FILE") ? "_files" : "");
    }
    putchar('\'');
  }
}

static void put_zsh(void) {
  fputs("#compdef dbidx\n# made from the tables of dbidx\n_dbidx() {\n  local -a subcommands\n"
        "  subcommands=(\n",
        stdout);
  for (size_t i = 0; i < COUNT(subcommands); i++) {
    printf("    '%s:", subcommands[i].name);
    put_quoted(subcommands[i].help, ":\\");
    puts("'");
  }
  fputs("  )\n  local command=${words[(r)(", stdout);
  for (size_t i = 0; i < COUNT(subcommands); i++) printf("%s%s", i ? "|" : "", subcommands[i].name);
  puts(")]}\n  case $command in");
  for (size_t i = 0; i < COUNT(subcommands); i++) {
    const subcommand *s = &subcommands[i];
    printf("    %s)\n      _arguments", s->name);
    put_zsh_options(s->name);
    fputs(" \\\n        '1:subcommand:' ", stdout);
    if (takes_pages(s)) fputs("'*:page:(", stdout), put_pages(), fputs(")'", stdout);
    else if (is_folder(s)) fputs("'*:folder:_files -/'", stdout);
    else if (is_file(s)) fputs("'*:file:_files'", stdout);
    puts(" ;;");
  }
  fputs("    *)\n      _arguments", stdout);
  put_zsh_options("prompt");
  puts(" \\\n        '1:subcommand:{_describe subcommand subcommands; _files}' ;;\n  "
       "esac\n}\n_dbidx "
       "\"$@\"");
}

// ---- fish ----

static void put_fish_condition(const option *o) {
  if (!strcmp(o->commands, "*")) return;
  fputs(" -n '", stdout);
  if (listed(o, "prompt")) fputs("__fish_use_subcommand; or ", stdout);
  printf("__fish_seen_subcommand_from %s'", o->commands);
}

static void put_fish(void) {
  puts("# made from the tables of dbidx\ncomplete -c dbidx -f\n"
       "complete -c dbidx -n __fish_use_subcommand -F");
  for (size_t i = 0; i < COUNT(subcommands); i++) {
    const subcommand *s = &subcommands[i];
    printf("complete -c dbidx -n __fish_use_subcommand -a %s -d '", s->name);
    put_quoted(s->help, "");
    puts("'");
    if (is_file(s)) printf("complete -c dbidx -n '__fish_seen_subcommand_from %s' -F\n", s->name);
    if (is_folder(s))
      printf("complete -c dbidx -n '__fish_seen_subcommand_from %s' -a "
             "'(__fish_complete_directories)'\n",
             s->name);
    if (takes_pages(s)) {
      printf("complete -c dbidx -n '__fish_seen_subcommand_from %s' -a '", s->name);
      put_pages();
      puts("'");
    }
  }
  for (size_t i = 0; i < COUNT(options); i++) {
    const option *o = &options[i];
    fputs("complete -c dbidx", stdout);
    put_fish_condition(o);
    printf(" %s %s", o->name[1] ? "-l" : "-s", o->name);
    if (o->argument && strchr(o->argument, '|')) {
      fputs(" -x -a '", stdout), put_choices(o), putchar('\'');
    } else if (o->argument) {
      fputs(!strcmp(o->argument, "FILE") ? " -r" : " -x", stdout);
    }
    fputs(" -d '", stdout);
    put_quoted(o->help, "");
    puts("'");
  }
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*put)(void);
  } kinds[] = {{"man", put_man}, {"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};
  for (size_t i = 0; argc == 2 && i < COUNT(kinds); i++)
    if (!strcmp(kinds[i].name, argv[1])) {
      kinds[i].put();
      return fflush(stdout) || ferror(stdout);
    }
  fprintf(stderr, "usage: manual man|bash|zsh|fish\n");
  return 2;
}
