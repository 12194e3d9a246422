import { cachedTemplatesMax } from "../../pattern/limits.ts";
import { patternIdOf } from "../../pattern/pattern-id.ts";
import { patternText } from "../../pattern/pattern-text.ts";
import { hole } from "../../pattern/tokens.ts";
import type { TemplateTexts } from "../segment.ts";

/** The id of a template's pattern. `standIns`: by place of a piece, what stands for what fills it; absent: data. */
export function patternOfTemplate(
  templates: TemplateTexts,
  id: number,
  standIns: ReadonlyMap<number, string> = nothing,
): string {
  // By place: the same word may fill a different hole of the same template in the next segment.
  const words =
    standIns.size === 0
      ? ""
      : templates
          .pieces(id)
          .map((_, place) => standIns.get(place))
          .join();
  const key = `${words}\n${templates.ids.value(id)}`;
  const known = patternCache.get(key);
  if (known !== undefined) return known;
  const pieces = templates
    .pieces(id)
    .map((piece, place) => (typeof piece === "string" ? piece : { standsFor: standIns.get(place) ?? hole }));
  const pattern = patternIdOf(patternText(pieces));
  // Words of letters make many, and long ones would take all room.
  if (key.length > cachedKeyMax) return pattern;
  if (patternCache.size >= cachedTemplatesMax) patternCache.clear();
  patternCache.set(key, pattern);
  return pattern;
}

const nothing: ReadonlyMap<number, string> = new Map();

const cachedKeyMax = 512;

/** Cached per thread, by template and by what stands for its words: segments share most of their templates. */
const patternCache = new Map<string, string>();
