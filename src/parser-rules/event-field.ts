import { eventTypes, facilityNames, severityNames } from "../eventstore/event/event.ts";
import { reservedNames } from "../eventstore/event/reserved-names.ts";
import { storedTagName, type WorkingEvent } from "./working-event.ts";

/** Something of an event that a rule can look at. */
export interface EventField {
  kind: "text" | "severity" | "facility" | "type" | "tag" | "extra";
  /** A tag as it is stored. */
  name: string;
  read(event: WorkingEvent): string;
}

/** Throws an Error that says why the field does not exist. */
export function findEventField(name: string): EventField {
  const base = baseFields.get(name);
  if (base !== undefined) return base;
  if (name.startsWith("tag:")) return tagField(name.slice("tag:".length));
  if (name.startsWith("extra:")) return extraField(name.slice("extra:".length));
  if (name.startsWith("ut_") || !reservedNames.has(name)) {
    const near = [...baseFields.keys()].find((known) => isNear(name, known));
    if (near === undefined) return tagField(name);
    throw new Error(`There is no field "${name}"; did you mean "${near}"? A user tag of that name is "tag:${name}".`);
  }
  throw new Error(
    `The field "${name}" is not known before an event is stored. A user tag of that name is "tag:${name}".`,
  );
}

/** The fields that templates and conditions know by their small name. */
export const baseFields: ReadonlyMap<string, EventField> = new Map(
  (
    [
      ["host", "text", ({ row }) => row.host],
      ["program", "text", ({ row }) => row.program],
      ["message", "text", ({ row }) => row.message],
      ["cisco_mnemonic", "text", ({ row }) => row.ciscoMnemonic],
      ["severity", "severity", ({ row }) => String(row.severity)],
      ["severity_name", "text", ({ row }) => severityNames[row.severity] ?? ""],
      ["facility", "facility", ({ row }) => String(row.facility)],
      ["facility_name", "text", ({ row }) => facilityNames[row.facility] ?? ""],
      ["type", "type", ({ row }) => eventTypes[row.type] ?? ""],
    ] as [string, EventField["kind"], EventField["read"]][]
  ).map(([name, kind, read]) => [name, { kind, name, read }]),
);

function tagField(name: string): EventField {
  if (name === "" || name.length > 255) throw new Error("A tag's name has 1 to 255 characters.");
  const stored = storedTagName(name);
  return { kind: "tag", name: stored, read: (event) => event.tag(stored) };
}

function extraField(path: string): EventField {
  if (path === "") throw new Error('After "extra:" stands a path, such as "extra:a.b".');
  return { kind: "extra", name: path, read: (event) => event.extraText(path) };
}

/** One letter too many, too few, wrong, or two exchanged; short names are close to everything. */
function isNear(name: string, known: string): boolean {
  if (known.length < 4 || Math.abs(name.length - known.length) > 1 || name === known) return false;
  let begin = 0;
  while (begin < name.length && name[begin] === known[begin]) begin++;
  let end = 0;
  while (end < Math.min(name.length, known.length) - begin && name.at(-1 - end) === known.at(-1 - end)) end++;
  const [left, right] = [name.slice(begin, name.length - end), known.slice(begin, known.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && left[0] === right[1] && left[1] === right[0];
}
