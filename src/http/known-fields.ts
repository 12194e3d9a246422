import * as z from "zod";

/**
 * An object inside a field of a body. What it does not know is refused by name: a misspelt bound of a time range would
 * else be answered with the default, which looks like an answer. (Of a body itself unknown fields are ignored.)
 */
export function knownFields<Shape extends z.ZodRawShape>(shape: Shape) {
  const help = `Not known here. Expected one of ${Object.keys(shape).join(", ")}.`;
  return z.strictObject(shape, { error: ({ code }) => (code === "unrecognized_keys" ? help : undefined) });
}
