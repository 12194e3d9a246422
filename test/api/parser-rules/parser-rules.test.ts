import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../support/patience.ts";
import { type Service, startService, type TestUser } from "../../support/service/start-service.ts";

let service: Service;
let plain: TestUser;
let manager: TestUser;
beforeAll(async () => {
  service = await startService();
  plain = await service.createUser({ username: "plain", permissions: ["search_events"] });
  manager = await service.createUser({ username: "manager", permissions: ["manage_parser_rules", "view_system"] });
});
afterAll(() => service.close());

const ask = (method: string, path: string, body?: unknown, token = manager.token) =>
  service.call(method, `/api/parser-rules${path}`, { token, body });
const send = async (events: unknown[]) =>
  (await service.call("POST", "/incoming", { token: manager.token, body: { events } })).body;
const stored = async (program: string) => {
  const params = { filter: [{ field: "program", value: program }], page_size: 1000 };
  const reply = await service.call("POST", "/api/query", { token: plain.token, body: { type: "Search", params } });
  return reply.body.results.events.objects as { message: string; type: string; user_tags: Record<string, string> }[];
};
/** What a template calls a name. */
const reference = (name: string) => `$\{${name}}`;
const tagging = (tag: Record<string, string>, program: string) => ({
  rewrite_rules: [{ match: { field: "program", value: program }, tag }],
});

describe("who may", () => {
  test("when guest, shipper, user and manager read and write, then all users read and only the manager writes", async () => {
    const shipper = await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } });
    const tokens = ["", shipper.body.secret_key, plain.token, manager.token];
    const statuses = async (method: string, path: string, body?: unknown) => {
      const found: number[] = [];
      for (const token of tokens) found.push((await ask(method, path, body, token)).status);
      return found;
    };
    expect(await statuses("GET", "")).toEqual([401, 401, 200, 200]);
    expect(await statuses("GET", "/sshd")).toEqual([401, 401, 200, 200]);
    expect(await statuses("POST", "", { name: "who", ...tagging({ a: "b" }, "who") })).toEqual([401, 401, 403, 201]);
    expect(await statuses("PATCH", "/who", { enabled: false })).toEqual([401, 401, 403, 200]);
    expect(await statuses("PUT", "/who", tagging({ a: "c" }, "who"))).toEqual([401, 401, 403, 200]);
    expect(await statuses("POST", "/test", { samples: ["x"] })).toEqual([401, 401, 403, 200]);
    expect(await statuses("POST", "/check", { text: "a: [" })).toEqual([401, 401, 403, 200]);
    expect(await statuses("DELETE", "/who")).toEqual([401, 401, 403, 204]);
  });

  test("when somebody may see some hosts only, then he reads rules and changes none", async () => {
    const { token } = await service.createUser({
      username: "limited",
      permissions: ["manage_parser_rules"],
      hosts: ["web-1"],
    });
    const moving = { rewrite_rules: [{ match: { field: "host", value: "db-1" }, rewrite: { host: "web-1" } }] };
    const text = JSON.stringify(moving);
    expect((await ask("GET", "", undefined, token)).status).toBe(200);
    expect((await ask("POST", "", { name: "moving", text }, token)).status).toBe(403);
    expect((await ask("POST", "", { name: "moving", text })).status).toBe(201);
    for (const [method, body] of [
      ["PUT", { text }],
      ["PATCH", { enabled: false }],
      ["DELETE", undefined],
    ] as const)
      expect((await ask(method, "/moving", body, token)).status).toBe(403);
    expect((await ask("DELETE", "/moving")).status).toBe(204);
  });
});

describe("the life of a rule", () => {
  test("when it is made, changed, switched off and on and deleted, then each holds for the next event", async () => {
    const made = await ask("POST", "", { name: "life", ...tagging({ step: "made" }, "life") });
    expect([made.status, made.body.origin, made.body.enabled, made.body.error]).toEqual([201, "user", true, null]);
    expect(readFileSync(join(service.dataFolder, "parser-rules/life.yaml"), "utf8")).toBe(made.body.text);
    await send([{ program: "life", message: "1" }]);
    await ask("PUT", "/life", tagging({ step: "replaced" }, "life"));
    await send([{ program: "life", message: "2" }]);
    await ask("PATCH", "/life", { enabled: false });
    await send([{ program: "life", message: "3" }]);
    await ask("PATCH", "/life", { enabled: true });
    await send([{ program: "life", message: "4" }]);
    await ask("PATCH", "/life", { description: "of tests" });
    await send([{ program: "life", message: "5" }]);
    const read = (await ask("GET", "/life")).body;
    expect([read.hits, read.description, read.rules]).toEqual([
      1,
      "of tests",
      [{ name: "rule 1", type: "tag", hits: 1, errors: 0, last_error: null, switched_off: false }],
    ]);
    expect((await ask("DELETE", "/life")).status).toBe(204);
    expect((await ask("GET", "/life")).status).toBe(404);
    await send([{ program: "life", message: "6" }]);
    const steps = (await stored("life")).map(({ message, user_tags }) => [message, user_tags.step]).sort();
    expect(steps).toEqual([
      ["1", "made"],
      ["2", "replaced"],
      ["3", undefined],
      ["4", "replaced"],
      ["5", "replaced"],
      ["6", undefined],
    ]);
  });

  test("when a shipped one is replaced and the replacement deleted, then the shipped one is back and cannot be deleted", async () => {
    const shipped = (await ask("GET", "/su")).body;
    expect([shipped.origin, shipped.replaces_shipped]).toEqual(["shipped", false]);
    const replaced = (await ask("PUT", "/su", tagging({ mine: "yes" }, "su"))).body;
    expect([replaced.origin, replaced.replaces_shipped, replaced.rules.length]).toEqual(["user", true, 1]);
    expect((await ask("DELETE", "/su")).status).toBe(204);
    expect((await ask("GET", "/su")).body.text).toBe(shipped.text);
    const refused = await ask("DELETE", "/su");
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining("switch it off")]);
    expect((await ask("PATCH", "/su", { enabled: false })).body.enabled).toBe(false);
    expect((await ask("GET", "?enabled=false")).body.objects.map(({ name }: { name: string }) => name)).toEqual(["su"]);
    expect((await ask("PATCH", "/su", { enabled: true })).body.enabled).toBe(true);
  });

  test("when a file is put into the folder, changed to nonsense and taken away, then that is picked up", async () => {
    const file = join(service.dataFolder, "parser-rules/by-hand.yml");
    const until = async (holds: (status: number, body: { error: { line: number } | null }) => boolean) => {
      for (;;) {
        const { status, body } = await ask("GET", "/by-hand");
        if (holds(status, body)) return body;
        await Bun.sleep(20);
      }
    };
    writeFileSync(file, "rewrite_rules:\n  - tag: {from: file}\n");
    await until((status) => status === 200);
    writeFileSync(file, "rewrite_rules:\n  - tag: {from: file}\n    colour: red\n");
    const bad = await until((_status, body) => body.error !== null);
    expect(bad.error).toEqual({
      line: 3,
      path: "rewrite_rules[0].colour",
      reason: 'There is no "colour" here.',
    } as never);
    rmSync(file);
    await until((status) => status === 404);
  });
});

describe("a text that is checked while it is written", () => {
  test.each([
    ["rewrite_rules:\n  - drop: true\n", null],
    ["name: other\nrewrite_rules:\n  - drop: true\n", { line: 1, path: "name" }],
    ["rewrite_rules:\n  - drop: true\n    colour: red\n", { line: 3, path: "rewrite_rules[0].colour" }],
    ["a: [", { line: 1, path: "" }],
    [`# ${"x".repeat(300_000)}\n`, { line: 0, path: "" }],
  ])("when it is %j, then its first fault is the answer, and nothing is stored", async (text, fault) => {
    const { status, body } = await ask("POST", "/check", { name: "checked", text });
    expect(status).toBe(200);
    if (fault === null) expect(body).toEqual({ fault });
    else expect(body).toMatchObject({ fault });
    expect((await ask("GET", "/checked")).status).toBe(404);
  });

  test("when no name is given, then it is the one that the text states, in a trial as well", async () => {
    const text = "name: stated\nrewrite_rules:\n  - drop: true\n";
    expect((await ask("POST", "/check", { text })).body).toEqual({ fault: null });
    const { body } = await ask("POST", "/test", { text, samples: ["a line"] });
    expect(body.results[0].steps).toMatchObject([{ file: "stated", outcome: "dropped" }]);
  });
});

describe("what is refused", () => {
  const refusals: [title: string, body: object, field: string, message: RegExp][] = [
    ["a name that is a file's", { name: "x.yaml", text: "rewrite_rules: [{drop: true}]" }, "name", /without.*".yaml"/],
    [
      "a long name",
      { name: "x".repeat(101), text: "rewrite_rules: [{drop: true}]" },
      "name",
      /^Expected at most 100 char/,
    ],
    [
      "a name that is a path of the API",
      { name: "check", text: "rewrite_rules: [{drop: true}]" },
      "name",
      /"check" is/,
    ],
    ["a name that is a path", { name: "../x", text: "rewrite_rules: [{drop: true}]" }, "name", /Expected letters/],
    ["a text that is no YAML", { name: "x", text: "a: [" }, "text", /^line 1: /],
    [
      "a circle",
      { name: "x", rewrite_rules: [{ tag: { a: reference("b"), b: reference("a") } }] },
      "rewrite_rules.0.tag.a",
      /circle/,
    ],
    ["an unknown key", { name: "x", rewrite_rules: [{ tagg: { a: "b" } }] }, "rewrite_rules.0.tagg", /^Not known here/],
    ["nothing", { name: "x" }, "rewrite_rules", /required/],
    ["text and fields", { name: "x", text: "a", description: "b" }, "text", /whole file/],
    [
      "10,000 conditions",
      { name: "x", rewrite_rules: [{ match: Array(10_000).fill({ field: "host", value: "a" }), drop: true }] },
      "rewrite_rules.0.match",
      /./,
    ],
  ];
  test.each(refusals)(
    "when %s comes, then it is 400 with place and reason, and no file is there",
    async (_t, body, field, message) => {
      const reply = await ask("POST", "", body);
      expect(reply.status).toBe(400);
      expect(String(reply.body[field])).toMatch(message);
      expect(existsSync(join(service.dataFolder, "parser-rules/x.yaml"))).toBe(false);
    },
  );

  test("when the name is taken, then it is 409", async () => {
    expect((await ask("POST", "", { name: "sshd", ...tagging({ a: "b" }, "x") })).status).toBe(409);
  });
});

describe("events that are not stored", () => {
  test("when a rule drops, then the sender is told yes and the ledger counts it", async () => {
    const loss = async () => {
      const {
        received,
        stored: kept,
        lost,
        loss: causes,
      } = (await service.call("GET", "/api/system", { token: manager.token })).body;
      return { received, stored: kept, lost, dropped: causes.rule_dropped };
    };
    await ask("POST", "", {
      name: "noise",
      rewrite_rules: [{ match: { field: "message", op: "=*", value: "keepalive" }, drop: true }],
    });
    const before = await loss();
    expect(
      await send([{ program: "n", message: "keepalive 1" }, { program: "n", message: "real" }, { message: "" }]),
    ).toMatchObject({
      accepted: 2,
      rejected: [{ index: 2 }],
    });
    expect((await send([{ program: "n", message: "keepalive 2" }])).accepted).toBe(1);
    const after = await loss();
    expect(after.dropped - before.dropped).toBe(2);
    expect(after.received - before.received).toBe(4);
    expect(after.stored - before.stored).toBe(1);
    expect(after.lost).toBe(after.received - after.stored);
    expect((await stored("n")).map(({ message }) => message)).toEqual(["real"]);
  });

  test("when a rule fails 20 times in a row, then it is switched off, told as an event, and no event is lost", async () => {
    const rule = {
      rewrite_rules: [
        { name: "parse", match: { field: "program", value: "broken" }, rewrite: { severity: "$MESSAGE" } },
      ],
    };
    await ask("POST", "", { name: "broken", ...rule });
    await send(Array.from({ length: 30 }, (_, index) => ({ program: "broken", message: `loud ${index}` })));
    expect((await stored("broken")).length).toBe(30);
    const [state] = (await ask("GET", "/broken")).body.rules;
    expect(state).toMatchObject({
      errors: 20,
      hits: 0,
      switched_off: true,
      last_error: expect.stringContaining("no severity"),
    });
    expect((await ask("GET", "/broken", undefined, plain.token)).body.rules[0].last_error).toBeNull();
    await until(async () => (await stored("vigie")).length > 0, "the report is stored");
    const [report] = await stored("vigie");
    expect([report!.type, report!.message]).toEqual([
      "INTERNAL",
      expect.stringContaining('Parser rule "parse" of "broken" was switched off after 20 errors in a row.'),
    ]);
    const system = async () => (await service.call("GET", "/api/system", { token: manager.token })).body.parser_rules;
    expect((await system()).switched_off).toEqual([{ file: "broken.yaml", rule: "parse" }]);
    await ask("PATCH", "/broken", { enabled: true });
    expect((await system()).switched_off).toEqual([]);
    await send([{ program: "broken", message: "error" }]);
    expect((await ask("GET", "/broken")).body.rules[0]).toMatchObject({ hits: 1, switched_off: false });
  });

  test("when a file of the folder cannot be read as rules, then the list and the service say which, and the others run", async () => {
    writeFileSync(join(service.dataFolder, "parser-rules/bad.yaml"), "rewrite_rules:\n  - {drop: maybe}\n");
    await ask("POST", "", { name: "beside", ...tagging({ a: "b" }, "beside") });
    const { not_loaded } = (await service.call("GET", "/api/system", { token: manager.token })).body.parser_rules;
    expect(not_loaded).toEqual([{ file: "bad.yaml", line: 2, reason: expect.any(String) }]);
    await send([{ program: "beside", message: "x" }]);
    expect((await stored("beside"))[0]!.user_tags).toEqual({ a: "b" });
    await ask("DELETE", "/bad");
  });
});

test("when rules change while events come in, then each event is stored once, by the old rules or the new", async () => {
  await ask("POST", "", { name: "busy", ...tagging({ version: "0" }, "busy") });
  const events = (batch: number) =>
    Array.from({ length: 40 }, (_, index) => ({ program: "busy", message: `event ${batch} ${index}` }));
  const sending = Array.from({ length: 20 }, (_, batch) => send(events(batch)));
  const changing = Array.from({ length: 8 }, (_, version) =>
    ask("PUT", "/busy", tagging({ version: String(version + 1) }, "busy")),
  );
  expect((await Promise.all(sending)).map(({ accepted }) => accepted)).toEqual(Array(20).fill(40));
  expect((await Promise.all(changing)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  const found = await stored("busy");
  expect(new Set(found.map(({ message }) => message)).size).toBe(800);
  expect(found.filter(({ user_tags }) => !/^[0-8]$/.test(user_tags.version ?? ""))).toEqual([]);
});

describe("trying a rule", () => {
  test("when lines and events are tried, then each step is told and nothing is stored", async () => {
    const body = {
      text: "first_match_only: true\nrewrite_rules:\n  - {name: a, match: {field: message, op: '=~', value: '^x(\\d+)'}, tag: {n: $1}}\n  - {drop: true}\n",
      samples: [{ program: "tried", message: "x12" }, "<38>Mar  3 04:12:09 h tried[1]: other", { message: "" }],
    };
    const { results } = (await ask("POST", "/test", body)).body;
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["kept", "dropped", "bad_sample"]);
    expect(results[0].steps).toEqual([
      {
        ...{ file: "tried", rule: "a", type: "tag", outcome: "applied", condition: null, error: null },
        changes: [{ field: "tag:n", before: "", after: "12" }],
      },
    ]);
    expect(results[0].after.user_tags).toEqual({ n: "12" });
    expect(
      results[1].steps.map(({ outcome, condition }: { outcome: string; condition: number }) => [outcome, condition]),
    ).toEqual([
      ["unmatched", 1],
      ["dropped", null],
    ]);
    expect(await stored("tried")).toEqual([]);
  });

  test("when a rule that there is, or all of them, are tried, then these ran", async () => {
    const sample = { program: "sshd", message: "Accepted publickey for deploy from 192.0.2.4 port 50022 ssh2" };
    const one = (await ask("POST", "/test", { name: "sshd", samples: [sample] })).body.results[0];
    expect(one.after.user_tags).toMatchObject({ src_ip: "192.0.2.4", user: "deploy" });
    const all = (await ask("POST", "/test", { samples: [sample] })).body.results[0];
    expect(all.after.user_tags).toMatchObject({ src_ip: "192.0.2.4", user: "deploy" });
    expect((await ask("POST", "/test", { name: "nobody", samples: [sample] })).status).toBe(404);
  });
});
