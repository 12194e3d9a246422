import { messageOf } from "../lib/errors.ts";

/** An error in a rule file and where it is: the path of keys and indexes to it. */
export class RuleProblem extends Error {
  override readonly name = "RuleProblem";

  constructor(
    readonly path: readonly PropertyKey[],
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The same with the line of the file; 0: it has no line of its own. */
export class RuleFileError extends Error {
  override readonly name = "RuleFileError";

  constructor(
    readonly line: number,
    readonly path: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${line > 0 ? `line ${line}: ` : ""}${path === "" ? "" : `${path}: `}${reason}`, options);
  }
}

/** Turns an Error into a RuleProblem at that place. */
export function at<Value>(path: readonly PropertyKey[], step: () => Value): Value {
  try {
    return step();
  } catch (error) {
    if (error instanceof RuleProblem) throw error;
    throw new RuleProblem(path, messageOf(error), { cause: error });
  }
}

/** A rule cannot do what it says with an event. It is undone for this event and counts an error. */
export class RuleFailure extends Error {
  override readonly name = "RuleFailure";
}
