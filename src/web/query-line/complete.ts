import { type Piece, readPieces } from "../../filter/language/read-pieces.ts";
import { words } from "../words/words.ts";

/** The word at the caret, and the start of its completion. */
export type Spot =
  | { kind: "field"; prefix: string; from: number }
  | { kind: "operator"; field: string; from: number }
  | { kind: "value"; field: string; prefix: string; from: number }
  | { kind: "nothing" };

/** Reads the line up to the caret with the parser of the language itself, and asks what it would go on with. */
export function findSpot(line: string, caret: number, isField: (name: string) => boolean): Spot {
  const before = line.slice(0, caret);
  const { pieces } = readPieces(before);
  const last = pieces.at(-1);
  const field = fieldOfValue(pieces, before);
  if (field !== undefined) return valueSpot(field, last!, before);
  if (last?.kind !== "word" || last.to !== caret) return emptySpot(before);
  const word = before.slice(last.from);
  if (isField(word)) return { kind: "operator", field: word, from: caret };
  return word.startsWith('"') ? { kind: "nothing" } : { kind: "field", prefix: word, from: last.from };
}

/** Finds the field whose value is written here: right behind a sign, or inside a list that is still open. */
function fieldOfValue(pieces: readonly Piece[], before: string): string | undefined {
  const at = pieces.findLastIndex(({ kind }) => kind === "field");
  const rest = pieces.slice(at + 1);
  if (at === -1 || rest.some(({ kind }) => kind === "word" || kind === "operator")) return undefined;
  const listBegins = rest.some((piece) => before.slice(piece.from, piece.to) === "(");
  const listEnds = rest.some((piece) => before.slice(piece.from, piece.to) === ")");
  const end = rest.at(-1)?.to ?? before.length;
  const behind = before.slice(end);
  const isOpen = listBegins ? !listEnds : behind === "" || (rest.at(-1)?.kind === "sign" && /^"[^"]*$/.test(behind));
  if (!isOpen || rest.some(({ kind }) => kind === "pattern")) return undefined;
  const { from, to } = pieces[at]!;
  return unquoted(before.slice(from, to));
}

function valueSpot(field: string, last: Piece, before: string): Spot {
  if (last.kind === "value" && last.to === before.length)
    return { kind: "value", field, prefix: unquoted(before.slice(last.from)), from: last.from };
  const open = /"[^"]*$/.exec(before.slice(last.to));
  const from = open === null ? before.length : last.to + open.index;
  return { kind: "value", field, prefix: before.slice(from + (open === null ? 0 : 1)), from };
}

function emptySpot(before: string): Spot {
  return /(?:^|[\s(|!-])$/.test(before) ? { kind: "field", prefix: "", from: before.length } : { kind: "nothing" };
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.replace(/^"|"$/g, "").replaceAll(/\\(["\\])/g, "$1") : text;
}

/** The operators for a field of this kind, each with its meaning. */
export function operatorsFor(type: string): readonly { sign: string; meaning: string }[] {
  return type === "number" || type === "time"
    ? [...equality, ...comparisons].map(withMeaning)
    : [...equality, ...patterns].map(withMeaning);
}

const equality = [":", "!="] as const;
const comparisons = [">=", "<=", ">", "<"] as const;
const patterns = ["=~", "!~"] as const;

function withMeaning(sign: keyof typeof words.line.operators): { sign: string; meaning: string } {
  return { sign, meaning: words.line.operators[sign] };
}
