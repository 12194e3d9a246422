import fc from "fast-check";
import { decodeColumn } from "../../../src/eventstore/columns/column-reader.ts";
import { encodeTexts } from "../../../src/eventstore/columns/column-writer.ts";
import { keepNothing } from "../../../src/eventstore/columns/stored-text-column.ts";
import type { TemplateColumn } from "../../../src/eventstore/columns/templates/template-column.ts";
import { TextBlockWriter } from "../../../src/eventstore/columns/text-blocks.ts";
import { MemorySink } from "../../../src/eventstore/format/segment-bytes.ts";
import type {
  ColumnEntry,
  PartSink,
  PartSource,
  TemplateEntry,
  UnnumberedTemplateEntry,
} from "../../../src/eventstore/format/segment-format.ts";
import { mergeOrder } from "../../../src/eventstore/merge/merge-order.ts";
import { TemplateMerge } from "../../../src/eventstore/merge/merge-templates.ts";
import type { Column } from "../../../src/eventstore/segment.ts";
import type { HoleKind } from "../../../src/eventstore/template.ts";

const word = fc.constantFrom(
  "port",
  "Connection",
  "refused",
  "for user",
  "é",
  "日本",
  "a_b",
  "\u0001",
  "\u0003",
  "=>",
  "x“",
  "kKK",
);
const number = fc.oneof(
  fc.nat(12),
  fc.nat(70_000),
  fc.constantFrom("0", "00", "007", "999999999999999", "9999999999999999", "12345678901234567890"),
);
const mixed = fc.constantFrom("a1", "1a", "_1", "0x7f", "1_000", "é1", "1é", "E5", "777abc", "abc777", "\u00011");
const joint = fc.constantFrom(" ", " ", " ", ".", ":", "[", "", "-", "\n", "/");

/** Messages as programs write them, including difficult ones. */
export const messages: fc.Arbitrary<string[]> = fc
  .array(
    fc.oneof(
      fc.tuple(number, number).map(([a, b]) => `connection refused by 10.0.0.${a} port ${b}`),
      fc.tuple(number, number).map(([a, b]) => `user u${a} logged in after ${b}.5 ms`),
      fc.array(fc.tuple(fc.oneof(word, number, mixed), joint), { maxLength: 6 }).map((parts) => parts.flat().join("")),
      fc.constantFrom("", "connection refused", "\u0002", "7", "x".repeat(3_000), "1 ".repeat(60)),
    ),
    { minLength: 1, maxLength: 30 },
  )
  .map((texts) => texts.map((text) => text.toWellFormed()));

/**
 * The texts as templates, in order, whether that saves space or not: the first ones are repeated until it does. Rows
 * beyond those of `texts` pad.
 */
export function templateColumn(texts: readonly string[]): Column {
  const padding = Array.from({ length: texts.length * 2 + 2 }, (_, i) => `this line is constant but for ${i}`);
  return mergedTexts([[...texts, ...padding]]);
}

/** Texts of some kinds whose names, methods and resources multiply, so that hardly two have all words in common. */
export function variedTexts(count: number): string[] {
  let random = 1;
  const pick = (words: readonly string[]) => {
    random = (Math.imul(random, 0x41c64e6d) + 12_345) | 0;
    return words[(random >>> 8) % words.length]!;
  };
  return Array.from({ length: count }, (_, row) => {
    const request = () => `${pick(methods)} /v1/${pick(names)}/${row % 50}`;
    if (row % 3 === 0)
      return `timed out, client: 10.0.0.${row % 200}, server: ${pick(names)}.example, request: "${request()}"`;
    if (row % 3 === 1) return `login of ${pick(names)} from ${pick(names)} refused: wrong password`;
    return `ACK on port ${row} to ${pick(pairs)}:${pick(pairs)}:${pick(pairs)} via eth${row % 4}`;
  });
}

const names = Array.from({ length: 23 }, (_, i) => "abcdefghijklmnopqrstuvwxyz".slice(i, i + 3).repeat(1 + (i % 2)));
const methods = ["GET", "POST", "PUT", "DELETE", "port", "Connection", "u7"];
const pairs = ["cd", "4f", "10", "07", "ee", "a1", "refused", "7"];

/** The columns of texts, one after the other, merged as in a file. */
export function mergedTexts(lists: readonly (readonly string[])[]): Column {
  return mergedColumns(lists.map((texts) => ({ column: plainColumn(texts), rows: texts.length })));
}

export function mergedColumns(sources: readonly { column: Column; rows: number }[]): Column {
  return mergedEntry(sources).column;
}

/** The same as early builds wrote it when there were many templates: without numbers for them. */
export function unnumbered(sources: readonly { column: Column; rows: number }[]): Column {
  const { sink, entry, rows } = mergedEntry(sources);
  if (entry.encoding !== "template") throw new Error(`expected templates, got ${entry.encoding}`);
  return decode(sink, unnumberedEntry(sink, partsOf(sink), entry, rows), rows);
}

/** The same as builds wrote it that did not note which pairs of characters the words in holes have. */
export function withoutPairs(sources: readonly { column: Column; rows: number }[]): Column {
  const { sink, entry, rows } = mergedEntry(sources);
  if (entry.encoding !== "template") throw new Error(`expected templates, got ${entry.encoding}`);
  const { pairs: _, ...earlier } = entry;
  return decode(sink, earlier as TemplateEntry, rows);
}

/** Writes the templates of a column row by row, as a column of texts, and what fills their holes by row, too. */
export function unnumberedEntry(
  sink: PartSink,
  source: PartSource,
  entry: TemplateEntry | UnnumberedTemplateEntry,
  rows: number,
): UnnumberedTemplateEntry {
  const column = decodeColumn(source, entry, rows, keepNothing) as TemplateColumn;
  const templates = decodeColumn(source, entry.templates, rows, keepNothing);
  const writer = new TextBlockWriter(sink);
  for (let row = 0; row < rows; row++) writer.addText(templates.text(row));
  const holes = (kind: HoleKind) =>
    Array.from({ length: column.holesOf(kind) }, (_, index) => {
      const hole = column.hole({ kind, index });
      const texts = Array.from({ length: rows }, (_row, row) => hole.text(row));
      return encodeTexts(sink, texts, kind === "number");
    });
  return {
    ...entry,
    ...{ numbers: holes("number"), words: holes("word"), any: holes("any") },
    templates: writer.finish(),
  };
}

/** The written column, its place, and the column read from it. The columns of the sources are given up. */
export function mergedEntry(
  sources: readonly { column: Column; rows: number }[],
  sink: PartSink & Pick<MemorySink, "parts"> = new MemorySink(),
) {
  let time = 0;
  const order = mergeOrder(
    sources.map(({ rows }) => {
      const first = Float64Array.from({ length: rows }, () => time++);
      const counter = new Uint16Array(rows).fill(1);
      return { times: { first, last: first, counter, single: true, sorted: true, of: (row) => [first[row]!] } };
    }),
  );
  const work = new TemplateMerge().write(
    sink,
    sources.map(({ column }) => column),
    order,
  );
  let step = work.next();
  while (!step.done) step = work.next();
  const { rows } = order;
  return { sink, entry: step.value, rows, column: decode(sink, step.value, rows) };
}

/** Parts as a file gets them, with so many rows in a slice; they stay in memory. */
export function fileSink(sliceRows: number): PartSink & Pick<MemorySink, "parts"> {
  const parts: Uint8Array[] = [];
  return { inMemory: false, sliceRows, parts, add: (bytes) => parts.push(bytes.slice()) - 1 };
}

function plainColumn(texts: readonly string[]): Column {
  const sink = new MemorySink();
  return decode(sink, encodeTexts(sink, texts, false), texts.length);
}

function decode(sink: Pick<MemorySink, "parts">, entry: ColumnEntry, rows: number): Column {
  return decodeColumn(partsOf(sink), entry, rows, keepNothing);
}

function partsOf(sink: Pick<MemorySink, "parts">): PartSource {
  return { part: (index) => new Uint8Array(sink.parts[index]!) };
}
