import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { writeLineCorpus } from "../../bench/corpora/line-corpus.ts";
import { lineKinds } from "../../bench/corpora/line-kinds.ts";
import { Random } from "../../bench/corpora/random.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-corpus-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("what the bench measures with", () => {
  test("when ranks are drawn, then each below the limit comes, the first ones most often", () => {
    const random = new Random(1);
    const drawn = Array.from({ length: 5 }, () => 0);
    for (let i = 0; i < 10_000; i++) drawn[random.zipf(drawn.length)]! += 1;
    expect(drawn).toEqual([...drawn].sort((a, b) => b - a));
    expect(Math.min(...drawn)).toBeGreaterThan(500);
  });

  test("when lines are written, then each kind of message is among them, and each phrase that is asked for", () => {
    const path = join(folder, "lines.ndjson");
    const { phrases } = writeLineCorpus("lines", path, 30_000, 1_800_000_000);
    const messages: string[] = readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).message);
    const missing = [...phrases, ...lineKinds.map(({ message }) => longestPart(message))].filter(
      (text) => !messages.some((message) => message.includes(text)),
    );
    expect(missing).toEqual([]);
  });
});

/** What a kind of message has beside its varying words. */
function longestPart(pattern: string): string {
  return pattern.split(/\{[a-z]+\}/).sort((a, b) => b.length - a.length)[0]!;
}
