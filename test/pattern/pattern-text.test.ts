import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { patternIdOf } from "../../src/pattern/pattern-id.ts";
import { holeTexts, patternText } from "../../src/pattern/pattern-text.ts";
import { patternTexts } from "./texts.ts";

/** Lines of many programs, each with its pattern below it; rewritten with VIGIE_REWRITE_GOLDEN=1, then to be read. */
const goldenFile = join(import.meta.dirname, "patterns.txt");

describe("patterns of lines as programs write them", () => {
  const lines = readFileSync(join(import.meta.dirname, "lines.txt"), "utf8")
    .trimEnd()
    .split("\n");
  if (process.env.VIGIE_REWRITE_GOLDEN) {
    const text = lines.map((line) => `${line}\n    ${patternText([unescaped(line)])}\n`).join("");
    writeFileSync(goldenFile, text);
  }
  const golden = readFileSync(goldenFile, "utf8").trimEnd().split("\n");

  test("when a line is known, then its pattern is the one that was found right", () => {
    expect(golden.length).toBe(2 * lines.length);
    for (const [i, line] of lines.entries())
      expect([golden[2 * i], golden[2 * i + 1]!.trim()]).toEqual([line, patternText([unescaped(line)])]);
  });

  /** Some lines have several lines. */
  function unescaped(line: string): string {
    return line.includes("\\n") ? line.replaceAll("\\n", "\n").replaceAll("\\t", "\t") : line;
  }
});

describe("patterns of any text", () => {
  test("when only numbers, ids and addresses differ, then the pattern is the same", () => {
    const words = fc.constantFrom(
      "session",
      "for",
      "user",
      "refused:",
      "port",
      "(took",
      "ms)",
      "=",
      "Nov",
      "ssh2",
      "é",
    );
    const text = fc.array(fc.oneof(words, fc.constant("DATA")), { maxLength: 12 });
    const data = fc.oneof(
      fc.nat().map(String),
      fc.nat({ max: 255 }).map((n) => `10.0.${n}.1`),
      fc.uuid(),
      fc.nat({ max: 9_999 }).map((n) => `0x${n.toString(16)}7`),
      fc.nat({ max: 59 }).map((n) => `12:${n}:07.5`),
    );
    fc.assert(
      fc.property(text, fc.infiniteStream(data), fc.infiniteStream(data), (parts, some, others) => {
        const filled = (stream: fc.Stream<string>) =>
          parts.map((part) => (part === "DATA" ? stream.next().value : part)).join(" ");
        expect(patternText([filled(some)])).toBe(patternText([filled(others)]));
      }),
      { numRuns: 500 },
    );
  });

  test("when words without data differ, then the patterns differ", () => {
    expect(patternText(["disk 7 is full"])).not.toBe(patternText(["disk 7 is fine"]));
    expect(patternText(["status=ok"])).not.toBe(patternText(["status=bad"]));
  });

  test("when a text is huge, then its pattern says how it begins, in time that grows with the text alone", () => {
    const many = patternText([`begin ${"word ".repeat(13_000)}`]);
    expect(many).toMatch(/^begin( word){99} …$/);
    for (const unit of ['"', "'", '\\"', "(", "user ", "a=", "/", "a:", "@a.", "-", ":", '"a" ', 'a:"', "1, "])
      expect(patternText([unit.repeat(65_536 / unit.length)]).length).toBeLessThanOrEqual(8_192);
  });

  test("when there are no words, then there is a pattern all the same", () => {
    expect(patternText(["--- *** ---"])).toBe("--- *** ---");
    expect(patternText([" \t\n"])).toBe("");
  });
});

describe("what stands in holes", () => {
  test("when a text has data, then it is told in the order of the pattern", () => {
    expect(holeTexts("worker17 wrote /var/log/x.log for 10.0.0.1:80 in 1.5s, user=bob x=-5")).toEqual([
      "17",
      "/var/log/x.log",
      "10.0.0.1:80",
      "1.5s",
      "bob",
      "5",
    ]);
    expect(holeTexts("nothing here")).toEqual([]);
    expect(holeTexts("ruser= from=")).toEqual(["", ""]);
  });

  test("when they are put where the pattern has holes, then the text is there again but for its spaces and signs", () => {
    const plain = (text: string) => text.replaceAll(/[\s+-]+/g, "");
    fc.assert(
      fc.property(patternTexts, (text) => {
        const pattern = patternText([text]);
        fc.pre(!text.includes("<") && !text.includes("Sat") && !text.includes("…") && !pattern.endsWith("…"));
        const values = holeTexts(text);
        const filled = pattern.replaceAll("<*>", () => values.shift() ?? "?");
        expect([plain(filled), values]).toEqual([plain(text), []]);
      }),
      { numRuns: 2_000 },
    );
  });
});

test("when the same text is met on another machine, then its id is this", () => {
  const idOf = (text: string) => patternIdOf(patternText([text]));
  expect(idOf("Accepted password for deploy from 10.0.0.1 port 22 ssh2")).toBe("p1edf0f8af0c9bbaba");
  expect(idOf("order 4711 was paid")).toBe(idOf("order 5 was paid"));
});
