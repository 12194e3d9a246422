/** An answer as the description shows it: with the first of long lists, without real keys. */
export function shortenAnswer(value: unknown): unknown {
  if (typeof value === "string") return shortenText(value);
  if (Array.isArray(value)) return value.slice(0, itemsShown).map(shortenAnswer);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value);
  const shown = members.length > membersMax ? members.slice(0, itemsShown) : members;
  return Object.fromEntries(shown.map(([name, member]) => [name, shortenAnswer(member)]));
}

const itemsShown = 2;
/** An object with more is a table of many alike. */
const membersMax = 40;
const charactersMax = 400;

function shortenText(text: string): string {
  const plain = text.replaceAll(/\b(user|ingest|view)-[0-9a-f]{48}/g, `$1-${"0123456789ab".repeat(4)}`);
  return plain.length > charactersMax ? `${plain.slice(0, charactersMax)}…` : plain;
}
