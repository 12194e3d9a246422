/**
 * `bun run test [PATH…]`: the whole suite in Bun's own runner. Without a path the files that drive vigie as a process
 * drive the executable, some of them the source as well; and the pure folders run in vitest, too, which shows that both
 * runners read the same files the same way. Random tests draw the same data each time (`test/fixed-seed.ts`);
 * `VIGIE_TEST_SEED=$RANDOM bun run test` draws other data.
 */

import { patienceMs } from "../test/support/patience.ts";
import { builtExecutable } from "../test/support/service/built-executable.ts";
import { describeFailures, type Failure, findFailures } from "./failures.ts";
import { closingLine, runStep, type Step, type StepOutcome } from "./run-steps.ts";

const patience = String(patienceMs);
/** Many files wait for other programs or for time to pass. More at a time take memory, up to 3 GB each. */
const filesAtATime = "--parallel=4";
/** A file finds what those before it imported, or a tenth of a suite goes into compiling the same again. */
const shareModules = "--no-isolate";
/**
 * Nothing is gained by giving back memory that the next test wants again: without, a suite takes a quarter less. Nor by
 * the slowest compiler, for code that runs for a second.
 */
const forTests = { MIMALLOC_PURGE_DELAY: "-1", BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "1000000" };
const asked = process.argv.slice(2);
const steps: (() => Step)[] = asked.length > 0 ? [askedStep] : [wholeStep, sourceStep, vitestStep];

process.env.VIGIE_TEST_SEED ??= "1";
let passed = 0;
let failed = 0;
const failures: Failure[] = [];
for (const makeStep of steps) {
  const outcome = await runOrTell(makeStep);
  const counted = countTests(outcome.output);
  failures.push(...findFailures(outcome.name, outcome.output, outcome.exitCode));
  passed += counted.passed;
  failed += counted.failed;
  // A runner that died, or found no test at all, is a failure whatever it counted.
  if ((outcome.exitCode !== 0 || counted.passed === 0) && counted.failed === 0) failed += 1;
}
console.log(`${describeFailures(failures)}\n${closingLine(passed, failed)}`);
process.exit(failed === 0 ? 0 : 1);

/** A step that cannot be prepared, because the executable cannot be built, does not stop the others. */
async function runOrTell(makeStep: () => Step): Promise<Pick<StepOutcome, "exitCode" | "output"> & { name: string }> {
  try {
    const step = makeStep();
    return { name: step.name, ...(await runStep(step)) };
  } catch (error) {
    console.error(error);
    return { name: "A step that could not be made", exitCode: 1, output: String(error) };
  }
}

function askedStep(): Step {
  return { name: "bun test", arguments: bunTest(...asked), environment: forTests };
}

/** The executable is what people run, and it starts in a third of the time. */
function wholeStep(): Step {
  const environment = { ...forTests, VIGIE_TEST_EXECUTABLE: builtExecutable() };
  return { name: "bun test", arguments: bunTest(), environment };
}

/** What a person or a kill does to the executable is done to the source, too; `bun run demo` goes on from there. */
function sourceStep(): Step {
  const commands = ["commands/accounts", "run-command-line"].map((name) => `test/cli/${name}.test.ts`);
  const paths = ["test/crash/kill-during-intake.test.ts", ...commands];
  return { name: "bun test, from source", arguments: bunTest(...paths), environment: forTests };
}

function bunTest(...paths: readonly string[]): string[] {
  return ["test", filesAtATime, shareModules, "--timeout", patience, ...paths];
}

/** The folders that `vitest.config.ts` names, so that the second run costs seconds. */
function vitestStep(): Step {
  return {
    name: "vitest, pure folders",
    arguments: ["--bun", "node_modules/vitest/vitest.mjs", "run"],
    environment: { NO_COLOR: "1" },
  };
}

/** bun test closes with " 12 pass" and " 1 fail", vitest with "Tests  1 failed | 12 passed (13)". */
function countTests(output: string): { passed: number; failed: number } {
  const plain = Bun.stripANSI(output);
  const vitest = plain.match(/^\s*Tests\s+(.*)$/m)?.[1];
  const last = (text: string, pattern: RegExp) => Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
  if (vitest !== undefined) return { passed: last(vitest, /(\d+) passed/g), failed: last(vitest, /(\d+) failed/g) };
  const errors = last(plain, /^\s*(\d+) errors?$/gm);
  return { passed: last(plain, /^\s*(\d+) pass$/gm), failed: last(plain, /^\s*(\d+) fail$/gm) + errors };
}
