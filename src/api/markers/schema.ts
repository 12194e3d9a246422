import * as z from "zod";
import { titleField } from "../../board/title.ts";
import { listParameters, listSchema } from "../../http/pagination.ts";
import { idInPath, integerParameter } from "../../http/parameters.ts";
import { userReference } from "../../http/user-reference.ts";
import { markerSecondsMax, markerTagsMax, tagCharactersMax } from "./limits.ts";

const timeField = z
  .number("Expected epoch seconds.")
  .min(0, { error: "Expected epoch seconds." })
  .max(markerSecondsMax, { error: `Expected at most ${markerSecondsMax}.` })
  .describe("Epoch seconds. Default: now.");
const tagsField = z
  .array(
    z
      .string()
      .trim()
      .min(1, { error: "Expected a word." })
      .max(tagCharactersMax, { error: `Expected at most ${tagCharactersMax} characters.` }),
  )
  .max(markerTagsMax, { error: `Expected at most ${markerTagsMax} tags.` })
  .transform((tags) => [...new Set(tags.map((tag) => tag.toWellFormed()))]);

export const markerBody = z
  .object({ title: titleField, time: timeField.optional(), tags: tagsField.default([]) })
  .meta({ id: "MarkerRequest" });
export type MarkerBody = z.output<typeof markerBody>;

export const markerPatch = z
  .object({ title: titleField.optional(), time: timeField.optional(), tags: tagsField.optional() })
  .meta({ id: "PatchedMarker" });
export type MarkerPatch = z.output<typeof markerPatch>;

export const marker = z
  .object({
    id: z.int(),
    time: z.number().describe("Epoch seconds."),
    title: z.string(),
    tags: z.array(z.string()),
    owner: userReference.nullable().describe("Null when the user is gone."),
    created_at: z.int(),
  })
  .meta({ id: "Marker" });
export type Marker = z.output<typeof marker>;
export const markerList = listSchema(marker);

export const markerQuery = z.object({
  ts_from: integerParameter(0).describe("From this time on, epoch seconds."),
  ts_to: integerParameter(0).describe("Before this time."),
  tag: z.string().optional().describe("Only those with this tag."),
  title: z.string().optional().describe("Only those with exactly this title."),
  ...listParameters(["id", "time", "title", "created_at"], "-time"),
});
export type MarkerQuery = z.output<typeof markerQuery>;

export const markerInPath = z.object({ id: idInPath("The id of the marker.") });
