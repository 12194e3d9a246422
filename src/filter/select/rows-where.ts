import { readValues } from "../../eventstore/columns/read-values.ts";
import { windowRows } from "../../eventstore/columns/templates/column-window.ts";
import type { RowWindow } from "../../eventstore/segment.ts";

/** Loops over lists of rows, which keep those that meet a test at the start of the list and return their number. */
export const rowsWhere = { value: whereValue, number: whereNumber };

type Numbers = RowWindow["values"];

/** Verdicts by value, asked for when they are first needed; greater values are asked each time. */
interface AskedValues {
  readonly verdicts: Uint8Array;
  ask(value: number): boolean;
}

/**
 * The value of a row has 32 bits: a number, most of which are small, or that of a text. `first`: the row of the first
 * of `values`.
 * Parameters: called for each list; an object a call would only rename them.
 */
function whereValue(list: Uint32Array, count: number, values: Numbers, first: number, asked: AskedValues): number {
  return withRoom(spareIds, Uint32Array, count, (room) => {
    readValues(list, count, values, room, first);
    return keepAsked(list, count, room, asked);
  });
}

/**
 * Values are copied before any is asked: that may lead to a look at the clock, and another question may then open the
 * window on other rows. Rooms are used again; such a question takes the next one.
 */
function withRoom<T extends Uint32Array | Float64Array>(
  spare: T[],
  Room: new (length: number) => T,
  count: number,
  use: (room: T) => number,
): number {
  const some = spare.pop() ?? new Room(count);
  const room = some.length < count ? new Room(count) : some;
  try {
    return use(room);
  } finally {
    spare.push(room);
  }
}

const spareIds: Uint32Array[] = [];
const spareNumbers: Float64Array[] = [];

function keepAsked(list: Uint32Array, count: number, values: Uint32Array, asked: AskedValues): number {
  const { verdicts } = asked;
  let used = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    let verdict = value < verdicts.length ? verdicts[value]! : 0;
    if (verdict === 0) {
      verdict = asked.ask(value) ? take : leave;
      if (value < verdicts.length) verdicts[value] = verdict;
    }
    list[used] = list[i]!;
    used += verdict - leave;
  }
  return used;
}

const leave = 1;
const take = 2;

/**
 * Each row is asked.
 * Parameters: as for `whereValue`.
 */
function whereNumber(
  list: Uint32Array,
  count: number,
  values: Numbers,
  first: number,
  holds: (value: number) => boolean,
): number {
  return withRoom(spareNumbers, Float64Array, count, (room) => {
    for (let i = 0; i < count; i++) room[i] = values[list[i]! - first]!;
    let used = 0;
    for (let i = 0; i < count; i++) if (holds(room[i]!)) list[used++] = list[i]!;
    return used;
  });
}

/** Writes the places from `from` to before `to` whose value meets the test, rising, and returns their number. */
export type FindPlaces = (values: Numbers, from: number, to: number, places: Uint32Array) => number;

/** At most `windowRows` at a time; `holds` must not look at the clock. */
export function placesWhere(holds: (value: number) => boolean): FindPlaces {
  return (values, from, to, places) => {
    windowNumbers.set(values.subarray(from, to));
    let used = 0;
    for (let i = 0; i < to - from; i++) if (holds(windowNumbers[i]!)) places[used++] = from + i;
    return used;
  };
}

/**
 * The same for numbers most of which are small, and for those of texts. `verdicts`: by value, 1 for those that are
 * wanted, else 0, unlike those of `whereValue`.
 */
export function placesWith(verdicts: Uint8Array, holds: (value: number) => boolean = never): FindPlaces {
  const ofGreat = placesWhere(holds);
  return (values, from, to, places) => {
    if (values instanceof Float64Array) return ofGreat(values, from, to, places);
    windowWords.set(values.subarray(from, to));
    let used = 0;
    for (let i = 0; i < to - from; i++) {
      const value = windowWords[i]!;
      places[used] = from + i;
      if (value >>> 0 < verdicts.length) used += verdicts[value]!;
      else if (holds(value >>> 0)) used++;
    }
    return used;
  };
}

const never = () => false;

/** Values of a window as one kind of array: a loop that meets several kinds takes three times as long. */
const windowNumbers = new Float64Array(windowRows);
/** The 32 bits of each, with a sign: numbers without one take a loop that meets great ones several times as long. */
const windowWords = new Int32Array(windowRows);
