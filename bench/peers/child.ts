import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Asker } from "../questions/ask.ts";
import { readResident } from "../service/service.ts";

/** An engine in a process of its own, so that its memory can be measured: one line of JSON in, one out. */
export interface Child extends Asker {
  /** Its answer to the first line, before it was asked anything. */
  opened: Record<string, unknown>;
  close(): Promise<void>;
}

/** `script`: a file of this folder; `task`: the first line it gets. */
export async function startChild(name: string, script: string, task: unknown): Promise<Child> {
  const child = Bun.spawn([process.execPath, join(import.meta.dirname, script)], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = linesOf(child.stdout);
  const call = async (message: unknown) => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    child.stdin.flush();
    const { value, done } = await lines.next();
    if (done) throw new Error(`${name} ended with code ${await child.exited}.`);
    return JSON.parse(value) as Record<string, unknown>;
  };
  const opened = await call(task);
  return {
    name,
    opened,
    ask: async ({ name: question, body, sql }) => {
      const { result, error } = await call({ question, body, sql });
      return error === undefined ? (result as string | undefined) : `failed: ${String(error).slice(0, 60)}`;
    },
    residentMb: () => readResident(readFileSync(`/proc/${child.pid}/status`, "utf8")),
    close: async () => {
      child.stdin.end();
      await child.exited;
    },
  };
}

/** The other end: answers each line with the result of `handle`, until there are no more. */
export async function serveLines(handle: (message: never) => Promise<unknown>): Promise<void> {
  for await (const line of console) {
    // The text after the last line.
    if (line === "") continue;
    const answer = await handle(JSON.parse(line) as never).catch((error: unknown) => ({ error: String(error) }));
    await Bun.write(Bun.stdout, `${JSON.stringify(answer)}\n`);
  }
  process.exit(0);
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const part of stream) {
    const pieces = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = pieces.pop()!;
    yield* pieces;
  }
  return undefined;
}
