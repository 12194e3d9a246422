import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Random } from "../../corpora/random.ts";
import { type CorpusColumn, columnsOf } from "../../peers/corpus-columns.ts";

/** A column and what some events have in it. */
export interface DrawnColumn extends CorpusColumn {
  /** In the order they were found, each as often as it was. Never empty. */
  readonly values: readonly (string | number)[];
  /** Hardly any two events have the same. */
  readonly isUnique: boolean;
}

export interface DrawnColumns {
  /** Never empty. */
  readonly texts: readonly DrawnColumn[];
  readonly numbers: readonly DrawnColumn[];
  /** Messages of one line. Never empty. */
  readonly messages: readonly string[];
  /** Epoch seconds of the oldest and of the newest event that was looked at. */
  readonly from: number;
  readonly to: number;
}

const places = 64;
const placeBytes = 128 * 1024;

/** Reads lines at places all over a file of events. Throws when none has a message, or no other text. */
export function drawColumns(path: string, random: Random): DrawnColumns {
  const events = someEvents(path, random);
  const columns = columnsOf(path)
    .filter(({ kind, name }) => kind !== "time" && name !== "message")
    .flatMap((column) => {
      const values = events.flatMap(({ tags, event }) => askable((column.isTag ? tags : event)[column.name]));
      const isUnique = new Set(values).size > values.length * 0.9;
      return values.length === 0 ? [] : [{ ...column, values, isUnique }];
    });
  const messages = events.flatMap(({ event: { message } }) => askable(message)).map(String);
  if (messages.length === 0) throw new Error(`Expected events with messages in ${path}.`);
  const texts = columns.filter(({ kind }) => kind === "text");
  if (texts.length === 0) throw new Error(`Expected events with a text besides their message in ${path}.`);
  const times = events.map(({ event }) => Number(event.ts));
  return {
    texts,
    numbers: columns.filter(({ kind }) => kind !== "text"),
    messages,
    from: Math.floor(Math.min(...times)),
    to: Math.ceil(Math.max(...times)),
  };
}

interface SomeEvent {
  event: Record<string, unknown>;
  tags: Record<string, unknown>;
}

function someEvents(path: string, random: Random): SomeEvent[] {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  const piece = Buffer.alloc(placeBytes);
  const events: SomeEvent[] = [];
  for (let place = 0; place < places; place++) {
    const at = Math.floor(((place + random.next()) / places) * Math.max(0, size - placeBytes));
    const length = readSync(file, piece, 0, placeBytes, at);
    // The first and the last line are cut off, or may be.
    for (const line of piece.toString("utf8", 0, length).split("\n").slice(1, -1)) {
      const { user_tags: tags = {}, ...event } = JSON.parse(line) as Record<string, unknown>;
      events.push({ event, tags: tags as Record<string, unknown> });
    }
  }
  closeSync(file);
  return events;
}

/** Values that mean the same in each language of questions, and that an absent value is never taken for. */
function askable(value: unknown): (string | number)[] {
  if (typeof value === "number") return value === 0 ? [] : [value];
  return typeof value === "string" && /^[^\\'"*?%\n\r]{1,200}$/.test(value) ? [value] : [];
}
