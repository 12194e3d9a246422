import type { Block, Column, Document, Table } from "../../../src/document/document.ts";
import type { ByteSink } from "../../../src/document/zip.ts";

/** A document with every kind of block. */
export function sampleDocument(table: Partial<Table> = {}, more: readonly Block[] = []): Document {
  const hours = Array.from({ length: 24 }, (_, i) => 1_774_652_400 + i * 3600);
  const names = { hold: "text", values: ["web1", "שרת", "日本", ""] } as const;
  return {
    title: "Errors & <warnings>",
    subtitle: 'Events where host is "web*".',
    createdAt: 1_774_746_000,
    timezone: "Europe/Paris",
    blocks: [
      { kind: "facts", facts: [{ name: "Time range", value: "all of it" }] },
      { kind: "paragraph", style: "warning", text: "A day is missing: 2026-03-01." },
      { kind: "figures", figures: [{ label: "Sum", value: "1,234" }] },
      {
        kind: "chart",
        chart: {
          title: "By hour",
          kind: "columns",
          categories: { hold: "time", values: hours },
          series: [{ name: "count", values: hours.map((_, i) => i) }],
        },
      },
      {
        kind: "row",
        cells: [
          {
            columns: 3,
            blocks: [
              {
                kind: "chart",
                chart: {
                  title: "Bars",
                  kind: "bars",
                  categories: names,
                  series: [{ name: "n", values: [4, 3, 2, 1] }],
                },
              },
            ],
          },
          {
            columns: 3,
            blocks: [
              {
                kind: "chart",
                chart: {
                  title: "Pie",
                  kind: "pie",
                  categories: names,
                  series: [{ name: "n", values: [4, 3, 2, null] }],
                },
              },
            ],
          },
        ],
      },
      {
        kind: "chart",
        chart: {
          title: "Lines",
          kind: "lines",
          categories: { hold: "time", values: hours },
          series: [
            { name: "a", values: hours.map((_, i) => (i === 5 ? null : i)) },
            { name: "b", values: hours.map(() => 3) },
          ],
        },
      },
      { kind: "heading", text: "The question" },
      { kind: "paragraph", style: "code", text: '{"type":"Search"}' },
      ...more,
      { kind: "table", table: { title: "Events", columns: sampleColumns, rows: sampleRows(), ...table } },
    ],
  };
}

const sampleColumns: readonly Column[] = [
  { title: "Time", holds: "time" },
  { title: "Severity", holds: "severity" },
  { title: "Count", holds: "number" },
  { title: "Message", holds: "text" },
];

export const hardTexts = [
  "=1+1",
  "-2",
  "12345678901234567890",
  "שלום עולם 123 hello",
  "مرحبا بالعالم",
  "日志 システム 로그 🦊 ไทย हिन्दी",
  "\u001b[31mred\u001b[0m",
  "a\tb",
  "_x0041_ & <tag> \"quoted\" 'x'",
  "half \ud83d pair",
  "two\nlines",
];

export function* sampleRows(count = 30): Generator<(string | number | null)[]> {
  for (let i = 0; i < count; i++) yield [1_774_745_999.25 + i, i % 8, i * 1.5, hardTexts[i % hardTexts.length]!];
}

/** The output of a writer, in one piece. */
export function bytesOf(write: (sink: ByteSink) => void): Uint8Array {
  const chunks: Buffer[] = [];
  write({ writeBytes: (bytes) => void chunks.push(Buffer.from(bytes)) });
  return new Uint8Array(Buffer.concat(chunks));
}
