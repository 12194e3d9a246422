import { createParser, parseAsBoolean, parseAsString, useQueryStates } from "nuqs";
import { readRange, type TimeRange, writeRange } from "../../../time/time-range.ts";

const range = createParser<TimeRange>({
  parse: (text) => readRange(text) ?? null,
  serialize: writeRange,
  eq: (a, b) => writeRange(a) === writeRange(b),
});

/** View settings in the address; they do not change the dashboard. */
const parsers = {
  /** Over this time, all widgets; absent: each over its own. */
  t: range,
  /** Only of these events. */
  q: parseAsString.withDefault(""),
  edit: parseAsBoolean.withDefault(false),
  /** Kiosk: widgets only, for a screen on the wall. */
  kiosk: parseAsBoolean.withDefault(false),
};

export function useBoardAddress() {
  const [address, set] = useQueryStates(parsers, { history: "push", clearOnDefault: true });
  return { address, set };
}

export type BoardAddress = ReturnType<typeof useBoardAddress>["address"];
export type SetBoardAddress = ReturnType<typeof useBoardAddress>["set"];
