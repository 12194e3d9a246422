import { readValues } from "../../eventstore/columns/read-values.ts";
import type { RowWindow } from "../../eventstore/segment.ts";

/** Loops over lists of rows, which keep those that meet a test at the start of the list and return their number. */
export const rowsWhere = { value: whereValue, number: whereNumber };

type Numbers = RowWindow["values"];

/** Verdicts by value, asked for when they are first needed. */
interface AskedValues {
  readonly verdicts: Uint8Array;
  ask(value: number): boolean;
}

/**
 * The value of a row is a small number, or the number of a text. `first`: the row of the first of `values`.
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
    let verdict = verdicts[value]!;
    if (verdict === 0) {
      verdict = asked.ask(value) ? take : leave;
      verdicts[value] = verdict;
    }
    list[used] = list[i]!;
    used += verdict - leave;
  }
  return used;
}

const leave = 1;
const take = 2;

/**
 * Values are so many that each row is asked.
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

/**
 * Writes the places from `from` to before `to` of the values that are not below `least`, and returns their number. Each
 * kind of array has a loop of its own, since one that meets several kinds takes three times as long.
 * Parameters: called for each window of each hole.
 */
export function placesFrom(values: Numbers, from: number, to: number, least: number, places: Uint32Array): number {
  if (values instanceof Uint8Array) return bytesFrom(values, from, to, least, places);
  if (values instanceof Uint16Array) return halvesFrom(values, from, to, least, places);
  if (values instanceof Uint32Array) return wordsFrom(values, from, to, least, places);
  return numbersFrom(values, from, to, least, places);
}

/** Parameters: those of `placesFrom`. */
function bytesFrom(values: Uint8Array, from: number, to: number, least: number, places: Uint32Array): number {
  let used = 0;
  for (let at = from; at < to; at++) if (values[at]! >= least) places[used++] = at;
  return used;
}

/** Parameters: those of `placesFrom`. */
function halvesFrom(values: Uint16Array, from: number, to: number, least: number, places: Uint32Array): number {
  let used = 0;
  for (let at = from; at < to; at++) if (values[at]! >= least) places[used++] = at;
  return used;
}

/** Parameters: those of `placesFrom`. */
function wordsFrom(values: Uint32Array, from: number, to: number, least: number, places: Uint32Array): number {
  let used = 0;
  for (let at = from; at < to; at++) if (values[at]! >= least) places[used++] = at;
  return used;
}

/** Parameters: those of `placesFrom`. */
function numbersFrom(values: ArrayLike<number>, from: number, to: number, least: number, places: Uint32Array): number {
  let used = 0;
  for (let at = from; at < to; at++) if (values[at]! >= least) places[used++] = at;
  return used;
}
