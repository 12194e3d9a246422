import { eq, inArray } from "drizzle-orm";
import { type Db, inTransaction } from "../db/open-database.ts";
import { troubles } from "../db/schema/notifications.ts";
import { users } from "../db/schema/users.ts";
import { may } from "../http/access/principal.ts";
import type { AboutService } from "../notifications/about-service.ts";
import { keepNotification } from "../notifications/keep-notification.ts";
import { pauseSeconds, recipientsMax } from "./limits.ts";
import type { Trouble } from "./trouble.ts";
import { sayTrouble } from "./trouble-words.ts";

type Row = typeof troubles.$inferSelect;

/**
 * Notifies everybody who may see the system of each trouble once, and not again until it was good in between. `found`:
 * all problems at `now` (epoch seconds). Several of one kind are one notification, and each kind is reported once in
 * `pauseSeconds`: later findings are reported after that, if they persist. Reported troubles are stored in the same
 * transaction as the notifications, so each is reported once across restarts, too. Returns the number of kinds
 * reported.
 */
export function tellTroubles(db: Db, found: readonly Trouble[], now: number): number {
  const known = db.select().from(troubles).all();
  const present = new Set(found.map(({ cause }) => cause));
  const over = known.filter(({ cause, endedAt }) => endedAt === null && !present.has(cause));
  const fresh = freshByKind(found, known, now);
  const forgotten = known.filter((row) => row.endedAt !== null && !isPausing(row, now));
  if (over.length + fresh.length + forgotten.length === 0) return 0;
  inTransaction(db, () => {
    for (const causes of slicesOf(over)) noteEnded(db, causes, now);
    for (const causes of slicesOf(forgotten)) forget(db, causes);
    for (const group of fresh) tell(db, group, now);
  });
  return fresh.length;
}

/** Troubles to report now; each group is of one kind. */
function freshByKind(found: readonly Trouble[], known: readonly Row[], now: number): Trouble[][] {
  const isPaused = new Set(known.filter((row) => isPausing(row, now)).map(({ kind }) => kind));
  const isTold = new Set(known.filter(({ endedAt }) => endedAt === null).map(({ cause }) => cause));
  const fresh = found.filter(
    ({ cause, about, isUnsure }) => !isUnsure && !isTold.has(cause) && !isPaused.has(about.kind),
  );
  return [...Map.groupBy(fresh, ({ about }) => about.kind).values()];
}

/**
 * Ended ones stay as long: a trouble that returns at once is not reported at once. A clock that was set back ends it.
 */
function isPausing({ toldAt }: Row, now: number): boolean {
  return toldAt <= now && now < toldAt + pauseSeconds;
}

/** Splits causes into groups that fit into one statement: SQLite limits its variables. */
function slicesOf(rows: readonly Row[]): string[][] {
  const slices = Array.from({ length: Math.ceil(rows.length / 500) }, (_, at) => rows.slice(at * 500, at * 500 + 500));
  return slices.map((slice) => slice.map(({ cause }) => cause));
}

function noteEnded(db: Db, causes: readonly string[], now: number): void {
  db.update(troubles)
    .set({ endedAt: now })
    .where(inArray(troubles.cause, [...causes]))
    .run();
}

function forget(db: Db, causes: readonly string[]): void {
  db.delete(troubles)
    .where(inArray(troubles.cause, [...causes]))
    .run();
}

function tell(db: Db, group: readonly Trouble[], now: number): void {
  const about = aboutAll(group);
  for (const userId of listRecipients(db))
    keepNotification(db, { userId, ...sayTrouble(about), about, createdAt: now });
  for (const { cause } of group) {
    const row = { kind: about.kind, toldAt: now, endedAt: null };
    db.insert(troubles)
      .values({ cause, ...row })
      .onConflictDoUpdate({ target: troubles.cause, set: row })
      .run();
  }
}

/** The first ones, and the total. */
function aboutAll(group: readonly Trouble[]): AboutService {
  const { about } = group[0]!;
  if (group.length === 1 || !/^(?:damage|trigger_failing|report_failing|quota)$/.test(about.kind)) return about;
  return { ...about, values: { ...about.values, count: group.length } } as AboutService;
}

function listRecipients(db: Db): number[] {
  return db
    .select({ id: users.id, isSuperuser: users.isSuperuser, permissions: users.permissions })
    .from(users)
    .where(eq(users.isActive, true))
    .all()
    .filter((user) => may(user, "view_system"))
    .slice(0, recipientsMax)
    .map(({ id }) => id);
}
