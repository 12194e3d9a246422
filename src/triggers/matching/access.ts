import type { CompiledCondition } from "../../filter/condition/compile-condition.ts";
import { type CompiledElement, isGroup } from "../../filter/condition/compile-element.ts";
import type { ConditionField } from "../../filter/condition/fields.ts";
import { foldCase, isAscii } from "../../filter/words/fold-case.ts";
import { literalCharactersMax } from "../limits.ts";

/**
 * A necessary property of events that meet a condition, so that the others need not be tested: one of some values, one
 * of some codes, one of some texts inside a value, the presence of a tag, one of some patterns or families, a new
 * pattern. More events may have it than meet the condition, never fewer.
 */
export type Access =
  | { kind: "value"; field: TextField; values: readonly string[] }
  | { kind: "literal"; field: TextField; literals: readonly string[] }
  | { kind: "code"; column: CodeField; codes: readonly number[] }
  | { kind: "tag"; name: string }
  | { kind: "pattern"; ids: readonly string[] }
  | { kind: "new-pattern" }
  | { kind: "any"; accesses: readonly Access[] };

/** A base field of this name, or a tag. */
export type TextField = BaseTextField | { tag: string };
export type BaseTextField = "host" | "program" | "message" | "cisco_mnemonic";
export type CodeField = "severity" | "facility" | "type";

export interface RatedAccess {
  access: Access;
  /** Estimated share of the events that have it. */
  share: number;
}

/** Undefined: every event may meet it. */
export function accessOf(element: CompiledElement): RatedAccess | undefined {
  if (!isGroup(element)) return accessOfCondition(element);
  const rated = element.parts.map(accessOf);
  if (element.kind === "all") return best(rated);
  if (!rated.every((access) => access !== undefined)) return undefined;
  const share = rated.reduce((sum, access) => sum + access.share, 0);
  return { access: { kind: "any", accesses: rated.map(({ access }) => access) }, share };
}

/** The property that the fewest events have. */
export function best(rated: readonly (RatedAccess | undefined)[]): RatedAccess | undefined {
  let found: RatedAccess | undefined;
  for (const access of rated)
    if (access !== undefined && (found === undefined || access.share < found.share)) found = access;
  return found;
}

function accessOfCondition(condition: CompiledCondition): RatedAccess | undefined {
  const { field, negated, test } = condition;
  if (negated) return undefined;
  if (field.kind === "code" || field.kind === "code-name") {
    if (field.column === "status") return undefined;
    const codes = field.names.flatMap((name, code) =>
      test.text(field.kind === "code" ? String(code) : name) ? [code] : [],
    );
    return { access: { kind: "code", column: field.column, codes }, share: codes.length / field.names.length };
  }
  if (field.kind === "pattern") {
    const ids = exactValues(condition);
    return ids && { access: { kind: "pattern", ids }, share: 0.001 * ids.length };
  }
  if (field.kind === "pattern-families") {
    if (!field.ids.every((id) => /^\w+$/.test(id))) return undefined;
    const ids = field.ids.map(foldCase);
    return { access: { kind: "pattern", ids }, share: 0.01 * ids.length };
  }
  const textField = textFieldOf(field);
  if (textField === undefined) return undefined;
  const values = textField === "message" ? undefined : exactValues(condition);
  if (values !== undefined) return { access: { kind: "value", field: textField, values }, share: 0.01 * values.length };
  const literals = literalsOf(condition);
  if (literals !== undefined) {
    const shortest = Math.min(...literals.map(({ length }) => length));
    return { access: { kind: "literal", field: textField, literals }, share: (0.2 * literals.length) / shortest };
  }
  if (field.kind === "tag" && !test.text("")) return { access: { kind: "tag", name: field.name }, share: 0.3 };
  return undefined;
}

function textFieldOf(field: ConditionField): TextField | undefined {
  if (field.kind === "text") return field.column;
  return field.kind === "tag" ? { tag: field.name } : undefined;
}

/** In lower case; every text that meets the condition contains one of them. */
function literalsOf({ test }: CompiledCondition): string[] | undefined {
  const literals = test.scan?.literals.map((literal) => literal.slice(0, literalCharactersMax).toLowerCase());
  if (literals === undefined || literals.length === 0) return undefined;
  return literals.every((literal) => literal.length > 1 && isAscii(literal)) ? literals : undefined;
}

/** The texts in one case, when the condition is equality with one of them. A number can be written in many ways. */
function exactValues({ test }: CompiledCondition): string[] | undefined {
  return test.exact?.values.map(foldCase);
}
