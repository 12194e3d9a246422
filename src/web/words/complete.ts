/** A catalogue with gaps: parts of it, and parts of these, may be missing. */
export type Incomplete<Catalogue> = Catalogue extends (...taken: never[]) => unknown
  ? Catalogue
  : Catalogue extends object
    ? { [Key in keyof Catalogue]?: Incomplete<Catalogue[Key]> }
    : Catalogue;

/** Fills the gaps of a catalogue from the other one. */
export function complete<Catalogue extends object>(catalogue: Incomplete<Catalogue>, source: Catalogue): Catalogue {
  const said = catalogue as Record<string, unknown>;
  const entries = Object.entries(source).map(([key, text]: [string, unknown]) => {
    const own = said[key];
    return [key, isGroup(own) && isGroup(text) ? complete(own, text) : (own ?? text)];
  });
  return Object.fromEntries(entries) as Catalogue;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
