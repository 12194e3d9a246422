import { describe, expect, test } from "vitest";
import { ControlWords } from "../../src/runtime/control-words.ts";
import { type Asked, ask, askedOf } from "../support/questions/event-question.ts";
import { storedEvent } from "../support/store/stored-event.ts";

const base = 1_700_000_000;
const range = { ts_from: base, ts_to: base + 10, timezone: "UTC" };

const three = askedOf([[1, 2, 3].map((id) => storedEvent(id, (base + id) * 1e6))], () => "dictionary");

describe("the work on a task", () => {
  test("when it begins, then who waits on the progress is woken, and at the end it says 99", async () => {
    const words = new ControlWords();
    const begun = words.whenBegun();
    ask(three, { type: "EventRate", params: { time_range: range } }, { control: words.shared });
    await begun;
    expect(words.progress).toBe(99);
  });

  test("when it is told to stop between two segments, then it answers what it has and says so", () => {
    const groups = [1, 2, 3].map((id) => [storedEvent(id, (base + id) * 1e6)]);
    const asked = askedOf(groups, () => "dictionary");
    const control = new SharedArrayBuffer(8);
    let opened = 0;
    const stopping: Asked = {
      ...asked,
      reader: {
        ...asked.reader,
        open(handle) {
          if (++opened === 2) new ControlWords(control).stop();
          return asked.reader.open(handle);
        },
      },
    };
    const answer = ask(stopping, { type: "TopN", params: { field: "host", time_range: range } }, { control });
    expect(answer.stopped).toBe(true);
    expect(answer.results.totals).toMatchObject({ values: [{ name: "web0", count: 1 }] });
  });

  test("when it is told to stop while a text is searched, then it stops before the end of the segment", () => {
    const message = "a ".repeat(30_000);
    const events = Array.from({ length: 400 }, (_, i) => storedEvent(i + 1, base * 1e6, { message }));
    const asked = askedOf([events], () => "text");
    const control = new SharedArrayBuffer(8);
    const stopping: Asked = {
      ...asked,
      reader: {
        ...asked.reader,
        open(handle) {
          new ControlWords(control).stop();
          return asked.reader.open(handle);
        },
      },
    };
    const params = { time_range: range, filter: [{ field: "message", op: "=~", value: "(a ){900}b" }] };
    const answer = ask(stopping, { type: "Search", params }, { control });
    expect([answer.stopped, answer.rowsRead]).toEqual([true, 0]);
  });

  test("when days could not be read, then the results name them, else there are no warnings", () => {
    const warnings = [{ file: "2023-11-14.sqlite.damaged-1", day: "2023-11-14" }];
    const warned = { ...three, snapshot: { ...three.snapshot, warnings } };
    expect(ask(warned, { type: "Search", params: { time_range: range } }).results.warnings).toEqual(warnings);
    expect(ask(three, { type: "Search", params: { time_range: range } }).results).not.toHaveProperty("warnings");
  });

  test("when the reader may see some hosts only, then the others are as if they were not there", () => {
    const params = { time_range: range };
    const rate = ask(three, { type: "EventRate", params }, { hosts: ["WEB1", "x*"] }).results.totals;
    expect(rate).toMatchObject({ sum: 1 });
    expect(ask(three, { type: "TopN", params }, { hosts: ["nobody"] }).results.totals).toMatchObject({
      values: [],
      total_count: 0,
    });
  });

  test("when there is no segment at all, then every kind has an answer", () => {
    const nothing = askedOf([], () => "dictionary");
    const results = (type: string) => ask(nothing, { type, params: { time_range: range } }).results;
    expect(results("Search").events).toEqual({
      objects: [],
      item_count: 0,
      page_count: 1,
      page_number: 1,
      page_size: 100,
      offset: 0,
    });
    expect(results("TopN").totals).toEqual({ ts_from: base, ts_to: base + 10, values: [], total_count: 0 });
    expect(results("LastN").totals).toEqual({ ts_from: base, ts_to: base + 10, values: [] });
    expect(results("EventRate").totals).toMatchObject({ sum: 0, count: 10, min: 0, max: 0, avg: 0, last: 0 });
  });
});

describe("pages of a search", () => {
  const many = 150_000;
  const sameTime = 100_000;
  const events = Array.from({ length: many }, (_, i) => storedEvent(i + 1, base * 1e6 + (i < sameTime ? 0 : i)));
  const asked = askedOf(
    [events.slice(0, 40_000), events.slice(40_000, 120_000), events.slice(120_000)],
    () => "dictionary",
  );

  const offsets = [0, 49_999, 65_000, 70_000, 100_000, 149_998, many];
  for (const sort of ["-last_occurrence", "first_occurrence", "counter"])
    for (const offset of offsets)
      test(`when events are sorted by ${sort} and a page begins at ${offset}, then it is exact although most have one time`, () => {
        const params = { time_range: range, sort, page_size: 3, offset };
        const { results } = ask(asked, { type: "Search", params });
        const ids = (results.events as { objects: { id: string }[] }).objects.map(({ id }) => Number(id));
        expect(ids).toEqual([0, 1, 2].map((i) => idAt(sort, offset + i)).filter((id) => id !== undefined));
        expect(results.events).toMatchObject({ item_count: many, offset, page_count: 50_000 });
      });

  /** Among those of one key by descending id, in an ascending order by ascending id. */
  function idAt(sort: string, rank: number): number | undefined {
    if (rank >= many) return undefined;
    return sort.startsWith("-") ? many - rank : rank + 1;
  }

  test("when the task names a page, then that counts and not the one of the question", () => {
    const params = { time_range: range, page: 7, page_size: 50 };
    const { results } = ask(asked, { type: "Search", params }, { page: { offset: 4, size: 2 } });
    expect(results.events).toMatchObject({
      offset: 4,
      page_size: 2,
      page_number: 3,
      objects: [{ id: "149996" }, { id: "149995" }],
    });
    expect(ask(asked, { type: "Search", params }).results.events).toMatchObject({ offset: 300, page_number: 7 });
  });
});

describe("an event of a search", () => {
  test("when it is written, then it has every field of an event, with dates in the zone of the question", () => {
    const event = storedEvent(9, base * 1e6 + 250_000, {
      times: [base * 1e6 + 250_000, base * 1e6 + 1_250_000],
      severity: 0,
      facility: 16,
      status: 2,
      tags: ["__proto__", "x", "a", "1"],
      extra: '{"b":[1]}',
    });
    const params = { time_range: { ...range, timezone: "Asia/Kathmandu" } };
    const { events } = ask(
      askedOf([[event]], () => "text"),
      { type: "Search", params },
    ).results as { events: { objects: object[] } };
    expect(JSON.parse(JSON.stringify(events.objects[0]))).toEqual({
      id: "9",
      _id: "9",
      first_occurrence: base + 0.25,
      last_occurrence: base + 1.25,
      first_occurrence_date: "2023/11/15 03:58:20",
      last_occurrence_date: "2023/11/15 03:58:21",
      counter: 2,
      host: "web0",
      program: "",
      message: "m",
      pattern: "p162c66a7a5dd70c31",
      cisco_mnemonic: "",
      severity: 0,
      severity_name: "EMERGENCY",
      facility: 16,
      facility_name: "LOCAL0",
      status: 2,
      status_name: "NON_ACTIONABLE",
      type: "HTTP",
      user_tags: JSON.parse('{"__proto__": "x", "a": "1"}'),
      extra_fields: { b: [1] },
      trigger_ids: [],
      triggers_fired_count: 0,
      triggers_fired_data: [],
      notes: [],
    });
  });
});

describe("the range one level up", () => {
  const cases: [from: string, to: string, up: [string, string] | null][] = [
    ["2026-03-04T10:00:05", "2026-03-04T10:00:15", ["2026-03-04T10:00:00", "2026-03-04T10:01:00"]],
    ["2026-03-04T10:00:00", "2026-03-04T10:01:00", ["2026-03-04T10:00:00", "2026-03-04T11:00:00"]],
    ["2026-03-04T09:59:30", "2026-03-04T10:00:10", ["2026-03-04T09:59:00", "2026-03-04T10:01:00"]],
    ["2026-03-04T10:00:00", "2026-03-04T11:00:00", ["2026-03-04T00:00:00", "2026-03-05T00:00:00"]],
    ["2026-03-03T22:00:00", "2026-03-04T03:00:00", ["2026-03-03T00:00:00", "2026-03-05T00:00:00"]],
    ["2026-03-29T00:00:00", "2026-03-30T00:00:00", null],
    ["2026-03-04T00:00:00", "2026-03-07T00:00:00", null],
  ];
  const at = (text: string) =>
    Temporal.PlainDateTime.from(text).toZonedDateTime("Europe/Paris").epochMilliseconds / 1000;
  for (const [from, to, up] of cases)
    test(`when a rate is asked from ${from} to ${to}, then it is ${up?.join(" to ") ?? "none"}`, () => {
      const time_range = { ts_from: at(from), ts_to: at(to), timezone: "Europe/Paris" };
      const { totals } = ask(three, { type: "EventRate", params: { time_range } }).results as {
        totals: { drill_up_time_range: unknown };
      };
      expect(totals.drill_up_time_range).toEqual(up && { ts_from: at(up[0]), ts_to: at(up[1]) });
    });
});
