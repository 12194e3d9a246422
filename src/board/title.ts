import * as z from "zod";
import { invalidField } from "../lib/errors.ts";
import { titleCharactersMax } from "./limits.ts";

/** Counts characters as people and JSON Schema do, so an emoji is one. */
export const titleField = z
  .string()
  .refine((title) => title.trim() !== "", { error: "This field may not be blank." })
  .refine((title) => [...title].length <= titleCharactersMax, {
    error: `Expected at most ${titleCharactersMax} characters.`,
  })
  .meta({ minLength: 1, maxLength: titleCharactersMax });

/** The title, or else the one in the config. Throws `invalid` when there is none. */
export function requireTitle({ title, config }: { title?: string; config: Record<string, unknown> }): string {
  if (title !== undefined) return title;
  if (config.title === undefined) throw invalidField("title", "This field is required.");
  const result = titleField.safeParse(config.title);
  if (result.success) return result.data;
  throw invalidField("config.title", result.error.issues[0]?.message ?? "Expected a title.");
}

/** Cut to the longest allowed title, for titles that are made from others. */
export function cutTitle(title: string, ending: string): string {
  return [...title].slice(0, titleCharactersMax - [...ending].length).join("") + ending;
}
