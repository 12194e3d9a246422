import type { ArgDef, ArgsDef, CommandMeta } from "citty";
import type { Command } from "../command.ts";

/** All names and options of a command and those below it, for documents made from the whole table of commands. */
export interface Outline {
  /** Without `vigie`; empty for vigie itself. */
  path: readonly string[];
  description: string;
  version: string | undefined;
  /** Follows the name in its usage line, such as `[FILE]...`. */
  usage: string;
  arguments: { name: string; description: string; choices: readonly string[] }[];
  options: OutlineOption[];
  notes: readonly string[];
  examples: readonly (readonly [line: string, meaning: string])[];
  commands: Outline[];
}

export interface OutlineOption {
  name: string;
  short: string | undefined;
  /** Stands for its value; undefined: it takes none. */
  hint: string | undefined;
  description: string;
  /** All its possible values; empty: any. */
  choices: readonly string[];
}

export async function outlineOf(command: Command, path: readonly string[]): Promise<Outline> {
  const meta = (await resolve(command.meta)) as CommandMeta | undefined;
  const args = Object.entries(((await resolve(command.args)) ?? {}) as ArgsDef);
  const commands = Object.entries(((await resolve(command.subCommands)) ?? {}) as Record<string, unknown>);
  return {
    path,
    description: meta?.description ?? "",
    version: meta?.version,
    usage:
      command.usage ??
      args
        .filter(([, { type }]) => type === "positional")
        .map(usageWord)
        .join(" "),
    arguments: args.filter(([, { type }]) => type === "positional").map(argumentOf),
    options: args.filter(([, { type }]) => type !== "positional").map(optionOf),
    notes: command.notes ?? [],
    examples: command.examples ?? [],
    commands: await Promise.all(
      commands.map(async ([name, below]) => outlineOf((await resolve(below)) as Command, [...path, name])),
    ),
  };
}

async function resolve<T>(value: T | (() => T | Promise<T>) | Promise<T>): Promise<T> {
  return typeof value === "function" ? (value as () => T | Promise<T>)() : value;
}

function usageWord([name, { required }]: [string, ArgDef]): string {
  return required ? name.toUpperCase() : `[${name.toUpperCase()}]`;
}

function argumentOf([name, definition]: [string, ArgDef]): Outline["arguments"][number] {
  return { name: name.toUpperCase(), description: definition.description ?? "", choices: choicesOf(definition) };
}

function optionOf([name, definition]: [string, ArgDef]): OutlineOption {
  const alias = "alias" in definition && typeof definition.alias === "string" ? definition.alias : "";
  const hint = definition.type === "boolean" ? undefined : (definition.valueHint ?? "VALUE");
  const short = alias.length === 1 ? alias : undefined;
  return { name, short, hint, description: definition.description ?? "", choices: choicesOf(definition) };
}

function choicesOf(definition: ArgDef & { choices?: readonly string[] }): readonly string[] {
  return definition.choices ?? [];
}
