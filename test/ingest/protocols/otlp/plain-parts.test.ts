import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonCheck } from "../../../../src/ingest/protocols/json/json-check.ts";
import { PlainParts } from "../../../../src/ingest/protocols/otlp/plain-parts.ts";
import { noFastPath, Road, ruledBy } from "../../fast/road.ts";

const nowMs = Date.UTC(2026, 4, 5, 12);

const numbers = ["0", "5", "-0", "-3", "0.5", "0.05", "0.0000001", "1.50", "304", "142.4", "1e3", "12345678901234.5"];
const scalar = fc.oneof(
  fc.constantFrom(...numbers, "1234567890123456789", "123456789012345", "true", "null", "{}", "[]"),
  fc.string({ unit: "grapheme" }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"304"', '"a\\"b"', `"${"x".repeat(4_095)}"`, `"${"x".repeat(4_096)}"`, '""', '"größe"'),
);
const kind = fc.constantFrom(
  "stringValue",
  "doubleValue",
  "intValue",
  "string_value",
  "x",
  "arrayValue",
  "kvlistValue",
);
const name = fc.constantFrom("a", "b", "status", "", "a.b", "a\\u0062", "größe", "n".repeat(127), "n".repeat(128));
const attribute = fc.tuple(name, kind, scalar).map(([key, type, value]) => {
  return `{"key":"${key}","value":{"${type}":${value}}}`;
});
const list = fc.array(attribute, { maxLength: 5 }).map((attributes) => `[${attributes.join(",")}]`);
const nested = list.map((values) => `[{"key":"deep","value":{"kvlistValue":{"values":${values}}}}]`);
const body = fc.tuple(kind, scalar).map(([type, value]) => `{"${type}":${value}}`);
const record = fc.tuple(body, fc.oneof(list, nested)).map(([message, attributes]) => {
  return `{"timeUnixNano":"${nowMs}000000","body":${message},"attributes":${attributes}}`;
});
const resource = fc.tuple(list, fc.array(record, { minLength: 1, maxLength: 3 })).map(([attributes, records]) => {
  return `{"resource":{"attributes":${attributes}},"scopeLogs":[{"logRecords":[${records.join(",")}]}]}`;
});
const request = fc.array(resource, { minLength: 1, maxLength: 3 }).map((resources) => {
  return `{"resourceLogs":[${resources.join(",")}]}`;
});
/** With bytes changed, some of them to others of JSON. */
const changed = fc
  .tuple(request, fc.array(fc.tuple(fc.nat(), fc.oneof(fc.nat(255), jsonByte())), { maxLength: 4 }))
  .map(([text, changes]) => {
    const bytes = Buffer.from(text);
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
    return bytes;
  });

function jsonByte() {
  return fc.constantFrom(...Buffer.from('{}[]:,"\\ 0.e-x\n'));
}

test("when parts are noted, then the check of a body says the same as without them, and as JSON.parse", () => {
  fc.assert(
    fc.property(changed, (bytes) => {
      const plain = new JsonCheck(bytes);
      const noting = new JsonCheck(bytes, new PlainParts(bytes));
      expect(noting.endOfValue(0)).toBe(plain.endOfValue(0));
      if (noting.endOfValue(0) > 0) expect(noting.deepest).toBe(plain.deepest);
      expect(noting.endOfValue(0) === bytes.length).toBe(parses(bytes.toString("latin1")));
    }),
    { numRuns: 5000 },
  );
});

test("when a body is written with blanks or without, on either path, then its events are the same", () => {
  const take = (bytes: Uint8Array, fast?: typeof noFastPath) => {
    const road = new Road(
      ruledBy(() => false),
      nowMs,
      fast,
    );
    const taken = road.take(bytes, { format: "otlp", protocol: "otlp", mediaType: "application/json" });
    road.store.close();
    return taken;
  };
  fc.assert(
    fc.property(changed, (bytes) => {
      const dense = take(bytes);
      expect(take(withBlanks(bytes))).toEqual(dense);
      expect(take(bytes, noFastPath)).toEqual(dense);
    }),
    { numRuns: 60 },
  );
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Blanks behind each bracket, comma and colon that is not in a text. */
function withBlanks(bytes: Uint8Array): Uint8Array {
  const spaced: number[] = [];
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    spaced.push(byte);
    if (inText && byte === 0x5c) spaced.push(bytes[++at] ?? 0);
    else if (byte === 0x22) inText = !inText;
    else if (!inText && "{}[],:".includes(String.fromCharCode(byte))) spaced.push(0x20);
  }
  return Uint8Array.from(spaced);
}
