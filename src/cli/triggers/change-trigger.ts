import { stringify } from "yaml";
import { messageOf } from "../../lib/errors.ts";
import { defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { readId } from "../id-argument.ts";
import { readDocument } from "../read-document.ts";
import { triggerArgument } from "./one-trigger.ts";

export const createTrigger = defineVigieCommand({
  meta: { name: "create", description: "Create a trigger from a file and print its id" },
  args: {
    file: {
      type: "positional",
      description: "JSON or YAML, as POST /api/triggers takes it and show writes it, or a list of one; - for stdin",
      required: true,
    },
    ...connectionArguments,
  },
  notes: ["A key that triggers do not have is refused, so that a misspelt filter is not none."],
  examples: [
    ["vigie triggers show 7 | vigie triggers create - --url https://logs.example.org", "into another service"],
  ],
  async run({ args }) {
    const json = await readTrigger(args.file);
    const client = await connect(args);
    const { id } = await client.send<{ id: number }>({ method: "POST", path: "/api/triggers", json });
    process.stdout.write(`${id}\n`);
    return 0;
  },
});

export const showTrigger = defineVigieCommand({
  meta: { name: "show", description: "Write a trigger as YAML or JSON" },
  args: {
    ...triggerArgument,
    ...connectionArguments,
    json: { type: "boolean", description: "As one JSON object" },
  },
  async run({ args }) {
    const id = readId(args.id, "a trigger");
    const trigger = await (await connect(args)).send<unknown>({ path: `/api/triggers/${id}`, retry: true });
    process.stdout.write(args.json ? `${JSON.stringify(trigger)}\n` : stringify(trigger));
    return 0;
  },
});

export const setTrigger = defineVigieCommand({
  meta: { name: "set", description: "Change a trigger; fields not named stay as they are" },
  args: {
    ...triggerArgument,
    ...connectionArguments,
    active: { type: "boolean", description: "It is checked; --no-active: it is kept, and never fires" },
    file: { type: "string", valueHint: "FILE", description: "Fields to change, as JSON or YAML; - for stdin" },
  },
  examples: [
    ["vigie triggers set 7 --no-active", "silent"],
    ["vigie triggers set 7 --file disks.yaml", "as the file says"],
  ],
  async run({ args }) {
    const id = readId(args.id, "a trigger");
    if (args.active === undefined && args.file === undefined)
      throw usageError("Nothing to change: name --active, --no-active or --file.");
    const fields = args.file === undefined ? {} : await readTrigger(args.file);
    const json = { ...fields, ...(args.active !== undefined && { is_active: args.active }) };
    await (await connect(args)).send({ method: "PATCH", path: `/api/triggers/${id}`, json });
    process.stdout.write(`Changed trigger ${id}.\n`);
    return 0;
  },
});

export const deleteTrigger = defineVigieCommand({
  meta: { name: "delete", description: "Delete a trigger; what it did stays with the events" },
  args: { ...triggerArgument, ...connectionArguments },
  async run({ args }) {
    const id = readId(args.id, "a trigger");
    await (await connect(args)).send({ method: "DELETE", path: `/api/triggers/${id}` });
    process.stdout.write(`Deleted trigger ${id}.\n`);
    return 0;
  },
});

/** A list of one stands for its trigger. */
async function readTrigger(file: string): Promise<object> {
  let value: unknown;
  try {
    const read = readDocument(file);
    value = Array.isArray(read) && read.length === 1 ? read[0] : read;
  } catch (error) {
    throw usageError(`Cannot read "${file}": ${messageOf(error)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw usageError(`"${file}" is no trigger: expected its fields, such as name and q.`);
  // Loaded on demand: lists need no schemas.
  const { unknownKeyIn } = await import("./unknown-key.ts");
  const unknown = unknownKeyIn(value);
  if (unknown !== undefined) throw usageError(`"${file}": ${unknown}`);
  return value;
}
