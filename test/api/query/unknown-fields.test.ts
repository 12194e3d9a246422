import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService, type TestUser } from "../../support/service/start-service.ts";

let service: Service;
let limited: TestUser;
beforeAll(async () => {
  service = await startService();
  limited = await service.createUser({ username: "limited", permissions: ["search_events"], hosts: ["web*"] });
  const events = [
    { host: "web1", message: "a", user_tags: { code: 500 } },
    { host: "db1", message: "b", user_tags: { hidden_code: 7, user: "eve" } },
  ];
  await service.call("POST", "/incoming", { body: { events } });
});
afterAll(() => service.close());

async function warningsOf(type: string, params: object, token?: string): Promise<Record<string, unknown>[]> {
  const { body } = await service.call("POST", "/api/query", { body: { type, params }, ...(token && { token }) });
  expect(body.status).toBe("SUCCESS");
  return body.warnings;
}

describe("a question about a field that no event in its range has", () => {
  test("when a line names it, then the answer says so, and what may have been meant", async () => {
    expect(await warningsOf("Search", { q: "level:error" })).toEqual([
      {
        field: "level",
        did_you_mean: "severity",
        message: 'No event in this range has a field "level"; did you mean severity?',
      },
    ]);
  });

  test("when it is answered again from memory, then it says so again", async () => {
    for (let i = 0; i < 2; i++)
      expect(await warningsOf("EventRate", { q: "usr:eve | code:1" })).toMatchObject([{ did_you_mean: "user" }]);
  });

  test("when filter, field or groups name it, then each is told once", async () => {
    const filter = [{ any: [{ field: "cod", value: 1 }, { not: { field: "cod", value: 2 } }] }];
    expect(await warningsOf("TopN", { field: "qqqq", filter })).toEqual([
      { field: "cod", did_you_mean: "code", message: expect.any(String) },
      { field: "qqqq", did_you_mean: null, message: 'No event in this range has a field "qqqq".' },
    ]);
    expect(await warningsOf("Stats", { by: ["usr"], functions: ["count"] })).toMatchObject([{ field: "usr" }]);
  });

  test("when a selection, what is contrasted or what neighbours share names it, then it is told, too", async () => {
    const contrast = { selection_q: "usr:eve", fields: ["cod", "host"] };
    expect(await warningsOf("Differences", contrast)).toMatchObject([{ field: "usr" }, { field: "cod" }]);
    const selection = [{ field: "usr", value: "eve" }];
    expect(await warningsOf("Differences", { selection })).toMatchObject([{ did_you_mean: "user" }]);
    const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params: { q: "host:web1" } } });
    const { id } = body.results.events.objects[0];
    expect(await warningsOf("Around", { id, same: ["host", "cod"] })).toMatchObject([{ did_you_mean: "code" }]);
  });

  test.each([
    ["events have it", { q: "code>=500 user:x" }],
    ["it is asked for events without it", { q: "-nobody:*" }],
    ["nothing is named", {}],
    ["every event has it", { q: "severity<=3 host:nobody" }],
  ])("when %s, then there is nothing to tell", async (_, params) => {
    expect(await warningsOf("Search", params)).toEqual([]);
  });

  test("when no events lie in the range, then there is nothing to tell either", async () => {
    expect(await warningsOf("Search", { q: "level:x", time_range: { ts_from: 1, ts_to: 2 } })).toEqual([]);
  });

  test("when events of other hosts alone have it, then who does not see them is told what he is told of no field", async () => {
    const told = async (q: string) => (await warningsOf("Search", { q }, limited.token)).map(({ field }) => field);
    expect(await told("hidden_code:*")).toEqual(["hidden_code"]);
    expect(await told("no_such_code:*")).toEqual(["no_such_code"]);
    expect(await told("code:*")).toEqual([]);
    expect(await warningsOf("Search", { q: "hidden_code:*" })).toEqual([]);
  });

  test("when the caller may see some hosts only, then no tag is suggested that others may have", async () => {
    expect(await warningsOf("Search", { q: "hiden_code:7" }, limited.token)).toMatchObject([{ did_you_mean: null }]);
    expect(await warningsOf("Search", { q: "level:7" }, limited.token)).toMatchObject([{ did_you_mean: "severity" }]);
  });
});
