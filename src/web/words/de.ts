import { finding } from "./de/finding.ts";
import { parts } from "./de/parts.ts";
import { performance } from "./de/performance.ts";
import { reports } from "./de/reports.ts";
import { rules } from "./de/rules.ts";
import { tasks } from "./de/tasks.ts";
import { triggers } from "./de/triggers.ts";
import type { Words } from "./en.ts";

export const de: Words = { finding, parts, performance, reports, rules, tasks, triggers };
