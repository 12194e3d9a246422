import { hostname } from "node:os";
import type { LinePattern } from "../../ingest/line-formats/line-fields.ts";
import { type LineFormat, lineFormats } from "../../ingest/line-formats/line-fields.ts";
import { messageOf } from "../../lib/errors.ts";
import { expandGrok } from "../../parser-rules/compile/grok.ts";
import { compileMatcher } from "../../parser-rules/compile/matcher.ts";
import { compileTimeFormat } from "../../time-text/time-format.ts";
import { usageError } from "../command.ts";
import { readTimezone } from "../time-arguments.ts";
import type { ImportOptions } from "./import-files.ts";

/** How to read lines, as given on the command line. */
export const lineArguments = {
  format: {
    type: "string",
    valueHint: "NAME",
    choices: ["auto", ...lineFormats],
    description: `Read every line as ${lineFormats.join(", ")} (auto: line by line)`,
  },
  host: { type: "string", valueHint: "NAME", description: "Host for lines that name none (this machine's name)" },
  program: {
    type: "string",
    valueHint: "NAME",
    description:
      "Program for lines that name none (their logger, else from the file: dpkg.log.2.gz is dpkg, /var/log/apt/term.log is apt)",
  },
  tag: {
    type: "string",
    valueHint: "NAME=VALUE",
    description: "Tag for all events without it; may be repeated",
  },
  zone: {
    type: "string",
    alias: "timezone",
    valueHint: "ZONE",
    description: "Zone for times that name none, such as Europe/Berlin (this machine's)",
  },
  year: {
    type: "string",
    valueHint: "YYYY",
    description: "Year for times that name none (guessed from the file's time)",
  },
  "time-format": {
    type: "string",
    valueHint: "FORMAT",
    description:
      'How times are written: "%d.%m.%Y %H:%M:%S" or "dd.MM.yyyy HH:mm:ss,SSS"; looked for near the beginning',
  },
  pattern: {
    type: "string",
    valueHint: "PATTERN",
    description:
      'What lines are made of, as a regular expression or grok: "%{IP:host} %{WORD:level} (?P<time>\\S+) %{GREEDYDATA:message}"',
  },
  "one-line": {
    type: "boolean",
    description: "Every line is an event: nothing is joined, not even stack traces",
  },
} as const;

export interface LineArguments {
  format?: string;
  host?: string;
  program?: string;
  zone?: string;
  year?: string;
  "time-format"?: string;
  pattern?: string;
  "one-line"?: boolean;
}

/** `tags`: the value of each `--tag`. Throws CommandError that names the wrong argument. */
export function readOptions(args: LineArguments, tags: readonly string[]): ImportOptions {
  const { format, year, pattern } = args;
  const timeFormat = args["time-format"];
  if (format !== undefined && format !== "auto" && !(lineFormats as readonly string[]).includes(format))
    throw usageError(`--format: expected auto or one of ${lineFormats.join(", ")}, got "${format}".`);
  if (year !== undefined && !/^(19[7-9]\d|20\d\d)$/.test(year))
    throw usageError(`--year: expected a year such as 2026, got "${year}".`);
  if (pattern !== undefined && format !== undefined) throw usageError("--pattern goes without --format.");
  return {
    host: args.host ?? hostname(),
    program: args.program,
    tags: tags.flatMap(readTag),
    oneLine: args["one-line"] ?? false,
    line: {
      timezone: readTimezone(args.zone, "--zone"),
      ...(format === undefined || format === "auto" ? {} : { format: format as LineFormat }),
      ...(year === undefined ? {} : { year: Number(year) }),
      ...(timeFormat === undefined
        ? {}
        : { timeFormat: orUsage("--time-format", timeFormat, () => compileTimeFormat(timeFormat)) }),
      ...(pattern === undefined ? {} : { pattern: orUsage("--pattern", pattern, () => compilePattern(pattern)) }),
    },
  };
}

/** citty keeps only the last value of a repeated option. */
export function repeated(rawArgs: readonly string[], option: string): string[] {
  return rawArgs.flatMap((word, index) => {
    if (word.startsWith(`${option}=`)) return word.slice(option.length + 1);
    return word === option ? (rawArgs[index + 1] ?? []) : [];
  });
}

function readTag(text: string): [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals < 1 || equals === text.length - 1) throw usageError(`--tag: expected NAME=VALUE, got "${text}".`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function orUsage<T>(option: string, text: string, compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    throw usageError(`${option}: ${messageOf(error)}, got "${text}".`);
  }
}

/** Grok's names and named groups; a line fits when the pattern is found in it. */
function compilePattern(pattern: string): LinePattern {
  const { pattern: expanded, captures } = expandGrok(pattern);
  const matcher = compileMatcher(expanded);
  const names = [...matcher.groupNames].filter(([name]) => !/^g\d+$/.test(name));
  if (names.length + captures.length === 0)
    throw new Error("expected at least one name in it, such as %{TIMESTAMP_ISO8601:time} or (?P<message>.*)");
  return (line) => {
    const groups = matcher.exec(line);
    if (groups === undefined) return undefined;
    const found = new Map<string, string>();
    const add = (name: string, value: string | undefined) => {
      if (value !== undefined && value !== "" && !found.has(name)) found.set(name, value);
    };
    for (const { group, tag } of captures) add(tag, groups[group]);
    for (const [name, group] of names) add(name, groups[group]);
    return found;
  };
}
