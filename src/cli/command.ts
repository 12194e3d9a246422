import type { ArgsDef, CommandContext, CommandDef } from "citty";

/** A command of the command line, as citty knows it, with the parts of its help beyond the options. */
export interface Command<T extends ArgsDef = ArgsDef> extends CommandDef<T> {
  /** Follows the name in the usage line where citty's own text is not enough, such as `FILE...`. */
  usage?: string;
  /** Paragraphs below the options. */
  notes?: string[];
  /** Each a full command line, with an explanation. */
  examples?: [line: string, meaning: string][];
  /** Positional arguments it takes at most; by default as many as `args` names. */
  positionalsMax?: number;
}

/** Writes a command with the types of its arguments inferred. `run` returns the exit code; nothing means 0. */
export function defineVigieCommand<const T extends ArgsDef>(
  definition: Omit<Command<T>, "run"> & { run?: (context: CommandContext<T>) => Promise<number | undefined> },
): Command {
  return definition as unknown as Command;
}

/** The command line cannot be followed, or the request failed. `message` is for a person and may have several lines. */
export class CommandError extends Error {
  override readonly name = "CommandError";

  constructor(
    message: string,
    readonly exitCode: number = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Exit code 2: the arguments are wrong. */
export function usageError(message: string): CommandError {
  return new CommandError(message, 2);
}
