import { CommandError } from "../command.ts";
import type { RequestError } from "../http-client.ts";
import { createPaint, showControls } from "../output.ts";

/**
 * Shows a refusal that names a column of the query below the query with a caret under it; one that names a parameter,
 * with the option that set it; others unchanged.
 */
export function explainQueryError(error: RequestError, q: string): CommandError {
  const found = q === "" ? undefined : /\bcolumn (\d+)/i.exec(error.message);
  if (!found) return new CommandError(byOption(error) ?? error.message, 2, { cause: error });
  const column = Math.min(Number(found[1]), q.length + 1);
  const before = showControls(q.slice(0, column - 1));
  const caret = createPaint(process.stderr)("red", "^");
  return new CommandError(
    `${messageFor(error)}\n  ${showControls(q)}\n  ${" ".repeat(Bun.stringWidth(before))}${caret}`,
    2,
    { cause: error },
  );
}

const options: Partial<Record<string, string>> = {
  "params.time_range.step": "--rate",
  "params.time_range.timezone": "--timezone",
  "params.limit": "--limit",
};

function byOption(error: RequestError): string | undefined {
  const [name, said] = Object.entries((error.body ?? {}) as Record<string, unknown>)[0] ?? [""];
  const option = options[name];
  return option === undefined ? undefined : `${option}: ${[said].flat().join(" ")}`;
}

/** The message about `q`, without the path of the parameter. */
function messageFor(error: RequestError): string {
  const fields = (error.body ?? {}) as Record<string, unknown>;
  const said = Object.entries(fields).find(([name]) => /(^|\.)q$/.test(name))?.[1];
  const message = said === undefined ? error.message : [said].flat().join(" ");
  const isAboutTime = /expected a number after .*, found "\d{4}-\d\d/.test(message);
  return isAboutTime
    ? `${message}\nThe range of time is no part of the query: --from, --to and --last choose it.`
    : message;
}
