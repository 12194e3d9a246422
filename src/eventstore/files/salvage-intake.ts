import type Database from "better-sqlite3";
import { faultOf } from "../errors.ts";

/**
 * Copies what can still be read of a damaged intake log into a fresh one: commits one at a time, whose checksums the
 * replay verifies, and the other tables as far as they are intact.
 */
export function salvageIntake(fresh: Database.Database, damagedPath: string): void {
  if (!attempt(() => fresh.prepare("ATTACH ? AS damaged").run(damagedPath))) return;
  try {
    for (const table of ["counter", "retry_key", "arrival", "origin", "uncounted"])
      attempt(() => fresh.exec(`INSERT OR REPLACE INTO ${table} SELECT * FROM damaged.${table}`));
    const copy = fresh.prepare("INSERT OR IGNORE INTO batch SELECT * FROM damaged.batch WHERE batch = ?");
    for (const commit of readableCommits(fresh)) attempt(() => copy.run(commit));
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  } finally {
    fresh.exec("DETACH damaged");
  }
}

function readableCommits(fresh: Database.Database): number[] {
  const commits: number[] = [];
  attempt(() => {
    for (const batch of fresh.prepare("SELECT batch FROM damaged.batch").pluck().iterate()) commits.push(Number(batch));
  });
  return commits;
}

/** False when the damage is in the way. */
function attempt(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  }
}

/** A missing table or column is damage here too. */
function isUnreadable(error: unknown): boolean {
  const fault = faultOf(error);
  return (
    fault === "file" ||
    fault === "content" ||
    (error instanceof Error && "code" in error && error.code === "SQLITE_ERROR")
  );
}
