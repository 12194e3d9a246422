import { parseArgs } from "node:util";
import { type ArgsDef, type CommandDef, renderUsage, runCommand as runCitty } from "citty";
import { AppError, messageOf } from "../lib/errors.ts";
import { ExitCode, StartError } from "../lib/start-error.ts";

/** Runs one command with its arguments; gives the exit code. What goes wrong is one line on stderr. */
export async function runCommand(command: CommandDef, rawArgs: string[]): Promise<number> {
  try {
    if (rawArgs.some((argument) => argument === "--help" || argument === "-h")) {
      process.stdout.write(`${await renderUsage(command, { meta: { name: "vigie" } })}\n`);
      return ExitCode.ok;
    }
    requireKnownArguments(((await command.args) ?? {}) as ArgsDef, rawArgs);
    const { result } = await runCitty(command, { rawArgs });
    return typeof result === "number" ? result : ExitCode.ok;
  } catch (error) {
    process.stderr.write(`vigie: ${messageOf(error)}\n`);
    return exitCodeOf(error);
  }
}

/** citty takes whatever comes; a misspelt flag must not be a setting silently not made. */
function requireKnownArguments(definitions: ArgsDef, rawArgs: string[]): void {
  const flags = Object.entries(definitions).filter(([, { type }]) => type !== "positional");
  const options = Object.fromEntries(
    flags.map(([name, { type }]) => [name, { type: type === "boolean" ? ("boolean" as const) : ("string" as const) }]),
  );
  const allowPositionals = flags.length < Object.keys(definitions).length;
  try {
    parseArgs({ args: rawArgs, options, allowPositionals, allowNegative: true, strict: true });
  } catch (error) {
    throw new StartError(messageOf(error), ExitCode.wrongArguments, { cause: error });
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof StartError) return error.exitCode;
  if (error instanceof AppError) return ExitCode.failed;
  return (error as { name?: unknown }).name === "CLIError" ? ExitCode.wrongArguments : ExitCode.failed;
}
