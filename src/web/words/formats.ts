import { language } from "./language.ts";

/** Numbers as the reader's language writes them; times: time/format-time.ts. */

const numbers = new Intl.NumberFormat(language);
const rules = new Intl.PluralRules(language);

export function writeNumber(value: number): string {
  return numbers.format(value);
}

/** The form that the language has for so many; `#` in it stands for the number. */
export function plural(count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string {
  return (forms[rules.select(count)] ?? forms.other).replaceAll("#", writeNumber(count));
}

const decimals = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** With one digit behind the point, as in `12.5`. */
function writeDecimal(value: number): string {
  return decimals.format(value);
}

/** `12.5 %` of 0.125; `< 0.1 %` of what is there all the same. */
export function writeShare(share: number): string {
  return share > 0 && share < 0.0005 ? `< ${writeDecimal(0.1)} %` : `${writeDecimal(share * 100)} %`;
}

/** A time to wait, in seconds; of hours nobody counts the seconds. */
export function writeWait(seconds: number): string {
  if (seconds <= 120) return `${seconds} s`;
  return seconds <= 7_200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3_600)} h`;
}
