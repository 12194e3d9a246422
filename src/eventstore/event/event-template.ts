import { replaceWithin } from "../../lib/text-bounds.ts";
import { facilityNames, severityNames } from "./event.ts";

/**
 * Replaces each `${name}` by what `valueFor` returns; a name without a value becomes nothing. `$${` stands for `${`.
 * Values are not expanded again, so an event cannot add placeholders. What is longer than `charactersMax` is cut.
 */
export function fillTemplate(
  template: string,
  valueFor: (name: string) => string,
  charactersMax = filledCharactersMax,
): string {
  return replaceWithin(template, placeholder, charactersMax, ([, escaped, name]) =>
    escaped === undefined ? valueFor(name!.trim()) : "${",
  );
}

/** Far more than a webhook or a mail needs, and a template may name a long message a thousand times. */
const filledCharactersMax = 1024 * 1024;

/** The error in a template, for people; undefined when there is none. */
export function describeTemplateProblem(template: string): string | undefined {
  const rest = template.replaceAll(placeholder, (found) => " ".repeat(found.length));
  const at = rest.indexOf("${");
  return at < 0 ? undefined : `Column ${at + 1}: expected a name and } after \${. A plain \${ is written $\${.`;
}

const placeholder = /(\$\$\{)|\$\{([^{}]{1,300})\}/g;

/** As much of an event as templates may name. */
export interface NamedEvent {
  /** "" when there is none. */
  id: string;
  /** Epoch seconds. */
  time: number;
  host: string;
  program: string;
  severity: number;
  facility: number;
  message: string;
  /** name, value, name, value … */
  tags: readonly string[];
}

/**
 * The values of an event by name, its tags by theirs (`tag:` in front where a tag has the name of another value); ""
 * for what is not there.
 */
export function eventValues(event: NamedEvent): (name: string) => string {
  return (name) => {
    if (Object.hasOwn(fieldValues, name)) return fieldValues[name]!(event);
    return tagOf(event, name.startsWith("tag:") ? name.slice("tag:".length) : name);
  };
}

const fieldValues: Readonly<Record<string, (event: NamedEvent) => string>> = {
  id: ({ id }) => id,
  time: ({ time }) => new Date(time * 1000).toISOString(),
  ts: ({ time }) => String(time),
  host: ({ host }) => host,
  program: ({ program }) => program,
  message: ({ message }) => message,
  severity: ({ severity }) => String(severity),
  severity_name: ({ severity }) => severityNames[severity] ?? "",
  facility: ({ facility }) => String(facility),
  facility_name: ({ facility }) => facilityNames[facility] ?? "",
};

function tagOf({ tags }: NamedEvent, name: string): string {
  for (let i = 0; i < tags.length; i += 2) if (tags[i] === name) return tags[i + 1]!;
  return "";
}
