import type { LayoutFinding } from "./learn-layout.ts";

/** Tells people how the times of a file were found, so that they can judge it. */
export function describeFinding(finding: LayoutFinding): string {
  const { kind, pattern, lines, of, example, time, alternative, isOrdered, dayOfName } = finding;
  const found = `Times are read as ${pattern}, found in ${lines.toLocaleString("en")} of the first ${of.toLocaleString("en")} lines`;
  const iso = new Date(time / 1000).toISOString();
  const parts =
    kind === "clock"
      ? [`${found}, such as "${example}". ${whichDay(dayOfName)}`]
      : [`${found}: "${example}" is ${iso}.`];
  if (alternative !== undefined)
    parts.push(`They might as well be ${alternative}; if they are, say --time-format "${alternative}".`);
  if (!isOrdered) parts.push("The lines are not in the order of these times.");
  return parts.join(" ");
}

function whichDay(named: LayoutFinding["dayOfName"]): string {
  if (named === undefined) return "The last ones are taken for those of the day when it was written.";
  const { year, month, day } = named;
  const date = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  return `The first ones are taken for those of ${date}, which the file's name tells.`;
}
