import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patienceMs } from "../../support/patience.ts";
import { readDescription } from "../../support/service/description.ts";
import { type Reply, request } from "../../support/service/start-service.ts";
import { forms } from "./forms.ts";
import { later, nameOf, type ParameterKind, type Row, rows } from "./rows.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { type CallerName, callerNames, openWorld, type World } from "./world.ts";

let world: World;
let matches: (row: Row, body: unknown) => string;
beforeAll(async () => {
  world = await openWorld();
  matches = await openDescription(world);
});
afterAll(() => world.close());

const today = rows.filter((row) => !later.includes(nameOf(row)));
const tries = today.flatMap((row) =>
  (scenarios[nameOf(row)] ?? []).map((scenario): [string, Row, Scenario] => [
    `${nameOf(row)}${scenario.on ? ` on ${scenario.on}` : ""}`,
    row,
    scenario,
  ]),
);

test("when a row is promised, then it has a scenario, or its route is told to come later", () => {
  const without = rows.map(nameOf).filter((name) => !later.includes(name) && !scenarios[name]);
  expect(without).toEqual([]);
  const names = rows.map(nameOf);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(Object.keys(scenarios).filter((name) => !names.includes(name))).toEqual([]);
  expect(rows.length).toBe(100);
});

test("when a row's route is to come later, then just those say that there is nothing", async () => {
  const missing: string[] = [];
  for (const row of rows) {
    const path = row.path.replaceAll(/\{\w+\}/g, "1");
    const reply = await world.service.call("OPTIONS", path);
    const allowed = reply.headers.get("allow")?.split(", ") ?? [];
    if (!allowed.includes(row.method)) missing.push(nameOf(row));
  }
  expect(missing).toEqual([...later]);
});

test("when an answer has more, less or something else than is described, then that is seen", () => {
  const row = rows.find((candidate) => nameOf(candidate) === "GET /api/auth")!;
  expect(matches(row, { user: null })).toBe("");
  for (const wrong of [{ user: null, password_hash: "" }, {}, { user: 1 }, undefined])
    expect(matches(row, wrong)).not.toBe("");
});

describe("each caller, with and without a slash at the end, in each media type", () => {
  test.each(tries)(
    "when %s is asked for, then each gets what is his",
    async (_, row, scenario) => {
      const bodies = row.body === undefined ? [undefined] : Object.values(forms);
      let target = await scenario.target?.(world);
      for (const slash of ["", "/"])
        for (const form of bodies)
          for (const name of callerNames) {
            const person = world.people[name];
            if (scenario.destroys) target = await scenario.target?.(world);
            const sent = form?.(scenario.body?.(person, target) ?? {});
            const headers = { ...((await scenario.headers?.(world, person)) ?? person.headers) };
            if (sent?.type) headers["content-type"] = sent.type;
            const url = world.service.url + fill(row.path, target) + slash;
            const ask = () => request(url, row.method, { headers, body: sent?.body });
            let reply = await ask();
            while (scenario.takesTurns && reply.status === 409) reply = await ask();
            checkReply(row, scenario, name, reply);
          }
    },
    patienceMs,
  );
});

describe("parameters", () => {
  const withQuery = tries.filter(([, row, { on }]) => row.query && on !== "a shared one");
  test.each(withQuery)(
    "when %s comes with each of its parameters, then it is read or refused by name",
    async (_, row, scenario) => {
      const own = (await scenario.query?.(world)) ?? {};
      const target = await scenario.target?.(world);
      const person = world.people.owner;
      const ask = async (query: Record<string, string>) => {
        const url = `${world.service.url}${fill(row.path, target)}?${new URLSearchParams(query)}`;
        return request(url, row.method, { headers: { ...person.headers }, body: scenario.body?.(person, target) });
      };
      for (const [name, kind] of Object.entries(row.query ?? {})) {
        for (const value of own[name] === undefined ? goodValues[kind] : [own[name]]) {
          const reply = await ask({ [name]: value });
          expect([nameOf(row), name, value, reply.status]).toEqual([nameOf(row), name, value, row.status]);
        }
        for (const value of badValues[kind]) {
          const reply = await ask({ [name]: value });
          expect([name, value, reply.status, Object.keys(reply.body)]).toEqual([name, value, 400, [name]]);
          expect(typeof reply.body[name]).toBe("string");
        }
      }
    },
  );
});

const goodValues: Record<ParameterKind, string[]> = {
  text: ["some text"],
  integer: ["1"],
  boolean: ["true", "False", "1", "0"],
  list: ["1", "1,2", "1,,2,"],
  words: ["1,2"],
  ordering: ["created_at", "-created_at"],
};
const badValues: Record<ParameterKind, string[]> = {
  text: [],
  integer: ["x", "1.5", ""],
  boolean: ["yes", "", "2"],
  list: ["x", "1,x"],
  words: [],
  ordering: ["nothing", "created_at,nothing"],
};

function fill(path: string, target: Record<string, string | number> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(target[name]));
}

function checkReply(row: Row, scenario: Scenario, name: CallerName, reply: Reply): void {
  const expected = scenario.expected[name] === "ok" ? row.status : scenario.expected[name];
  expect([name, reply.status, reply.status === expected ? "" : reply.text]).toEqual([name, expected, ""]);
  expect(reply.headers.get("x-request-id")).toMatch(/^[0-9a-f]{16}$/);
  expect(reply.headers.get("www-authenticate")).toBe(expected === 401 ? "Token" : null);
  const told = world.secrets.filter((secret) => reply.text.includes(secret));
  expect([name, told]).toEqual([name, []]);
  // The configurations of senders name the field that takes the token.
  if (row.path !== "/api/how") expect(reply.text).not.toMatch(/argon2|password|key_hash/i);
  if (expected === row.status) checkSuccess(row, scenario, name, reply);
  else checkRefusal(reply);
}

function checkSuccess(row: Row, scenario: Scenario, name: CallerName, reply: Reply): void {
  expect([name, matches(row, reply.body)]).toEqual([name, ""]);
  if (row.status === 204) expect(reply.text).toBe("");
  scenario.check?.(reply, world.people[name]);
}

function checkRefusal({ body }: Reply): void {
  expect(Object.keys(body)).toEqual(["detail"]);
  expect(typeof body.detail).toBe("string");
}

/** Says what of an answer is not as the service itself describes it; whatever it does not describe is too much. */
async function openDescription({ service }: World): Promise<(row: Row, body: unknown) => string> {
  const { document, whatDiffers } = await readDescription(service);
  return ({ method, path, status }, body) => {
    const steps = [
      "paths",
      path,
      method.toLowerCase(),
      "responses",
      String(status),
      "content",
      "application/json",
      "schema",
    ];
    // A file of any type may well be JSON.
    if (document.paths[path]?.[method.toLowerCase()]?.responses[status]?.content?.["application/*"]) return "";
    if (!steps.slice(0, -1).reduce((at, step) => at?.[step], document)) return body === undefined ? "" : "a body";
    return whatDiffers(steps, body);
  };
}
