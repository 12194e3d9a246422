import type { MessagePort } from "node:worker_threads";
import type { Lane, UpkeepAnswer, UpkeepJob } from "../catalog/upkeep-jobs.ts";

/** Data for the start of the upkeep thread. */
export interface UpkeepStart {
  port: Pick<MessagePort, "on" | "postMessage" | "close">;
  /** One word: how many messages the thread has sent. A synchronous wait for the next one sleeps on it. */
  sent: SharedArrayBuffer;
  eventsFolder: string;
  /** Memory of `AwaitedAnswers`. */
  awaited: SharedArrayBuffer;
}

/** Intake thread → upkeep thread. */
export type UpkeepRequest =
  | { kind: "begin"; lane: Lane; job: UpkeepJob }
  | { kind: "stop"; lane: Lane }
  | { kind: "release"; day: string }
  | { kind: "end" };

/** Upkeep thread → intake thread. */
export type UpkeepMessage =
  | { kind: "answer"; answer: UpkeepAnswer }
  | { kind: "released" }
  /** `error`: a file could not be closed in order. */
  | { kind: "ended"; error: string | undefined };
