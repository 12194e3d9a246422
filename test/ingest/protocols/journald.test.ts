import { expect, test } from "vitest";
import { endOfName } from "../../../src/ingest/framing/journal-framer.ts";
import { eventValuesMax } from "../../../src/ingest/limits.ts";
import { openLocalIntake } from "../../../src/ingest/thread/local-intake.ts";
import { deliveryOf, optionsFor, storedEvents, withFolder } from "../take-in.ts";

test("when a line of a journal is a name alone, then nothing behind it is looked at", () => {
  const bytes = new Uint8Array(Buffer.from("MESSAGE\nA=b\n"));
  let last = -1;
  const watched = new Proxy(bytes, {
    get(target, key) {
      last = Math.max(last, Number(key));
      return target[Number(key)];
    },
  });
  expect([endOfName(watched, 0, 7), last]).toEqual([7, 6]);
  expect(endOfName(bytes, 8, 11)).toBe(9);
});

test.each([
  ["texts", "A=b\n"],
  ["empty texts", "A=\n"],
  ["binary", "A\n\x01\0\0\0\0\0\0\0b\n"],
])(
  "when an entry has too many fields, %s, then it is rejected, and so is one without a message; others are stored",
  (_, field) =>
    withFolder(async (folder) => {
      const intake = openLocalIntake(optionsFor(folder));
      const entries = ["MESSAGE=one\n", `MESSAGE=two\n${field.repeat(eventValuesMax)}`, "A=b\n", "MESSAGE=four\n"];
      const body = entries.map((entry) => `${entry}\n`).join("");
      const receipt = await intake.deliver(deliveryOf(body, { format: "journald" }));
      expect(receipt).toMatchObject({ accepted: 2, rejectedCount: 2 });
      expect(receipt.rejected).toMatchObject([
        { index: 1, error: expect.stringContaining(`more than ${eventValuesMax} values`) },
        { index: 2, error: expect.stringContaining("MESSAGE") },
      ]);
      expect((await storedEvents(intake)).map(({ message }) => message)).toEqual(["one", "four"]);
      await intake.close();
    }),
);
