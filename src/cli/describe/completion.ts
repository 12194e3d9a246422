import type { Outline, OutlineOption } from "./outline.ts";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** Completes commands, options, values where the choice is limited and, where nothing else fits, names of files. */
export function completionScript(shell: Shell, root: Outline): string {
  return shell === "bash" ? bash(root) : shell === "zsh" ? zsh(root) : fish(root);
}

function everyCommand(command: Outline): Outline[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

function wordsOf({ commands, options, arguments: positionals }: Outline): string[] {
  return [
    ...positionals.flatMap(({ choices }) => choices),
    ...commands.map(({ path }) => path.at(-1)!),
    ...options.map(({ name }) => `--${name}`),
    "--help",
  ];
}

/** Each spelling of an option of these commands whose values are known, after the command: `patterns/--order`. */
function everyChoice(root: Outline): { at: string; choices: readonly string[] }[] {
  return everyCommand(root).flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .flatMap(({ name, short, choices }) =>
        [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((written) => ({
          at: [...path, written].join("/"),
          choices,
        })),
      ),
  );
}

/** The words of the line that name commands lead to the possible next words. */
function bash(root: Outline): string {
  const cases = everyCommand(root).map(
    (command) => `    "${command.path.join(" ")}") words="${wordsOf(command).join(" ")}" ;;`,
  );
  return `# bash completion for vigie
_vigie() {
  local current="\${COMP_WORDS[COMP_CWORD]}" option="\${COMP_WORDS[COMP_CWORD-1]}" path="" word words
  # Bash takes the = of --option=value for a word.
  if [[ "$current" == "=" ]]; then current=""
  elif [[ "$option" == "=" ]]; then option="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${commandPaths(root)
      .map((path) => path.replaceAll(" ", "/"))
      .join(" ")} " in
      *" \${path:+$path/}$word "*) path="\${path:+$path/}$word" ;;
    esac
  done
  case "\${path//\\// }" in
${cases.join("\n")}
  esac
  case "$path/$option" in
${everyChoice(root)
  .map(({ at, choices }) => `    "${at}") words="${choices.join(" ")}" ;;`)
  .join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _vigie vigie
`;
}

function commandPaths(root: Outline): string[] {
  return everyCommand(root)
    .slice(1)
    .map(({ path }) => path.join(" "));
}

/** Works from a folder of the `fpath` and when it is sourced. */
function zsh(root: Outline): string {
  const cases = everyCommand(root).map((command) => {
    const commands = [
      ...command.commands.map(({ path, description }) => zshWord(path.at(-1)!, description)),
      ...command.arguments.flatMap(({ choices, description }) => choices.map((word) => zshWord(word, description))),
    ];
    const options = command.options.map(({ name, description }) => zshWord(`--${name}`, description));
    const help = zshWord("--help", "Say what it does");
    return `    "${command.path.join("/")}") commands=(${commands.join(" ")}); options=(${[...options, help].join(" ")}) ;;`;
  });
  const paths = everyCommand(root)
    .slice(1)
    .map(({ path }) => path.join("/"));
  return `#compdef vigie
_vigie() {
  local at="" word option="\${words[CURRENT-1]}"
  local -a commands options values
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at/}$word" in
      ${paths.join("|")}) at="\${at:+$at/}$word" ;;
    esac
  done
  case "$at" in
${cases.join("\n")}
  esac
  if [[ "$PREFIX" == --*=* ]]; then option="\${PREFIX%%=*}"; compset -P 1 "*="; fi
  case "$at/$option" in
${everyChoice(root)
  .map(({ at, choices }) => `    "${at}") values=(${choices.join(" ")}) ;;`)
  .join("\n")}
  esac
  if (( $#values )); then compadd -a values
  elif [[ "$PREFIX" == -* ]]; then _describe -o option options
  elif (( $#commands )); then _describe command commands
  else _files
  fi
}
if [[ "$funcstack[1]" == _vigie ]]; then _vigie "$@"; else compdef _vigie vigie; fi
`;
}

function zshWord(word: string, description: string): string {
  return `'${`${word}:${description}`.replaceAll("'", "'\\''")}'`;
}

function fish(root: Outline): string {
  const lines = everyCommand(root).flatMap((command) => {
    const condition = conditionOf(command, root);
    return [
      ...command.commands.map(({ path, description }) => fishLine(condition, `-f -a ${path.at(-1)}`, description)),
      ...command.arguments
        .filter(({ choices }) => choices.length > 0)
        .map(({ choices, description }) => fishLine(condition, `-f -a "${choices.join(" ")}"`, description)),
      ...command.options.map((option) => fishLine(condition, fishOption(option), option.description)),
    ];
  });
  return `# fish completion for vigie\n${lines.join("\n")}\n`;
}

function fishOption({ name, short, hint, choices }: OutlineOption): string {
  const value = choices.length > 0 ? ` -x -a "${choices.join(" ")}"` : hint === undefined ? "" : " -r";
  return `${short === undefined ? "" : `-s ${short} `}-l ${name}${value}`;
}

function conditionOf({ path, commands }: Outline, root: Outline): string {
  if (path.length === 0) return "__fish_use_subcommand";
  const below = commands.map((command) => command.path.at(-1)).join(" ");
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ");
  if (path.length === 1 && below !== "") return `${seen}; and not __fish_seen_subcommand_from ${below}`;
  return root.commands.length === 0 ? "true" : seen;
}

function fishLine(condition: string, what: string, description: string): string {
  return `complete -c vigie -n '${condition}' ${what} -d '${description.replaceAll(/['\\]/g, "\\$&")}'`;
}
