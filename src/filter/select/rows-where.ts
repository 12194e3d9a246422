/**
 * Loops over lists of rows, which keep those that meet a test at the begin of the list and return their number. Each
 * kind of array has a loop of its own, since one that meets several kinds takes three times as long.
 */
export const rowsWhere = { value: whereValue, number: whereNumber };

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Verdicts by value, asked for when they are first needed. */
interface AskedValues {
  readonly verdicts: Uint8Array;
  ask(value: number): boolean;
}

/** The value of a row is a small number, or the number of a text. */
function whereValue(list: Uint32Array, count: number, values: Numbers, asked: AskedValues): number {
  const some = spare.pop() ?? new Uint32Array(count);
  const room = some.length < count ? new Uint32Array(count) : some;
  readValues(list, count, values, room);
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

/** Values are so many that each row is asked. */
function whereNumber(
  list: Uint32Array,
  count: number,
  values: ArrayLike<number>,
  holds: (value: number) => boolean,
): number {
  let used = 0;
  for (let i = 0; i < count; i++) {
    const row = list[i]!;
    if (holds(values[row]!)) list[used++] = row;
  }
  return used;
}

/** Writes the values of the first `count` rows. */
export function readValues(list: Uint32Array, count: number, values: Numbers, into: Uint32Array): void {
  if (values instanceof Uint8Array) readBytes(list, count, values, into);
  else if (values instanceof Uint16Array) readHalves(list, count, values, into);
  else readWords(list, count, values, into);
}

function readBytes(list: Uint32Array, count: number, values: Uint8Array, into: Uint32Array): void {
  for (let i = 0; i < count; i++) into[i] = values[list[i]!]!;
}

function readHalves(list: Uint32Array, count: number, values: Uint16Array, into: Uint32Array): void {
  for (let i = 0; i < count; i++) into[i] = values[list[i]!]!;
}

function readWords(list: Uint32Array, count: number, values: Uint32Array, into: Uint32Array): void {
  for (let i = 0; i < count; i++) into[i] = values[list[i]!]!;
}
