import { type Piece, readPieces } from "../../filter/language/read-pieces.ts";
import { writeCondition, writeField } from "../../filter/language/write-condition.ts";

/**
 * The line narrowed to one value of a field, or with `not` to all but it; `value` null: to having the field at all, or
 * lacking it. What it said of this field and value before is taken back; a line of alternatives is put into parentheses
 * first, so that it goes on meaning what it meant.
 */
export function narrowLine(line: string, field: string, value: string | null, not = false): string {
  const condition = write(field, value, not);
  const rest = withoutConditions(line.trim(), (found) => {
    const isOpposite = found.text === write(field, value, !not);
    // A field has one value at a time.
    return (
      found.text === condition ||
      isOpposite ||
      (!not && value !== null && found.field === field && !found.not && found.isEqual)
    );
  });
  if (rest === "") return condition;
  return hasAlternatives(rest) ? `(${rest}) ${condition}` : `${rest} ${condition}`;
}

function write(field: string, value: string | null, not: boolean): string {
  return value === null ? `${not ? "-" : ""}${writeField(field)}:*` : writeCondition(field, value, not);
}

interface FoundCondition {
  from: number;
  to: number;
  field: string;
  text: string;
  not: boolean;
  isEqual: boolean;
}

/** Conditions that every match must meet; a line of alternatives has none. */
function withoutConditions(line: string, isUnwanted: (found: FoundCondition) => boolean): string {
  if (hasAlternatives(line)) return line;
  let rest = line;
  for (const found of findConditions(line).reverse())
    if (isUnwanted(found)) rest = `${rest.slice(0, found.from).trimEnd()} ${rest.slice(found.to).trimStart()}`.trim();
  return rest;
}

function hasAlternatives(line: string): boolean {
  return readPieces(line).pieces.some(
    ({ kind, from, to }) => kind === "operator" && /^(?:\||OR)$/.test(line.slice(from, to)),
  );
}

function findConditions(line: string): FoundCondition[] {
  const { pieces } = readPieces(line);
  const textOf = ({ from, to }: Piece) => line.slice(from, to);
  return pieces.flatMap((piece, at): FoundCondition[] => {
    if (piece.kind !== "field") return [];
    const before = pieces[at - 1];
    const sign = pieces[at + 1];
    const value = pieces[at + 2];
    const after = pieces[at + 3];
    // Lists and groups are left as they are: what they mean is not one value.
    if (opened(pieces.slice(0, at), textOf) > 0) return [];
    if (sign === undefined || value?.kind !== "value" || (after && line[value.to] === ",")) return [];
    const not = before?.kind === "operator" && textOf(before) !== "AND" && before.to === piece.from;
    if (before?.kind === "parenthesis" || after?.kind === "parenthesis") return [];
    const from = not ? before.from : piece.from;
    return [
      {
        from,
        to: value.to,
        field: textOf(piece),
        text: line.slice(from, value.to),
        not,
        isEqual: /^[:=]$/.test(textOf(sign)),
      },
    ];
  });
}

/** Parentheses that are open behind the pieces. */
function opened(pieces: readonly Piece[], textOf: (piece: Piece) => string): number {
  return pieces.reduce((sum, piece) => {
    if (piece.kind !== "parenthesis") return sum;
    return textOf(piece) === "(" ? sum + 1 : sum - 1;
  }, 0);
}
