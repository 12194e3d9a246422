import { expect, test } from "vitest";
import * as z from "zod";
import { validateBody } from "../../src/http/validate.ts";
import { AppError } from "../../src/lib/errors.ts";

const schema = z.object({
  name: z.string().min(2).max(3),
  tags: z.array(z.string()).min(2).max(2),
  count: z.int().min(1).max(10),
});

test.each([
  [
    { name: "x", tags: [], count: 0 },
    { name: "Expected at least 2 characters.", tags: "Expected at least 2 entries.", count: "Expected at least 1." },
  ],
  [
    { name: "long", tags: ["a", "b", "c"], count: 11 },
    { name: "Expected at most 3 characters.", tags: "Expected at most 2 entries.", count: "Expected at most 10." },
  ],
])("when %j is out of bounds, then each message says the bound", (body, expected) => {
  expect(fieldsOf(body)).toEqual(
    Object.fromEntries(Object.entries(expected).map(([name, message]) => [name, [message]])),
  );
});

function fieldsOf(body: unknown) {
  try {
    validateBody(schema, body);
  } catch (error) {
    if (error instanceof AppError) return error.details.fields;
    throw error;
  }
  return undefined;
}
