/**
 * Names with a fixed meaning in filters and answers. A user tag of such a name is stored as `ut_<name>`. Every field
 * name the filter knows must be listed: a missing one would become a tag that cannot be asked for.
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

/** The name a tag is stored under. */
export function tagNameFor(name: string): string {
  return reservedNames.has(name) ? `ut_${name}` : name;
}
