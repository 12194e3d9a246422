import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const asa =
  "%ASA-3-302014: Teardown TCP connection 1 for outside:203.0.113.5/4 to dmz:10.0.0.5/443 duration 0:00:30 bytes";

async function stored(host: string) {
  const params = { filter: [{ field: "host", value: host }], time_range: { ts_from: -366 * 86_400 } };
  const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params } });
  return body.results.events.objects[0];
}

const overwritten = async () => (await service.call("GET", "/api/system")).body.loss.rule_overwrote as number;
const send = (path: string, body: unknown) => service.call("POST", path, { body });

describe("what a sender set", () => {
  test("when shipped rules find other values, then each stays as sent, whichever road it came, and none is counted", async () => {
    const sent = { host: "sent", program: "fw", severity: "debug", facility: "local4", message: `${asa} 777` };
    await send("/incoming", { events: [{ ...sent, user_tags: { bytes: "42" } }] });
    expect(await stored("sent")).toMatchObject({
      ...{ program: "fw", severity_name: "DEBUG", facility_name: "LOCAL4" },
      user_tags: { bytes: "42", src_ip: "203.0.113.5" },
    });
    await send("/incoming", { events: [{ host: "foreign", level: "debug", message: `${asa} 778` }] });
    expect((await stored("foreign")).severity_name).toBe("DEBUG");
    await send("/incoming/raw", "<167>Nov 21 09:00:02 prioritized : %ASA-3-106015: Deny TCP (no connection) x");
    expect((await stored("prioritized")).severity_name).toBe("DEBUG");
    expect(await overwritten()).toBe(0);
  });

  test("when a sender set nothing but the message, then shipped rules do", async () => {
    await send("/incoming", { events: [{ host: "bare", message: `${asa} 779` }] });
    expect(await stored("bare")).toMatchObject({ severity_name: "ERROR", user_tags: { bytes: "779" } });
  });

  test("when a user's own rule overwrites fields and tags, then its values count, and each event is in the ledger", async () => {
    const rewrite_rules = [
      { match: { field: "message", op: "=*", value: "mine" }, rewrite: { severity: "alert" }, tag: { bytes: "1" } },
    ];
    expect((await send("/api/parser-rules", { name: "mine", rewrite_rules })).status).toBe(201);
    const events = [
      { host: "mine-1", severity: "info", message: "mine, severity sent" },
      { host: "mine-2", message: "mine, tag sent", user_tags: { bytes: "9" } },
      { host: "mine-3", message: "mine, nothing sent" },
      { host: "mine-4", severity: "alert", message: "mine, the same sent", user_tags: { bytes: "1" } },
    ];
    await send("/incoming", { events });
    for (const { host } of events)
      expect(await stored(host)).toMatchObject({ severity_name: "ALERT", user_tags: { bytes: "1" } });
    expect(await overwritten()).toBe(2);
  });

  test("when rules are tried on samples, then the steps show what would really happen", async () => {
    const samples = [{ message: `${asa} 5`, severity: "debug" }, { message: `${asa} 5` }];
    const { body } = await send("/api/parser-rules/test", { samples });
    expect(body.results.map((tried: { after: { severity: number } }) => tried.after.severity)).toEqual([7, 3]);
  });
});
