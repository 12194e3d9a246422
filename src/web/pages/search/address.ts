import {
  createParser,
  parseAsBoolean,
  parseAsInteger,
  parseAsNumberLiteral,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from "nuqs";
import { eventTabs } from "../../event/event-drawer.tsx";
import { defaultColumns, readColumns, writeColumns } from "../../events/columns.ts";
import { barSteps, defaultRange, readRange, type TimeRange, writeRange } from "../../time/time-range.ts";
import { readPins, writePins } from "./pins/pins.ts";
import { refreshSeconds } from "./refresh/refresh-seconds.ts";
import { readSignals, writeSignals } from "./signals/signal-lines.ts";

const range = createParser<TimeRange>({
  parse: (text) => readRange(text) ?? null,
  serialize: writeRange,
  eq: isSameRange,
});
const signals = createParser<string[]>({
  parse: (text) => readSignals(text) ?? null,
  serialize: writeSignals,
  eq: (a, b) => writeSignals(a) === writeSignals(b),
});
const columns = createParser({
  parse: (text) => readColumns(text) ?? null,
  serialize: writeColumns,
  eq: (a, b) => writeColumns(a) === writeColumns(b),
});

const pins = createParser<string[]>({
  parse: (text) => readPins(text) ?? null,
  serialize: writePins,
  eq: (a, b) => writePins(a) === writePins(b),
});

/** The state of the page that its address carries. */
const parsers = {
  q: parseAsString.withDefault(""),
  /** Signals: lines added to the reader's own. */
  signals: signals.withDefault([]),
  t: range.withDefault(defaultRange),
  view: parseAsStringLiteral(["events", "patterns", "groups", "special"]).withDefault("events"),
  /** The field of the groups. */
  by: parseAsString.withDefault("program"),
  sort: parseAsStringLiteral(["new", "old"]).withDefault("new"),
  cols: columns.withDefault([...defaultColumns]),
  /** The event in the drawer. */
  event: parseAsString,
  /** The view that is shown. */
  tab: parseAsStringLiteral(eventTabs).withDefault("fields"),
  wrap: parseAsBoolean.withDefault(false),
  compact: parseAsBoolean.withDefault(false),
  gaps: parseAsBoolean.withDefault(false),
  /** Seconds after which it asks again by itself; absent: it does not. */
  every: parseAsNumberLiteral(refreshSeconds),
  /** Seconds of a bar of the histogram; absent: as fits the range. */
  bar: parseAsNumberLiteral(barSteps),
  /** Field that the colours of the bars stand for; absent: severity. */
  split: parseAsString,
  /** Events that stay in sight. */
  pins: pins.withDefault([]),
  /** The saved search that was opened. */
  saved: parseAsInteger,
  /** The text to jump to among the events found; absent: no search in the results. */
  find: parseAsString,
};

/** The state of the page. The browser's back button undoes each change that does not say otherwise. */
export function useAddress() {
  const [address, set] = useQueryStates(parsers, { history: "push", clearOnDefault: true });
  return { address, set };
}

export type Address = ReturnType<typeof useAddress>["address"];
export type SetAddress = ReturnType<typeof useAddress>["set"];

/** The whole state that an address of the page means, such as the link of a saved search. */
export function readAddress(link: string): Record<keyof Address, never> {
  const parameters = new URLSearchParams(link.split("?")[1] ?? "");
  const read = ([name, parser]: [string, { parse(text: string): unknown }]) => {
    const text = parameters.get(name);
    return [name, text === null ? null : parser.parse(text)];
  };
  return Object.fromEntries(Object.entries(parsers).map(read)) as Record<keyof Address, never>;
}

function isSameRange(a: TimeRange, b: TimeRange): boolean {
  return writeRange(a) === writeRange(b);
}
