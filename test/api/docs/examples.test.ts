import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patienceMs } from "../../support/patience.ts";
import { readDescription } from "../../support/service/description.ts";
import { type Reply, type Service, startService } from "../../support/service/start-service.ts";
import { Caller, type ExampleCall, exampleCalls, tellAdmin } from "./example-calls.ts";
import { shortenAnswer } from "./shorten-answer.ts";

let service: Service;
let calls: ExampleCall[];
let caller: Caller;
let whatDiffers: Awaited<ReturnType<typeof readDescription>>["whatDiffers"];
const file = join(import.meta.dirname, "../../../src/api/docs/answers.json");
const isRewriting = process.env.VIGIE_REWRITE_GOLDEN === "1";

beforeAll(async () => {
  service = await startService();
  const description = await readDescription(service);
  whatDiffers = description.whatDiffers;
  calls = exampleCalls((await service.call("GET", "/api/openapi.json")).body);
  caller = new Caller(service, calls);
  await tellAdmin(service);
});
afterAll(() => service.close());

test("when an operation is described, then it says in sentences what one has to know", () => {
  const silent = calls.filter(({ description = "" }) => !/^[A-Z`].{10,}\.$/s.test(description));
  expect(silent.map(({ name }) => name)).toEqual([]);
  expect(calls.length).toBeGreaterThan(100);
});

test("when an operation takes a body or a path with names, then it shows one", () => {
  const without = calls.filter(
    ({ path, inPath, takesBody, body }) =>
      (takesBody && body === undefined) ||
      [...path.matchAll(/\{(\w+)\}/g)].some(([, name]) => inPath[name!] === undefined),
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});

test(
  "when the calls that the description shows are made, then each is answered as it shows",
  async () => {
    const answers: Record<string, unknown> = {};
    const wrong: unknown[] = [];
    for (const call of calls) {
      const reply = await caller.call(call);
      const isAnswered = reply.status === call.status;
      const problem = isAnswered ? (isRewriting ? "" : problemOf(call, reply)) : `${reply.status} ${reply.text}`;
      if (problem !== "") wrong.push([call.name, problem]);
      if (call.answerType !== undefined) answers[call.name] = shortenAnswer(reply.body ?? reply.text);
    }
    if (isRewriting) writeFileSync(file, `${JSON.stringify(sorted(answers), null, 2)}\n`);
    expect(
      wrong,
      "Have changed operations shown anew: VIGIE_REWRITE_GOLDEN=1 bun test test/api/docs/examples.test.ts",
    ).toEqual([]);
  },
  patienceMs,
);

/** "" when the answer that is shown has the members of the real one, and is as its schema says. */
function problemOf({ method, path, status, answerType, answer }: ExampleCall, { body, text }: Reply): string {
  if (answerType === undefined) return text === "" ? "" : "there is a body";
  if (answer === undefined) return "no answer is shown";
  if (answerType !== "application/json") return text === "" ? "there is no body" : "";
  const [shown, real] = [answer, body].map((value) => Object.keys(value as object).sort());
  if (path !== "/api/openapi.json" && String(shown) !== String(real)) return `shown: ${shown}; answered: ${real}`;
  const steps = ["paths", path, method.toLowerCase(), "responses", String(status), "content", answerType, "schema"];
  return whatDiffers(steps, answer) || whatDiffers(steps, body);
}

function sorted(answers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1)));
}
