import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Pieces } from "../../../src/eventstore/read/pieces.ts";

/** Which of these names are there, without using them. */
function namesIn(pieces: Pieces, names: readonly string[]): string[] {
  const bytes = pieces.bytes;
  return names.filter((name) => {
    pieces.grow(name, 0.5);
    const isThere = pieces.bytes !== bytes;
    if (isThere) pieces.grow(name, -0.5);
    return isThere;
  });
}

describe("pieces that are evicted", () => {
  test("when all are worth the same, then the one unused for longest goes", () => {
    const pieces = new Pieces();
    for (const name of ["a", "b", "c"]) pieces.add(name, name, 10_000);
    expect([pieces.find("a"), pieces.find("d")]).toEqual(["a", undefined]);
    pieces.shrinkTo(25_000);
    expect(namesIn(pieces, ["a", "b", "c"])).toEqual(["a", "c"]);
  });

  test("when one is large, or quickly there again, then it goes before others", () => {
    const pieces = new Pieces();
    pieces.add("effort", 1, 400_000, 8);
    pieces.add("large", 2, 400_000);
    pieces.add("small", 3, 1_000);
    pieces.shrinkTo(500_000);
    expect(namesIn(pieces, ["effort", "large", "small"])).toEqual(["effort", "small"]);
    pieces.shrinkTo(100_000);
    expect(namesIn(pieces, ["effort", "small"])).toEqual(["small"]);
  });

  test("when nobody uses one, then it goes in time, whatever it is worth", () => {
    const pieces = new Pieces();
    for (const name of ["unused", "used"]) pieces.add(name, name, 1_000, 8);
    for (let i = 0; i < 2_000; i++) {
      pieces.add(`large ${i}`, i, 400_000);
      pieces.shrinkTo(500_000);
      pieces.find("used");
    }
    expect(namesIn(pieces, ["unused", "used"])).toEqual(["used"]);
  });

  test("when one grows, then it is worth less for its bytes; when it comes anew, its old bytes do not count", () => {
    const pieces = new Pieces();
    pieces.add("grown", 1, 1_000);
    pieces.add("other", 2, 50_000);
    pieces.grow("grown", 400_000);
    pieces.grow("absent", 1);
    pieces.add("other", 3, 60_000);
    pieces.shrinkTo(100_000);
    expect([namesIn(pieces, ["grown", "other"]), pieces.find("other")]).toEqual([["other"], 3]);
    pieces.remove("other");
    pieces.remove("absent");
    expect(pieces.bytes).toBe(0);
  });

  test("when anything happens in any order, then the same go as from a plain list", () => {
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const step = fc.record({
      what: fc.constantFrom("find", "add", "add", "grow", "remove", "shrink"),
      name: fc.constantFrom(...names),
      bytes: fc.constantFrom(0, 10, 1_000, 60_000, 100_000, 900_000),
      effort: fc.constantFrom(1, 2, 20),
    });
    const run = (steps: { what: string; name: string; bytes: number; effort: number }[]) => {
      const pieces = new Pieces();
      const list = new PlainList();
      for (const { what, name, bytes, effort } of steps) {
        if (what === "find") expect(pieces.find(name)).toBe(list.find(name));
        else if (what === "add") {
          pieces.add(name, bytes, bytes, effort);
          list.add(name, bytes, effort);
        } else if (what === "grow") {
          pieces.grow(name, bytes);
          list.grow(name, bytes);
        } else if (what === "remove") {
          pieces.remove(name);
          list.remove(name);
        } else {
          pieces.shrinkTo(bytes * 2);
          list.shrinkTo(bytes * 2);
        }
        expect(pieces.bytes).toBe(list.bytes);
      }
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 80 }), run), { numRuns: 500 });
  });
});

interface Plain {
  name: string;
  piece: number;
  bytes: number;
  effort: number;
  bar: number;
}

/** The same, looked through each time. */
class PlainList {
  #entries: Plain[] = [];
  #bar = 0;

  get bytes(): number {
    return this.#entries.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  find(name: string): number | undefined {
    const known = this.#entries.find((entry) => entry.name === name);
    if (known) this.#use(known);
    return known?.piece;
  }

  add(name: string, ownBytes: number, effort: number): void {
    this.remove(name);
    this.#use({ name, piece: ownBytes, bytes: ownBytes + 160 + 2 * name.length, effort, bar: 0 });
  }

  grow(name: string, bytes: number): void {
    const known = this.#entries.find((entry) => entry.name === name);
    if (!known) return;
    known.bytes += bytes;
    this.#use(known);
  }

  remove(name: string): void {
    this.#entries = this.#entries.filter((entry) => entry.name !== name);
  }

  shrinkTo(maxBytes: number): void {
    while (this.bytes > maxBytes) {
      const power = ({ bytes, effort }: Plain) => Math.round(Math.log2((effort * (100_000 + bytes)) / bytes));
      const worth = (entry: Plain) => entry.bar + 2 ** power(entry);
      // A stable order: those unused for longest come first.
      const [least] = [...this.#entries].sort((a, b) => worth(a) - worth(b) || power(a) - power(b));
      this.#bar = worth(least!);
      this.remove(least!.name);
    }
  }

  #use(entry: Plain): void {
    this.remove(entry.name);
    entry.bar = this.#bar;
    this.#entries.push(entry);
  }
}
