import { describe, expect, test } from "vitest";
import { EventLeaves } from "../../../../src/ingest/event/event-leaves.ts";
import { openJsonLogs } from "../../../../src/ingest/protocols/otlp/json-logs.ts";
import { Road, ruledBy } from "../../fast/road.ts";

const nowMs = Date.UTC(2026, 4, 5, 12);
const text = (stringValue: string) => ({ stringValue });
const record = (body: string, more = {}) => ({ timeUnixNano: `${nowMs}000000`, body: text(body), ...more });

function take(request: object) {
  const road = new Road(
    ruledBy(() => false),
    nowMs,
  );
  const delivery = { format: "otlp", protocol: "otlp", mediaType: "application/json" } as const;
  const taken = road.take(Buffer.from(JSON.stringify(request)), delivery);
  road.store.close();
  return taken;
}

describe("log records of OpenTelemetry in JSON", () => {
  test("when members stand in another order, or are not known, then the same is read", () => {
    const attributes = [
      { value: { intValue: "5" }, key: "late" },
      {
        key: "deep",
        value: { kvlistValue: { values: [{ key: "a", value: { arrayValue: { values: [text("x")] } } }] } },
      },
      { key: "none" },
      { key: 'odd \\ "name"', value: text("v"), extra: [1, { a: "]" }] },
    ];
    const scopeLogs = [
      { schemaUrl: "x", logRecords: [record("one", { attributes, future: { a: [1] } }), record("two")] },
    ];
    const { answer, events } = take({
      extra: [{}],
      resourceLogs: [{ scopeLogs, resource: { attributes: [{ key: "service.name", value: text("shop") }] } }],
    });
    expect(answer).toMatchObject({ accepted: 2, rejectedCount: 0 });
    expect(events).toMatchObject([
      { program: "shop", message: "one", tags: ["deep.a.0", "x", "late", "5", 'odd \\ "name"', "v"] },
      { program: "shop", message: "two", tags: [] },
    ]);
  });

  const at = (seconds: number) => ({ times: [Math.round(seconds * 1e6)] });
  test.each([
    ["a number with an exponent", { timeUnixNano: nowMs * 1e6 }, at(nowMs / 1000)],
    ["such a number as Python writes it", { timeUnixNano: "1.7e+18" }, at(1.7e9)],
    ["0", { timeUnixNano: "0" }, { ...at(nowMs / 1000), tags: [] }],
    ["a text", { timeUnixNano: "abc" }, { ...at(nowMs / 1000), tags: ["time_unix_nano", "abc"] }],
    ["below 0", { timeUnixNano: -5 }, { ...at(nowMs / 1000), tags: ["time_unix_nano", "-5"] }],
    ["beyond all years", { timeUnixNano: "9".repeat(23) }, { extra: '{"original_ts":99999999999999.98}' }],
  ])("when a time is %s, then it is read, or kept as it was sent", (_what, more, expected) => {
    const { events } = take({ resourceLogs: [{ scopeLogs: [{ logRecords: [record("one", more)] }] }] });
    expect(events).toMatchObject([expected]);
  });

  test.each([99, 9.5, "SEVERITY_NUMBER_ERROR"])("when a severity is %s, then it is a tag", (severityNumber) => {
    const { events } = take({ resourceLogs: [{ scopeLogs: [{ logRecords: [record("one", { severityNumber })] }] }] });
    expect(events).toMatchObject([{ severity: 6, tags: ["severity_number", String(severityNumber)] }]);
  });

  test("when lists are empty, missing, or no lists, then nothing is found in them, and what follows is read", () => {
    const { events } = take({
      resourceLogs: [
        {},
        { scopeLogs: [] },
        { scopeLogs: [{ logRecords: [] }, {}, { logRecords: 5 }, 7] },
        3,
        { scopeLogs: [{ logRecords: [record("found")] }] },
      ],
    });
    expect(events.map(({ message }) => message)).toEqual(["found"]);
    expect(openJsonLogs(Buffer.from("{}")).next()).toBe(undefined);
    expect(
      openJsonLogs(Buffer.from(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{}] }] }] }))).next(),
    ).toBeInstanceOf(EventLeaves);
  });
});
