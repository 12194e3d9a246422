import * as z from "zod";
import { isTimezone } from "../../lib/zoned-text.ts";

/** A user's preferences for the page, wherever he logs in. */
export const preferences = z
  .object({
    language: z
      .string()
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, { error: 'Expected a language, such as "en" or "de".' })
      .optional()
      .describe('Language of the page, such as "de"; absent: the browser\'s.'),
    timezone: z
      .string()
      .max(64, { error: "Expected at most 64 characters." })
      .refine(isTimezone, { error: 'Expected the name of a time zone, such as "Europe/Berlin".' })
      .optional()
      .describe("Zone that times are shown in; absent: the browser's."),
    theme: z
      .enum(["light", "dark"], { error: 'Expected "light" or "dark".' })
      .optional()
      .describe("Colours of the page; absent: the system's."),
  })
  .meta({ id: "Preferences" });
