import { createParser, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { readRange, type TimeRange, writeRange } from "../../time/time-range.ts";

const range = createParser<TimeRange>({
  parse: (text) => readRange(text) ?? null,
  serialize: writeRange,
  eq: (a, b) => writeRange(a) === writeRange(b),
});

/** The range to compare with: the same length right before, or the same time a day or a week earlier. */
const bases = ["before", "day", "week"] as const;

const parsers = {
  view: parseAsStringLiteral(["changes", "special"]).withDefault("changes"),
  q: parseAsString.withDefault(""),
  t: range.withDefault({ preset: "last_1_hours" }),
  /** A marker: from it on until now, against as long before. */
  since: parseAsInteger,
  base: parseAsStringLiteral(bases).withDefault("before"),
  /** Pattern, or a field whose values are compared. */
  by: parseAsString.withDefault("pattern"),
  /** The events whose differences are asked for. */
  about: parseAsString.withDefault("severity<=3"),
};

export function useChangesAddress() {
  const [address, set] = useQueryStates(parsers, { history: "push", clearOnDefault: true });
  return { address, set };
}

export type ChangesAddress = ReturnType<typeof useChangesAddress>["address"];
export type SetChangesAddress = ReturnType<typeof useChangesAddress>["set"];
