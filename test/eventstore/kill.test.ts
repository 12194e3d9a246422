import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { patienceMs } from "../support/patience.ts";
import { event } from "../support/store/event-arbitrary.ts";
import { commit, newFolder, openStore, readAll } from "../support/store/store-folder.ts";

/** Lets the program run until it has written so many lines, kills it, and gives back the last line that came out. */
async function runAndKill(folder: string, lines: number): Promise<{ lastId: number; rounds: number }> {
  const program = new URL("./append-forever.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [program, folder], { stdio: ["ignore", "pipe", "inherit"] });
  let last = "0 0";
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    if (++seen === lines) child.kill("SIGKILL");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  const [lastId, rounds] = last.split(" ").map(Number);
  return { lastId: lastId!, rounds: rounds! };
}

test(
  "when the process is killed at any moment, then every acknowledged event is there once, and its repeats",
  async () => {
    const folder = newFolder();
    let repeats = 0;
    for (const lines of [40, 3, 170, 95, 260]) {
      const { lastId, rounds } = await runAndKill(folder, lines);
      const store = openStore(folder);
      const events = readAll(store);
      const ids = events.map(({ id }) => id);
      expect(ids).toEqual(Array.from({ length: ids.length }, (_, i) => i + 1));
      // What was on disk but not yet acknowledged may be there: at most one commit of 9.
      expect(ids.length).toBeGreaterThanOrEqual(lastId);
      expect(ids.length).toBeLessThanOrEqual(lastId + 9);
      expect(events.every(({ id, message }) => message === `event ${id}` || message === "marker")).toBe(true);
      const found = events.reduce((sum, { times }) => sum + times.length - 1, 0);
      const first = repeats === 0 ? 1 : 0;
      expect(found).toBeGreaterThanOrEqual(repeats + rounds - first);
      expect(found).toBeLessThanOrEqual(repeats + rounds - first + 1);
      expect(store.status().stored).toBe(events.length + found);
      repeats = found;
      store.append(commit({ events: [event("marker")], received: 1 }));
      // Not closed: the next program starts from what a crash leaves.
    }
  },
  patienceMs,
);
