import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { numberOfText } from "../../../src/filter/condition/number-text.ts";
import { answerTags } from "../../../src/query/answer/answer-tags.ts";
import { ControlWords } from "../../../src/runtime/control-words.ts";
import { storedOf } from "../../support/questions/event-question.ts";

const names = ["a", "Ab", "b", "n", "ut_host"];
const tagArbitrary = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.constantFrom("1", "-2.5", "x", "1x")), {
  selector: ([name]) => name,
});
const eventArbitrary = fc.record({
  host: fc.constantFrom("web1", "web2", "db1"),
  time: fc.integer({ min: 0, max: 100 }),
  tags: tagArbitrary,
});

function stored(
  id: number,
  { host, time, tags }: { host: string; time: number; tags: [string, string][] },
): StoredEvent {
  return {
    id,
    times: [1_700_000_000_000_000 + time * 1e6],
    host,
    program: "p",
    message: `message ${id}`,
    severity: 6,
    facility: 1,
    type: 2,
    status: 0,
    ciscoMnemonic: "",
    tags: [...tags].sort(([a], [b]) => (a < b ? -1 : 1)).flat(),
    extra: "",
  };
}

const task = (from: number, to: number) => ({
  tagSpan: { from: 1_700_000_000_000_000 + from * 1e6, to: 1_700_000_000_000_000 + to * 1e6 },
  prefix: "",
  hosts: [] as string[],
  control: new SharedArrayBuffer(8),
});

describe("names of tags", () => {
  test("when any events lie in segments, then they are those a plain scan finds", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(eventArbitrary, { minLength: 1, maxLength: 8 }), { maxLength: 4 }),
        fc.constantFrom([], ["web*"], ["db?"]),
        fc.constantFrom("", "a", "U"),
        fc.integer({ min: 0, max: 60 }),
        (groups, hosts, prefix, from) => {
          let id = 0;
          const events = groups.map((group) => group.map((event) => stored(++id, event as never)));
          const asked = storedOf(events);
          const answer = answerTags(
            { ...task(from, from + 40), prefix, hosts, snapshot: asked.snapshot },
            asked.reader,
          );
          const seen = groups
            .flat()
            .filter(({ time, host }) => time >= from && time < from + 40 && maySee(hosts, host))
            .flatMap(({ tags }) => tags)
            .filter(([name]) => name.toLowerCase().startsWith(prefix.toLowerCase()));
          expect(answer.isComplete).toBe(true);
          expect(answer.tags.map(({ name }) => name)).toEqual([...new Set(seen.map(([name]) => name))].sort());
          for (const { name, type } of answer.tags) {
            const numbers = seen.filter((tag) => tag[0] === name).map((tag) => !Number.isNaN(numberOfText(tag[1])));
            if (numbers.every(Boolean)) expect(type).toBe("number");
            if (!numbers.some(Boolean)) expect(type).toBe("text");
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("when it is told to stop, then it says that this is not all", () => {
    const asked = storedOf([[stored(1, { host: "web1", time: 1, tags: [["a", "1"]] })]]);
    const stopped = task(0, 10);
    new ControlWords(stopped.control).stop();
    expect(answerTags({ ...stopped, snapshot: asked.snapshot }, asked.reader)).toEqual({ tags: [], isComplete: false });
  });

  test("when values were put into names, then there is a bound", () => {
    const groups = Array.from({ length: 60 }, (_, group) => [
      stored(group + 1, {
        host: "web1",
        time: 1,
        tags: Array.from({ length: 200 }, (_, tag): [string, string] => [`name-${group}-${tag}`, "x"]),
      }),
    ]);
    const asked = storedOf(groups);
    const answer = answerTags({ ...task(0, 10), snapshot: asked.snapshot }, asked.reader);
    expect([answer.isComplete, answer.tags.length]).toEqual([false, 10_000]);
  });
});

function maySee(hosts: readonly string[], host: string): boolean {
  return hosts.length === 0 || hosts.some((pattern) => host.startsWith(pattern.slice(0, -1)));
}
