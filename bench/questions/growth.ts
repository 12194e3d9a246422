import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeCorpus } from "../corpora/corpus.ts";
import { sendAll } from "../intake/send-all.ts";
import { type BenchService, startBenchService } from "../service/service.ts";
import { askedAnew, askOverHttp } from "./api-asker.ts";
import { type BenchQuestion, benchQuestions } from "./questions.ts";

export interface Growth {
  days: number;
  eventsADay: number;
  /** From the start of the process until it takes requests. */
  readyMs: number;
  /** Median. */
  lastHourMs: number;
  /** At the start, before it was asked anything, and the peak. */
  idleMb: number;
  peakMb: number;
  /** The questions of the bench over all days. */
  wholeRange: WholeRange[];
}

export interface WholeRange {
  question: string;
  firstMs: number;
  medianMs: number;
  result: string;
}

/** Costs of a start, a question about the last hour and questions about everything, with so many days stored. */
export async function measureGrowth(
  command: readonly string[],
  folder: string,
  until: number,
  days: number,
  eventsADay: number,
): Promise<Growth> {
  mkdirSync(folder);
  const service = await startBenchService(command, folder);
  for (let day = days - 1; day >= 0; day--) {
    // Each day has ids of its own, as real days do.
    const corpus = writeCorpus(join(folder, "day.ndjson"), eventsADay, until - day * 86_400, day);
    await sendAll({ ...corpus, url: service.url, token: service.token });
  }
  await service.close();
  const again = await startBenchService(command, folder);
  try {
    const { readyMs } = again;
    const idleMb = again.residentMb().now;
    const { medianMs: lastHourMs } = await askOften(again, lastHour(until), 15);
    const wholeRange: WholeRange[] = [];
    for (const question of benchQuestions(until, days)) wholeRange.push(await askOften(again, question, 5));
    return { days, eventsADay, readyMs, lastHourMs, idleMb, peakMb: again.residentMb().peak, wholeRange };
  } finally {
    await again.close();
  }
}

function lastHour(until: number): BenchQuestion {
  const time_range = { ts_from: until - 3_600, ts_to: until, timezone: "UTC" };
  return { name: "last hour", body: { type: "EventRate", params: { time_range, q: "severity<=4" } } };
}

async function askOften(service: BenchService, question: BenchQuestion, rounds: number): Promise<WholeRange> {
  const times: number[] = [];
  let result: string | undefined;
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    result = await askOverHttp(service, askedAnew(question, round));
    times.push(performance.now() - begin);
  }
  const firstMs = times[0]!;
  const medianMs = times.sort((a, b) => a - b)[times.length >> 1]!;
  return { question: question.name, firstMs, medianMs, result: result ?? "refused" };
}
