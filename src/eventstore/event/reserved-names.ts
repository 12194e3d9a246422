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
 * The name a tag is stored and found under, whoever names it: a sender, a rule, a question. `ut_` in front says that a
 * tag is meant and is no part of its name, but where the rest is reserved. The name of a name is itself.
 */
export function tagNameFor(name: string): string {
  if (reservedNames.has(name)) return `ut_${name}`;
  let plain = name;
  while (plain.startsWith("ut_") && plain.length > 3 && !reservedNames.has(plain.slice(3))) plain = plain.slice(3);
  return plain;
}
