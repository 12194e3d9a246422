import type { BenchQuestion } from "./questions.ts";

/** A target of questions: this service, its store alone, another engine. */
export interface Asker {
  name: string;
  /** A number from the answer, to check that runs mean the same; undefined: it does not know the question. */
  ask(question: BenchQuestion): Promise<string | undefined>;
  /** Work that nobody waits for, after the clock was stopped. */
  tidyUp?(): Promise<void>;
  residentMb(): { now: number; peak: number };
}

/** So much of an answer is enough to compare it; askers may cut the rest off. */
export const answerCharacters = 40;

export interface Timing {
  question: string;
  asker: string;
  /** Milliseconds; undefined when the question is not known there. */
  coldMs: number | undefined;
  medianMs: number | undefined;
  p99Ms: number | undefined;
  result: string;
}

/**
 * Warm repetitions of each question; a fast one is repeated more often: seven answers of 3 ms are over before any
 * engine runs compiled code.
 */
const leastRounds = 7;
const mostRounds = 60;
/** Milliseconds of answers to one question that are enough. */
const enoughMs = 1_000;

/**
 * Asks each question once cold, in order, then all of them many times more; each time all askers one after the other,
 * so that other load on the machine affects them alike.
 */
export async function askAll(askers: readonly Asker[], questions: readonly BenchQuestion[]): Promise<Timing[]> {
  const cold = new Map<string, { ms: number; result: string | undefined }>();
  const warm = new Map<string, number[]>();
  for (const question of questions)
    for (const asker of askers) cold.set(keyOf(asker, question), await timed(asker, question));
  for (let round = 0; round < mostRounds; round++)
    for (const question of questions)
      for (const asker of askers) {
        const key = keyOf(asker, question);
        const times = warm.get(key) ?? [];
        const isEnough = round >= leastRounds && times.reduce((sum, ms) => sum + ms, 0) >= enoughMs;
        if (isEnough || cold.get(key)!.result === undefined) continue;
        const { ms } = await timed(asker, question);
        warm.set(key, [...times, ms]);
      }
  return questions.flatMap((question) =>
    askers.map((asker): Timing => {
      const { ms, result } = cold.get(keyOf(asker, question))!;
      const times = (warm.get(keyOf(asker, question)) ?? []).sort((a, b) => a - b);
      return {
        question: question.name,
        asker: asker.name,
        coldMs: result === undefined ? undefined : ms,
        medianMs: times[times.length >> 1],
        p99Ms: times[Math.floor(times.length * 0.99)],
        result: result ?? "not known here",
      };
    }),
  );
}

async function timed(asker: Asker, question: BenchQuestion): Promise<{ ms: number; result: string | undefined }> {
  const begin = performance.now();
  const result = await asker.ask(question);
  const ms = performance.now() - begin;
  await asker.tidyUp?.();
  return { ms, result };
}

function keyOf({ name }: Asker, question: BenchQuestion): string {
  return `${name} ${question.name}`;
}
