import { type Asker, answerCharacters } from "./ask.ts";
import type { BenchQuestion } from "./questions.ts";

/** Times of one asker for the variants of one question, each asked once. */
export interface OnceTiming {
  question: string;
  asker: string;
  medianMs: number;
  mostMs: number;
  /** A number from each answer. */
  results: string[];
}

export interface AskedOnce {
  timings: OnceTiming[];
  /** Questions that should have one answer and got several, with these. */
  disagreements: { question: BenchQuestion["body"]; results: string[] }[];
}

/**
 * Asks each question once, in the order given, all askers in turns. Questions of one name are variants of one. An
 * asker's unknown questions are left out.
 */
export async function askOnce(askers: readonly Asker[], questions: readonly BenchQuestion[]): Promise<AskedOnce> {
  const found = new Map<string, { question: string; asker: string; times: number[]; results: string[] }>();
  const disagreements: AskedOnce["disagreements"] = [];
  for (const question of questions) {
    const results: string[] = [];
    for (const asker of askers) {
      const begin = performance.now();
      const result = await asker.ask(question);
      const ms = performance.now() - begin;
      await asker.tidyUp?.();
      if (result === undefined) continue;
      const key = `${question.name}\n${asker.name}`;
      const known = found.get(key) ?? { question: question.name, asker: asker.name, times: [], results: [] };
      found.set(key, known);
      known.times.push(ms);
      known.results.push(result);
      results.push(result);
    }
    if (question.isExact && new Set(results.map((result) => result.slice(0, answerCharacters))).size > 1)
      disagreements.push({ question: question.body, results });
  }
  const timings = Array.from(found.values(), ({ question, asker, times, results }) => {
    const rising = [...times].sort((a, b) => a - b);
    return {
      ...{ question, asker, results },
      ...{ medianMs: medianOf(rising), mostMs: rising[rising.length - 1]! },
    };
  });
  return { timings, disagreements };
}

export function medianOf(rising: readonly number[]): number {
  const middle = rising.length >> 1;
  return rising.length % 2 === 1 ? rising[middle]! : (rising[middle - 1]! + rising[middle]!) / 2;
}

/**
 * A line for each question: milliseconds of each asker, the ratio of the first to the fastest other one, the slowest
 * variant, `firstMs`, a number from the results, and how many variants matched nothing: those are answered too quickly
 * to tell anything.
 */
export function printOnce(timings: readonly OnceTiming[], firstMs: Readonly<Record<string, number>>): void {
  const askers = [...new Set(timings.map(({ asker }) => asker))];
  const [own] = askers;
  console.log(
    `\n${"never asked before".padEnd(42)}${askers.map((name) => name.padStart(12)).join("")}   to best    most   first`,
  );
  for (const [question, group] of Map.groupBy(timings, (timing) => timing.question)) {
    const of = (name: string) => group.find(({ asker }) => asker === name);
    const cells = askers.map((name) => ms(of(name)?.medianMs).padStart(12)).join("");
    const others = group.filter(({ asker }) => asker !== own).map(({ medianMs }) => medianMs);
    const best = others.length > 0 && of(own!) ? (of(own!)!.medianMs / Math.min(...others)).toFixed(2) : "";
    const firsts = askers.map((name) => of(name)?.results[0]?.slice(0, 24) ?? "-");
    const results = of(own!)?.results ?? [];
    const empty = results.filter((result) => result === "0" || result === "0 rows").length;
    const warning = empty === 0 ? "" : `   ${empty} OF ${results.length} MATCH NOTHING`;
    console.log(
      `${question.padEnd(42)}${cells}${best.padStart(10)}${ms(of(own!)?.mostMs).padStart(8)}${ms(firstMs[question]).padStart(8)}   ${firsts.join(" | ")}${warning}`,
    );
  }
  const sums = askers.map((name) => sumOf(timings.filter(({ asker }) => asker === name)));
  console.log(`${"sum of medians".padEnd(42)}${sums.map((sum) => ms(sum).padStart(12)).join("")}`);
}

function sumOf(timings: readonly OnceTiming[]): number {
  return timings.reduce((sum, { medianMs }) => sum + medianMs, 0);
}

function ms(value: number | undefined): string {
  return value === undefined ? "-" : value.toFixed(1);
}
