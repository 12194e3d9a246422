import { suggestField } from "../../query/parse/suggest-field.ts";
import { defineVigieCommand } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import type { Client } from "../http-client.ts";
import { formatCount, renderTable } from "../output.ts";
import { readLimit } from "../query/options.ts";

interface FieldNames {
  fields: { name: string; label: string; type: string; kind: "base" | "tag" }[];
}

interface FieldValues {
  values: { value: string; count: number }[];
}

export const fieldsCommand = defineVigieCommand({
  meta: { name: "fields", description: "List the fields that events have, or the values of one" },
  args: {
    prefix: { type: "positional", required: false, description: "Names with this prefix; none: all" },
    ...connectionArguments,
    values: {
      type: "string",
      valueHint: "FIELD",
      description: "The most frequent values of this field instead; PREFIX then applies to the values",
    },
    limit: { type: "string", valueHint: "N", description: "Rows (1000 names, 20 values)" },
    days: { type: "string", valueHint: "N", description: "Events of the last N days, at most 31 (1)" },
    json: { type: "boolean", description: "For machines: the answer as one object" },
  },
  examples: [
    ["vigie fields", "what can be asked for"],
    ["vigie fields src --days 7", "fields that begin so, of a week"],
    ["vigie fields --values user", "who there is"],
  ],
  async run({ args }) {
    const days = readLimit(args.days, 1, 31);
    const limit = readLimit(args.limit, args.values === undefined ? 1000 : 20, 1000);
    const asked = new URLSearchParams({
      prefix: args.prefix ?? "",
      limit: String(limit),
      ts_from: String(-86_400 * days),
    });
    if (args.values !== undefined) asked.set("name", args.values);
    const client = await connect(args);
    const answer = await client.send<FieldNames | FieldValues>({ path: `/api/fields?${asked}` });
    process.stdout.write(`${args.json === true ? JSON.stringify(answer) : rendered(answer, days)}\n`);
    if (args.json !== true && hasBaseFieldsAlone(answer)) process.stderr.write(`${noTags(days)}\n`);
    if (args.values !== undefined && "values" in answer && answer.values.length === 0) {
      const meant = await meantField(client, args.values, days);
      if (meant !== undefined)
        process.stderr.write(`No event has a field "${args.values}". Did you mean "${meant}"?\n`);
    }
    return 0;
  },
});

/** Undefined: events have this field, or none with a name like it. */
async function meantField(client: Client, name: string, days: number): Promise<string | undefined> {
  const asked = new URLSearchParams({ limit: "1000", ts_from: String(-86_400 * days) });
  const { fields } = await client.send<FieldNames>({ path: `/api/fields?${asked}`, retry: true });
  const names = new Set(fields.map((field) => field.name));
  return names.has(name) ? undefined : suggestField(name, names);
}

function hasBaseFieldsAlone(answer: FieldNames | FieldValues): boolean {
  return "fields" in answer && answer.fields.length > 0 && answer.fields.every(({ kind }) => kind === "base");
}

function noTags(days: number): string {
  return `No event of the last ${spanText(days)} has tags with such names; --days looks further back.`;
}

function spanText(days: number): string {
  return days === 1 ? "day" : `${days} days`;
}

function rendered(answer: FieldNames | FieldValues, days: number): string {
  const span = spanText(days);
  if ("values" in answer) {
    if (answer.values.length === 0) return `No event of the last ${span} has such a value; --days looks further back.`;
    const columns = [{ title: "count", align: "right" as const }, { title: "value" }];
    return renderTable(
      columns,
      answer.values.map(({ value, count }) => [formatCount(count), value]),
    );
  }
  if (answer.fields.length === 0) return `No event of the last ${span} has such a field; --days looks further back.`;
  const columns = ["field", "type", ""].map((title) => ({ title }));
  const rows = answer.fields.map(({ name, type, kind, label }) => [name, type, kind === "base" ? label : ""]);
  return renderTable(columns, rows);
}
