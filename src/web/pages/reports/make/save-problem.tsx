import { ApiError } from "../../../api/api-error.ts";
import { explain } from "../../../states/explain.ts";
import { useFaultShown } from "../../../states/use-fault-shown.ts";
import { words } from "../../../words/words.ts";
import classes from "../report-form.module.css";
import type { ErrorOf } from "./report-draft.ts";

/** The service's message about a field, or about something inside it. */
export function errorsIn(error: Error | null): ErrorOf {
  const refused = error instanceof ApiError ? Object.entries(error.fields) : [];
  return (...paths) =>
    refused.find(([name]) => paths.some((path) => name === path || name.startsWith(`${path}.`)))?.[1];
}

/** Why it was not taken; what is wrong with single fields stands beside these, too. */
export function SaveProblem({ error }: { error: Error | null }) {
  const known = error && explain(error);
  const line = useFaultShown(error);
  return (
    <p ref={line} className={classes.problem} role="alert">
      {known && words.parts.refused(known.title, known.text)}
    </p>
  );
}
