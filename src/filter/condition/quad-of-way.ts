import { quadHash } from "../../eventstore/columns/templates/quad-filter.ts";
import { wholeNumberOf } from "../../eventstore/template.ts";
import type { HoleTest, TextTest } from "./template-verdict.ts";

/** Where a way asks four holes one behind the other, no word between them: the place of the first; -1: nowhere. */
export function quadAt(way: readonly HoleTest[]): number {
  let met = 0;
  for (const [at, { hole }] of way.entries()) {
    if (++met === 4) return at - 3;
    if (!hole.meetsNext) met = 0;
  }
  return -1;
}

/**
 * The hash that filters have of the only quad that meets a way. Undefined: there are several, or none that filters
 * know. A way whose tests are exact asks all holes of the words that it is for; those of regular expressions leave some
 * out.
 */
export function quadOfWay(way: readonly HoleTest[]): number | undefined {
  const at = quadAt(way);
  if (at < 0) return undefined;
  const [first, second, third, fourth] = way.slice(at, at + 4).map(({ test }) => onlyNumber(test));
  return quadHash(first!, second!, third!, fourth!);
}

/** NaN: it is not one whole number that alone meets the test. */
function onlyNumber({ exact }: TextTest): number {
  return exact?.values.length === 1 ? wholeNumberOf(exact.values[0]!) : Number.NaN;
}
