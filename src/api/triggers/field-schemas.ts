import * as z from "zod";
import { describeTemplateProblem } from "../../eventstore/event/event-template.ts";
import { templateCharactersMax } from "../../triggers/limits.ts";

/** Shapes that several fields of a trigger have. */

export const text = (most: number) =>
  z
    .string()
    .max(most, { error: `Expected at most ${most} characters.` })
    .transform((value) => value.toWellFormed());

export const whole = (min: number, max: number) =>
  z
    .int({ error: "Expected a whole number." })
    .min(min, { error: `Expected at least ${min}.` })
    .max(max, { error: `Expected at most ${max}.` });

export const template = (help: string, most = templateCharactersMax) =>
  text(most)
    .superRefine((value, context) => {
      const problem = describeTemplateProblem(value);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
    })
    .describe(help);

export const placeholderHelp =
  "A name in braces after a dollar sign stands for a value: host, program, message, severity_name, time, id, trigger_name, count, state, others (new patterns that came with it), url, a tag.";
