import { parts } from "./en/parts.ts";
import { tasks } from "./en/tasks.ts";
import { triggers } from "./en/triggers.ts";

/** English: the source of all keys. */
export const en = { parts, tasks, triggers };

export type Words = typeof en;
