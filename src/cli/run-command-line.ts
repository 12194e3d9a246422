import { type ArgsDef, type CommandMeta, runCommand } from "citty";
import { AppError } from "../lib/errors.ts";
import { ExitCode, StartError } from "../lib/start-error.ts";
import { didYouMean } from "../query/parse/nearest-name.ts";
import { type Command, CommandError, usageError } from "./command.ts";
import { renderHelp } from "./help.ts";
import { createPaint } from "./output.ts";

/**
 * Follows a command line and returns the exit code: 0 done, 1 failed, 2 wrong arguments, 3 damaged database. Messages
 * for people go to stderr; requested output, help included, goes to stdout.
 */
export async function runCommandLine(root: Command, argv: readonly string[]): Promise<number> {
  const path: string[] = [];
  try {
    const found = await findCommand(root, asQuestion(argv), path);
    const version = (found.command.meta as CommandMeta | undefined)?.version;
    if (version !== undefined && (found.rest[0] === "--version" || found.rest[0] === "-v")) {
      process.stdout.write(`${version}\n`);
      return ExitCode.ok;
    }
    if (asksForHelp(found.rest)) {
      if (isMistyped(found)) throw usageError(missingCommand(found.command, found.rest));
      process.stdout.write(`${await renderHelp(found.command, path)}\n`);
      return ExitCode.ok;
    }
    if (found.command.run === undefined) throw usageError(missingCommand(found.command, found.rest));
    const args = (await resolve(found.command.args)) ?? {};
    checkArguments(found.command, args, found.rest);
    const { result } = await runCommand(found.command, { rawArgs: [...found.rest] });
    return typeof result === "number" ? result : ExitCode.ok;
  } catch (error) {
    return report(error, ["vigie", ...path].join(" "));
  }
}

/** `help import` is `import --help`. */
function asQuestion(argv: readonly string[]): readonly string[] {
  return argv[0] === "help" && argv.length > 1 ? [...argv.slice(1), "--help"] : argv;
}

/** Goes down the table of commands as long as the next word names one. */
async function findCommand(
  root: Command,
  argv: readonly string[],
  path: string[],
): Promise<{ command: Command; rest: readonly string[] }> {
  let command = root;
  let rest = argv;
  for (;;) {
    const commands = (await resolve(command.subCommands)) as Record<string, unknown> | undefined;
    const name = rest[0];
    if (commands === undefined || name === undefined || !Object.hasOwn(commands, name)) return { command, rest };
    command = (await resolve(commands[name])) as Command;
    path.push(name);
    rest = rest.slice(1);
  }
}

async function resolve<T>(value: T | (() => T | Promise<T>) | Promise<T>): Promise<T> {
  return typeof value === "function" ? (value as () => T | Promise<T>)() : value;
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const options = end < 0 ? argv : argv.slice(0, end);
  return options.includes("--help") || options.includes("-h") || (argv.length === 1 && argv[0] === "help");
}

/** A word in the place of a command's name. */
function isMistyped({ command, rest }: { command: Command; rest: readonly string[] }): boolean {
  const [word] = rest;
  return command.subCommands !== undefined && word !== undefined && !word.startsWith("-") && word !== "help";
}

function missingCommand(command: Command, rest: readonly string[]): string {
  const names = Object.keys((command.subCommands ?? {}) as Record<string, unknown>);
  const [name] = rest;
  const got = name === undefined ? "No command given." : `Unknown command "${name}".${didYouMean(name, names)}`;
  return `${got} Expected one of: ${names.join(", ")}.`;
}

/** citty accepts any option; a mistyped one must not be silently ignored. */
function checkArguments(command: Command, args: ArgsDef, argv: readonly string[]): void {
  let positionals = 0;
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word === "--") {
      positionals += argv.length - i - 1;
      break;
    }
    if (word === "-" || !word.startsWith("-")) {
      positionals += 1;
      continue;
    }
    const [name, value] = word.replace(/^--?/, "").split("=", 2) as [string, string | undefined];
    const definition = findOption(args, name);
    if (definition === undefined) throw usageError(unknownOption(word.split("=", 1)[0]!, args));
    const takesValue = definition.type !== "boolean";
    if (!takesValue && value !== undefined && !["true", "false"].includes(value))
      throw usageError(`--${name} takes no value.`);
    if (!takesValue || value !== undefined) continue;
    const next = argv[i + 1];
    // No option begins with a digit: -1h is a value.
    const hasNext = next !== undefined && (next === "-" || !/^-(?!\d)/.test(next));
    if (hasNext) i++;
    else if (!(definition as { optionalValue?: true }).optionalValue) throw usageError(`--${name} needs a value.`);
  }
  const allowed =
    command.positionalsMax ?? Object.values(args).filter((definition) => definition.type === "positional").length;
  if (positionals > allowed)
    throw usageError(
      `Too many arguments: expected ${allowed === 0 ? "none" : `at most ${allowed}`}, got ${positionals}.`,
    );
}

function unknownOption(word: string, args: ArgsDef): string {
  const names = Object.keys(args).filter((name) => args[name]!.type !== "positional");
  return `Unknown option "${word}".${didYouMean(word, names, "--")}`;
}

function findOption(args: ArgsDef, name: string): ArgsDef[string] | undefined {
  for (const [key, definition] of Object.entries(args)) {
    if (definition.type === "positional") continue;
    const aliases = "alias" in definition && definition.alias !== undefined ? [definition.alias].flat() : [];
    if (key === name || aliases.includes(name)) return definition;
    if (definition.type === "boolean" && name === `no-${key}`) return definition;
  }
  return undefined;
}

function report(error: unknown, name: string): number {
  const paint = createPaint(process.stderr);
  const say = (message: string) => process.stderr.write(`${paint("red", "vigie:")} ${message}\n`);
  const exitCode = exitCodeOf(error);
  say(error instanceof Error ? error.message : String(error));
  if (exitCode === ExitCode.wrongArguments) process.stderr.write(`Try "${name} --help".\n`);
  return exitCode;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError || error instanceof StartError) return error.exitCode;
  if (error instanceof AppError) return ExitCode.failed;
  return (error as { name?: unknown } | undefined)?.name === "CLIError" ? ExitCode.wrongArguments : ExitCode.failed;
}
