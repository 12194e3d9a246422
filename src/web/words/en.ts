import { finding } from "./en/finding.ts";
import { parts } from "./en/parts.ts";
import { rules } from "./en/rules.ts";
import { tasks } from "./en/tasks.ts";
import { triggers } from "./en/triggers.ts";

/** English: the source of all keys. */
export const en = { finding, parts, rules, tasks, triggers };

export type Words = typeof en;
