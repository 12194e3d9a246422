import { BadEvent } from "../../event/bad-event.ts";
import { EventLeaves, noName } from "../../event/event-leaves.ts";
import { leafKinds } from "../../event/leaf-table.ts";
import { labelsBytesMax, passedPerStepMax } from "../../limits.ts";
import { MessageCheck, type MessageShape } from "../protobuf/check-message.ts";
import { ProtoCursor, wireTypes } from "../protobuf/proto-cursor.ts";
import type { ProtocolReader } from "../protocol-reader.ts";
import { readChecked } from "../read-checked.ts";
import { RepeatedBytes } from "../repeated-bytes.ts";
import { excessiveLabels, parseLabels } from "./stream-labels.ts";

/** Field numbers of logproto.PushRequest. */
const request = { streams: 1 } as const;
const stream = { labels: 1, entries: 2 } as const;
const entry = { time: 1, line: 2, metadata: 3 } as const;
const timestamp = { seconds: 1, nanos: 2 } as const;
const pair = { name: 1, value: 2 } as const;

const { varint, bytes: text } = wireTypes;
const requestShape: MessageShape = {
  [request.streams]: {
    [stream.labels]: text,
    [stream.entries]: {
      [entry.time]: { [timestamp.seconds]: varint, [timestamp.nanos]: varint },
      [entry.line]: text,
      [entry.metadata]: { [pair.name]: text, [pair.value]: text },
    },
  },
};

/** A push request as protobuf, the default of Loki's clients. */
export function openProtoPush(bytes: Uint8Array): ProtocolReader {
  return readChecked(new MessageCheck(bytes, requestShape), "push request in protobuf", () => {
    const entries = entriesOf(bytes);
    const leaves = new EventLeaves(bytes, false);
    const repeated = new RepeatedBytes();
    return () => {
      const { value } = entries.next();
      if (value === undefined || value === "pending") return value;
      return repeated.take(value.labelsBytes) ?? readEntry(value, leaves);
    };
  });
}

interface Located {
  entry: ProtoCursor;
  labels: readonly string[] | BadEvent;
  labelsBytes: number;
}

/** The labels apply to their entries wherever they stand. */
function* entriesOf(bytes: Uint8Array): Generator<Located | "pending", undefined> {
  const streams = new ProtoCursor(bytes, 0, bytes.length);
  for (let passed = 1; streams.next(); passed++) {
    if (passed % passedPerStepMax === 0) yield "pending";
    if (streams.field !== request.streams) continue;
    const labels = labelsOf(bytes, streams.start, streams.end);
    const labelsBytes = labels instanceof BadEvent ? 0 : labels.reduce((sum, text) => sum + text.length, 0);
    const entries = new ProtoCursor(bytes, streams.start, streams.end);
    while (entries.next())
      if (entries.field === stream.entries)
        yield { entry: new ProtoCursor(bytes, entries.start, entries.end), labels, labelsBytes };
  }
}

/** Unreadable labels become one label with that text. */
function labelsOf(bytes: Uint8Array, start: number, end: number): string[] | BadEvent {
  const cursor = new ProtoCursor(bytes, start, end);
  while (cursor.next()) {
    if (cursor.field !== stream.labels) continue;
    if (cursor.end - cursor.start > labelsBytesMax) return excessiveLabels;
    return parseLabels(cursor.text()) ?? ["labels", cursor.text()];
  }
  return [];
}

function readEntry({ entry: cursor, labels }: Located, leaves: EventLeaves): EventLeaves | BadEvent {
  const { bytes } = cursor;
  if (labels instanceof BadEvent) return labels;
  leaves.begin();
  while (cursor.next())
    if (cursor.field === entry.time) leaves.setTime(timeOf(bytes, cursor.start, cursor.end));
    else if (cursor.field === entry.line) leaves.setText("message", cursor.start, cursor.end);
    else if (cursor.field === entry.metadata) addPair(leaves, cursor.start, cursor.end);
  for (let i = 0; i < labels.length; i += 2) leaves.addValue(leaves.writeName(noName, labels[i]!), labels[i + 1]!);
  return leaves;
}

function timeOf(bytes: Uint8Array, start: number, end: number): number {
  const cursor = new ProtoCursor(bytes, start, end);
  let [seconds, nanos] = [0, 0];
  while (cursor.next())
    if (cursor.field === timestamp.seconds) seconds = Number(cursor.int64());
    else if (cursor.field === timestamp.nanos) nanos = Number(cursor.int64());
  return seconds * 1_000_000 + Math.floor(nanos / 1000);
}

function addPair(leaves: EventLeaves, start: number, end: number): void {
  const cursor = new ProtoCursor(leaves.bytes, start, end);
  let [nameStart, nameEnd, valueStart, valueEnd] = [0, 0, 0, 0];
  while (cursor.next())
    if (cursor.field === pair.name) [nameStart, nameEnd] = [cursor.start, cursor.end];
    else if (cursor.field === pair.value) [valueStart, valueEnd] = [cursor.start, cursor.end];
  leaves.add(nameStart, nameEnd, valueStart, valueEnd, leafKinds.text);
}
