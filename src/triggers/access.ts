import type { CompiledCondition } from "../filter/compile-condition.ts";
import type { Condition } from "../filter/condition.ts";
import { foldCase } from "../filter/fold-case.ts";
import { hasWildcard, literalOf, parsePattern } from "../filter/wildcard.ts";
import { literalCharactersMax } from "./limits.ts";

/**
 * What an event must have for a condition to hold, so that the others need not be asked: one of some values, one of some codes, a tag
 * at all, one of some texts in its message. More may have it than meet the condition, never fewer.
 */
export type Access =
  | { kind: "value"; field: string; values: readonly string[] }
  | { kind: "code"; column: "severity" | "facility" | "type"; codes: readonly number[] }
  | { kind: "literal"; literals: readonly string[] }
  | { kind: "tag"; name: string };

export interface RatedAccess {
  access: Access;
  /** About what share of the events has it. */
  share: number;
}

/** Undefined: every event may meet it. */
export function accessOf(condition: Condition, compiled: CompiledCondition): RatedAccess | undefined {
  const { field, negated, test } = compiled;
  if (negated) return undefined;
  if (field.kind === "code" || field.kind === "code-name") {
    if (field.column === "status") return undefined;
    const codes = field.names.flatMap((name, code) =>
      test.text(field.kind === "code" ? String(code) : name) ? [code] : [],
    );
    return { access: { kind: "code", column: field.column, codes }, share: codes.length / field.names.length };
  }
  if (field.kind === "text" && field.column === "message") return messageAccess(compiled);
  if (field.kind !== "text" && field.kind !== "tag") return undefined;
  const values = exactValues(condition);
  if (values !== undefined) {
    const name = field.kind === "tag" ? `tag ${field.name}` : field.column;
    return { access: { kind: "value", field: name, values }, share: 0.01 * values.length };
  }
  if (field.kind === "tag" && !test.text("")) return { access: { kind: "tag", name: field.name }, share: 0.3 };
  return undefined;
}

function messageAccess({ test }: CompiledCondition): RatedAccess | undefined {
  const literals = test.scan?.literals.map((literal) => literal.slice(0, literalCharactersMax).toLowerCase());
  if (literals === undefined || literals.length === 0 || literals.some((literal) => literal.length < 2))
    return undefined;
  const shortest = Math.min(...literals.map(({ length }) => length));
  return { access: { kind: "literal", literals }, share: (0.2 * literals.length) / shortest };
}

/** In one case, when the condition is that the text is one of some texts. A number can be written in many ways. */
function exactValues({ op, value }: Condition): string[] | undefined {
  if (op !== "eq") return undefined;
  const values: string[] = [];
  for (const item of Array.isArray(value) ? value : [value]) {
    if (typeof item === "number") return undefined;
    const tokens = parsePattern(String(item));
    if (hasWildcard(tokens) || tokens.length === 0) return undefined;
    values.push(foldCase(literalOf(tokens)!));
  }
  return values;
}
