import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type OriginCounts, uncountedOf } from "../../../src/eventstore/event-store.ts";
import { LossLedger } from "../../../src/eventstore/files/loss-ledger.ts";

const counts = (source: string, more: Partial<OriginCounts> = {}): OriginCounts => ({
  ...{ protocol: "gelf", source, tokenId: 0, received: 1, stored: 1, loss: {}, uncounted: {} },
  ...more,
});

/** As a commit does it. */
function add(database: Database.Database, ledger: LossLedger, more: OriginCounts[], nowMs: number): void {
  database.transaction(() => ledger.add(more, nowMs))()();
}

describe("LossLedger", () => {
  test("when counts of one origin come in two commits, then they are added up, also after the file is opened again", () => {
    const database = new Database(":memory:");
    const ledger = new LossLedger(database);
    add(database, ledger, [counts("a", { received: 3, stored: 1, loss: { rejected: 2 } })], 1);
    add(database, ledger, [counts("a", { loss: { cut: 1 } }), counts("a", { tokenId: 4 })], 2);
    const expected = [
      counts("a", { tokenId: 4 }),
      counts("a", { received: 4, stored: 2, loss: { rejected: 2, cut: 1 } }),
    ];
    expect(ledger.list()).toEqual(expected);
    expect(new Set(new LossLedger(database).list())).toEqual(new Set(expected));
  });

  test("when a commit fails, then nothing of it was counted", () => {
    const database = new Database(":memory:");
    const ledger = new LossLedger(database, 2);
    add(database, ledger, [counts("a"), counts("b")], 1);
    const failing = database.transaction(() => {
      ledger.add([counts("c")], 2);
      throw new Error("no room");
    });
    expect(failing).toThrow("no room");
    expect(ledger.list().map(({ source }) => source)).toEqual(["b", "a"]);
    expect(new LossLedger(database).list().map(({ source }) => source)).toEqual(["b", "a"]);
  });

  test("when there are too many origins, then the one longest silent is counted among the rest of its protocol", () => {
    const database = new Database(":memory:");
    const ledger = new LossLedger(database, 2);
    add(database, ledger, [counts("a", { received: 5 })], 1);
    add(database, ledger, [counts("b")], 2);
    add(database, ledger, [counts("a")], 3);
    add(database, ledger, [counts("c")], 4);
    const expected = [counts(""), counts("c"), counts("a", { received: 6, stored: 2 })];
    expect(new Set(ledger.list())).toEqual(new Set(expected));
    expect(new Set(new LossLedger(database).list())).toEqual(new Set(expected));
  });

  test("when origins come in any order, then no count is lost and their number stays within the bound", () => {
    const sources = fc.array(fc.array(fc.constantFrom("a", "b", "c", "d", "e", ""), { maxLength: 4 }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(sources, (commits) => {
        const database = new Database(":memory:");
        const ledger = new LossLedger(database, 3);
        for (const [at, commit] of commits.entries())
          add(
            database,
            ledger,
            commit.map((source) =>
              counts(source, { uncounted: { [at % 2 ? "overload" : "too_large"]: { deliveries: 1, bytes: 7 } } }),
            ),
            at,
          );
        const kept = new LossLedger(database).list();
        const sum = kept.reduce((total, { received }) => total + received, 0);
        expect(sum).toBe(commits.flat().length);
        const { overload, too_large } = uncountedOf(kept);
        expect(overload.deliveries + too_large.deliveries).toBe(sum);
        expect(overload.bytes + too_large.bytes).toBe(sum * 7);
        expect(too_large.deliveries).toBe(commits.filter((_, at) => at % 2 === 0).flat().length);
        expect(new Set(kept)).toEqual(new Set(ledger.list()));
        // A commit brings at most four, and the rest of the protocol is one more.
        expect(kept.length).toBeLessThanOrEqual(5);
      }),
    );
  });
});
