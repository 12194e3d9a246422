import { joinHoles } from "./join-holes.ts";
import { rewrite } from "./rewrite.ts";
import { addDataWord, hole, TokenKind, Tokens, tokenise } from "./tokens.ts";

/** A text, or part of a stored template: constant text, or the stand-in of a hole (`standInFor`). */
export type PatternPiece = string | { readonly standsFor: string };

/**
 * The pattern of a text: the part that messages of this kind share, with `<*>` where they have data. A pure function of
 * the text. A stored template, with the stand-ins of its holes, gives the same as each of its texts. Any thread.
 */
export function patternText(pieces: readonly PatternPiece[]): string {
  const isWhole = joinTokens(pieces);
  joined.texts.length = joined.length;
  const text = joined.texts.join("").trimEnd();
  return isWhole ? text : `${text} …`;
}

/**
 * The parts of a text where its pattern has `<*>`, in order. `whole`: a part of the pattern that counts as one hole,
 * characters from `from` to before `to`, as in the pattern's family.
 */
export function holeTexts(text: string, whole?: { readonly from: number; readonly to: number }): string[] {
  joinTokens([text]);
  const { length, kinds, texts, starts, ends } = joined;
  const found: string[] = [];
  let wholeStart = -1;
  for (let at = 0, place = 0; at < length; at++) {
    const end = place + texts[at]!.length;
    if (whole && place >= whole.from && place < whole.to) {
      if (wholeStart < 0) wholeStart = starts[at]!;
      if (end >= whole.to) found.push(text.slice(wholeStart, ends[at]));
    } else if (kinds[at] === TokenKind.hole)
      found.push(text.slice(starts[at]! + texts[at]!.length - hole.length, ends[at]));
    place = end;
  }
  return found;
}

/** False when the text has more than a pattern has. */
function joinTokens(pieces: readonly PatternPiece[]): boolean {
  source.clear();
  rewritten.clear();
  joined.clear();
  const isWhole = pieces.every((piece) =>
    typeof piece === "string" ? tokenise(piece, source) : addDataWord(piece.standsFor, source),
  );
  rewrite(source, rewritten);
  joinHoles(rewritten, joined);
  return isWhole;
}

/** Reused by each pattern that a thread makes. */
const source = new Tokens();
const rewritten = new Tokens();
const joined = new Tokens();
