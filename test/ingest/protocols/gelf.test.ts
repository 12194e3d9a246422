import { describe, expect, test } from "vitest";
import { openLocalIntake } from "../../../src/ingest/thread/local-intake.ts";
import { deliveryOf, optionsFor, storedEvents, withFolder } from "../take-in.ts";

async function take(body: string) {
  return withFolder(async (folder) => {
    const intake = openLocalIntake(optionsFor(folder));
    try {
      const receipt = await intake.deliver(deliveryOf(body, { format: "gelf", protocol: "gelf" }));
      return { receipt, events: await storedEvents(intake) };
    } finally {
      await intake.close();
    }
  });
}

describe("GELF", () => {
  test("when a message comes with all its fields, then each is where it is looked for", async () => {
    const now = Math.floor(Date.now() / 1000);
    const message = {
      ...{ version: "1.1", host: "web-1", short_message: "it broke", full_message: "it broke\n  at line 3", level: 3 },
      ...{ timestamp: now + 0.25, _app: "shop", _user_id: 42, _nested: { a: [true] }, file: "x.c", _status: "späť" },
    };
    const { receipt, events } = await take(JSON.stringify(message));
    expect(receipt).toMatchObject({ accepted: 1, rejectedCount: 0 });
    expect(events).toMatchObject([
      {
        ...{
          host: "web-1",
          program: "shop",
          message: "it broke\n  at line 3",
          severity: 3,
          times: [(now + 0.25) * 1e6],
        },
        tags: ["file", "x.c", "nested.a.0", "true", "user_id", "42", "ut_status", "späť"],
      },
    ]);
  });

  test("when the full message tells something else than the short one, then both are the message", async () => {
    const { events } = await take('{"host":"h","short_message":"it broke","full_message":"Traceback:\\n  …"}');
    expect(events.map(({ message }) => message)).toEqual(["it broke\nTraceback:\n  …"]);
  });

  test("when the facility is a name of syslog, then it is that; otherwise it is the program", async () => {
    const { events } = await take(
      '{"host":"h","short_message":"a","facility":"daemon"}\n{"host":"h","short_message":"b","facility":"my-app"}',
    );
    expect(events.map(({ facility, program }) => [facility, program])).toEqual([
      [3, ""],
      [1, "my-app"],
    ]);
  });

  test("when messages are separated by NUL, then a broken one costs no other", async () => {
    const { receipt, events } = await take(
      '{"short_message":"a"}\0{"short_message":"b\0{"short_message":""}\0{"short_message":"c"}\0',
    );
    expect(events.map(({ message }) => message)).toEqual(["a", "c"]);
    expect(receipt.rejected).toEqual([
      { index: 1, error: "Expected a JSON object." },
      { index: 2, error: "short_message: expected a text that is not empty." },
    ]);
  });
});
