import type { MessagePort } from "node:worker_threads";
import type { LaneTask } from "./thread-lane.ts";

/** Heavy tasks have threads of their own, so light ones do not wait for them. */
export type TaskWeight = "light" | "heavy";

/** Whose task it is. Two that are not equal are others to each other. */
export type Owner = number | string;

/** How else a heavy task can be done. */
export interface Also {
  help?: Help | undefined;
  preempting?: Preempting | undefined;
}

/**
 * The same task in a form that may interrupt a thread at work: it is given up when it takes long. Then it waits on, at
 * its old place, and interrupts nobody again.
 */
export interface Preempting {
  /** Without ports. */
  task: unknown;
  isGivenUp(answer: unknown): boolean;
  /** Tells how long the task took on a thread of its own. */
  took(milliseconds: number): void;
}

/** Plain data, and the ports in it, which go to the thread. */
export interface TaskWithPorts {
  task: unknown;
  ports: readonly MessagePort[];
}

/** How idle threads for heavy tasks can help with a task that is not done soon (`helpersAfterMs`). */
export interface Help {
  /** In the task that is helped; they go to its thread. */
  ports: readonly MessagePort[];
  /** What each of them gets for its entry. */
  tasks: readonly TaskWithPorts[];
  /** Tells them to let go soon: somebody else needs the thread. */
  leave(): void;
  /** One of them failed or died. */
  lost(): void;
}

/** A task from its arrival until its thread is free again. */
export interface PoolTask extends LaneTask {
  owner: Owner | undefined;
  /** Monotonic milliseconds. */
  cameMs: number;
  /** Not asked for yet. */
  help?: Help | undefined;
  /** Not used up yet. */
  preempting?: Preempting | undefined;
  /** A thread at work has been offered it: it waits, but may be done before its turn comes. */
  isPreempting?: boolean;
  /** It has been in work for a while. */
  isLong?: boolean;
  /** Only of one that helps another: what makes it let go. */
  leave?: () => void;
}
