import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { askOverHttp } from "./api-asker.ts";
import { writeCorpus } from "./corpus.ts";
import type { BenchQuestion } from "./questions.ts";
import { sendAll } from "./send-all.ts";
import { startBenchService } from "./service.ts";

export interface Growth {
  days: number;
  eventsADay: number;
  /** From the start of the process until it takes requests. */
  readyMs: number;
  /** Medians. */
  lastHourMs: number;
  wholeRangeMs: number;
}

/** What a start and a question about the last hour cost with so many days behind them. */
export async function measureGrowth(
  command: readonly string[],
  folder: string,
  until: number,
  days: number,
  eventsADay: number,
): Promise<Growth> {
  mkdirSync(folder);
  const service = await startBenchService(command, folder);
  for (let day = 0; day < days; day++) {
    const corpus = writeCorpus(join(folder, "day.ndjson"), eventsADay, until - day * 86_400);
    await sendAll({ ...corpus, url: service.url, token: service.token });
  }
  await service.close();
  const again = await startBenchService(command, folder);
  const { readyMs } = again;
  try {
    const lastHour = rateOf(until - 3_600, until);
    const wholeRange = rateOf(until - days * 86_400, until);
    return {
      ...{ days, eventsADay, readyMs },
      lastHourMs: await medianMs(() => askOverHttp(again, lastHour)),
      wholeRangeMs: await medianMs(() => askOverHttp(again, wholeRange)),
    };
  } finally {
    await again.close();
  }
}

function rateOf(from: number, to: number): BenchQuestion {
  const time_range = { ts_from: from, ts_to: to, timezone: "UTC" };
  return { name: "rate", body: { type: "EventRate", params: { time_range, q: "severity<=4" } } };
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 15; round++) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b)[7]!;
}
