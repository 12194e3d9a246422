/**
 * Fills `${name}` in with what `valueFor` says; a name without a value gives nothing. `$${` is a plain `${`. Values are
 * not read again, so what an event says can add no placeholders.
 */
export function fillTemplate(template: string, valueFor: (name: string) => string): string {
  return template.replaceAll(placeholder, (_, escaped?: string, name?: string) =>
    escaped === undefined ? valueFor(name!.trim()) : "${",
  );
}

/** The error in a template, for people; undefined when there is none. */
export function describeTemplateProblem(template: string): string | undefined {
  const rest = template.replaceAll(placeholder, (found) => " ".repeat(found.length));
  const at = rest.indexOf("${");
  return at < 0 ? undefined : `Column ${at + 1}: expected a name and } after \${. A plain \${ is written $\${.`;
}

const placeholder = /(\$\$\{)|\$\{([^{}]{1,300})\}/g;

/** A text as it stands inside the quotes of JSON. */
export function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** One line, for titles and subjects: control characters and line ends become spaces. */
export function oneLine(text: string, charactersMax: number): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  return [...line.slice(0, charactersMax * 2)].slice(0, charactersMax).join("");
}
