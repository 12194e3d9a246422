import { parts } from "./en/parts.ts";
import { tasks } from "./en/tasks.ts";

/** English: the source of all keys. */
export const en = { parts, tasks };

export type Words = typeof en;
