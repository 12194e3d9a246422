/** What JSON.parse made of `text`; numbers that it changed become their text. */
export function withExactNumbers(json: unknown, text: string): unknown {
  // Two patterns take a fifth of the time of both in one.
  if (!longDigits.test(text) && !longExponent.test(text)) return json;
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && context?.source !== undefined && !isExact(value, context.source)
      ? context.source
      : value,
  );
}

/**
 * Whether the number that JSON.parse makes of `json` says the same, except for digits behind the point. Where it does
 * not, the text is kept: whole numbers have more digits than a number holds (ids of many systems), and what is too
 * large or too small for one would become Infinity or 0.
 */
export function isExact(value: number, json: string): boolean {
  if (value === 0) return !hasValue.test(json);
  if (!Number.isInteger(value)) return Number.isFinite(value);
  return Number.isSafeInteger(value) || hasExponent.test(json);
}

const longDigits = /\d{16}/;
/** With its end, or many ids of hexadecimal digits would match. */
const longExponent = /\d[eE][+-]?\d{3,}[,\]}\s]/;
const hasValue = /^[^eE]*[1-9]/;
const hasExponent = /[eE]/;
