import { language } from "../words/language.ts";

/** The unit of a number. */
export type Unit = "count" | "bytes" | "bytes/s" | "percent" | "per second";

/** A number as people read it: separators, and for bytes the unit in which it has one to three digits. */
export function writeNumber(value: number, unit: Unit = "count"): string {
  if (unit === "bytes") return writeBytes(value);
  if (unit === "bytes/s") return `${writeBytes(value)}/s`;
  if (unit === "percent") return `${rounded(value)} %`;
  if (unit === "per second") return `${rounded(value)} /s`;
  return rounded(value);
}

function writeBytes(value: number): string {
  const at = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(value))) / 3)));
  return `${rounded(value / 1000 ** at)} ${byteUnits[at]}`;
}

const byteUnits = ["B", "kB", "MB", "GB", "TB", "PB"];

/** Three digits that count, and all of a whole number. */
function rounded(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return Math.round(value).toLocaleString(language);
  return value.toLocaleString(language, { maximumSignificantDigits: 3 });
}

/** Round numbers from 0 to at least `most`, as many as fit; whole ones for counts. */
export function numberTicks(most: number, unit: Unit = "count", ticksMax = 4): number[] {
  const isWhole = unit === "count";
  const rough = Math.max(most, isWhole ? 1 : 1e-9) / ticksMax;
  const power = 10 ** Math.floor(Math.log10(rough));
  const sizes = (isWhole ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10]).map((factor) => factor * power);
  const step = sizes.find((size) => most / size <= ticksMax && (!isWhole || size >= 1)) ?? 1;
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, index) => index * step);
}
