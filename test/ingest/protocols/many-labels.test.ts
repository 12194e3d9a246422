import { expect, test } from "vitest";
import { eventValuesMax, labelsBytesMax } from "../../../src/ingest/limits.ts";
import { parseLabels } from "../../../src/ingest/protocols/loki/stream-labels.ts";
import { openLocalIntake } from "../../../src/ingest/thread/local-intake.ts";
import { deliveryOf, optionsFor, storedEvents, withFolder } from "../take-in.ts";
import { field } from "./spoken.ts";

const stream = (labels: string, ...lines: string[]) =>
  field(1, Buffer.concat([field(1, labels), ...lines.map((line) => field(2, field(2, line)))]));

test.each([
  ['{a="x\\"\\u00e9\\\\", b=`c\\"`}', ["a", 'x"é\\', "b", 'c\\"']],
  ['{a="x\\", b="c"}', undefined],
  ['{a="x', undefined],
])("when labels are %s, then they are read as Loki does", (labels, pairs) => {
  expect(parseLabels(labels)).toEqual(pairs);
});

test.each([
  ["too many", `{${'a="",'.repeat(eventValuesMax + 1)}}`],
  ["too long", `{a="${"x".repeat(labelsBytesMax)}"}`],
])("when labels of a stream in protobuf are %s, then its entries are rejected and others are stored", (_, labels) =>
  withFolder(async (folder) => {
    const intake = openLocalIntake(optionsFor(folder));
    const body = Buffer.concat([stream("{}", "first"), stream(labels, "a", "b"), stream("{}", "last")]);
    const receipt = await intake.deliver(deliveryOf(body, { format: "loki", mediaType: "application/x-protobuf" }));
    expect(receipt).toMatchObject({ accepted: 2, rejectedCount: 2 });
    expect(receipt.rejected[1]).toMatchObject({ index: 2, error: expect.stringContaining("The stream has more than") });
    expect((await storedEvents(intake)).map(({ message }) => message)).toEqual(["first", "last"]);
    await intake.close();
  }),
);

test("when labels of a stream in JSON are too many, then its entries are rejected and others are stored", () =>
  withFolder(async (folder) => {
    const intake = openLocalIntake(optionsFor(folder));
    const values = (line: string) => [[`${Date.now()}000000`, line]];
    const labels = Object.fromEntries(Array.from({ length: eventValuesMax + 1 }, (_, i) => [`k${i}`, ""]));
    const streams = [
      { stream: labels, values: values("first") },
      { values: values("second"), stream: labels },
      { stream: {}, values: values("last") },
    ];
    const body = JSON.stringify({ streams });
    const receipt = await intake.deliver(deliveryOf(body, { format: "loki", mediaType: "application/json" }));
    expect(receipt).toMatchObject({ accepted: 1, rejectedCount: 2 });
    expect((await storedEvents(intake)).map(({ message }) => message)).toEqual(["last"]);
    await intake.close();
  }));
