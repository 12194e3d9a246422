/**
 * Names that mean something of every event in a filter or an answer. A user tag of such a name is kept as `ut_<name>`.
 * All field names that the filter knows stand here; one that does not would be a tag that nobody can ask for.
 */
export const reservedNames: ReadonlySet<string> = new Set([
  "id",
  "_id",
  "ts",
  "first_occurrence",
  "last_occurrence",
  "first_occurrence_date",
  "last_occurrence_date",
  "counter",
  "host",
  "program",
  "message",
  "pattern",
  "cisco_mnemonic",
  "severity",
  "severity_name",
  "facility",
  "facility_name",
  "status",
  "status_name",
  "type",
  "user_tags",
  "extra_fields",
  "trigger_ids",
  "triggers_fired_count",
  "triggers_fired_data",
  "notes",
]);

/** What a tag of this name is kept as. */
export function tagNameFor(name: string): string {
  return reservedNames.has(name) ? `ut_${name}` : name;
}
