import { finding } from "./en/finding.ts";
import { parts } from "./en/parts.ts";
import { performance } from "./en/performance.ts";
import { reports } from "./en/reports.ts";
import { rules } from "./en/rules.ts";
import { tasks } from "./en/tasks.ts";
import { triggers } from "./en/triggers.ts";

/** English: the source of all keys. */
export const en = { finding, parts, performance, reports, rules, tasks, triggers };

export type Words = typeof en;
