import { AppError } from "../lib/errors.ts";

/**
 * The query engine's own check of a question: throws `invalid` with dotted fields under `params` when the engine would
 * refuse it. Passed in as a function, because the board and the engine do not import each other.
 */
export type CheckQuestion = (type: string, params: Record<string, unknown>) => void;

/** Lets the engine check the question and reports faulty fields under their names in a config. */
export function checkAsConfig(check: () => void, nameInConfig: (parameter: string) => string = (name) => name): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof AppError) || error.details.fields === undefined) throw error;
    throw new AppError(
      error.code,
      error.message,
      { fields: renameFields(error.details.fields, nameInConfig) },
      {
        cause: error,
      },
    );
  }
}

function renameFields(fields: Record<string, string[]>, nameInConfig: (parameter: string) => string) {
  return Object.fromEntries(
    Object.entries(fields).map(([path, messages]) => {
      const [root, parameter, ...rest] = path.split(".");
      if (root !== "params" || parameter === undefined) return ["config", messages];
      return [["config", nameInConfig(parameter), ...rest].join("."), messages];
    }),
  );
}
