import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { describeFailures, findFailures } from "../../scripts/failures.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-failures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const head = `import { describe, expect, test } from "bun:test";\n`;
const files = {
  good: `test("one", () => console.log("error: said by the service"));`,
  wrong: `describe("outer", () => { describe("inner", () => {
    test("fine", () => console.log("before"));
    test("when x, then y", () => { console.log("said"); expect({ a: 1 }).toEqual({ a: 2 }); });
    test("after", () => {});
  }); });`,
  slow: `test("too slow", () => new Promise(() => {}), 20);`,
  missing: `import "./nowhere.ts"; test("never", () => {});`,
  killed: `test("last", () => process.exit(9));`,
};
for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.ts`), head + source);

describe("what bun test writes", () => {
  test("when nothing fails, then nothing is told", () => {
    expect(failuresOf("good")).toEqual([]);
    expect(describeFailures([])).toBe("");
  });

  test("when a test fails, then it is named by file and titles, with its error but not what ran before it", () => {
    const [only, ...more] = failuresOf("good", "wrong");
    expect(more).toEqual([]);
    expect(only?.name).toBe("wrong.test.ts > outer > inner > when x, then y");
    expect(only?.lines[0]).toBe("error: expect(received).toEqual(expected)");
    expect(only?.lines.join("\n")).toContain(`+   "a": 1,`);
    expect(only?.lines.join("\n")).not.toContain("before");
  });

  test("when a test takes too long, then that is told", () => {
    const [only] = failuresOf("slow");
    expect(only?.name).toBe("slow.test.ts > too slow");
    expect(only?.lines.at(-1)).toContain("timed out after 20ms");
  });

  test("when a file cannot be loaded, then it is named with the reason", () => {
    const [only, ...more] = failuresOf("missing");
    expect(more).toEqual([]);
    expect(only?.name).toBe("missing.test.ts > # Unhandled error between tests");
    expect(only?.lines.join("\n")).toContain("Cannot find module './nowhere.ts'");
  });

  test("when the runner dies, then the step is named with the end of what it wrote", () => {
    const [only] = failuresOf("killed");
    expect(only?.name).toBe("bun test ended with exit code 9");
    expect(only?.lines.join("\n")).toContain("killed.test.ts:");
  });

  test("when a worker of the parallel runner dies, then the file is named", () => {
    const [only] = failuresOf("--parallel", "good", "killed");
    expect(only?.name).toContain("killed.test.ts");
  });

  test("when all that failed are named again at the end, then each is told once", () => {
    const output =
      "a.test.ts:\nerror: no\n(fail) one [1.00ms]\n(pass) two\n\n1 test failed:\n(fail) one [1.00ms]\n\n 1 pass\n 1 fail\n";
    expect(findFailures("bun test", output, 1)).toEqual([{ name: "a.test.ts > one", lines: ["error: no"] }]);
  });
});

test("when vitest tells what failed, then each is named with its error", () => {
  const rule = "⎯".repeat(40);
  const output = `\n FAIL  test/x.test.ts > outer > when x, then y\nAssertionError: no\n- 1\n+ 2\n\n${rule}[1/1]⎯\n\n Tests  1 failed | 3 passed (4)\n`;
  expect(findFailures("vitest", output, 1)).toEqual([
    { name: "test/x.test.ts > outer > when x, then y", lines: ["AssertionError: no", "- 1", "+ 2", ""] },
  ]);
});

test("when everything fails, then what is told stays short", () => {
  const failures = Array.from({ length: 5000 }, (_, at) => ({
    name: `test ${at}`,
    lines: Array(20).fill("x".repeat(10_000)),
  }));
  const told = describeFailures(failures);
  expect(told).toContain("… and 4980 more");
  expect(told.length).toBeLessThan(150_000);
});

function failuresOf(...asked: string[]) {
  const paths = asked.map((one) => (one.startsWith("-") ? one : `./${one}.test.ts`));
  const run = Bun.spawnSync([process.execPath, "test", ...paths], { cwd: folder, stdout: "pipe", stderr: "pipe" });
  return findFailures("bun test", run.stdout.toString() + run.stderr.toString(), run.exitCode);
}
