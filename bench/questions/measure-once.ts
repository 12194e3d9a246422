import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Corpus } from "../corpora/corpus.ts";
import { type LineCorpusName, lineCorpora, writeLineCorpus } from "../corpora/line-corpus.ts";
import { ndjsonFile } from "../corpora/ndjson-file.ts";
import type { SendReport } from "../intake/send.ts";
import { sendAll } from "../intake/send-all.ts";
import { startPeers } from "../peers/start-peers.ts";
import { startBenchService } from "../service/service.ts";
import { untilCompacted } from "../service/until-quiet.ts";
import { apiAsker } from "./api-asker.ts";
import { type AskedOnce, askOnce, type OnceTiming } from "./ask-once.ts";
import { drawnQuestions } from "./drawn/drawn-questions.ts";
import { firstAnswers } from "./first-answers.ts";
import { neverAsked, othersOfTheirKinds } from "./never-asked.ts";
import { readQuestions } from "./question-file.ts";
import type { BenchQuestion } from "./questions.ts";

export interface MeasuredOnce {
  corpus: string;
  events: number;
  rawBytes: number;
  sent: SendReport;
  /** Bytes of the day files. */
  bytes: number;
  timings: OnceTiming[];
  disagreements: AskedOnce["disagreements"];
  /** Milliseconds of the first question of a service, by the names of questions. */
  firstMs: Record<string, number>;
  memory: Record<string, { now: number; peak: number }>;
}

export interface OnceTask {
  command: readonly string[];
  folder: string;
  /** A name of `lineCorpora`, or a file of events. */
  corpus: string;
  /** A file of questions; undefined: those of `lineCorpora`, or some drawn from the file of events. */
  questions: string | undefined;
  events: number;
  until: number;
  hasPeers: boolean;
}

/**
 * Ingests a corpus with all shipped rules, and asks questions that nobody asked before: each as the first one of a
 * service, and all of one that has answered others of their kinds.
 */
export async function measureOnce(task: OnceTask): Promise<MeasuredOnce> {
  const { command, hasPeers } = task;
  const folder = join(task.folder, "once");
  mkdirSync(folder, { recursive: true });
  const { corpus, events, questions, others } = prepare(task, folder);
  const intake = await startBenchService(command, folder);
  const sent = await sendAll({ path: corpus.path, ends: corpus.ends, ...intake });
  await untilCompacted(intake);
  await intake.close();
  const firstMs = await firstAnswers(command, folder, questions);
  const peers = hasPeers ? await startPeers({ corpus: corpus.path, folder }) : [];
  const service = await startBenchService(command, folder);
  try {
    const askers = [apiAsker(service, "as it is"), ...peers];
    // A service that runs has compiled its code long since.
    await askOnce(askers, others);
    const { timings, disagreements } = await askOnce(askers, questions);
    const memory = Object.fromEntries(askers.map(({ name, residentMb }) => [name, residentMb()]));
    const bytes = dayFileBytes(join(folder, "events"));
    const asked = { timings, disagreements, firstMs };
    return { corpus: task.corpus, events, rawBytes: corpus.bytes, sent, bytes, ...asked, memory };
  } finally {
    await service.close();
    for (const peer of peers) await peer.close();
  }
}

function prepare(
  { corpus: name, questions, events, until }: OnceTask,
  folder: string,
): { corpus: Corpus; events: number; questions: BenchQuestion[]; others: BenchQuestion[] } {
  const path = join(folder, "corpus.ndjson");
  if (isLineCorpus(name)) {
    const corpus = writeLineCorpus(name, path, events, until);
    if (questions !== undefined) return { corpus, events, questions: readQuestions(questions), others: [] };
    return { corpus, events, questions: neverAsked(corpus, until), others: othersOfTheirKinds(corpus, until) };
  }
  if (!existsSync(name)) throw new Error(`Expected ${lineCorpora.join(", ")} or a file of events, got "${name}".`);
  const corpus = ndjsonFile(name);
  const given = { corpus, events: corpus.events };
  if (questions !== undefined) return { ...given, questions: readQuestions(questions), others: [] };
  return { ...given, questions: drawnQuestions(name, drawnCount, 1), others: drawnQuestions(name, drawnCount, 2) };
}

const drawnCount = 200;

function isLineCorpus(name: string): name is LineCorpusName {
  return lineCorpora.some((known) => known === name);
}

function dayFileBytes(events: string): number {
  const days = readdirSync(events).filter((name) => /^\d/.test(name));
  return days.reduce((sum, name) => sum + statSync(join(events, name)).size, 0);
}
