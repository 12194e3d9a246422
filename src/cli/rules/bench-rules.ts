import { existsSync, statSync } from "node:fs";
import { rowOfSample } from "../../ingest/thread/sample-row.ts";
import { AppError } from "../../lib/errors.ts";
import { listRuleSources } from "../../parser-rules/files/rule-files.ts";
import { shippedRules } from "../../parser-rules/files/shipped-rules.ts";
import { measureRules } from "../../performance/measure/measure-rules.ts";
import type { MeasuredRule, RulesResult } from "../../performance/result-schemas.ts";
import { chooseRules } from "../../performance/samples/chosen-rules.ts";
import { sampleLines } from "../../performance/samples/sample-lines.ts";
import { CommandError, defineVigieCommand, usageError } from "../command.ts";
import { openLogFile } from "../import/open-log-file.ts";
import { createLineSplitter } from "../import/split-lines.ts";
import { countOf, formatCount, renderTable } from "../output.ts";
import { openRule } from "./check-rule.ts";

export const benchRules = defineVigieCommand({
  meta: { name: "bench", description: "Measure what each parser rule costs, slowest first, without a service" },
  args: {
    place: {
      type: "positional",
      required: false,
      description: "A rule file, or a folder of them (the shipped ones)",
    },
    events: {
      type: "string",
      valueHint: "FILE",
      description: "Log lines to measure with, read as by vigie import (built-in ones)",
    },
    count: {
      type: "string",
      default: "10000",
      valueHint: "N",
      description: "Events to measure; the lines are repeated in turn",
    },
    json: { type: "boolean", description: "The result as JSON" },
  },
  usage: "[FOLDER|FILE]",
  notes: ["us/event is spread over all events, us/asked over those that the rule looked at."],
  examples: [
    ["vigie rules bench --events /var/log/auth.log", "the cost of the shipped rules on that log"],
    ["vigie rules bench my-rules.yaml --events app.log", "the cost of your own rules"],
  ],
  run: async ({ args }) => {
    const eventCount = readCount(args.count);
    const samples = args.events === undefined ? sampleLines : await readLines(args.events);
    const chosen = rulesOf(args.place);
    const control = { isStopped: false, progress: 0 };
    const result = await measureRules({ ...chosen, samples, eventCount, read: rowOfSample }, control);
    process.stdout.write(args.json ? `${JSON.stringify(result)}\n` : describe(result));
    return 0;
  },
});

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > countMax)
    throw usageError(`--count: expected 1 to ${countMax}, got "${text}".`);
  return count;
}

const countMax = 1_000_000;
/** Different lines: the time of each rule for each of them is kept. */
const linesMax = 10_000;

async function readLines(path: string): Promise<string[]> {
  const lines: string[] = [];
  const take = (line: string) => {
    if (lines.length < linesMax && isEvent(line)) lines.push(line);
  };
  const splitter = createLineSplitter();
  for await (const chunk of openLogFile(path).chunks()) {
    splitter.push(chunk, take);
    if (lines.length >= linesMax) break;
  }
  splitter.end(take);
  if (lines.length === 0) throw new CommandError(`There is no event in "${path}".`);
  return lines;
}

function isEvent(line: string): boolean {
  if (line.trim() === "") return false;
  try {
    rowOfSample(line);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function rulesOf(place: string | undefined) {
  if (place === undefined) return ofSources(shippedRules.map(({ name }) => name));
  if (!existsSync(place)) throw new CommandError(`There is no file or folder "${place}".`);
  if (!statSync(place).isDirectory()) return ofFiles([place]);
  const paths = listRuleSources(place).map(({ fileName }) => `${place}/${fileName}`);
  if (paths.length === 0) throw new CommandError(`There is no rule file in "${place}".`);
  return ofFiles(paths);
}

function ofSources(names: readonly string[]) {
  return chooseRules({ rulesFolder: "", names, inline: undefined });
}

function ofFiles(paths: readonly string[]) {
  const files = paths.map(openRule);
  return {
    files: files.map(({ compiled }) => compiled),
    models: new Map(files.map(({ compiled, model }) => [compiled.name, model])),
  };
}

function describe(result: Omit<RulesResult, "samples">): string {
  const { event_count, eps, rules_seconds, rules, rule_count } = result;
  const micros = ((rules_seconds * 1e6) / event_count).toFixed(2);
  const head = `${countOf(event_count, "event")}, ${countOf(rule_count, "rule")}: ${formatCount(eps)} events/s with reading, ${micros} µs an event for all rules together.`;
  const asked = rules.filter((rule) => rule.asked > 0);
  const idle = rule_count - asked.length;
  const tail =
    idle === 0
      ? ""
      : `${idle === 1 ? "1 more rule concerns" : `${formatCount(idle)} more rules concern`} none of these events.\n`;
  return `${head}\n\n${renderTable(columns, asked.map(rowOf))}\n${tail}`;
}

const columns = [
  { title: "rule" },
  { title: "type" },
  ...["share", "us/event", "us/asked", "events/s", "asked", "matched", "errors", "slowest us"].map((title) => ({
    title,
    align: "right" as const,
  })),
  { title: "why, and the slowest line" },
];

function rowOf(rule: MeasuredRule): string[] {
  const { name, type, share, us_per_event, us_per_asked, eps, asked, matched, errors, slowest_us } = rule;
  return [
    ...[name, type, `${(share * 100).toFixed(1)} %`, us_per_event.toFixed(3), (us_per_asked ?? 0).toFixed(2)],
    ...[formatCount(eps ?? 0), formatCount(asked), formatCount(matched), formatCount(errors)],
    (slowest_us ?? 0).toFixed(2),
    [rule.reason, rule.slowest_sample].filter((part) => part !== null).join(" | "),
  ];
}
