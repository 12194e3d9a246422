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

/**
 * The name under which a tag is stored and found, whether a sender, a rule or a question names it. A leading `ut_` only
 * says that a tag is meant; before a reserved name it is part of the tag's name. The name of a name is itself.
 */
export function tagNameFor(name: string): string {
  if (reservedNames.has(name)) return `ut_${name}`;
  let plain = name;
  while (plain.startsWith("ut_") && plain.length > 3 && !reservedNames.has(plain.slice(3))) plain = plain.slice(3);
  return plain;
}
