import type { ArgDef, ArgsDef, CommandMeta } from "citty";
import type { Command } from "./command.ts";
import { createPaint, type Paint } from "./output.ts";

/** A command's purpose, usage, options, notes and examples; in colours only on a terminal. */
export async function renderHelp(command: Command, path: readonly string[]): Promise<string> {
  const paint = createPaint(process.stdout);
  const width = Math.min(process.stdout.columns || widthMax, widthMax);
  const args = ((await resolve(command.args)) ?? {}) as ArgsDef;
  const commands = ((await resolve(command.subCommands)) ?? {}) as Record<string, unknown>;
  const meta = (await resolve(command.meta)) as CommandMeta | undefined;
  const name = ["vigie", ...path].join(" ");
  const parts = [
    `${paint("bold", name)}${meta?.version ? ` ${meta.version}` : ""}: ${meta?.description ?? ""}`,
    `${paint("bold", "Usage:")} ${usageOf(command, args, commands, name)}`,
    section(
      "Arguments",
      Object.entries(args)
        .filter(([, { type }]) => type === "positional")
        .map(argumentRow),
      paint,
      width,
    ),
    section(
      "Options",
      Object.entries(args)
        .filter(([, { type }]) => type !== "positional")
        .map(optionRow),
      paint,
      width,
    ),
    section("Commands", await Promise.all(Object.entries(commands).map(commandRow)), paint, width),
    ...(command.notes ?? []).map((note) => Bun.wrapAnsi(note, width)),
    renderExamples(command.examples ?? [], paint),
    Object.keys(commands).length > 0 ? `"${name} COMMAND --help" tells about one.` : "",
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Longer lines are hard to read. */
const widthMax = 110;

async function resolve<T>(value: T | (() => T | Promise<T>) | Promise<T>): Promise<T> {
  return typeof value === "function" ? (value as () => T | Promise<T>)() : value;
}

function usageOf(command: Command, args: ArgsDef, commands: Record<string, unknown>, name: string): string {
  const options = Object.values(args).some(({ type }) => type !== "positional") ? " [OPTIONS]" : "";
  if (command.usage !== undefined) return `${name}${options} ${command.usage}`;
  const positionals = Object.entries(args).filter(([, { type }]) => type === "positional");
  const words = positionals.map(([key, { required }]) => (required ? key.toUpperCase() : `[${key.toUpperCase()}]`));
  return [`${name}${options}`, ...words, ...(Object.keys(commands).length > 0 ? ["COMMAND"] : [])].join(" ");
}

type Row = [left: string, right: string];

function argumentRow([name, definition]: [string, ArgDef]): Row {
  return [name.toUpperCase(), definition.description ?? ""];
}

function optionRow([name, definition]: [string, ArgDef]): Row {
  const hint = definition.type === "boolean" ? "" : ` ${definition.valueHint ?? "VALUE"}`;
  // A longer alias is a former name: accepted, but not shown.
  const alias = "alias" in definition && typeof definition.alias === "string" ? definition.alias : "";
  const short = alias.length === 1 ? `-${alias}, ` : "";
  return [`${short}--${name}${hint}`, definition.description ?? ""];
}

async function commandRow([name, command]: [string, unknown]): Promise<Row> {
  const { meta } = (await resolve(command)) as Command;
  return [name, ((await resolve(meta)) as CommandMeta | undefined)?.description ?? ""];
}

/** Two columns; the right one is wrapped under itself. */
function section(title: string, rows: Row[], paint: Paint, width: number): string {
  if (rows.length === 0) return "";
  const left = Math.max(...rows.map(([text]) => text.length));
  const lines = rows.map(([text, meaning]) => {
    const wrapped = Bun.wrapAnsi(meaning, Math.max(width - left - 4, 30)).split("\n");
    return `  ${paint("cyan", text.padEnd(left))}  ${wrapped.join(`\n${" ".repeat(left + 4)}`)}`;
  });
  return [paint("bold", `${title}:`), ...lines].join("\n");
}

function renderExamples(examples: NonNullable<Command["examples"]>, paint: Paint): string {
  if (examples.length === 0) return "";
  const lines = examples.map(([line, meaning]) => `  ${paint("cyan", line)}\n      ${meaning}`);
  return [paint("bold", "Examples:"), ...lines].join("\n");
}
