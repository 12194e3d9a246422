import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  durationText,
  findChanges,
  messagesAboutBack,
  messagesAboutGone,
  type Seen,
} from "../../src/triggers/absence.ts";

const row = (value: string, isShared: boolean) => ({ triggerId: 7, value, lastSeen: null, toldAt: 1, isShared });
const absence = { seconds: 300, field: "host", known_within: 86_400 };

describe("what stays away", () => {
  test("when hosts come and go at random, then each absence is told once, and its end once", () => {
    const silences = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: 1, max: 400 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(silences, (events) => {
        const lastSeen = new Map<string, number>();
        const told = new Map<string, number | null>();
        const log: string[] = [];
        let now = 1_000_000;
        for (const [host, pause] of events) {
          for (let at = now; at < now + pause; at += 10) look(at);
          now += pause;
          lastSeen.set(host, now);
        }
        function look(at: number) {
          const seen = Array.from(lastSeen, ([value, time]) => ({ value, lastSeen: time }));
          const rows = Array.from(told, ([value, time]) => ({
            ...{ triggerId: 1, value, lastSeen: time, toldAt: 0, isShared: false },
          }));
          const { gone, back } = findChanges(seen, rows, { seconds: 300, now: at, since: 0 });
          for (const { value, lastSeen: time } of gone) {
            expect(at - time!).toBeGreaterThanOrEqual(300);
            told.set(value, time);
            log.push(`gone ${value}`);
          }
          for (const { value } of back) {
            expect(at - lastSeen.get(value)!).toBeLessThan(300);
            told.delete(value);
            log.push(`back ${value}`);
          }
          // None is silent for long and not told.
          for (const [value, time] of lastSeen) expect(told.has(value)).toBe(at - time >= 300);
        }
        for (const host of ["a", "b", "c"]) {
          const own = log.filter((line) => line.endsWith(host));
          for (const [index, line] of own.entries())
            expect(line.startsWith(index % 2 === 0 ? "gone" : "back")).toBe(true);
        }
      }),
    );
  });

  test("when there never was an event, then it stays away from when the trigger was made", () => {
    const never: Seen[] = [{ value: "", lastSeen: null }];
    expect(findChanges(never, [], { seconds: 300, now: 1_299, since: 1_000 }).gone).toEqual([]);
    expect(findChanges(never, [], { seconds: 300, now: 1_300, since: 1_000 }).gone).toEqual(never);
  });

  test("when many go at once, then the first have messages of their own, and the others one together", () => {
    const values = Array.from({ length: 1_000 }, (_, i) => ({ value: `web-${i}`, lastSeen: 1_000 }));
    const messages = messagesAboutGone(7, absence, values, 2_000);
    expect(messages).toHaveLength(20);
    expect(messages.flatMap((message) => message.values)).toEqual(values);
    expect(messages[0]!.action).toMatchObject({ triggerId: 7, about: "web-0", isOver: false });
    expect(messages[0]!.action.event).toMatchObject({ id: "", host: "web-0", severity: 4 });
    expect(messages[0]!.action.event.message).toBe(
      "No event of host web-0 for 5 min. The last one before came at 1970-01-01T00:16:40.000Z.",
    );
    expect(messages[19]!.action.event.message).toMatch(/^No event of host 981 more values for 5 min: web-19, web-20, /);
    expect(messages[19]!.action.event.message.length).toBeLessThanOrEqual(4_096);
  });

  test("when a value of a tag is back, then the message has the tag", () => {
    const back = [row("eu", false)];
    const [message] = messagesAboutBack(7, { ...absence, field: "zone" }, { back, told: back }, 2_000);
    expect(message!.action).toMatchObject({ isOver: true, event: { tags: ["zone", "eu"], severity: 6, host: "" } });
    expect(message!.action.event.message).toBe("Events of zone eu come again.");
  });

  test("when many went at once and come back in any order, then each incident that began ends, once all of it are back", () => {
    const names = Array.from({ length: 60 }, (_, i) => `web-${i}`);
    const order = fc.shuffledSubarray(names, { minLength: names.length });
    fc.assert(
      fc.property(order, order, fc.integer({ min: 1, max: 60 }), (gone, back, atOnce) => {
        const begun = messagesAboutGone(
          7,
          absence,
          gone.map((value) => ({ value, lastSeen: 1 })),
          2_000,
        );
        const open = new Set(begun.map(({ action }) => action.about!));
        expect(open.size).toBe(20);
        let told = begun.flatMap(({ values }) => values.map(({ value }) => row(value, values.length > 1)));
        const waiting: string[] = [];
        for (let at = 0; told.length > 0; at += atOnce) {
          waiting.push(...back.slice(at, at + atOnce));
          const rows = told.filter(({ value }) => waiting.includes(value));
          for (const { values, action } of messagesAboutBack(7, absence, { back: rows, told }, 3_000)) {
            const ended = new Set(values.map(({ value }) => value));
            told = told.filter(({ value }) => !ended.has(value));
            open.delete(action.about!);
            expect(open.has("")).toBe(told.some(({ isShared }) => isShared));
          }
        }
        expect([...open]).toEqual([]);
      }),
    );
  });

  test.each([
    [5, "5 s"],
    [90, "90 s"],
    [300, "5 min"],
    [93_600, "26 h"],
    [172_800, "2 d"],
  ])("when %d seconds are written, then in the largest unit that fits", (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});
