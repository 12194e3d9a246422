import * as z from "zod";
import { findField } from "../filter/condition/fields.ts";
import { fieldCharactersMax } from "../filter/words/limits.ts";
import { messageOf } from "../lib/errors.ts";
import { rankingMax } from "./limits.ts";

/** The name of a field that can be counted. */
export const fieldSchema = z
  .string()
  .min(1)
  .max(fieldCharactersMax, `Expected at most ${fieldCharactersMax} characters.`)
  .transform((name) => name.toWellFormed())
  .superRefine((name, context) => {
    try {
      findField(name);
    } catch (error) {
      context.addIssue({ code: "custom", message: messageOf(error) });
    }
  });

export const limitSchema = wholeNumber(1, rankingMax).default(5);

export function wholeNumber(least: number, most: number) {
  return z
    .int("Expected a whole number.")
    .min(least, `Expected at least ${least}.`)
    .max(most, `Expected at most ${most}.`);
}
