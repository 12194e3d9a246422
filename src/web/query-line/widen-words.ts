import { readPieces } from "../../filter/language/read-pieces.ts";

/**
 * Rewrites the line so that each plain, required word may be a part of a word; without such words the line stays as it
 * is.
 */
export function widenWords(line: string): string {
  const { pieces } = readPieces(line);
  const plain = pieces.filter(
    ({ kind, from, to }, at) =>
      kind === "word" &&
      /^[\p{L}\p{N}_.]+$/u.test(line.slice(from, to)) &&
      !/^(?:-|NOT)$/.test(line.slice(pieces[at - 1]?.from, pieces[at - 1]?.to)),
  );
  return plain.reduceRight(
    (widened, { from, to }) => `${widened.slice(0, from)}*${widened.slice(from, to)}*${widened.slice(to)}`,
    line,
  );
}
