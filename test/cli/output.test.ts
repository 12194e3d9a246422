import { expect, test } from "vitest";
import { createPaint, formatBytes, renderTable, showControls } from "../../src/cli/output.ts";

const terminal = { isTTY: true as const, columns: 40, write: () => true };
const pipe = { isTTY: false as never, columns: 0, write: () => true };

test("when it is no terminal or NO_COLOR is set, then nothing is painted", () => {
  expect(createPaint(terminal, {})("red", "x")).toBe("\u001B[31mx\u001B[39m");
  expect(createPaint(pipe, {})("red", "x")).toBe("x");
  expect(createPaint(terminal, { NO_COLOR: "1" })("red", "x")).toBe("x");
  expect(createPaint(terminal, { TERM: "dumb" })("red", "x")).toBe("x");
});

test("when cells are wide or emoji, then columns still stand under each other", () => {
  const table = renderTable(
    [{ title: "name" }, { title: "n", align: "right" }],
    [
      ["日本", "5"],
      ["a", "12"],
      ["😀b", "1"],
    ],
    pipe,
  );
  expect(table.split("\n")).toEqual(["name   n", "日本   5", "a     12", "😀b    1"]);
});

test("when the last column is wider than the terminal, then it is cut there and whole in a pipe", () => {
  const rows = [["host", "x".repeat(60)]];
  const columns = [{ title: "host" }, { title: "message" }];
  expect(renderTable(columns, rows, pipe)).toContain("x".repeat(60));
  const shown = Bun.stripANSI(renderTable(columns, rows, terminal)).split("\n")[1]!;
  expect(shown).toHaveLength(40);
  expect(shown.endsWith("…")).toBe(true);
});

test("when a message holds control characters, then the terminal gets their pictures", () => {
  expect(showControls("a\u001B[31mb\nc\u007F\u009B")).toBe("a␛[31mb␊c␡\uFFFD");
  expect(showControls("a\u2028b\u202Ec\u2066d é 👩‍🚀")).toBe("a\uFFFDb\uFFFDc\uFFFDd é 👩‍🚀");
});

test("when bytes are shown, then three digits of their unit say enough", () => {
  expect([0, 999, 1000, 1_234_567].map(formatBytes)).toEqual(["0 B", "999 B", "1.0 KB", "1.2 MB"]);
});
