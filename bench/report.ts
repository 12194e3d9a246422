import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { RulesAndTriggers } from "./intake/rules-and-triggers.ts";
import type { SendReport } from "./intake/send.ts";
import type { Timing } from "./questions/ask.ts";
import { printOnce } from "./questions/ask-once.ts";
import type { Growth } from "./questions/growth.ts";
import type { MeasuredOnce } from "./questions/measure-once.ts";
import type { SideLoad } from "./questions/side-load.ts";

export interface Measured {
  events: number;
  rawBytes: number;
  sent: SendReport;
  intakeMb: { now: number; rested: number; peak: number };
  bytes: number;
  fieldBytes: [field: string, bytes: number][];
  timings: Timing[];
  sideLoad: SideLoad;
  memory: Record<string, { now: number; peak: number }>;
  /** Seconds that the others took to load the corpus in bulk. */
  loads: Record<string, number>;
  growth: Growth[];
  rulesAndTriggers: RulesAndTriggers[];
}

/** Prints the results of questions that nobody asked before, and writes them next to this file. */
export function reportOnce(measured: MeasuredOnce): void {
  const { corpus, events, rawBytes, sent, bytes, timings, disagreements, firstMs, memory } = measured;
  console.log(
    `${corpus}: ${events} events of ${Math.round(rawBytes / events)} bytes on ${availableParallelism()} processors`,
  );
  console.log(
    `         ${Math.round(sent.accepted / sent.seconds)} durable events/s with all shipped rules; ${(bytes / events).toFixed(1)} bytes an event`,
  );
  for (const [name, { now, peak }] of Object.entries(memory))
    console.log(`         resident ${now} MB after the questions, peak ${peak} MB: ${name}`);
  printOnce(timings, firstMs);
  for (const { question, results } of disagreements)
    console.log(`ANSWERS DIFFER: ${results.join(" | ")} for ${JSON.stringify(question)}`);
  writeResults(measured);
}

/** Prints the results of questions that are asked again and again, and writes them next to this file. */
export function report(measured: Measured): void {
  const { events, sent, intakeMb, bytes, rawBytes, fieldBytes, sideLoad, memory, loads, growth } = measured;
  const { rulesAndTriggers } = measured;
  console.log(`${events} events of ${Math.round(rawBytes / events)} bytes on ${availableParallelism()} processors`);
  console.log(
    `intake   ${Math.round(sent.accepted / sent.seconds)} durable events/s; a body of 1,000: median ${ms(sent.p50Ms)}, p99 ${ms(sent.p99Ms)}, most ${ms(sent.maxMs)}, after the first second ${ms(sent.laterMaxMs)} ms; ${intakeMb.now} MB at the last answer, ${intakeMb.rested} two seconds later (peak ${intakeMb.peak})`,
  );
  for (const [name, seconds] of Object.entries(loads))
    if (seconds > 0) console.log(`         ${name} loads the file at ${Math.round(events / seconds)} events/s`);
  const fields = fieldBytes.map(([field, size]) => `${field} ${(size / events).toFixed(1)}`);
  console.log(
    `disk     ${(bytes / events).toFixed(1)} bytes an event: ${fields.filter((text) => !text.endsWith(" 0.0")).join(", ")}`,
  );
  for (const [name, { now, peak }] of Object.entries(memory))
    console.log(`resident ${now} MB after the questions, peak ${peak} MB: ${name}`);
  console.log(
    `at once  a light request beside four heavy questions ${ms(sideLoad.lightP50Ms)} ms, p99 ${ms(sideLoad.lightP99Ms)}; twenty widgets ${ms(sideLoad.widgetsMs)} ms`,
  );
  for (const grown of growth) printGrowth(grown);
  for (const { kind, eventsASecond } of rulesAndTriggers) {
    const share = Math.round((eventsASecond / rulesAndTriggers[0]!.eventsASecond - 1) * 100);
    console.log(`intake   ${eventsASecond} durable events/s with ${kind} (${share} %)`);
  }
  printTimings(measured.timings);
  writeResults(measured);
}

function writeResults(measured: Measured | MeasuredOnce): void {
  const file = join(import.meta.dirname, `results-${new Date().toISOString().replaceAll(":", "-").slice(0, 19)}.json`);
  writeFileSync(file, `${JSON.stringify(measured, undefined, 2)}\n`);
  console.log(`\n${file}`);
}

function printGrowth({ days, eventsADay, readyMs, lastHourMs, idleMb, peakMb, wholeRange }: Growth): void {
  console.log(
    `growth   ${days} days of ${eventsADay}: ready after ${ms(readyMs)} ms, last hour ${ms(lastHourMs)} ms; ${idleMb} MB idle, at most ${peakMb}`,
  );
  for (const { question, firstMs, medianMs, result } of wholeRange)
    console.log(`         ${question.padEnd(28)} first ${ms(firstMs)}, then ${ms(medianMs)} ms (${result})`);
}

/** A line for each question; each of the others is followed by its ratio to our time. */
function printTimings(timings: readonly Timing[]): void {
  const askers = [...new Set(timings.map(({ asker }) => asker))];
  const head = askers.map((name, index) => name.padStart(index === 0 ? 24 : 19)).join("");
  console.log(`\n${"question".padEnd(28)}${head}   result\n${"".padEnd(28)}    cold  median     p99`);
  for (const [question, group] of Map.groupBy(timings, (timing) => timing.question)) {
    const [own, ...others] = group;
    const cells = others.map(
      ({ medianMs }) => `${ms(medianMs).padStart(10)} ${ratio(medianMs, own!.medianMs).padStart(8)}`,
    );
    const { coldMs, medianMs, p99Ms, result } = own!;
    const times = [coldMs, medianMs, p99Ms].map((value) => ms(value).padStart(8)).join("");
    console.log(`${question.padEnd(28)}${times}${cells.join("")}   ${result}`);
  }
}

function ratio(other: number | undefined, own: number | undefined): string {
  return other === undefined || own === undefined ? "" : `x${(other / own).toFixed(2)}`;
}

function ms(value: number | undefined): string {
  return value === undefined ? "-" : value.toFixed(1);
}
