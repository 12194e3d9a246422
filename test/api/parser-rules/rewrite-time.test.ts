import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowOfSample } from "../../../src/ingest/thread/sample-row.ts";
import { readRuleFile } from "../../../src/parser-rules/files/read-rule-file.ts";
import { runRuleTests } from "../../../src/parser-rules/try/rule-tests.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

/** What the pattern found. */
const when = `$\{${"when"}}`;

let service: Service;
beforeAll(async () => {
  service = await startService();
  const rewrite_rules = [
    {
      name: "time of the oven",
      match: { field: "message", op: "=~", value: "^oven at (?P<when>[^;]+);" },
      rewrite: { time: { value: when, format: "%d~%m~%Y %H:%M", zone: "Europe/Berlin" } },
    },
    {
      name: "any other",
      match: { field: "message", op: "=~", value: "since (?P<when>[^;]+);" },
      rewrite: { time: when },
    },
  ];
  expect((await service.call("POST", "/api/parser-rules", { body: { name: "mine", rewrite_rules } })).status).toBe(201);
});
afterAll(() => service.close());

async function stored(host: string) {
  const params = { filter: [{ field: "host", value: host }], time_range: { ts_from: -3 * 366 * 86_400 } };
  const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params } });
  return body.results.events.objects[0];
}

const send = async (events: object[]) => (await service.call("POST", "/incoming", { body: { events } })).body;
const year = new Date().getUTCFullYear() - 1;

describe("a rule that sets the time", () => {
  test("when its format and zone are given, then the event has that time, and counts as one with a time", async () => {
    const message = `oven at 21~11~${year} 09:00; 180 degrees`;
    expect(await send([{ ts: null, host: "oven", message }])).not.toHaveProperty("without_time");
    expect((await stored("oven")).last_occurrence).toBe(Date.UTC(year, 10, 21, 8) / 1000);
  });

  test.each([
    ["iso", `since ${year}-11-21T09:00:00.5Z; up`, Date.UTC(year, 10, 21, 9) / 1000 + 0.5],
    ["american", `since 11/21/${year} 9:00:00 AM; up`, Date.UTC(year, 10, 21, 9) / 1000],
    ["epoch", `since ${Date.UTC(year, 10, 21, 9) / 1000}; up`, Date.UTC(year, 10, 21, 9) / 1000],
  ])("when no format is given (%s), then the time is read as that of any line is", async (host, message, time) => {
    await send([{ host, message }]);
    expect((await stored(host)).last_occurrence).toBe(time);
  });

  test("when the text is no time, then nothing changes, and the event still has none", async () => {
    const before = Date.now() / 1000 - 1;
    expect((await send([{ ts: null, host: "vague", message: "since yesterday; up" }])).without_time).toBe(1);
    expect((await stored("vague")).last_occurrence).toBeGreaterThan(before);
  });

  test("when the time cannot be right, then the event has that of its arrival, and keeps it beside", async () => {
    const answer = await send([{ ts: null, host: "ahead", message: "since 2099-01-01 00:00:00; up" }]);
    expect(answer.out_of_time).toBe(1);
    const { last_occurrence, extra_fields } = await stored("ahead");
    expect(last_occurrence).toBeLessThan(Date.now() / 1000 + 60);
    expect(extra_fields.original_ts).toBe(Date.UTC(2099, 0) / 1000);
  });

  test("when the sender told a time, then the user's rule overwrites it, and the ledger counts that", async () => {
    const overwritten = async () => (await service.call("GET", "/api/system")).body.loss.rule_overwrote as number;
    const before = await overwritten();
    await send([{ ts: Date.now() / 1000, host: "told", message: `since ${year}-11-21T09:00:00Z; up` }]);
    expect((await stored("told")).last_occurrence).toBe(Date.UTC(year, 10, 21, 9) / 1000);
    expect(await overwritten()).toBe(before + 1);
  });

  test("when it is tried on a sample, then the step shows the time before and after", async () => {
    const samples = [{ ts: `${year}-01-01T00:00:00Z`, message: `since ${year}-11-21T09:00:00Z; up` }];
    const { body } = await service.call("POST", "/api/parser-rules/test", { body: { samples } });
    expect(JSON.stringify(body.results)).toContain(
      JSON.stringify({ field: "time", before: `${year}-01-01T00:00:00.000Z`, after: `${year}-11-21T09:00:00.000Z` }),
    );
  });

  test.each([
    ["a format that means nothing", { value: "$MESSAGE", format: "%d.%m" }, "format"],
    ["a zone that is none", { value: "$MESSAGE", zone: "Europe/Atlantis" }, "Europe/Atlantis"],
    ["a group that is none", "$3", "group 3"],
  ])("when it has %s, then the file is refused with the reason", async (_title, time, reason) => {
    const body = { name: "bad", rewrite_rules: [{ rewrite: { time } }] };
    const answer = await service.call("POST", "/api/parser-rules", { body });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(reason)]);
  });
});

describe("a test beside such a rule", () => {
  const rules = {
    rewrite_rules: [{ match: { field: "message", op: "=~", value: "^at (?P<when>.+)" }, rewrite: { time: when } }],
  };
  const { compiled } = readRuleFile("x", JSON.stringify(rules));
  const outcomes = (time: string | undefined) =>
    runRuleTests(compiled, [{ event: { message: "at 2026-11-21 09:00:00" }, expect: { time } }], rowOfSample);

  test("when it expects the time, then it passes; another or none, then it says which it got", () => {
    expect(outcomes("2026-11-21T09:00:00Z")[0]!.differences).toEqual([]);
    const got = 'got "2026-11-21T09:00:00.000Z".';
    expect(outcomes("2026-11-21T10:00:00Z")[0]!.differences).toEqual([
      `time: expected "2026-11-21T10:00:00.000Z", ${got}`,
    ]);
    expect(outcomes(undefined)[0]!.differences).toEqual([expect.stringContaining(got)]);
  });
});
