import { expect, test } from "vitest";
import { createProgress } from "../../src/cli/progress.ts";

function record(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const stream = { isTTY: isTTY as true, columns: 60, write: (text: string) => written.push(text) > 0 };
  const progress = createProgress("Working", stream, () => time);
  return { written, progress, pass: (ms: number) => (time += ms) };
}

test("when work outlives three seconds without a terminal, then a plain line is written and no more than one every three", () => {
  const { written, progress, pass } = record(false);
  for (let i = 0; i <= 70; i++, pass(100)) progress.update(i, 100, `${i} lines`);
  progress.end();
  expect(written).toEqual(["Working:  30 %, 30 lines\n", "Working:  60 %, 60 lines\n"]);
});

test("when work is quick, then nothing is shown", () => {
  for (const isTTY of [true, false]) {
    const { written, progress } = record(isTTY);
    progress.update(1, 2, "half");
    progress.end();
    expect(written).toEqual([]);
  }
});

test("when it is a terminal, then the bar redraws itself within the width and goes away", () => {
  const { written, progress, pass } = record(true);
  pass(100);
  progress.update(50, 100, "a very long explanation that does not fit beside the bar");
  progress.end();
  expect(written).toHaveLength(2);
  expect(Bun.stringWidth(written[0]!.trim())).toBeLessThan(60);
  expect(written[0]).toContain("50 %");
  expect(written[1]).toBe("\r\u001B[K");
});
