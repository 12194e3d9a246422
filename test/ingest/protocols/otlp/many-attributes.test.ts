import { expect, test } from "vitest";
import { eventValuesMax, repeatedBytesMax } from "../../../../src/ingest/limits.ts";
import { RecordsInOrder } from "../../../../src/ingest/protocols/otlp/records-in-order.ts";
import { openLocalIntake } from "../../../../src/ingest/thread/local-intake.ts";
import { deliveryOf, optionsFor, storedEvents, withFolder } from "../../take-in.ts";
import { field } from "../spoken.ts";

const none = new Uint8Array(0);
const attribute = Buffer.concat([field(1, "a"), field(2, field(1, "b"))]);
const repeated = (part: Uint8Array, count: number) => new Uint8Array(Buffer.alloc(part.length * count, part));
const record = (message: string) => field(2, field(5, field(1, message)));
const logs = (attributes: Uint8Array, ...records: Uint8Array[]) =>
  field(1, Buffer.concat([field(1, attributes), field(2, Buffer.concat(records))]));

const deliver = (body: Uint8Array) =>
  withFolder(async (folder) => {
    const intake = openLocalIntake(optionsFor(folder));
    const receipt = await intake.deliver(deliveryOf(body, { format: "otlp", mediaType: "application/x-protobuf" }));
    const messages = (await storedEvents(intake)).map(({ message }) => message);
    await intake.close();
    return { receipt, messages };
  });

test.each([
  ["empty", none],
  ["of one name", attribute],
])(
  "when a resource has too many attributes, %s, then its records are rejected and others are stored",
  async (_, one) => {
    const much = repeated(field(1, one), eventValuesMax + 1);
    const body = Buffer.concat([
      logs(none, record("first")),
      logs(much, record("a"), record("b")),
      logs(none, record("last")),
    ]);
    const { receipt, messages } = await deliver(body);
    expect(receipt).toMatchObject({ accepted: 2, rejectedCount: 2 });
    expect(receipt.rejected[1]).toMatchObject({ index: 2, error: expect.stringContaining(`${eventValuesMax} values`) });
    expect(messages).toEqual(["first", "last"]);
  },
);

test("when a record has too many fields of any kind, then it alone is rejected", async () => {
  const flags = repeated(Uint8Array.of(8 * 8, 1), eventValuesMax + 1);
  const { receipt, messages } = await deliver(logs(none, record("first"), field(2, flags), record("last")));
  expect(receipt).toMatchObject({ accepted: 2, rejectedCount: 1 });
  expect(messages).toEqual(["first", "last"]);
});

test("when resources have as many attributes as an event may have, then few of their positions are kept at once", () => {
  const much = repeated(field(1, none), eventValuesMax);
  const bytes = new Uint8Array(
    Buffer.concat(Array.from({ length: 5 }, (_, i) => logs(much, record(`a${i}`), record("b")))),
  );
  const records = new RecordsInOrder(bytes);
  let count = 0;
  while (records.next() === "record") {
    expect(records.attributesEnd - records.attributesStart).toBe(2 * eventValuesMax);
    expect(records.attributes.length).toBeLessThanOrEqual(4 * eventValuesMax);
    count++;
  }
  expect(count).toBe(10);
});

test("when records share many short attributes, then these count as more than their bytes", async () => {
  const count = eventValuesMax / 2;
  const fitting = Math.floor(repeatedBytesMax / (count * 16));
  const records = Array.from({ length: fitting + 10 }, (_, i) => record(`record ${i}`));
  const { receipt } = await deliver(logs(repeated(field(1, none), count), ...records));
  expect(receipt).toMatchObject({ accepted: fitting, rejectedCount: 10 });
});
