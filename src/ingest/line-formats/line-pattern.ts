/** The parts of a line that a prescribed pattern found, by their names; undefined: it does not fit. */
export type LinePattern = (line: string) => ReadonlyMap<string, string> | undefined;
