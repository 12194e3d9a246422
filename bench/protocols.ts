/**
 * `bun bench/protocols.ts [--events 100000] [--rounds 5] [--seconds 2] [--executable PATH]`: intake of each foreign
 * protocol, in turns with POST /incoming of the same events, each with a service of its own: the median rate and
 * processor time of each, and their ratios; and the rate of syslog over UDP at which datagrams are lost.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureDatagrams, printDatagrams } from "./intake/measure-datagrams.ts";
import { measureProtocols, printProtocols } from "./intake/measure-protocols.ts";

const { values: options } = parseArgs({
  options: {
    events: { type: "string", default: "100000" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    executable: { type: "string" },
  },
});
const command = options.executable
  ? [options.executable]
  : [process.execPath, join(import.meta.dirname, "../src/main.ts")];

const folder = mkdtempSync(join(tmpdir(), "vigie-bench-"));
try {
  const turns = { events: Number(options.events), rounds: Number(options.rounds) };
  printProtocols(await measureProtocols(command, join(folder, "protocols"), turns));
  printDatagrams(await measureDatagrams(command, join(folder, "datagrams"), Number(options.seconds)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
