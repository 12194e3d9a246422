import { writeNumber } from "../formats.ts";

/** Texts of the service itself, which speaks English. */
export const service = {
  /** Why something was refused; undefined where the page says all of it already. */
  refusal: (text: string): string | undefined => (generalRefusals.has(text) ? undefined : text),
  /** Why a single field was not taken. */
  field: (text: string) => writeBound(text, /(?<=^Expected at (?:most|least) |, got )\d{4,}(?=\W)/g),
  /** Why a line of the query language is not taken. */
  line: (text: string) => text,
  /** Why a question or a rule is slow. */
  slowness: (text: string) => text,
  /** Why a mail or a call of a webhook did not arrive. */
  fault: (text: string) => text,
  /** The title of a widget of a dashboard that is shipped. */
  widget: (title: string) => title,
  widgetDescription: (text: string) => text,
  template: (title: string) => title,
  rule: (description: string) => description,
  /** What a line of the query language finds. */
  example: (meaning: string) => meaning,
};

/** The service's answer when it says no more than the status does. */
export const generalRefusals: ReadonlySet<string> = new Set([
  "You do not have permission to perform this action.",
  "Not found.",
]);

/** The bound that the service names, and how much it is, which people read with separators. */
export function writeBound(text: string, bound: RegExp): string {
  return text.replace(bound, (digits) => writeNumber(Number(digits)));
}
