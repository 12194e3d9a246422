import * as z from "zod";

/**
 * An object inside a field of a body. Unknown keys are refused by name: a misspelt bound of a time range would
 * otherwise be replaced by the default, and the answer would look right. (Unknown fields of the body itself are
 * ignored.)
 */
export function knownFields<Shape extends z.ZodRawShape>(shape: Shape) {
  const help = `Not known here. Expected one of ${Object.keys(shape).join(", ")}.`;
  return z.strictObject(shape, { error: ({ code }) => (code === "unrecognized_keys" ? help : undefined) });
}
