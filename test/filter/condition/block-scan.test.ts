import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { scanForLiteral, unitedScan } from "../../../src/filter/condition/block-scan.ts";
import { compileCondition } from "../../../src/filter/condition/compile-condition.ts";
import type { FilterElement } from "../../../src/filter/condition/filter-element.ts";
import type { ValueTest } from "../../../src/filter/condition/value-test.ts";
import { matchEvent } from "../../../src/filter/match-event.ts";
import { Selection } from "../../../src/filter/rows/selection.ts";
import { compileFilter } from "../../../src/filter/select/compile-filter.ts";
import { selectRows } from "../../../src/filter/select/select-rows.ts";
import { selectTexts } from "../../../src/filter/select/select-texts.ts";
import { fileSegment } from "../../support/store/file-segment.ts";
import { viewOfEvents } from "../../support/store/open-segment.ts";
import { storedEvent } from "../../support/store/stored-event.ts";
import { textColumn } from "../../support/store/text-column.ts";

const kelvin = "\u212a";
const longS = "\u017f";

function chosen(texts: readonly string[], asked: ValueTest): boolean[] {
  const selection = new Selection(0, texts.length);
  selectTexts(textColumn(texts), asked, false, texts.length, selection, () => undefined);
  return texts.map((_, row) => selection.has(row));
}

function regular(value: string, ignore_case: boolean): ValueTest {
  return compileCondition({ field: "note", op: "=~", value, ignore_case }).test;
}

/** Each text as a message, as a tag that all have, and as one that few have. */
function eventsOf(texts: readonly string[]): StoredEvent[] {
  return texts.map((text, i) =>
    storedEvent(i + 1, 1_700_000_000_000_000 + i, {
      message: text,
      tags: i % 11 === 0 ? ["note", text, "rare", text] : ["note", text],
    }),
  );
}

function chosenOf(events: readonly StoredEvent[], elements: readonly FilterElement[]) {
  const segment = fileSegment([{ view: viewOfEvents(events) }], 100);
  const filter = compileFilter(elements);
  const selection = selectRows(segment, filter, { from: 0, to: 2e15 }, () => {});
  const found = events.filter((_, row) => selection.has(row)).map(({ id }) => id);
  return { found, wanted: events.filter((event) => matchEvent(filter, event)).map(({ id }) => id) };
}

const signs = fc.constantFrom("k", "K", kelvin, "s", "S", longS, "d", "D", "i", " ", "é", "7", "\xe2", "\xc5", "ß");
const texts = fc.array(fc.string({ unit: signs, maxLength: 7 }), { minLength: 1, maxLength: 40 });
const literals = fc.string({
  unit: fc.constantFrom("k", "K", "s", "S", "d", "i", "é", "7", " "),
  minLength: 1,
  maxLength: 4,
});

describe("a scan for one of several words", () => {
  test("when one begins with another, then each is found as a whole word, and only so", () => {
    const events = eventsOf([
      "nothing",
      "not here",
      "knot",
      "not_here",
      "no thing",
      "x nothing",
      "(not)",
      "nothings",
      "NOT",
    ]);
    const condition = { field: "note", op: "qp", value: "not | nothing | gone", ignore_case: true } as const;
    expect(chosenOf(events, [condition]).found).toEqual([1, 2, 6, 7, 9]);
  });

  test("when random phrases are asked for at once, then the rows are those of a naive reading", () => {
    const word = fc.constantFrom("a", "ab", "abc", "b", "a b", "AB a", "é", "a é", "b_");
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "A", " ", "_", "é", "-"), maxLength: 9 });
    const held = new Set<boolean>();
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 40 }),
        fc.array(word, { minLength: 2, maxLength: 5 }),
        fc.boolean(),
        (random, phrases, ignore_case) => {
          const value = phrases.map((phrase) => `"${phrase}"`).join(" | ");
          const asked = compileCondition({ field: "note", op: "qp", value, ignore_case }).test;
          const found = chosen(random, asked);
          for (const one of found) held.add(one);
          expect(found).toEqual(random.map((one) => asked.text(one)));
        },
      ),
      { numRuns: 500 },
    );
    expect(held).toEqual(new Set([true, false]));
  });
});

describe("a scan for what a regular expression finds", () => {
  test.each([
    ["disk", `di${longS}${kelvin} full`],
    ["disk", `DI${longS}K full`],
    ["disk full", `dis${kelvin} full`],
    ["k", kelvin],
    ["S", longS],
    ["s\\.k", `${longS}.${kelvin}`],
    [".k8s-[0-9]", `a${kelvin}8${longS}-7`],
    ["\\\\s", `\\${longS}`],
    ["ks", `é${kelvin}${longS}é`],
  ])("when case is ignored and %s is looked for in '%s', then it is found", (pattern, text) => {
    const others = ["x", text, "", "é", text.replaceAll(/[\u212a\u017f]/g, "x")];
    const asked = regular(pattern, true);
    expect(asked.text(text)).toBe(true);
    expect(asked.scan).toBeDefined();
    expect(chosen(others, asked)).toEqual([false, true, false, false, false]);
    expect(chosen(others, regular(pattern, false))[1]).toBe(false);
  });

  test("when random texts have other forms of k and s, then those are found that are found without a scan", () => {
    const held = { with: 0, without: 0, others: 0 };
    fc.assert(
      fc.property(
        texts,
        literals,
        fc.constantFrom("", "[0-9]?", ".", "$"),
        fc.boolean(),
        (all, literal, more, ignoreCase) => {
          const asked = regular(`${literal}${more}`, ignoreCase);
          const compiled = RE2JS.compile(`${literal}${more}`, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
          const wanted = all.map((text) => text !== "" && compiled.test(text));
          expect(chosen(all, asked)).toEqual(wanted);
          expect(chosen(all, { ...asked, scan: undefined })).toEqual(wanted);
          for (const [row, holds] of wanted.entries())
            held[!holds ? "without" : /[\u212a\u017f]/.test(all[row]!) ? "others" : "with"]++;
        },
      ),
      { numRuns: 1_500 },
    );
    for (const count of Object.values(held)) expect(count).toBeGreaterThan(100);
  });

  test("when a segment in a file has few texts with them, then its templates, texts and rare texts are found", () => {
    const names = [
      "disk is full",
      `di${longS}${kelvin} is full`,
      `dis${kelvin}7 i${longS} full`,
      "disc",
      "sshd8",
      `${longS}shd8`,
    ];
    const events = eventsOf(
      Array.from({ length: 1_300 }, (_, i) => `${names[i % 6]} after ${i} of ${(i * 7919) % 1_301} ms`),
    );
    for (const field of ["message", "note", "rare"])
      for (const value of ["disk", "dis[k] is full", "disk7", "sshd[0-9]", "k is full a", "ſshd8"])
        for (const ignore_case of [true, false]) {
          const { found, wanted } = chosenOf(events, [{ field, op: "=~", value, ignore_case }]);
          expect({ field, value, found }).toEqual({ field, value, found: wanted });
          if (ignore_case) expect(found.length).toBeGreaterThan(10);
        }
  });

  test("when case is ignored, then words with k or s are not looked up, since they may be written otherwise", () => {
    const literal = " disk full here Kilo pass ok and more ";
    expect(regular(literal, true).scan?.words).toEqual(["full", "here", "and", "more"]);
    expect(regular(literal, false).scan?.words).toEqual(["disk", "full", "here", "Kilo", "pass", "ok", "and", "more"]);
    expect(regular("[a-z]", true).scan).toBeUndefined();
  });

  test("when it is one of several scans, then the other forms are looked for by all of them together", () => {
    const scan = unitedScan([scanForLiteral("full", true, "row"), regular("disk", true).scan]);
    const hits = ["FULL", `di${longS}${kelvin}`, "DISK", "disc"].map((text) => {
      scan!.pattern.lastIndex = 0;
      return scan!.pattern.test(Buffer.from(text).toString("latin1"));
    });
    expect(hits).toEqual([true, true, true, false]);
    expect(scan!.hit).toBe("maybe");
  });
});

describe("several values of one field of which some ignore case", () => {
  test.each<[string, [value: string, ignoreCase: boolean][]]>([
    [
      "the first one minds case",
      [
        ["*bcd*", false],
        ["*xyz*", true],
      ],
    ],
    [
      "the first one ignores case",
      [
        ["*bcd*", true],
        ["*xyz*", false],
      ],
    ],
    [
      "whole texts",
      [
        ["abcde 7", true],
        ["vwxyz 8", false],
      ],
    ],
  ])("when %s, then each is looked for in its own way", (_, values) => {
    const names = ["abcde", "ABCDE", "vwxyz", "VWXYZ", "other"];
    const events = eventsOf(Array.from({ length: 1_300 }, (_row, i) => `${names[i % 5]} ${i}`));
    const any = values.map(([value, ignore_case]) => ({ field: "note", op: "eq" as const, value, ignore_case }));
    const { found, wanted } = chosenOf(events, [{ any }]);
    expect(found).toEqual(wanted);
  });
});
