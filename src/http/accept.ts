import { AppError } from "../lib/errors.ts";

/** Refuses (406) a request whose `Accept` excludes JSON. Without the header anything is accepted. */
export function requireJsonAccepted(accept: string | null): void {
  if (accept === null || accept.trim() === "" || acceptsJson(accept)) return;
  throw new AppError("not_acceptable", "The answer is application/json, which the Accept header excludes.");
}

/** The most specific range that covers JSON decides (RFC 9110, 12.5.1). */
function acceptsJson(accept: string): boolean {
  const ranges = accept.split(",").map(readRange);
  for (const covering of ["application/json", "application/*", "*/*"]) {
    const range = ranges.find(({ type }) => type === covering);
    if (range) return range.quality > 0;
  }
  return false;
}

function readRange(text: string): { type: string; quality: number } {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  return { type, quality: weight === undefined ? 1 : Number(weight.slice(2)) };
}
