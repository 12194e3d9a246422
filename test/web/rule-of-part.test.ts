import { describe, expect, test } from "vitest";
import { rowOfSample } from "../../src/ingest/thread/sample-row.ts";
import { readRuleFile } from "../../src/parser-rules/files/read-rule-file.ts";
import { runRuleTests } from "../../src/parser-rules/try/rule-tests.ts";
import { ruleOfPart } from "../../src/web/pages/rules/editor/rule-of-part.ts";

describe("a rule of a marked part", () => {
  test.each([
    ["a number at the end", "connection refused by 2370", "2370", "connection refused by 17", "17"],
    ["a word between blanks", "session of ann opened", "ann", "session of bob-2 opened", "bob-2"],
    ["what stands in brackets", "disk [sda1] is full (97 %)", "sda1", "disk [nvme0n1] is full (3 %)", "nvme0n1"],
    ["what stands behind signs of patterns", "a+b (x|y) = 'q' took 12ms", "q", "a+b (x|y) = 'zz' took 3ms", "zz"],
    ["several words", 'user "Ann Lee" left', "Ann Lee", 'user "Bob" left', "Bob"],
    ["the first word", "eth0 is up", "eth0", "wlan1 is up", "wlan1"],
  ])("when it is %s, then it is found in messages like it", (_, message, part, other, found) => {
    const from = message.indexOf(part);
    const text = ruleOfPart({ program: "prog", message, from, to: from + part.length, tag: "part" });
    const { compiled } = readRuleFile("made", text);
    const tests = [
      { event: { program: "prog", message }, expect: { user_tags: { part } } },
      { event: { program: "prog", message: other }, expect: { user_tags: { part: found } } },
      { event: { program: "another", message }, expect: {} },
      { event: { program: "prog", message: "other" }, expect: {} },
    ];
    const outcomes = runRuleTests(compiled, tests, rowOfSample);
    expect(outcomes.flatMap(({ differences }) => differences)).toEqual([]);
  });
});
