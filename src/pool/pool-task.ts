import type { MessagePort } from "node:worker_threads";
import type { LaneTask } from "./thread-lane.ts";

/** Heavy tasks have threads of their own, so light ones do not wait for them. */
export type TaskWeight = "light" | "heavy";

/** The task's owner; owners that are equal share their turns. */
export type Owner = number | string;

/** Another way to perform a heavy task. */
export interface Also {
  help?: Help | undefined;
  preempting?: Preempting | undefined;
}

/**
 * The same task in a form that may interrupt a thread at work. It is abandoned when it takes long; then it waits on, in
 * its old place, and interrupts nobody again.
 */
export interface Preempting {
  /** Without ports. */
  task: unknown;
  isGivenUp(answer: unknown): boolean;
  /** Receives how long the task took on a thread of its own. */
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
  /** The message for each helper's entry. */
  tasks: readonly TaskWithPorts[];
  /** Tells them to let go soon: another task needs the thread. */
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
  /** Only of a helper: makes it let go. */
  leave?: () => void;
}
