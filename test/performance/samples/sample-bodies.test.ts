import fc from "fast-check";
import { expect, test } from "vitest";
import { createIntakeDryRun } from "../../../src/ingest/thread/intake-dry-run.ts";
import { rowOfSample } from "../../../src/ingest/thread/sample-row.ts";
import { noRules } from "../../../src/parser-rules/run/event-rules.ts";
import { createRuleSet } from "../../../src/parser-rules/run/rule-set.ts";
import { chooseRules } from "../../../src/performance/samples/chosen-rules.ts";
import { SampleBodies } from "../../../src/performance/samples/sample-bodies.ts";
import { sampleLines } from "../../../src/performance/samples/sample-lines.ts";
import { withoutMadeTags } from "../../../src/performance/samples/sample-rows.ts";

const linesOf = (body: Uint8Array) =>
  new TextDecoder()
    .decode(body)
    .split("\n")
    .map((line) => JSON.parse(line));

test("when bodies are made of any events, then all are taken, and no message comes twice", () => {
  const message = fc
    .oneof(fc.string({ unit: "binary", minLength: 1 }), fc.stringMatching(/^port \d{1,6} from \d{1,12}$/))
    .filter((text) => text.trim() !== "");
  const samples = fc.array(fc.record({ message, user_tags: fc.dictionary(fc.string({ minLength: 1 }), fc.string()) }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(samples, (events) => {
      const rows = events.map(rowOfSample);
      const bodies = new SampleBodies(rows);
      const first = bodies.next(40);
      expect(createIntakeDryRun(noRules, 0)(first.slice())).toBe(40);
      const made = [...linesOf(first), ...linesOf(bodies.next(17))];
      for (const one of new Set(rows.keys())) {
        const copies = made.filter((_, index) => index % rows.length === one).map((event) => event.message);
        expect(new Set(copies).size).toBe(copies.length);
      }
    }),
    { numRuns: 100 },
  );
});

test("when a message has a long number, then only its digits change, and a status or an address does not", () => {
  const row = rowOfSample({ message: '10.0.0.1 "GET / HTTP/1.1" 404 in 51234 ms', program: "web" });
  for (const { message } of linesOf(new SampleBodies([row]).next(20)))
    expect(message).toMatch(/^10\.0\.0\.1 "GET \/ HTTP\/1\.1" 404 in [1-9]\d{4} ms$/);
});

test("when stored events are sent again, then without the tags that rules give them, and with those of the sender", () => {
  const { files } = chooseRules({ rulesFolder: "", names: [], inline: undefined });
  const rules = createRuleSet(files);
  for (const line of sampleLines) {
    const sent = rowOfSample(line);
    const own = ["zz_own", "1"];
    const stored = { ...sent, tags: [...sent.tags, ...own] };
    rules.apply(stored);
    const [again] = withoutMadeTags([stored], rules);
    expect(again!.tags.slice(-2)).toEqual(own);
    const twice = { ...again!, tags: [...again!.tags] };
    rules.apply(twice);
    expect(twice.tags).toEqual(stored.tags);
  }
});
