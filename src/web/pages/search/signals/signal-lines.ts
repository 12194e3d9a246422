/** Signals that lie on the search, in order: the line of each, so that a link means the same to everybody, for ever. */

/** Nobody understands a search of more, and some proxies refuse the address. */
const signalsMax = 12;

/** `severity%3C%3D3,host%3Aweb-1`, as it stands in an address. */
export function writeSignals(lines: readonly string[]): string {
  return lines.map(encodeURIComponent).join(",");
}

/** Undefined when the text means none. */
export function readSignals(text: string): string[] | undefined {
  try {
    const lines = text
      .split(",")
      .map((part) => decodeURIComponent(part).trim())
      .filter(Boolean);
    return lines.length <= signalsMax ? [...new Set(lines)] : undefined;
  } catch {
    return undefined;
  }
}

/** Lays the signal on top, or takes it away. */
export function toggleSignal(lines: readonly string[], line: string): string[] {
  const others = lines.filter((other) => other !== line);
  return others.length < lines.length ? others : [...lines, line].slice(-signalsMax);
}

/** The one line that means what all of these mean together. */
export function joinLines(...lines: readonly string[]): string {
  const said = lines.map((line) => line.trim()).filter(Boolean);
  return said.length <= 1 ? (said[0] ?? "") : said.map((line) => `(${line})`).join(" ");
}
