import { tagNameFor } from "../../eventstore/event/reserved-names.ts";
import type { Segment } from "../../eventstore/segment.ts";
import { touches } from "../../eventstore/snapshot.ts";
import { findConditionField } from "../../filter/condition/fields.ts";
import { flatConditions } from "../../filter/condition/filter-element.ts";
import { compileFilter } from "../../filter/select/compile-filter.ts";
import type { UnknownField } from "../execution/task.ts";
import { unknownFieldsMs } from "../limits.ts";
import { conditionsOf } from "../parse/parse-query.ts";
import { suggestField } from "../parse/suggest-field.ts";
import type { CommonParams, OpenQuestion } from "../query-kind.ts";
import { hasField } from "../values/has-field.ts";

type Asked = Pick<OpenQuestion<unknown>, "segments" | "span" | "open" | "tick" | "hosts">;

/**
 * The user tags that a question names and no event of its range has that the asker may see. Names that are suggested
 * are those of all hosts, so who may see only some is told base fields alone. Empty when looking would take long.
 */
export function findUnknownFields(params: CommonParams, asked: Asked): UnknownField[] {
  const missing = new Map(
    namesIn(params)
      .filter(isTag)
      .map((name) => [tagNameFor(name), name]),
  );
  if (missing.size === 0) return [];
  const segments = asked.segments.filter((handle) => touches(handle, asked.span));
  if (segments.length === 0) return [];
  const found = new Set<string>();
  const end = performance.now() + unknownFieldsMs;
  for (const handle of segments) {
    asked.tick();
    const segment = asked.open(handle);
    for (const name of segment.tagNames()) {
      found.add(name);
      if (missing.has(name) && mayKnow(missing.get(name)!, segment, asked)) missing.delete(name);
    }
    if (missing.size === 0 || performance.now() > end) return [];
  }
  const known = new Set([...baseNames, ...(asked.hosts.length === 0 ? found : [])]);
  return [...missing.values()].map((field) => describe(field, suggestField(field, known)));
}

/** That a field is known tells that some event has it: who sees some hosts only must not learn it of the others. */
function mayKnow(field: string, segment: Segment, asked: Asked): boolean {
  return asked.hosts.length === 0 || hasField(segment, field, compileFilter([], asked.hosts).conditions, asked);
}

/** A filter for events without a field is no mistake, so those fields are left out. */
function namesIn(params: CommonParams): string[] {
  const { field, by, subfields, fields, same, selection, selection_q } = params as CommonParams & OwnParams;
  const conditions = [...conditionsOf(params), ...conditionsOf({ filter: selection ?? [], q: selection_q })];
  const named = flatConditions(conditions).filter(
    ({ op, value }) => !(op === "ne" && value === "*") && !(op === "eq" && value === ""),
  );
  const counted = [field, by, subfields, fields, same].flat().filter((name) => typeof name === "string");
  return [...named.map((condition) => condition.field), ...counted];
}

/** Parameters of some kinds that name fields. */
interface OwnParams {
  field?: unknown;
  by?: unknown;
  subfields?: unknown;
  fields?: unknown;
  same?: unknown;
  selection?: CommonParams["filter"];
  selection_q?: string;
}

function isTag(name: string): boolean {
  try {
    return findConditionField(name).kind === "tag";
  } catch {
    return false;
  }
}

function describe(field: string, meant: string | undefined): UnknownField {
  const question = meant === undefined ? "." : `; did you mean ${meant}?`;
  return { field, did_you_mean: meant ?? null, message: `No event in this range has a field "${field}"${question}` };
}

/** Those of which a misspelling is likely. */
const baseNames = [
  ...["host", "program", "message", "severity", "severity_name", "facility", "facility_name", "status", "status_name"],
  ...["type", "cisco_mnemonic", "counter", "first_occurrence", "last_occurrence", "id", "pattern", "trigger_ids"],
];
