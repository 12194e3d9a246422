import { language } from "./language.ts";

/** Numbers in fields, as the reader's language writes them; `formats.ts` writes those that are read only. */

const exact = new Intl.NumberFormat(language, { maximumFractionDigits: 10 });

/** With all its digits, since the reader may edit it. */
export function writeExact(value: number): string {
  return exact.format(value);
}

const signOf = (kind: "group" | "decimal") => exact.formatToParts(1234567.5).find(({ type }) => type === kind)!.value;
const separators = { group: signOf("group"), decimal: signOf("decimal") };

/** Undefined: not a number, or not a whole one. `1e9` is a number; digits may have blanks between them. */
export function readNumber(text: string, isWhole: boolean, { group, decimal } = separators): number | undefined {
  const groups = `\\d{1,3}(?:[${group}\\s]\\d{3})+`;
  const form = new RegExp(`^([-+]?)(\\d+|${groups})(?:[${decimal}](\\d*))?(?:[eE]([-+]?\\d{1,3}))?$`);
  const [, sign = "", digits = "", fraction = "", exponent = "0"] = form.exec(text) ?? [];
  if (digits === "") return undefined;
  const value = Number(`${sign}${digits.replaceAll(/\D/g, "")}.${fraction}e${exponent}`);
  return Number.isFinite(value) && !(isWhole && !Number.isSafeInteger(value)) ? value : undefined;
}
