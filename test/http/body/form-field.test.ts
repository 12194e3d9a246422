import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { fieldSchemas, readFormField } from "../../../src/http/body/form-field.ts";
import { AppError } from "../../../src/lib/errors.ts";

describe("form fields", () => {
  test.each<[string, z.ZodType, string, unknown]>([
    ["a number", z.number(), "1.5", 1.5],
    ["a negative number with blanks", z.int(), " -3 ", -3],
    ["a number with a default around it", z.number().default(1).optional(), "2", 2],
    ["a number in a pipe", z.number().transform((value) => value + 1), "2", 2],
    ["no number", z.number(), "0x10", "0x10"],
    ["a boolean", z.boolean(), "TRUE", true],
    ["a boolean as a digit", z.boolean(), "0", false],
    ["text that looks like a number", z.string(), "12", "12"],
    ["text that looks like JSON", z.string(), "[1]", "[1]"],
    ["text or null", z.string().nullable(), "", ""],
    ["a number or null, left empty", z.number().nullable(), "", null],
    ["a number or null, named", z.number().nullable(), "null", null],
    ["an object", z.object({ a: z.int() }), '{"a":1}', { a: 1 }],
    ["a record", z.record(z.string(), z.unknown()), "{}", {}],
    ["a list", z.array(z.string()), '["a"]', ["a"]],
    ["text or object, text", z.union([z.string(), z.object({})]), "abc", "abc"],
    ["text or object, object", z.union([z.string(), z.object({})]), '{"a":1}', { a: 1 }],
    ["number or text, number", z.union([z.int(), z.string()]), "7", 7],
    ["anything", z.unknown(), "[1]", [1]],
    ["anything that is text", z.unknown(), "x", "x"],
    ["one of some words", z.enum(["1", "a"]), "1", "1"],
    ["a literal number", z.literal(5), "5", 5],
    ["a lazy list", z.lazy(() => z.array(z.int())), "[1]", [1]],
  ])("when the schema wants %s, then the text is read so", (_, schema, text, expected) => {
    expect(readFormField("name", [text], schema)).toEqual(expected);
  });

  test("when a list's field is repeated, then its values are the list", () => {
    expect(readFormField("name", ["a", "b"], z.array(z.string()))).toEqual(["a", "b"]);
  });

  test.each([
    ["a field is repeated that is no list", ["a", "b"], z.string()],
    ["JSON text is broken", ["{"], z.object({})],
    ["an object is empty text", [""], z.object({})],
    ["JSON text is too deep", ["[".repeat(65)], z.array(z.unknown())],
  ])("when %s, then it is refused", (_, texts, schema) => {
    expect(() => readFormField("name", texts, schema)).toThrow(AppError);
  });

  test("when any JSON value is sent as text, then it arrives as that value", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const text = JSON.stringify(value);
        expect(readFormField("name", [text], z.record(z.string(), z.unknown()))).toEqual(JSON.parse(text));
      }),
    );
  });

  test("when the schema is a choice of objects, then the fields of all are known", () => {
    const schema = z.union([z.object({ a: z.int() }), z.object({ b: z.string() }).refine(() => true)]);
    expect([...fieldSchemas(schema).keys()]).toEqual(["a", "b"]);
  });
});

test("when a field is nearly a number of a million digits, then it is told from one at once", () => {
  const text = `${"0".repeat(1_000_000)}x`;
  expect(readFormField("n", [text], z.number())).toBe(text);
  expect(["1.", ".5", "-2e3"].map((number) => readFormField("n", [number], z.number()))).toEqual([1, 0.5, -2000]);
});
