import { languageExamples } from "../../filter/language/examples.ts";
import type { Outline } from "./outline.ts";

/** The manual of all commands, as `man` reads it (roff with the macros of man(7)). */
export function manPage(root: Outline): string {
  const lines = [
    `.TH VIGIE 1 "" "vigie ${root.version ?? ""}" "User Commands"`,
    ".SH NAME",
    `vigie \\- ${roff(root.description)}`,
    ".SH SYNOPSIS",
    ".B vigie",
    "COMMAND [OPTIONS]",
    ".SH COMMANDS",
    ...root.commands.flatMap(describe),
    ".SH THE QUERY LANGUAGE",
    "AND binds stronger than OR; brackets group.",
    ...languageExamples.flatMap(([line, meaning]) => [".TP", `.B ${roff(line)}`, roff(meaning)]),
    ".SH EXIT STATUS",
    "0 done, 1 failed, 2 wrong arguments, 3 damaged database, 130 interrupted.",
    ".SH ENVIRONMENT",
    "VIGIE_URL, VIGIE_TOKEN and VIGIE_PASSWORD say which service, with what; NO_COLOR keeps colours off.",
  ];
  return `${lines.join("\n")}\n`;
}

function describe(command: Outline): string[] {
  const name = ["vigie", ...command.path].join(" ");
  const { usage, options, notes, examples, commands } = command;
  return [
    `.SS ${roff(usage === "" ? name : `${name} ${usage}`)}`,
    `${roff(command.description)}.`,
    ...command.arguments.flatMap(({ name: argument, description }) => [
      ".TP",
      `.I ${roff(argument)}`,
      roff(description),
    ]),
    ...options.flatMap(({ name: option, short, hint, description }) => [
      ".TP",
      `.B ${short === undefined ? "" : `\\-${short}, `}\\-\\-${roff(option)}${hint === undefined ? "" : ` ${roff(hint)}`}`,
      roff(description) || "\\&",
    ]),
    ...notes.flatMap((note) => [".PP", roff(note)]),
    ...examples.flatMap(([line, meaning]) => [".PP", roff(meaning), ".RS", ".nf", roff(line), ".fi", ".RE"]),
    ...commands.flatMap(describe),
  ];
}

/** A text as it is written in roff: no letter of it is a command. */
function roff(text: string): string {
  const escaped = text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("'", "\\(aq");
  const ascii = escaped.replaceAll(/[^\x20-\x7e\s]/gu, (letter) => {
    return `\\[u${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`;
  });
  return ascii.replaceAll(/\s+/g, " ").replace(/^\./, "\\&.");
}
