import { CommandError } from "../command.ts";
import type { RequestError } from "../http-client.ts";
import { createPaint, showControls } from "../output.ts";

/** A refusal that names a column of the query, shown below the query with a caret under it; others as they are. */
export function explainQueryError(error: RequestError, q: string): CommandError {
  const found = q === "" ? undefined : /\bcolumn (\d+)/i.exec(error.message);
  if (!found) return new CommandError(error.message, 2, { cause: error });
  const column = Math.min(Number(found[1]), q.length + 1);
  const before = showControls(q.slice(0, column - 1));
  const caret = createPaint(process.stderr)("red", "^");
  return new CommandError(
    `${messageFor(error)}\n  ${showControls(q)}\n  ${" ".repeat(Bun.stringWidth(before))}${caret}`,
    2,
    { cause: error },
  );
}

/** What was said about `q`, without the path of the parameter. */
function messageFor(error: RequestError): string {
  const fields = (error.body ?? {}) as Record<string, unknown>;
  const said = Object.entries(fields).find(([name]) => /(^|\.)q$/.test(name))?.[1];
  return said === undefined ? error.message : [said].flat().join(" ");
}
