import { CommandError } from "../command.ts";
import { type Client, RequestError } from "../http-client.ts";
import { createPaint } from "../output.ts";
import { createProgress } from "../progress.ts";
import { widenedNote } from "./counted-range.ts";
import { explainQueryError } from "./explain-error.ts";
import { type Question, questionBody } from "./question-body.ts";
import { type QueryRecord, runQuery } from "./run-query.ts";

/**
 * Asks the service and prints the answer, also the partial one after Ctrl-C. Returns the exit code. Throws
 * CommandError.
 */
export async function ask(
  client: Client,
  question: Question,
  print: (results: Record<string, unknown>) => void | Promise<void>,
): Promise<number> {
  try {
    const record = await run(client, question);
    await print(record.results ?? {});
    for (const { message } of record.warnings) if (message !== undefined) writeNote(message);
    const widened = widenedNote(question.timeRange, record.results ?? {});
    if (widened !== undefined) writeNote(widened);
    if (record.status !== "STOPPED") return 0;
    process.stderr.write("Stopped: what is shown is what was found until then.\n");
    return 130;
  } catch (error) {
    if (error instanceof RequestError && error.status === 400) throw explainQueryError(error, question.q);
    throw error;
  }
}

/** On stderr, beside the answer. */
export function writeNote(text: string): void {
  process.stderr.write(`${createPaint(process.stderr)("yellow", "Note:")} ${text}\n`);
}

async function run(client: Client, question: Question): Promise<QueryRecord> {
  const progress = createProgress("Querying");
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once("SIGINT", onInterrupt);
  try {
    const body = await questionBody(client, question, stop.signal);
    const onProgress = (percent: number) => progress.update(percent, 100, "reading");
    const record = await runQuery(client, body, stop.signal, onProgress);
    if (record.status === "FAILURE")
      throw new CommandError(`The query failed: ${record.error ?? "no reason was given"}`);
    return record;
  } finally {
    progress.end();
    process.off("SIGINT", onInterrupt);
  }
}
