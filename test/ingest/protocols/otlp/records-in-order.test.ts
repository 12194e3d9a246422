import fc from "fast-check";
import { expect, test } from "vitest";
import { RecordsInOrder } from "../../../../src/ingest/protocols/otlp/records-in-order.ts";

const field = (number: number, content: Uint8Array): Uint8Array => {
  const length: number[] = [];
  let rest = content.length;
  for (; rest > 127; rest >>= 7) length.push((rest & 127) | 128);
  return Buffer.concat([Uint8Array.from([number * 8 + 2, ...length, rest]), content]);
};
const text = (number: number, value: string) => field(number, Buffer.from(value));

/** A record with its time first, or without one; its number stands in its body. */
function recordOf(number: number, micros: number | undefined): Uint8Array {
  const time = Buffer.alloc(9);
  time[0] = 9;
  time.writeBigUInt64LE(BigInt(micros ?? 0) * 1000n + 999n, 1);
  return Buffer.concat([...(micros === undefined ? [] : [time]), text(5, `record ${number}`)]);
}

const anyResources = fc.array(
  fc.record({
    attributes: fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }),
    /** Behind its records. */
    isLast: fc.boolean(),
    scopes: fc.array(
      fc.record({
        name: fc.option(fc.string({ maxLength: 3 }), { nil: undefined }),
        /** 0 would mean that there is none. */
        times: fc.array(fc.integer({ min: 1, max: 2_000_000_000 }), { maxLength: 5 }),
      }),
      { maxLength: 3 },
    ),
  }),
  { maxLength: 6 },
);

test("when records are grouped by resource, then they come by time, each with its resource and scope", () => {
  fc.assert(
    fc.property(anyResources, fc.option(fc.nat(20), { nil: undefined }), (resources, untimed) => {
      let count = 0;
      const wanted: { time: number; told: string }[] = [];
      const request = resources.map(({ attributes, isLast, scopes }) => {
        const resource = field(1, Buffer.concat(attributes.map((value) => text(1, value))));
        const logs = scopes.map(({ name, times }) => {
          const records = times.map((micros) => {
            const number = count++;
            wanted.push({ time: micros, told: JSON.stringify([number, attributes, name]) });
            return field(2, recordOf(number, number === untimed ? undefined : micros));
          });
          return field(2, Buffer.concat([...(name === undefined ? [] : [field(1, text(1, name))]), ...records]));
        });
        return field(1, Buffer.concat(isLast ? [...logs, resource] : [resource, ...logs]));
      });
      const bytes = new Uint8Array(Buffer.concat(request));
      const records = new RecordsInOrder(bytes);
      const read = (start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString("utf8");
      const told: string[] = [];
      while (records.next() === "record") {
        const { start, end, attributes, attributesStart, attributesEnd, scopeStart, scopeEnd } = records;
        const own = attributes.slice(attributesStart, attributesEnd);
        const values = own.flatMap((from, index) => (index % 2 === 0 ? [read(from, own[index + 1]!)] : []));
        const name = scopeStart < 0 ? undefined : read(scopeStart + 2, scopeEnd);
        told.push(JSON.stringify([Number(/record (\d+)$/.exec(read(start, end))![1]), values, name]));
      }
      const isTimed = untimed === undefined || untimed >= count;
      const due = isTimed ? wanted.toSorted((a, b) => a.time - b.time) : wanted;
      expect(told).toEqual(due.map((one) => one.told));
    }),
    { numRuns: 3_000 },
  );
});

test("when there are more records than a window holds, then all of them come, each window in order", () => {
  const times = Array.from({ length: 5_000 }, (_, number) => 5_000 - number);
  const records = times.map((micros, number) => field(2, recordOf(number, micros)));
  const bytes = new Uint8Array(field(1, field(2, Buffer.concat(records))));
  const inOrder = new RecordsInOrder(bytes);
  const numbers: number[] = [];
  while (inOrder.next() === "record")
    numbers.push(Number(/record (\d+)$/.exec(Buffer.from(bytes.subarray(inOrder.start, inOrder.end)).toString())![1]));
  expect(numbers.slice(0, 3)).toEqual([1_023, 1_022, 1_021]);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(times.map((_, number) => number));
});
