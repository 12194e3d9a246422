/**
 * `bun bench/real-logs.ts [--copies N] [--executable PATH]`: imports the recorded logs of data/samples many times over
 * and prints the size of each file's events on disk next to that of its lines. Each copy is earlier by the length of
 * the recording, and has other process ids, ports, addresses and ids, so that nothing is stored once for all copies
 * that would not be in reality.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { copyOfSample } from "./corpora/sample-copies.ts";

const { values: options } = parseArgs({
  options: { copies: { type: "string", default: "100" }, executable: { type: "string" } },
});
const copies = Number(options.copies);
if (!Number.isInteger(copies) || copies < 1) throw new Error(`Expected a number of copies, got "${options.copies}".`);
const command = options.executable
  ? [options.executable]
  : [process.execPath, join(import.meta.dirname, "../src/main.ts")];
const samples = join(import.meta.dirname, "../data/samples");
const folder = mkdtempSync(join(tmpdir(), "vigie-bench-"));
try {
  console.log("                              events    raw MB   stored MB   bytes an event   stored / raw");
  const names = readdirSync(samples).filter((name) => name.includes(".log") || name.includes(".json"));
  for (const name of names) await measure(name, [name]);
  await measure("all of them together", names);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(title: string, names: readonly string[]): Promise<void> {
  const place = join(folder, title.replaceAll(/\W/g, "-"));
  mkdirSync(place);
  const paths = names.map((name) => writeCopies(name, place));
  const rawBytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  const data = join(place, "data");
  const importer = Bun.spawn([...command, "import", "--data", data, "--timezone", "UTC", ...paths], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, VIGIE_RETENTION_DAYS: "0" },
  });
  const told = (await new Response(importer.stdout).text()) + (await new Response(importer.stderr).text());
  if ((await importer.exited) !== 0) throw new Error(`The import failed: ${told}`);
  const days = readdirSync(join(data, "events")).filter((file) => /^\d.*\.sqlite$/.test(file));
  const storedBytes = days.reduce((sum, file) => sum + statSync(join(data, "events", file)).size, 0);
  const events = paths.reduce((sum, path) => sum + countLines(path), 0);
  console.log(
    `${title.padEnd(28)} ${String(events).padStart(7)} ${(rawBytes / 1e6).toFixed(1).padStart(9)} ${(storedBytes / 1e6).toFixed(1).padStart(11)}` +
      `${(storedBytes / events).toFixed(1).padStart(17)} ${((100 * storedBytes) / rawBytes).toFixed(1).padStart(12)} %`,
  );
  rmSync(place, { recursive: true });
}

/** Returns the path of the file. */
function writeCopies(name: string, place: string): string {
  const text = readSample(name);
  const path = join(place, name.replace(/\.(?:gz|zst)$/, ""));
  const parts: string[] = [];
  for (let copy = copies - 1; copy >= 0; copy--) parts.push(copyOfSample(text, copy));
  writeFileSync(path, parts.join(""));
  return path;
}

function readSample(name: string): string {
  const bytes = readFileSync(join(samples, name));
  if (name.endsWith(".gz")) return gunzipSync(bytes).toString("utf8");
  return (name.endsWith(".zst") ? zstdDecompressSync(bytes) : bytes).toString("utf8");
}

function countLines(path: string): number {
  return readFileSync(path).reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);
}
