import { startBenchService } from "../service/service.ts";
import { askOverHttp } from "./api-asker.ts";
import { medianOf } from "./ask-once.ts";
import type { BenchQuestion } from "./questions.ts";

/**
 * Milliseconds of the first answer of a service, by the names of questions: each has services of its own, the median of
 * three variants. Files are in the system's cache, and two seconds have passed since the start.
 */
export async function firstAnswers(
  command: readonly string[],
  folder: string,
  questions: readonly BenchQuestion[],
): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, variants] of Map.groupBy(questions, (question) => question.name)) {
    const times: number[] = [];
    for (const question of variants.slice(0, starts)) times.push(await firstAnswer(command, folder, question));
    found[name] = medianOf(times.sort((a, b) => a - b));
  }
  return found;
}

async function firstAnswer(command: readonly string[], folder: string, question: BenchQuestion): Promise<number> {
  const service = await startBenchService(command, folder);
  try {
    await Bun.sleep(restMs);
    const begin = performance.now();
    await askOverHttp(service, question);
    return performance.now() - begin;
  } finally {
    await service.close();
  }
}

const starts = 3;
/** What a start leaves to be done is done by then. */
const restMs = 2_000;
