/**
 * `bun bench/shapes.ts [--minutes 20] [--shapes "URLs,SQL"] [--rows 1100000] [--seed 1] [--executable PATH]`: sends
 * streams of every shape (`test/support/store/event-shapes.ts`) to a service that is stopped, started and killed
 * meanwhile, first with small seals, then with the default ones up to so many rows, asks it questions all the time and
 * compares each answer with plain loops over the sent events. The shapes share the minutes. Exit code 1: an answer was
 * wrong, or the service ended by itself; its folder stays.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { eventShapes } from "../test/support/store/event-shapes.ts";
import { Random } from "./corpora/random.ts";
import { ShapeSoak, type SoakBounds } from "./service/soak.ts";

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    shapes: { type: "string" },
    rows: { type: "string", default: "1100000" },
    seed: { type: "string", default: String(Date.now() % 1e6) },
    executable: { type: "string" },
  },
});
const command = options.executable
  ? [options.executable]
  : [process.execPath, join(import.meta.dirname, "../src/main.ts")];
// HTTP fills in empty fields of events.
const names = options.shapes?.split(",") ?? Object.keys(eventShapes).filter((name) => !name.startsWith("broken"));
const secondsEach = (Number(options.minutes) * 60) / names.length;
const phases: { share: number; bounds: SoakBounds }[] = [
  { share: 0.35, bounds: { sealEvents: 1_024, rows: 60_000, bodyEvents: 1_500, unrest: 0.3 } },
  { share: 0.65, bounds: { sealEvents: 131_072, rows: Number(options.rows), bodyEvents: 20_000, unrest: 0.08 } },
];
const random = new Random(Number(options.seed));
console.log(`seed ${options.seed}, ${secondsEach.toFixed(0)} s for each of ${names.length} shapes`);
let failed = 0;
for (const name of names)
  for (const { share, bounds } of phases) {
    const folder = mkdtempSync(join(tmpdir(), "vigie-shapes-"));
    const soak = new ShapeSoak(name, command, folder, bounds, random);
    try {
      console.log(await soak.run(secondsEach * share * 1000));
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      failed++;
      console.log(`WRONG: ${name} with seals of ${bounds.sealEvents}, in ${folder}\n${String(error)}`);
    } finally {
      await soak.end();
    }
  }
console.log(failed === 0 ? "every answer was right" : `${failed} runs were wrong`);
process.exit(failed === 0 ? 0 : 1);
