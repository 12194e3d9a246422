/** One failure in a step. */
export interface Failure {
  /** For a test its file and its titles, as in "test/lib/files.test.ts > a file > when it is made, then it is new". */
  name: string;
  /** The beginning of its output. */
  lines: string[];
}

/**
 * The failed tests in the output of `bun test` or vitest, and each file that died outside of a test. Names the step,
 * with the end of its output, when it failed without naming a failed test.
 */
export function findFailures(step: string, output: string, exitCode: number): Failure[] {
  const lines = Bun.stripANSI(output).split(/\r?\n/);
  const found = [...bunFailures(lines), ...vitestFailures(lines)];
  if (found.length > 0 || exitCode === 0) return found;
  const end = lines.filter((line) => line.trim() !== "").slice(-linesEach);
  return [{ name: `${step} ended with exit code ${exitCode}`, lines: end }];
}

/** Printed again where a truncated log still shows it: directly before the closing line. */
export function describeFailures(failures: readonly Failure[]): string {
  if (failures.length === 0) return "";
  const shown = failures
    .slice(0, failuresShown)
    .flatMap(({ name, lines }) => [`✗ ${cut(name)}`, ...lines.map((line) => `    ${cut(line)}`)]);
  if (failures.length > failuresShown) shown.push(`… and ${failures.length - failuresShown} more`);
  return `\n${failuresHeading}\n${shown.join("\n")}\n`;
}

/** `.ci/run` repeats the text between this and the closing line. */
const failuresHeading = "── failed";
/** A broken machine fails everything, and the failures must fit into the end of the log. */
const failuresShown = 20;
const linesEach = 20;
const charactersEach = 300;

/** A test's output and error come before the line that reports its failure; only a timeout is reported after it. */
function bunFailures(lines: readonly string[]): Failure[] {
  const failures: Failure[] = [];
  let file = "";
  let begin = 0;
  for (const [at, line] of lines.entries()) {
    // From here on all failures are named again.
    if (/^\s*\d+ tests? failed:$/.test(line)) file = "";
    const failed = line.match(/^\(fail\) (.*?)(?: \[[\d.]+m?s\])?$/)?.[1];
    const outside = line.startsWith("# Unhandled error") || /^✗ \S+ \(.*crash/.test(line);
    if (failed !== undefined && file !== "")
      failures.push({ name: `${file} > ${failed}`, lines: errorOf(lines, begin, at) });
    if (outside) failures.push({ name: `${file} > ${line}`, lines: lines.slice(at + 1, at + 1 + linesEach) });
    file = line.match(/^(\S+\.test\.tsx?):$/)?.[1] ?? file;
    if (/^\((?:pass|fail|skip|todo)\) |^\S+\.test\.tsx?:$/.test(line)) begin = at + 1;
  }
  return failures;
}

function errorOf(lines: readonly string[], begin: number, end: number): string[] {
  const said = lines.slice(begin, end);
  const error = said.findIndex((line) => /^(?:error|\w*(?:Error|Exception)): /.test(line));
  const after = lines[end + 1]?.startsWith("  ^ ") ? [lines[end + 1] as string] : [];
  return [...(error < 0 ? said.slice(-linesEach) : said.slice(error, error + linesEach)), ...after];
}

/** Vitest reports all of them at its end, each under its name and above a ruled line. */
function vitestFailures(lines: readonly string[]): Failure[] {
  return lines.flatMap((line, at) => {
    const name =
      line.match(/^\s*FAIL\s+(\S.*)$/)?.[1] ?? line.match(/^⎯+ (Uncaught Exception|Unhandled Rejection) ⎯+$/)?.[1];
    if (name === undefined) return [];
    const said = lines.slice(at + 1, at + 1 + linesEach);
    const rule = said.findIndex((one) => one.startsWith("⎯⎯⎯"));
    return [{ name, lines: rule < 0 ? said : said.slice(0, rule) }];
  });
}

function cut(line: string): string {
  return line.length > charactersEach ? `${line.slice(0, charactersEach)}…` : line;
}
