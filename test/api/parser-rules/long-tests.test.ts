import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RuleTestAnswer } from "../../../src/api/parser-rules/schema.ts";
import { samplesMax, testCharactersMax, unmatchedStepsMax } from "../../../src/parser-rules/limits.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function tryRules(rewrite_rules: object[], samples: string[]) {
  const { status, body } = await service.call("POST", "/api/parser-rules/test", { body: { rewrite_rules, samples } });
  expect(status).toBe(200);
  return (body as RuleTestAnswer).results;
}

const ruleOn = (value: string, tag: object) => ({ match: { field: "message", op: "=*", value }, tag });

describe("tests whose answer would be long", () => {
  test("when more rules do not match than are told, then the rest is counted, and what a rule did is told of every sample", async () => {
    const quiet = Array.from({ length: 99 }, (_, i) => ruleOn(`absent ${i}`, { a: "b" }));
    const results = await tryRules([...quiet, ruleOn("line", { found: "yes" })], Array(samplesMax).fill("a line"));
    const untold = results.map(({ omitted_steps = 0 }) => omitted_steps);
    expect(results.map(({ steps }, i) => steps.length + untold[i]!)).toEqual(Array(samplesMax).fill(100));
    expect(untold.reduce((sum, count) => sum + count)).toBe(99 * samplesMax - unmatchedStepsMax);
    expect(results[0]).not.toHaveProperty("omitted_steps");
    for (const { outcome, after, steps } of results) {
      expect([outcome, after?.user_tags.found]).toEqual(["kept", "yes"]);
      expect(steps.at(-1)).toMatchObject({ outcome: "applied", changes: [{ field: "tag:found", after: "yes" }] });
    }
  });

  test("when rules do more than an answer holds, then steps are left out, and later samples say that they were not tried", async () => {
    const long = "word ".repeat(2000);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of rules
    const rules = Array.from({ length: 100 }, (_, i) => ruleOn("word", { [`t${i}`]: "${message}" }));
    const results = await tryRules(rules, Array(20).fill(long));
    const { after, omitted_steps: omitted = 0, steps } = results[2]!;
    expect([Object.keys(after!.user_tags).length, steps.length + omitted]).toEqual([100, 100]);
    expect(omitted).toBeGreaterThan(0);
    const last = results.at(-1)!;
    expect([last.outcome, last.steps, last.before]).toEqual(["not_tried", [], null]);
    expect(last.error).toContain("too long");
    expect(JSON.stringify(results).length).toBeLessThan(3 * testCharactersMax);
  });
});
