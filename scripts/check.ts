/** `bun run check`: the laws of the project, each a program that says yes or no. All of them run, also after a no. */
import { patienceMs } from "../test/support/patience.ts";
import { describeFailures, type Failure, findFailures } from "./failures.ts";
import { closingLine, runStep, type Step } from "./run-steps.ts";

const laws: Step[] = [
  {
    name: "format and lint",
    arguments: ["node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings", "--colors=off"],
  },
  { name: "types", arguments: ["node_modules/typescript/bin/tsc", "--noEmit"] },
  { name: "types of the page", arguments: ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "src/web"] },
  { name: "unused files, exports and dependencies", arguments: ["node_modules/knip/bin/knip-bun.js"] },
  { name: "third-party notices", arguments: ["scripts/write-notices.ts", "--check"] },
  { name: "kernels", arguments: ["scripts/build-kernels.ts", "--check"] },
  {
    name: "floors, circles and lengths",
    arguments: ["test", "--timeout", String(patienceMs), "test/architecture.test.ts"],
  },
];

const broken: string[] = [];
const failures: Failure[] = [];
for (const law of laws) {
  const { exitCode, output } = await runStep(law);
  if (exitCode !== 0) broken.push(law.name);
  failures.push(...findFailures(law.name, output, exitCode));
}
console.log(describeFailures(failures));
console.log(broken.length > 0 ? `Broken: ${broken.join("; ")}` : "");
console.log(closingLine(laws.length - broken.length, broken.length));
process.exit(broken.length === 0 ? 0 : 1);
