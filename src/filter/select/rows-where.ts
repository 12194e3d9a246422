import type { RowWindow } from "../../eventstore/segment.ts";

/**
 * Loops over lists of rows, which keep those that meet a test at the begin of the list and return their number. Each
 * kind of array has a loop of its own, since one that meets several kinds takes three times as long.
 */
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
  const some = spare.pop() ?? new Uint32Array(count);
  const room = some.length < count ? new Uint32Array(count) : some;
  readValues(list, count, values, room, first);
  try {
    return keepAsked(list, count, room, asked);
  } finally {
    spare.push(room);
  }
}

/** To be used again. A question that preempts another one while a value is asked takes the next one. */
const spare: Uint32Array[] = [];

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
  // Whoever is asked may look at the clock, and another question may then open the window on other rows.
  const own = new Float64Array(count);
  for (let i = 0; i < count; i++) own[i] = values[list[i]! - first]!;
  let used = 0;
  for (let i = 0; i < count; i++) if (holds(own[i]!)) list[used++] = list[i]!;
  return used;
}

/** Writes the values of the first `count` rows. `first`: the row of the first of `values`. */
export function readValues(list: Uint32Array, count: number, values: Numbers, into: Uint32Array, first = 0): void {
  if (values instanceof Uint8Array) readBytes(list, count, values, into, first);
  else if (values instanceof Uint16Array) readHalves(list, count, values, into, first);
  else readWords(list, count, values, into, first);
}

function readBytes(list: Uint32Array, count: number, values: Uint8Array, into: Uint32Array, first: number): void {
  for (let i = 0; i < count; i++) into[i] = values[list[i]! - first]!;
}

function readHalves(list: Uint32Array, count: number, values: Uint16Array, into: Uint32Array, first: number): void {
  for (let i = 0; i < count; i++) into[i] = values[list[i]! - first]!;
}

function readWords(
  list: Uint32Array,
  count: number,
  values: ArrayLike<number>,
  into: Uint32Array,
  first: number,
): void {
  for (let i = 0; i < count; i++) into[i] = values[list[i]! - first]!;
}
