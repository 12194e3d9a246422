import { octetMax, wideQuad } from "../../eventstore/columns/templates/quad-filter.ts";
import { hashQuad } from "../../eventstore/format/word-hash.ts";
import { isWholeNumber } from "../../eventstore/template.ts";
import type { HoleTest, TextTest } from "./template-verdict.ts";

/** What a way asks of four holes one behind the other, no word between them. Undefined: it does not. */
export function quadOf(way: readonly HoleTest[]): readonly TextTest[] | undefined {
  let met = 0;
  for (const [at, { hole }] of way.entries()) {
    if (++met === 4) return way.slice(at - 3, at + 1).map(({ test }) => test);
    if (!hole.meetsNext) met = 0;
  }
  return undefined;
}

/**
 * The hashes of all quads whose numbers meet these four tests, as filters have them. Undefined: they are too many, or
 * what meets the tests is in no filter.
 */
export function quadHashes(tests: readonly TextTest[]): readonly number[] | undefined {
  const [first] = tests as [TextTest];
  const known = hashesCache.get(first);
  if (known?.tests.every((test, i) => test === tests[i])) return known.hashes;
  const hashes = findHashes(tests);
  hashesCache.set(first, { tests, hashes });
  return hashes;
}

/** Segments ask the same, one after the other. */
const hashesCache = new WeakMap<TextTest, { tests: readonly TextTest[]; hashes: readonly number[] | undefined }>();

function findHashes(tests: readonly TextTest[]): readonly number[] | undefined {
  const numbers = tests.map(numbersOf);
  const [first, second, third, fourth] = numbers;
  if (!first || !second || !third || !fourth) return undefined;
  if ([...second, ...third].some(isWide)) return undefined;
  if (numbers.reduce((count, some) => count * some!.length, 1) > quadsMax) return undefined;
  const hashes = new Set<number>();
  for (const a of first)
    for (const b of second)
      for (const c of third)
        for (const d of fourth) hashes.add(isWide(a) || isWide(d) ? wideQuad : hashQuad(a, b, c, d));
  return [...hashes];
}

/** All that meet the test, where these are nothing but whole numbers. */
function numbersOf({ exact }: TextTest): number[] | undefined {
  return exact?.values.every(isWholeNumber) ? exact.values.map(Number) : undefined;
}

function isWide(number: number): boolean {
  return number > octetMax;
}

/** Each takes a look at some small parts of a segment. */
const quadsMax = 64;
