import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { understand } from "../understand.ts";

/** Two lines each: a title, the format, time of day, host, program or logger, severity ("-" for none); the line itself. */
const documented = readFileSync(join(import.meta.dirname, "documented-lines.txt"), "utf8")
  .split(/\n\n/)
  .map((entry): [title: string, line: string, expected: string[]] => {
    const [head, line] = entry.trimEnd().split("\n");
    const [title, ...expected] = head!.split(" | ");
    return [title!, line!, expected];
  });

function summaryOf(line: string): string[] {
  const { format, time, host, program, logger, severity } = understand(line) as Record<string, string | undefined>;
  return [format, time?.replace("2026-11-21T", ""), host, program ?? logger, severity].map((value) =>
    String(value ?? "-"),
  );
}

/** Written after the documents of each project; names and addresses are ours. */
test.each(documented)(
  "when a line is of %s, then its time, host, program and severity are found",
  (_title, line, expected) => {
    expect(summaryOf(line)).toEqual(expected);
  },
);
