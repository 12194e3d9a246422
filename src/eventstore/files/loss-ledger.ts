import type Database from "better-sqlite3";
import {
  addUncounted,
  type LossCounts,
  lossCauses,
  type Origin,
  type OriginCounts,
  type RefusalCause,
  refusalCauses,
  type UncountedCounts,
} from "../event-store.ts";
import { originsMax } from "../limits.ts";

/**
 * What each origin sent and what became of it, stored in the intake log in the transaction of the commit it describes:
 * for each origin, received = stored + the sum of its losses by cause; deliveries refused before their events were
 * counted stand beside that, as they are. Beyond a bound, the origin silent for longest is
 * merged into its protocol's remainder, an origin without source and token.
 */
export class LossLedger {
  private readonly statements: ReturnType<typeof prepareStatements>;
  /** The one longest silent first. */
  private counts = new Map<string, OriginCounts>();

  constructor(
    database: Database.Database,
    private readonly max = originsMax,
  ) {
    // Made here and not with the log itself: logs of earlier versions lack it.
    database.exec(schema);
    this.statements = prepareStatements(database);
    this.load();
  }

  /** The one heard last first. */
  list(): OriginCounts[] {
    return [...this.counts.values()].reverse().map((counts) => ({
      ...counts,
      loss: { ...counts.loss },
      uncounted: { ...counts.uncounted },
    }));
  }

  /** Writes the sums inside the commit's transaction. Call what it returns once that has succeeded. */
  add(more: readonly OriginCounts[], nowMs: number): () => void {
    if (more.length === 0) return () => undefined;
    const changed = new Map<string, OriginCounts>();
    for (const counts of more) {
      const key = keyOf(counts);
      changed.set(key, sumOf(changed.get(key) ?? this.counts.get(key), counts));
    }
    const silenced = this.findSilent(changed);
    for (const counts of silenced) {
      const key = keyOf(restOf(counts));
      changed.set(key, sumOf(changed.get(key) ?? this.counts.get(key), { ...counts, ...restOf(counts) }));
      this.statements.remove.run(counts.protocol, counts.source, counts.tokenId);
      this.statements.removeUncounted.run(counts.protocol, counts.source, counts.tokenId);
    }
    for (const counts of changed.values()) this.write(counts, nowMs);
    return () => {
      for (const counts of silenced) this.counts.delete(keyOf(counts));
      for (const [key, counts] of changed) {
        this.counts.delete(key);
        this.counts.set(key, counts);
      }
    };
  }

  /** After a log was replaced under it. */
  load(): void {
    const rows = this.statements.all.all() as (Omit<OriginCounts, "uncounted"> & { loss: unknown })[];
    this.counts = new Map(rows.map((row) => [keyOf(row), { ...row, loss: lossOf(String(row.loss)), uncounted: {} }]));
    for (const row of this.statements.allUncounted.all() as UncountedRow[]) {
      const { cause, deliveries, bytes } = row;
      const counts = this.counts.get(keyOf(row));
      if (counts !== undefined) counts.uncounted[cause] = { deliveries, bytes };
    }
  }

  private write({ protocol, source, tokenId, received, stored, loss, uncounted }: OriginCounts, nowMs: number): void {
    this.statements.set.run(protocol, source, tokenId, received, stored, JSON.stringify(loss), nowMs);
    for (const cause of refusalCauses) {
      const found = uncounted[cause];
      if (found !== undefined)
        this.statements.setUncounted.run(protocol, source, tokenId, cause, found.deliveries, found.bytes);
    }
  }

  /** Origins to evict for new ones, never the remainders that absorb them. */
  private findSilent(changed: ReadonlyMap<string, OriginCounts>): OriginCounts[] {
    let excess = this.counts.size - this.max;
    for (const key of changed.keys()) if (!this.counts.has(key)) excess++;
    const silent: OriginCounts[] = [];
    for (const [key, counts] of this.counts) {
      if (silent.length >= excess) break;
      if (!changed.has(key) && (counts.source !== "" || counts.tokenId !== 0)) silent.push(counts);
    }
    return silent;
  }
}

interface UncountedRow extends Origin {
  cause: RefusalCause;
  deliveries: number;
  bytes: number;
}

/** A row that was damaged costs what it counted, not the start. */
function lossOf(json: string): Partial<LossCounts> {
  try {
    const loss: Partial<LossCounts> | null = JSON.parse(json);
    return { ...loss };
  } catch {
    return {};
  }
}

function restOf({ protocol }: Origin): Origin {
  return { protocol, source: "", tokenId: 0 };
}

function keyOf({ protocol, source, tokenId }: Origin): string {
  return `${protocol} ${tokenId} ${source}`;
}

function sumOf(before: OriginCounts | undefined, more: OriginCounts): OriginCounts {
  const loss: Partial<LossCounts> = { ...before?.loss };
  for (const cause of lossCauses) {
    const sum = (loss[cause] ?? 0) + (more.loss[cause] ?? 0);
    if (sum > 0) loss[cause] = sum;
  }
  const { protocol, source, tokenId } = more;
  const received = (before?.received ?? 0) + more.received;
  const uncounted: UncountedCounts = { ...before?.uncounted };
  addUncounted(uncounted, more.uncounted);
  return { protocol, source, tokenId, received, stored: (before?.stored ?? 0) + more.stored, loss, uncounted };
}

const schema = `
  CREATE TABLE IF NOT EXISTS origin (
    protocol TEXT NOT NULL, source TEXT NOT NULL, token INTEGER NOT NULL, received INTEGER NOT NULL, stored INTEGER NOT NULL,
    loss TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (protocol, source, token)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS uncounted (
    protocol TEXT NOT NULL, source TEXT NOT NULL, token INTEGER NOT NULL, cause TEXT NOT NULL,
    deliveries INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (protocol, source, token, cause)
  ) WITHOUT ROWID;
`;

function prepareStatements(database: Database.Database) {
  return {
    all: database.prepare(
      "SELECT protocol, source, token AS tokenId, received, stored, loss FROM origin ORDER BY at, protocol, source, token",
    ),
    set: database.prepare(
      `INSERT INTO origin VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET received = excluded.received,
       stored = excluded.stored, loss = excluded.loss, at = excluded.at`,
    ),
    allUncounted: database.prepare(
      "SELECT protocol, source, token AS tokenId, cause, deliveries, bytes FROM uncounted",
    ),
    setUncounted: database.prepare(
      `INSERT INTO uncounted VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET deliveries = excluded.deliveries,
       bytes = excluded.bytes`,
    ),
    removeUncounted: database.prepare("DELETE FROM uncounted WHERE protocol = ? AND source = ? AND token = ?"),
    remove: database.prepare("DELETE FROM origin WHERE protocol = ? AND source = ? AND token = ?"),
  };
}
