import { numberOfText } from "./number-text.ts";

/** A number with a unit of time or of size. */
export interface Quantity {
  kind: "time" | "size";
  /** In seconds, or in bytes. */
  amount: number;
}

/** `1.5s`, `250ms`, `1h2m3s`, `10MB`, `1 KiB`; undefined for every other text, also for a number alone. */
export function readQuantity(text: string): Quantity | undefined {
  if (text.length > longest) return undefined;
  const size = sizeForm.exec(text);
  if (size !== null) return { kind: "size", amount: Number(size[1]) * sizes[size[2]!.toLowerCase()]! };
  if (!timeForm.test(text)) return undefined;
  let seconds = 0;
  for (const [, number, unit] of text.matchAll(timePart)) {
    const [times, parts] = timeUnits[unit!]!;
    seconds += (Number(number) * times) / parts;
  }
  return { kind: "time", amount: text.startsWith("-") ? -seconds : seconds };
}

/** The seconds or bytes that a text stands for; a bare number is in these units. NaN when it is neither. */
export function amountOfText(text: string, kind: Quantity["kind"]): number {
  const number = numberOfText(text);
  if (!Number.isNaN(number)) return number;
  const quantity = readQuantity(text);
  return quantity?.kind === kind ? quantity.amount : Number.NaN;
}

/** Powers of 1,000, and with an i of 1,024. */
const sizes: Readonly<Record<string, number>> = {
  b: 1,
  ...{ kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12, pb: 1e15 },
  ...{ kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30, tib: 2 ** 40, pib: 2 ** 50 },
};

/** Seconds, and into how many parts of one they are divided: 1.1 ms times 0.001 is not 1,100 µs. */
const timeUnits: Readonly<Record<string, readonly [seconds: number, parts: number]>> = {
  ...{ ns: [1, 1e9], us: [1, 1e6], µs: [1, 1e6], μs: [1, 1e6], ms: [1, 1e3] },
  ...{ s: [1, 1], sec: [1, 1], m: [60, 1], min: [60, 1], h: [3_600, 1], d: [86_400, 1] },
};

const number = String.raw`\d+(?:\.\d*)?|\.\d+`;
const sizeForm = new RegExp(`^([+-]?(?:${number})) ?((?:[kmgtp]i?)?b)$`, "i");
const timeUnit = "ns|us|µs|μs|ms|sec|s|min|m|h|d";
const timeForm = new RegExp(`^[+-]?(?:(?:${number}) ?(?:${timeUnit}))+$`);
const timePart = new RegExp(`(${number}) ?(${timeUnit})`, "g");

/** Units are written behind numbers of some digits. */
const longest = 60;
