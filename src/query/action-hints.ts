import { isIP } from "node:net";

/** A page the administrator wants to be offered for a field: `{value}` in the URL stands for the field's value. */
export interface FieldLink {
  name: string;
  label: string;
  url: string;
}

/** By field name, base field or user tag. */
export type FieldLinks = Readonly<Record<string, readonly FieldLink[]>>;

/** A next step that a reader could take with a field of an event. It is a hint: nothing runs here. */
export interface ActionHint {
  name: string;
  label: string;
  url?: string;
}

/** Next steps for the fields of an event, by field; `_event` for the whole. Fields without a value have none. */
export function actionHints(
  event: Readonly<Record<string, unknown>>,
  links: FieldLinks,
): Record<string, readonly ActionHint[]> {
  const hints: [string, readonly ActionHint[]][] = [];
  for (const [field, value] of searchableFields(event)) hints.push([field, hintsFor(field, value, links)]);
  hints.push(["_event", eventHints]);
  return Object.fromEntries(hints);
}

const baseFields = ["host", "program", "message", "cisco_mnemonic", "severity", "facility", "status", "type"];

function searchableFields(event: Readonly<Record<string, unknown>>): [string, string][] {
  const base = baseFields.map((name): [string, unknown] => [name, event[name]]);
  const tags = Object.entries((event.user_tags ?? {}) as Record<string, unknown>);
  return [...base, ...tags].flatMap(([name, value]): [string, string][] =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
}

function hintsFor(field: string, value: string, links: FieldLinks): readonly ActionHint[] {
  const configured = Object.hasOwn(links, field) ? (links[field] as readonly FieldLink[]) : [];
  return [...(isIP(value) > 0 ? addressHints : isHostName(field, value) ? nameHints : fieldHints)].concat(
    configured.map(({ name, label, url }) => ({ name, label, url: fillIn(url, value) })),
  );
}

const fieldHints: readonly ActionHint[] = [
  { name: "filter", label: "Only this value" },
  { name: "exclude", label: "All but this value" },
  { name: "top_n", label: "Most frequent values" },
];
const addressHints: readonly ActionHint[] = [
  ...fieldHints,
  { name: "geoip", label: "Where this address is" },
  { name: "whois", label: "Whose address this is" },
];
const nameHints: readonly ActionHint[] = [...fieldHints, { name: "dns", label: "Addresses of this name" }];
const eventHints: readonly ActionHint[] = [
  { name: "create_task", label: "Create a task" },
  { name: "create_trigger", label: "Create a trigger" },
];

/** Many values look like host names, `main.js` for one; so the field must be about hosts too. */
function isHostName(field: string, value: string): boolean {
  return /host|domain|server|fqdn|dns/i.test(field) && value.length <= 253 && hostName.test(value);
}

const hostName = /^(?=.*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*\.?$/i;

function fillIn(url: string, value: string): string {
  return url.replaceAll("{value}", () => encodeURIComponent(value.toWellFormed()));
}
