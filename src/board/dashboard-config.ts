import * as z from "zod";
import { validateBody } from "../http/validate.ts";
import type { Config } from "./config-text.ts";
import { type CheckQuestion, checkAsConfig } from "./question-check.ts";

/** The known fields of a dashboard's config; others are kept and ignored. */
export const dashboardConfigSchema = z.looseObject({
  time_range: z.record(z.string(), z.unknown()).optional(),
  style_class: z.string().max(255).optional(),
  refresh: z.int().min(0).max(86_400).optional(),
});

/** Throws `invalid` with dotted fields when a known field does not fit. */
export function checkDashboardConfig(config: Config, checkQuestion: CheckQuestion): void {
  validateBody(z.object({ config: dashboardConfigSchema }), { config });
  if (config.time_range === undefined) return;
  checkAsConfig(() => checkQuestion("EventRate", { time_range: config.time_range }));
}
