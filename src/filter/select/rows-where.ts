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
  const some = valuesOf(list, count, values);
  const { verdicts } = asked;
  let used = 0;
  for (let i = 0; i < count; i++) {
    const value = some[i]!;
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

/** The values of the first `count` rows; overwritten by the next call. */
export function valuesOf(list: Uint32Array, count: number, values: Numbers): Uint32Array {
  if (scratch.length < count) scratch = new Uint32Array(count);
  if (values instanceof Uint8Array) readBytes(list, count, values, scratch);
  else if (values instanceof Uint16Array) readHalves(list, count, values, scratch);
  else readWords(list, count, values, scratch);
  return scratch;
}

let scratch = new Uint32Array(1_024);

function readBytes(list: Uint32Array, count: number, values: Uint8Array, into: Uint32Array): void {
  for (let i = 0; i < count; i++) into[i] = values[list[i]!]!;
}

function readHalves(list: Uint32Array, count: number, values: Uint16Array, into: Uint32Array): void {
  for (let i = 0; i < count; i++) into[i] = values[list[i]!]!;
}

function readWords(list: Uint32Array, count: number, values: Uint32Array, into: Uint32Array): void {
  for (let i = 0; i < count; i++) into[i] = values[list[i]!]!;
}
