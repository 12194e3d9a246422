import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type JournalEntry, JournalReader } from "../../../src/cli/ship/journal-reader.ts";
import { patienceMs, until } from "../../support/patience.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-journal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const remote = "/lib/systemd/systemd-journal-remote";
const hasJournal = existsSync(remote) && spawnSync("journalctl", ["--version"]).status === 0;
if (!hasJournal) console.warn("Skipped: following a journal, for journalctl or systemd-journal-remote is not there.");

const boot = "fedcba9876543210fedcba9876543210";
function entry(number: number): string {
  const micros = 1_795_000_000_000_000 + number;
  const cursor = `s=0123456789abcdef0123456789abcdef;i=${number + 1};b=${boot};m=${number + 1};t=${micros.toString(16)};x=1`;
  const head = `__CURSOR=${cursor}\n__REALTIME_TIMESTAMP=${micros}\n__MONOTONIC_TIMESTAMP=${number + 1}\n_BOOT_ID=${boot}`;
  return `${head}\nMESSAGE=entry ${number} ☃\nPRIORITY=3\n_HOSTNAME=here\nSYSLOG_IDENTIFIER=shop\n_PID=42\n\n`;
}

test.skipIf(!hasJournal)(
  "when a journal is followed, then all entries come with their fields, and after a cursor only those behind it",
  async () => {
    const journal = join(folder, "made.journal");
    const input = Array.from({ length: 20 }, (_, number) => entry(number)).join("");
    expect(spawnSync(remote, ["-o", journal, "-"], { input }).status).toBe(0);
    const read = async (cursor: string | undefined, count: number): Promise<JournalEntry[]> => {
      const reader = new JournalReader(cursor, () => undefined, true, ["journalctl", `--file=${journal}`]);
      const entries: JournalEntry[] = [];
      await until(() => {
        entries.push(...reader.take());
        return entries.length >= count;
      }, `${count} entries are read`);
      reader.close();
      return entries;
    };
    const all = (await read(undefined, 20)).map(({ json }) => JSON.parse(json));
    expect(all.map(({ message }) => message)).toEqual(Array.from({ length: 20 }, (_, number) => `entry ${number} ☃`));
    expect(all[0]).toMatchObject({ host: "here", program: "shop", severity: 3, user_tags: { pid: "42" } });
    expect(new Set(all.map(({ event_id }) => event_id)).size).toBe(20);
    const { cursor } = (await read(undefined, 20))[9]!;
    const rest = (await read(cursor, 10)).map(({ json }) => JSON.parse(json).message);
    expect([rest.length, rest[0]]).toEqual([10, "entry 10 ☃"]);
  },
  patienceMs,
);

test.skipIf(!hasJournal)(
  "when a journal is read once, then it is at its end when all entries are given out",
  async () => {
    const journal = join(folder, "once.journal");
    const input = Array.from({ length: 300 }, (_, number) => entry(number)).join("");
    expect(spawnSync(remote, ["-o", journal, "-"], { input }).status).toBe(0);
    const reader = new JournalReader(undefined, () => undefined, false, ["journalctl", `--file=${journal}`]);
    const entries: JournalEntry[] = [];
    expect(reader.isAtEnd).toBe(false);
    await until(() => {
      entries.push(...reader.take());
      return reader.isAtEnd;
    }, "the journal is at its end");
    expect([entries.length, reader.hasFailed]).toEqual([300, false]);
  },
  patienceMs,
);

test.each([["false"], ["/nonexistent/journalctl"]])(
  "when a journal is read once and %s fails, then it is at its end, and has failed",
  async (command) => {
    const reader = new JournalReader(undefined, () => undefined, false, [command]);
    await until(() => reader.isAtEnd, "the journal is at its end");
    expect([reader.take(), reader.hasFailed]).toEqual([[], true]);
  },
  patienceMs,
);
