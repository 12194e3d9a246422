import { eventTypes, facilityNames, severityNames, statusNames } from "../../eventstore/event/event.ts";
import { reservedNames, tagNameFor } from "../../eventstore/event/reserved-names.ts";
import type { BaseColumn } from "../../eventstore/segment.ts";

/**
 * A field that a condition can name and a query can count. Every field of an event has a text, "" when the event lacks
 * it.
 */
export type Field =
  | { kind: "text"; column: "host" | "program" | "message" | "cisco_mnemonic" }
  /** A number with names. Its text is the number; values of conditions may also be one of its names. */
  | { kind: "code"; column: CodeColumn; names: readonly string[]; aliases: Readonly<Record<string, number>> }
  /** The name of such a number. */
  | { kind: "code-name"; column: CodeColumn; names: readonly string[] }
  | { kind: "counter" }
  /** Epoch seconds with microseconds. */
  | { kind: "time"; edge: "first" | "last" }
  | { kind: "id" }
  /** The id of the message's pattern; made of the message, not stored. */
  | { kind: "pattern" }
  | { kind: "tag"; name: string };

export type CodeColumn = Extract<BaseColumn, "severity" | "facility" | "status" | "type">;

/** The field of this name: a base field, or else a user tag. Throws UnsearchableFieldError. */
export function findField(name: string): Field {
  const base = baseFields.get(name);
  if (base) return base;
  if (reservedNames.has(name)) throw new UnsearchableFieldError(name);
  return { kind: "tag", name: tagNameFor(name) };
}

/** A field that can stand in a condition, including fields with several values. */
export type ConditionField = Field | TriggerIdsField | PatternFamiliesField;

/**
 * The triggers that fired for an event. Its text is their ids between commas; a condition holds when it does for one of
 * them.
 */
export interface TriggerIdsField {
  kind: "trigger-ids";
}

/**
 * The message's pattern and the families that it is of (`src/pattern/families.ts`). Its text is their ids between
 * commas; a condition holds when it does for one of them.
 */
export interface PatternFamiliesField {
  kind: "pattern-families";
  /** The parts that the condition asks for, patterns and families. */
  ids: readonly string[];
}

/** The field of this name for a condition. Throws UnsearchableFieldError. */
export function findConditionField(name: string): ConditionField {
  return name === "trigger_ids" ? triggerIdsField : findField(name);
}

const triggerIdsField: TriggerIdsField = { kind: "trigger-ids" };

/** Part of every event, yet neither searchable nor countable. */
export class UnsearchableFieldError extends Error {
  override readonly name = "UnsearchableFieldError";

  constructor(field: string) {
    super(
      `The field "${field}" can be neither searched nor counted${hints.has(field) ? `; ${hints.get(field)}` : ""}.`,
    );
  }
}

/** Words that people and other tools use for severities, besides our own names. */
const severityAliases = {
  EMERG: 0,
  PANIC: 0,
  CRIT: 2,
  ERR: 3,
  WARN: 4,
  INFORMATIONAL: 6,
  INFORMATION: 6,
};

const idField: Field = { kind: "id" };

/** The searchable fields; other reserved names (eventstore/event/reserved-names.ts) cannot be searched. */
const baseFields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["host", { kind: "text", column: "host" }],
  ["program", { kind: "text", column: "program" }],
  ["message", { kind: "text", column: "message" }],
  ["pattern", { kind: "pattern" }],
  ["cisco_mnemonic", { kind: "text", column: "cisco_mnemonic" }],
  ["severity", { kind: "code", column: "severity", names: severityNames, aliases: severityAliases }],
  ["severity_name", { kind: "code-name", column: "severity", names: severityNames }],
  ["facility", { kind: "code", column: "facility", names: facilityNames, aliases: {} }],
  ["facility_name", { kind: "code-name", column: "facility", names: facilityNames }],
  ["status", { kind: "code", column: "status", names: statusNames, aliases: {} }],
  ["status_name", { kind: "code-name", column: "status", names: statusNames }],
  ["type", { kind: "code-name", column: "type", names: eventTypes }],
  ["counter", { kind: "counter" }],
  ["first_occurrence", { kind: "time", edge: "first" }],
  ["last_occurrence", { kind: "time", edge: "last" }],
  ["id", idField],
  ["_id", idField],
]);

const hints: ReadonlyMap<string, string> = new Map([
  ["ts", "use the time range, first_occurrence or last_occurrence"],
  ["first_occurrence_date", "use first_occurrence, in epoch seconds"],
  ["last_occurrence_date", "use last_occurrence, in epoch seconds"],
  ["user_tags", "name the tag itself"],
  ["trigger_ids", "it can stand in a filter only"],
]);
