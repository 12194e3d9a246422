import type { BodyReader } from "../../ingest/body/body-reader.ts";
import { openDocument } from "../../ingest/body/open-body.ts";
import { pairsOf } from "../../ingest/event/event-of-line.ts";
import { isObject } from "../../ingest/event/json-dialects/json-values.ts";
import { rawDocumentBytesMax } from "../../ingest/limits.ts";
import type { LineRecord } from "../../ingest/line-formats/records/line-record.ts";
import { messageOf } from "../../lib/errors.ts";
import { CommandError } from "../command.ts";
import type { LogFile } from "./open-log-file.ts";

/** A file that is one JSON value, or its complete text as it was. */
export interface TakenFile {
  entries: BodyReader | undefined;
  chunks: AsyncGenerator<Uint8Array, void, void>;
}

/**
 * Reads a file to its end when its beginning suggests that it is one JSON value over all its lines: a list of objects,
 * an object that is written over several lines, or the wrapping that clouds put around their records. Throws
 * CommandError as `LogFile.chunks` does, and for one that is too large to be read whole.
 */
export async function takeDocument(file: LogFile): Promise<TakenFile> {
  const chunks = file.chunks();
  const first = await chunks.next();
  if (first.done) return { entries: undefined, chunks };
  if (!mayBeDocument(first.value)) return { entries: undefined, chunks: behind([first.value], chunks) };
  const parts = [first.value];
  let size = first.value.length;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    parts.push(next.value);
    size += next.value.length;
    if (size > rawDocumentBytesMax) throw tooLarge(file.name);
  }
  try {
    return { entries: openDocument(Buffer.concat(parts)), chunks: behind(parts, chunks) };
  } catch (error) {
    throw new CommandError(`Cannot read "${file.name}": ${messageOf(error)}`, 1, { cause: error });
  }
}

/** Lines of JSON begin with an object that ends on its line, other lines with a bracket of another kind. */
function mayBeDocument(bytes: Uint8Array): boolean {
  const begin = new TextDecoder().decode(bytes.subarray(0, beginBytes));
  return beginPattern.test(begin);
}

/** A list, an object over lines, or a cloud's wrapping around a list: many write lines that begin with a `value`. */
const beginPattern = new RegExp(
  [
    String.raw`^\uFEFF?\s*(?:\[\s*[{\]]|\{\s*\n`,
    String.raw`\{\s*"(?:Records|records|value|logEvents|entries)"\s*:\s*\[\s*(?:[{\]]|$)`,
    String.raw`\{\s*"messageType"\s*:\s*"(?:DATA|CONTROL)_MESSAGE")`,
  ].join("|"),
);

const beginBytes = 256;

function tooLarge(name: string): CommandError {
  const megabytes = rawDocumentBytesMax / 1024 / 1024;
  return new CommandError(
    `Cannot read "${name}": it is one JSON value of more than ${megabytes} MiB. Give it as one event a line, such as by: jq -c '.[]' or jq -c '.Records[]'.`,
    1,
  );
}

async function* behind(
  parts: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array, void, void>,
): AsyncGenerator<Uint8Array, void, void> {
  yield* parts;
  yield* rest;
}

/** Some at a time; counted in place of lines, whose number means nothing here. */
export function* giveEntries(
  entries: BodyReader,
  account: { lines: number; counts: { notUtf8: number } },
): Generator<LineRecord[], void, void> {
  let ready: LineRecord[] = [];
  for (let entry = entries.next(); entry !== undefined; entry = entries.next()) {
    account.lines++;
    if (entries.garbled) account.counts.notUtf8++;
    ready.push(
      recordOf(typeof entry === "string" ? entry : JSON.stringify({ message: "" }), account.lines, entries.tags),
    );
    if (ready.length < entriesAtATime) continue;
    yield ready;
    ready = [];
  }
  yield ready;
}

const entriesAtATime = 500;

function recordOf(text: string, line: number, tags: readonly string[] = []): LineRecord {
  const value: unknown = JSON.parse(text);
  const json = isObject(value) ? { ...pairsOf(tags), ...value } : { message: text };
  return { fields: { format: "json", json }, text, line, lines: 1, before: {} };
}
