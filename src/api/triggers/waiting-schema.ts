import * as z from "zod";
import { weekdays } from "../../db/weekdays.ts";
import { isTimezone } from "../../lib/zoned-text.ts";
import {
  absenceSecondsMax,
  absenceSecondsMin,
  knownWithinSecondsDefault,
  knownWithinSecondsMax,
  maintenanceMax,
  nameCharactersMax,
  quietHoursMax,
} from "../../triggers/limits.ts";
import { text, whole } from "./field-schemas.ts";

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: "Expected HH:MM." });

const quietHours = z.object({
  days: z
    .array(z.enum(weekdays))
    .min(1, { error: "Expected at least one day." })
    .default([...weekdays])
    .transform((days) => weekdays.filter((day) => days.includes(day)))
    .describe("On which it begins; default every day."),
  from: timeOfDay,
  to: timeOfDay.describe("Before from: on the next day; the same as from: a whole day."),
  timezone: z
    .string()
    .refine(isTimezone, { error: "Expected the IANA name of a time zone." })
    .default(new Intl.DateTimeFormat().resolvedOptions().timeZone)
    .describe("IANA name; default the server's."),
});

export const quietHoursList = z
  .array(quietHours)
  .max(quietHoursMax, { error: `Expected at most ${quietHoursMax}.` })
  .describe("In these hours it marks and counts events, and does not act. Its next action says how often it fired.");

const seconds = z.number({ error: "Expected epoch seconds." }).min(0).max(253_402_300_799);

const maintenance = z
  .object({ title: text(nameCharactersMax).default(""), from: seconds, to: seconds })
  .refine(({ from, to }) => from < to, { error: "Expected a time behind from.", path: ["to"] });

export const maintenanceList = z
  .array(maintenance)
  .max(maintenanceMax, { error: `Expected at most ${maintenanceMax}.` })
  .describe("Like quiet hours, once: from and to as epoch seconds.");

/** `field`: a field that is known when an event comes in. */
export const absenceOf = (field: z.ZodType<string>) =>
  z
    .object({
      seconds: whole(absenceSecondsMin, absenceSecondsMax).describe("Fires when there was no event for so long."),
      field: field
        .nullish()
        .transform((name) => name ?? null)
        .describe("Each value of it is waited for by itself, such as host; null: any event."),
      known_within: whole(absenceSecondsMin, knownWithinSecondsMax)
        .default(knownWithinSecondsDefault)
        .describe("Values that had an event within so many seconds are waited for; default a day."),
    })
    .refine(({ seconds: quiet, known_within }) => known_within > quiet, {
      error: "Expected more than seconds.",
      path: ["known_within"],
    })
    .describe(
      "Fires when events that meet the filter stay away, once, and says when they are back. Excludes threshold and is_new_pattern.",
    );

export const shownQuietHours = z.array(
  z.object({ days: z.array(z.enum(weekdays)), from: z.string(), to: z.string(), timezone: z.string() }),
);
export const shownMaintenance = z.array(z.object({ title: z.string(), from: z.number(), to: z.number() }));
export const shownAbsence = z
  .object({ seconds: z.int(), field: z.string().nullable(), known_within: z.int() })
  .nullable();
