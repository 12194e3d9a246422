import * as z from "zod";

/** Settings that may change while the service runs. */
export const runningNames = ["retention_days", "retention_bytes", "source_bytes_per_day"] as const;
export type RunningName = (typeof runningNames)[number];

const whole = (max: number) =>
  z
    .int("Expected a whole number; 0 for no bound.")
    .min(0, { error: "Expected 0 or more." })
    .max(max, { error: `Expected at most ${max}.` });

const fields = {
  retention_days: whole(36_500).describe("Days of events that are kept; 0: all."),
  retention_bytes: whole(Number.MAX_SAFE_INTEGER).describe(
    "Bytes of event files that are kept; the oldest day goes first; 0: no bound.",
  ),
  source_bytes_per_day: whole(Number.MAX_SAFE_INTEGER).describe(
    "Bytes one address may send over HTTP in a UTC day; 429 beyond; 0: no bound.",
  ),
};

export const runningSettings = z
  .object({
    ...fields,
    fixed: z
      .array(z.enum(runningNames))
      .describe("Those that flags, environment or settings file gave at the start: they are changed there."),
  })
  .meta({ id: "Settings" });
export type RunningSettings = z.infer<typeof runningSettings>;

export const patchedSettings = z.object(fields).partial().meta({ id: "PatchedSettings" });
export type PatchedSettings = z.output<typeof patchedSettings>;
