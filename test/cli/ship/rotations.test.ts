import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { alikeBytesMax } from "../../../src/cli/ship/limits.ts";
import { ShippedFolder } from "./shipped-folder.ts";

/**
 * What happens to a folder of logs, except what nobody could tell apart: an emptied file and another one with the same
 * few lines that is made within the same two looks, and a kill after lines were sent that came between the copy of a
 * file and its emptying. Numbers choose files, counts of lines and the like, as far as they are there.
 */
type Step = { what: keyof typeof steps; a: number; b: number };

/** How often each line may and must be stored. */
interface Count {
  min: number;
  max: number;
}

class World {
  readonly folder = new ShippedFolder();
  readonly counts = new Map<string, Count>();
  /** Without an end of its last line. */
  readonly open = new Map<string, string>();
  /** Emptied, and not seen to be so: another file with the same banner may be its copy. */
  readonly emptied = new Set<string>();
  /**
   * Copies and alike files, and the looks until they are told apart: were one emptied now, nobody could say who is whose
   * copy.
   */
  readonly born = new Map<string, number>();
  /** Copies of files that were written to before they were emptied: written to as well, they would be of no file. */
  readonly sealed = new Set<string>();
  #lines = 0;
  #names = 0;

  names(): string[] {
    return readdirSync(this.folder.logs)
      .filter((name) => !name.endsWith(".gz"))
      .sort();
  }

  pick(a: number): string | undefined {
    const names = this.names();
    return names[a % Math.max(1, names.length)];
  }

  newName(): string {
    return `log-${String(this.#names++).padStart(4, "0")}`;
  }

  /** Of a file in which lines may be of any length; each is unlike all others. */
  newLines(count: number, seed: number, max = 1): string[] {
    return Array.from({ length: count }, (_, i) => {
      const line = `line ${String(this.#lines++).padStart(6, "0")} ${"x".repeat(((seed + i) * 7919) % 900)}`.trim();
      this.counts.set(line, { min: max, max });
      return line;
    });
  }

  append(name: string, lines: string[]): void {
    this.finishLine(name);
    this.folder.write(name, ...lines.map((line) => `2026-11-22T10:00:00Z ${line}`));
  }

  finishLine(name: string): void {
    const rest = this.open.get(name);
    if (rest === undefined) return;
    this.open.delete(name);
    writeFileSync(this.folder.path(name), `${rest}\n`, { flag: "a" });
  }

  linesOf(name: string): string[] {
    const lines = this.folder.read(name).split("\n").slice(0, -1);
    return lines.map((line) => line.replace("2026-11-22T10:00:00Z ", "").trim());
  }

  async look(isPause: boolean): Promise<void> {
    if (!this.folder.isRunning) this.folder.start();
    if (!(await this.folder.look(isPause))) return;
    this.emptied.clear();
    for (const [name, looks] of this.born)
      if (looks > 1) this.born.set(name, looks - 1);
      else this.born.delete(name);
    this.sealed.clear();
  }
}

const banner = (seed: number) =>
  Array.from({ length: 1 + (seed % 4) }, (_, i) => `banner ${i} ${"=".repeat(200 * (seed % 3))}`);

const steps = {
  append(world: World, a: number, b: number) {
    const name = world.pick(a);
    if (name !== undefined && !world.sealed.has(name)) world.append(name, world.newLines(1 + (b % 12), a));
  },

  appendHalf(world: World, a: number, b: number) {
    const name = world.pick(a);
    if (name === undefined || world.sealed.has(name)) return;
    world.finishLine(name);
    const [line = ""] = world.newLines(1, b + 40);
    const text = `2026-11-22T10:00:00Z ${line}`;
    const cut = 30 + (b % 10);
    if (text.length <= cut) {
      world.append(name, [line]);
      return;
    }
    writeFileSync(world.folder.path(name), text.slice(0, cut), { flag: "a" });
    world.open.set(name, text.slice(cut));
  },

  create(world: World, a: number, b: number) {
    if (world.emptied.size > 0) return;
    const name = world.newName();
    const lines = b % 3 === 0 ? [] : banner(b);
    world.append(name, lines);
    for (const line of lines) {
      const count = world.counts.get(line) ?? { min: 0, max: 0 };
      world.counts.set(line, { min: count.min + 1, max: count.max + 1 });
    }
    world.born.set(name, 2);
    if (b % 2 === 0) world.append(name, world.newLines(1 + (a % 9), b));
  },

  copy(world: World, a: number) {
    const name = world.pick(a);
    if (name === undefined || world.emptied.size > 0) return;
    world.finishLine(name);
    const to = world.newName();
    world.folder.copy(name, to);
    world.born.set(to, 2);
    // Of a short one nobody can tell whether it is a copy.
    if (statSync(world.folder.path(to)).size <= alikeBytesMax) allowAgain(world, world.linesOf(to));
  },

  async copyTruncate(world: World, a: number, b: number) {
    const name = world.pick(a);
    if (name === undefined || world.born.size > 0) return;
    world.finishLine(name);
    const to = world.newName();
    world.folder.copy(name, to);
    const way = b % 4;
    if (way === 1 && world.folder.isRunning) await world.look(b % 8 < 4);
    if (way === 2 && world.folder.isRunning) {
      // Between the copy and its end: lost, unless it was read by chance.
      const lines = world.newLines(2, b);
      for (const line of lines) world.counts.set(line, { min: 0, max: 1 });
      world.append(name, lines);
      world.sealed.add(to);
      world.folder.killAt = undefined;
      await world.folder.pass(b % 8 < 4);
    }
    world.folder.empty(name);
    world.emptied.add(name);
    world.born.set(to, 1);
  },

  rename(world: World, a: number, b: number) {
    const name = world.pick(a);
    if (name === undefined) return;
    const to = world.newName();
    renameSync(world.folder.path(name), world.folder.path(to));
    for (const set of [world.emptied, world.sealed]) if (set.delete(name)) set.add(to);
    const looks = world.born.get(name);
    if (looks !== undefined && world.born.delete(name)) world.born.set(to, looks);
    const rest = world.open.get(name);
    if (rest !== undefined) {
      world.open.set(to, rest);
      world.open.delete(name);
    }
    if (b % 2 === 0) writeFileSync(world.folder.path(name), "");
  },

  async compress(world: World, a: number, b: number) {
    const name = world.pick(a);
    if (name === undefined || !world.folder.isRunning) return;
    world.finishLine(name);
    // Read to its end: it may have waited for the second look.
    for (let i = 0; i < 2; i++) {
      await world.look(true);
      if (!world.folder.isRunning) return;
    }
    // The oldest goes, and its inode is given again.
    const packed = readdirSync(world.folder.logs).filter((other) => other.endsWith(".gz"));
    if (b % 2 === 0) for (const other of packed) rmSync(world.folder.path(other));
    const path = world.folder.path(name);
    writeFileSync(`${path}.gz`, gzipSync(world.folder.read(name)));
    rmSync(path);
  },

  async pass(world: World, a: number) {
    if (world.folder.isRunning) await world.folder.pass(a % 2 === 0);
  },

  async look(world: World, a: number) {
    await world.look(a % 2 === 0);
  },

  stop(world: World) {
    if (world.sealed.size === 0) world.folder.stop();
  },

  kill(world: World, a: number) {
    if (world.sealed.size === 0) world.folder.killAt = a % 2 === 0 ? "unsent" : "unheard";
  },
} as const;

function allowAgain(world: World, lines: readonly string[]): void {
  for (const line of lines) {
    const count = world.counts.get(line);
    if (count !== undefined) count.max++;
  }
}

async function play(sequence: readonly Step[]): Promise<string[]> {
  const world = new World();
  try {
    for (const { what, a, b } of sequence) await steps[what](world, a, b);
    world.folder.killAt = undefined;
    for (const name of world.names()) world.finishLine(name);
    for (let i = 0; i < 5; i++) await world.look(true);
    expect(world.folder.isUndecided).toBe(false);
    return wrongCounts(world);
  } finally {
    world.folder.remove();
  }
}

function wrongCounts({ counts, folder }: World): string[] {
  const found = new Map<string, number>();
  for (const line of folder.stored) found.set(line, (found.get(line) ?? 0) + 1);
  const wrong: string[] = [];
  for (const [line, { min, max }] of counts) {
    const times = found.get(line) ?? 0;
    if (times < min || times > max)
      wrong.push(`${line.slice(0, 20)}: ${times} times, not ${min === max ? min : `${min} to ${max}`}`);
    found.delete(line);
  }
  // Half a line was never written.
  return [...wrong, ...[...found.keys()].map((line) => `${line.slice(0, 20)}…${line.length}: nobody wrote it`)];
}

const weights: Record<keyof typeof steps, number> = {
  append: 8,
  appendHalf: 1,
  create: 3,
  copy: 2,
  copyTruncate: 3,
  rename: 2,
  compress: 1,
  pass: 4,
  look: 5,
  stop: 1,
  kill: 2,
};
const number = fc.nat({ max: 9_999 });
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    ...Object.entries(weights).map(([what, weight]) => ({
      weight,
      arbitrary: fc.constant(what as keyof typeof steps),
    })),
  ),
  a: number,
  b: number,
});

test("when files are written, copied, emptied, renamed and both sides killed at random, then each line is stored once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (sequence) => {
      expect(await play(sequence)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
