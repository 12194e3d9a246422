/** The events that every client sends, told to each in its own words: names, values and times that need care. */

/** How many events each client sends: several of its batches. */
export const sentCount = 5_000;

export function messageOf(index: number): string {
  return `line ${index} with ünïcode ☃ 😀\n  and a second line`;
}

/**
 * When an event says that it was, in milliseconds; `baseMs`: the first one's. Every other one is from the first years
 * of the century.
 */
export function timeOf(baseMs: number, index: number): number {
  return index % 2 === 0 ? baseMs + index : oldMs + index * 7;
}

const oldMs = Date.UTC(2001, 1, 3, 4, 5, 6, 789);

/** From the least severe up. */
export const severities = ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] as const;

export function severityOf(index: number): (typeof severities)[number] {
  return severities[index % severities.length]!;
}

const longName = `long-${"ü".repeat(195)}`;

/** Names that no index, label or protocol of others would give a field, and values of every kind. */
export function oddTags(index: number): Record<string, unknown> {
  return {
    ...{ "odd na-me.größe": index, 'say "hi"\\': `"q" \\ ü\n${index}`, 日本語: "値 😀" },
    ...{ "a.b": "dotted", "a-b": "dashed", "@x": "at", $ref: "dollar", "tab\there": "tab", _own: "underscore" },
    ...{ " around ": "blanks", constructor: "built in", [longName]: `long ${index}`, "1": "one" },
    ...{ half: index / 2, negative: -index, tiny: 1e-9, large: 2 ** 53, yes: true, no: false },
    ...{ nothing: null, none: "", nested: { deep: { "e.r": index }, list: ["a", { b: null }, [1]] } },
  };
}

/** What must be found of these; null and empty texts are no tags. */
export function storedTags(index: number): Record<string, string> {
  return Object.fromEntries(leavesOf(oddTags(index), ""));
}

function leavesOf(value: unknown, path: string): [name: string, value: string][] {
  if (typeof value !== "object") return value === "" ? [] : [[path, String(value)]];
  return Object.entries(value ?? {}).flatMap(([name, inner]) =>
    leavesOf(inner, path === "" ? name : `${path}.${name}`),
  );
}
