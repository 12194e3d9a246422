/**
 * How much of your logs the parser rules understand, and what they cost:
 *
 *   bun scripts/measure-parser-rules.ts [--rules FOLDER] [--program NAME] [--raw] [--unparsed N] [--sample N] [--each]
 *   FILE...
 *
 * Lines are read as `vigie import` reads them; with --raw each is the whole message of an event, as a program sends it
 * over HTTP. --program names the program of lines that name none. For each program that a rule concerns: lines, share
 * that rules took tags out of, microseconds. --unparsed shows N lines that got no tag, one of each shape; --sample N
 * shows N events as they become, to be read by a person. --each measures every rule alone.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import type { EventRow } from "../src/eventstore/event/event.ts";
import { rowOfSample } from "../src/ingest/thread/sample-row.ts";
import { type CompiledFile, compileRuleFile } from "../src/parser-rules/compile/compile-rule.ts";
import { readRuleFile } from "../src/parser-rules/files/read-rule-file.ts";
import { createRuleSet } from "../src/parser-rules/run/rule-set.ts";

const { values: options, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    rules: { type: "string", default: join(import.meta.dirname, "../data/parser-rules") },
    program: { type: "string", default: "" },
    raw: { type: "boolean", default: false },
    unparsed: { type: "string", default: "0" },
    sample: { type: "string", default: "0" },
    each: { type: "boolean", default: false },
  },
});

const library = readLibrary(options.rules);
const wholeSet = createRuleSet(
  library.map(({ compiled }) => compiled),
  ({ file, rule, error }) => print(`switched off: ${file}, ${rule}: ${error}`),
);
for (const [program, rows] of groupByProgram(paths.flatMap(readRows))) {
  const parsed = rows.filter((row) => applies(row));
  const micros = microsOf(
    library.map(({ compiled }) => compiled),
    rows,
  );
  const share = ((100 * parsed.length) / rows.length).toFixed(1);
  print(
    `${program || "(none)"}: ${rows.length} lines, ${share} % parsed, ${micros.toFixed(2)} µs per line with the whole library`,
  );
  if (options.each) for (const { compiled, model } of library) printEach(compiled, model, rows);
  for (const row of ofEachShape(
    rows.filter((row) => !parsed.includes(row)),
    Number(options.unparsed),
  ))
    print(`  not parsed: ${row.message}`);
  for (const row of spread(rows, Number(options.sample))) print(`  ${describe(row)}`);
}

function readLibrary(folder: string) {
  return readdirSync(folder)
    .filter((name) => /\.(ya?ml|json)$/.test(name) && !name.includes(".tests."))
    .map((name) => ({ name: name.replace(/\.\w+$/, ""), text: readFileSync(join(folder, name), "utf8") }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, text }) => readRuleFile(name, text));
}

function readRows(path: string): EventRow[] {
  const bytes = readFileSync(path);
  const text = path.endsWith(".gz") ? gunzipSync(bytes) : path.endsWith(".zst") ? zstdDecompressSync(bytes) : bytes;
  const program = options.program;
  const lines = text
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.flatMap((line) => {
    try {
      const row = rowOfSample(options.raw ? { program: program || basename(path), message: line } : line);
      if (row.program === "") row.program = program;
      return [row];
    } catch {
      return []; // Without a message it would be refused and reach no rule.
    }
  });
}

/** Postfix has a program for each of its parts. */
function groupByProgram(rows: EventRow[]): Map<string, EventRow[]> {
  return Map.groupBy(rows, ({ program }) => program.split("/")[0]!);
}

function applies(row: EventRow): boolean {
  const changed = copyOf(row);
  wholeSet.apply(changed);
  return JSON.stringify(changed.tags) !== JSON.stringify(row.tags);
}

/**
 * The fastest of seven passes over at least 10,000 events, which is the least disturbed one; the time of making copies
 * does not count.
 */
function microsOf(files: CompiledFile[], rows: EventRow[]): number {
  const repeats = Math.max(1, Math.ceil(10_000 / rows.length));
  const times = Array.from({ length: 7 }, () => {
    const set = createRuleSet(files);
    const copies = Array.from({ length: repeats }, () => rows.map(copyOf)).flat();
    const begin = Bun.nanoseconds();
    for (const row of copies) set.apply(row);
    return (Bun.nanoseconds() - begin) / 1000 / copies.length;
  });
  return Math.min(...times);
}

function printEach(compiled: CompiledFile, model: (typeof library)[number]["model"], rows: EventRow[]): void {
  const set = createRuleSet([compiled]);
  for (const row of rows) set.apply(copyOf(row));
  const counts = set.counts().get(compiled.name)!;
  if (counts.every(({ hits, errors }) => hits + errors === 0)) return;
  for (const [index, rule] of model.rewrite_rules.entries()) {
    const alone = compileRuleFile(compiled.name, { ...model, rewrite_rules: [rule] });
    const micros = microsOf([alone], rows).toFixed(2);
    const { hits, errors } = counts[index]!;
    print(
      `    ${compiled.name}/${rule.name ?? index + 1}: ${hits} lines, ${micros} µs${errors > 0 ? `, ${errors} errors` : ""}`,
    );
  }
}

function copyOf(row: EventRow): EventRow {
  return { ...row, tags: [...row.tags] };
}

function ofEachShape(rows: EventRow[], count: number): EventRow[] {
  const shapes = Map.groupBy(rows, ({ message }) =>
    message.replace(/[0-9A-F]{8,}|[0-9a-f]{6,}|\d+/g, "0").slice(0, 40),
  );
  return [...shapes.values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, count)
    .map(([first]) => first!);
}

function spread(rows: EventRow[], count: number): EventRow[] {
  const step = Math.max(1, Math.floor(rows.length / Math.max(1, count)));
  return rows.filter((_, index) => index % step === 0).slice(0, count);
}

function describe(row: EventRow): string {
  const changed = copyOf(row);
  wholeSet.apply(changed);
  const tags = changed.tags.map((text, index) => (index % 2 === 0 ? `${text}=` : `${JSON.stringify(text)} `)).join("");
  return `[${changed.severity}${changed.severity === row.severity ? "" : `<${row.severity}`}] ${changed.message}\n      ${tags}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
