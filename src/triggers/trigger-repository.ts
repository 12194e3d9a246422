import { and, count, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { contains } from "../db/contains.ts";
import { type Db, inTransaction } from "../db/open-database.ts";
import { orderBy } from "../db/order-by.ts";
import { ownerColumns } from "../db/owner.ts";
import { type TriggerRow, triggers } from "../db/schema/triggers.ts";
import { type UserRow, users } from "../db/schema/users.ts";
import type { ActiveTrigger } from "./active-trigger.ts";
import type { TriggerHits } from "./fired-report.ts";

export type TriggerRepository = ReturnType<typeof createTriggerRepository>;
export type OwnedTrigger = TriggerRow & {
  owner: { id: number; username: string; firstName: string; lastName: string };
};

/** A trigger that waits, with the hosts that its owner may see. */
export interface WaitingTrigger {
  trigger: TriggerRow;
  hosts: readonly string[];
}

export interface WantedTriggers {
  /** Undefined: everybody's. */
  ownerIds: readonly number[] | undefined;
  name: string | undefined;
  /** In the name. */
  find?: string;
  isActive: boolean | undefined;
}

export function createTriggerRepository(db: Db) {
  const select = () =>
    db
      .select({ trigger: triggers, owner: ownerColumns })
      .from(triggers)
      .innerJoin(users, eq(users.id, triggers.ownerId));

  // A statement for hundreds of triggers a second: building its text each time would cost more than running it.
  const addHit = db
    .update(triggers)
    .set({
      hitsCount: sql`${triggers.hitsCount} + ${sql.placeholder("hits")}`,
      lastMatched: sql`max(coalesce(${triggers.lastMatched}, 0), ${sql.placeholder("lastMatched")})`,
    })
    .where(eq(triggers.id, sql.placeholder("triggerId")))
    .prepare();

  return {
    /** Runs the action in a transaction: everything it reads stays true until its end. */
    inTransaction: <T>(work: () => T): T => inTransaction(db, work),

    count: (wanted: WantedTriggers): number =>
      db.select({ n: count() }).from(triggers).where(conditionOf(wanted)).get()?.n ?? 0,

    list: (
      wanted: WantedTriggers,
      ordering: readonly { field: string; descending: boolean }[],
      { limit, offset }: { limit: number; offset: number },
    ): OwnedTrigger[] =>
      select()
        .where(conditionOf(wanted))
        .orderBy(...orderBy(orderingColumns, ordering, triggers.id))
        .limit(limit)
        .offset(offset)
        .all()
        .map(({ trigger, owner }) => ({ ...trigger, owner })),

    find(id: number): OwnedTrigger | undefined {
      const found = select().where(eq(triggers.id, id)).get();
      return found && { ...found.trigger, owner: found.owner };
    },

    insert: (row: typeof triggers.$inferInsert): number =>
      db.insert(triggers).values(row).returning({ id: triggers.id }).get().id,

    update: (id: number, changes: Partial<TriggerRow>): void =>
      void db.update(triggers).set(changes).where(eq(triggers.id, id)).run(),

    remove: (id: number): void => void db.delete(triggers).where(eq(triggers.id, id)).run(),

    findUser: (id: number): UserRow | undefined => db.select().from(users).where(eq(users.id, id)).get(),

    /** The triggers for intake: switched on, and their owner may still log in and see events. */
    listActive: (): ActiveTrigger[] =>
      working(isNull(triggers.absence)).map(({ trigger, hosts }) => toActive(trigger, hosts)),

    /** The same for triggers that wait for an absence. */
    listWaiting: (): WaitingTrigger[] => working(isNotNull(triggers.absence)),

    /** Whether one of them fires for new patterns. */
    watchesPatterns: (): boolean => working(eq(triggers.isNewPattern, true), 1).length > 0,

    addHits(hits: readonly TriggerHits[]): void {
      inTransaction(db, () => {
        for (const each of hits) addHit.run({ ...each });
      });
    },

    noteLooks(looks: readonly { id: number; at: number }[]): void {
      inTransaction(db, () => {
        for (const { id, at } of looks) add(id, { lookedAt: at });
      });
    },

    noteActed: (id: number, atMs: number, actions: number): void =>
      add(id, { lastActedAt: atMs, actionsCount: sql`${triggers.actionsCount} + ${actions}` }),

    noteDropped: (id: number, dropped: number, error: string, at: number): void =>
      add(id, { droppedCount: sql`${triggers.droppedCount} + ${dropped}`, lastError: error, lastErrorAt: at }),

    noteFailure: (id: number, error: string, at: number): void =>
      add(id, { failuresCount: sql`${triggers.failuresCount} + 1`, lastError: error, lastErrorAt: at }),

    noteError: (id: number, error: string, at: number): void => add(id, { lastError: error, lastErrorAt: at }),

    /** Over all triggers. */
    totals: () =>
      db
        .select({
          active: sql<number>`coalesce(sum(${triggers.isActive}), 0)`,
          actions: sql<number>`coalesce(sum(${triggers.actionsCount}), 0)`,
          failed: sql<number>`coalesce(sum(${triggers.failuresCount}), 0)`,
          dropped: sql<number>`coalesce(sum(${triggers.droppedCount}), 0)`,
        })
        .from(triggers)
        .get()!,

    /** Triggers whose actions failed recently, the newest first. */
    listFailing: (since: number) =>
      db
        .select({ id: triggers.id, name: triggers.name, error: triggers.lastError, at: triggers.lastErrorAt })
        .from(triggers)
        .where(gt(triggers.lastErrorAt, since))
        .orderBy(sql`${triggers.lastErrorAt} DESC`)
        .limit(20)
        .all()
        .map(({ error, at, ...trigger }) => ({ ...trigger, error: error ?? "", at: at ?? 0 })),
  };

  function working(wanted: SQL, most = -1) {
    return db
      .select({ trigger: triggers, hosts: users.hosts })
      .from(triggers)
      .innerJoin(users, eq(users.id, triggers.ownerId))
      .where(and(eq(triggers.isActive, true), eq(users.isActive, true), maySearch, wanted))
      .limit(most)
      .all();
  }

  function add(id: number, changes: Record<string, SQL | number | string>): void {
    db.update(triggers).set(changes).where(eq(triggers.id, id)).run();
  }
}

/** What a trigger says of events, it says as its owner, who may have lost the right to see them. */
const maySearch = sql`(${users.isSuperuser} OR EXISTS (SELECT 1 FROM json_each(${users.permissions}) WHERE value = 'search_events'))`;

function conditionOf({ ownerIds, name, find, isActive }: WantedTriggers): SQL | undefined {
  return and(
    ownerIds === undefined ? undefined : sql`${triggers.ownerId} IN ${ownerIds.length === 0 ? [-1] : [...ownerIds]}`,
    name === undefined ? undefined : eq(triggers.name, name),
    contains(find, triggers.name),
    isActive === undefined ? undefined : eq(triggers.isActive, isActive),
  );
}

const orderingColumns = {
  id: triggers.id,
  name: triggers.name,
  order: triggers.position,
  owner: users.username,
  is_active: triggers.isActive,
  hits_count: triggers.hitsCount,
  last_matched: triggers.lastMatched,
  created_at: triggers.createdAt,
  updated_at: triggers.updatedAt,
};

function toActive(row: TriggerRow, hosts: string[]): ActiveTrigger {
  return {
    id: row.id,
    name: row.name,
    order: row.position,
    filter: row.filter,
    hosts,
    stopFlag: row.stopFlag,
    markKnown: row.markKnown,
    markActionable: row.markActionable,
    note: row.addNote,
    threshold: row.threshold,
    isNewPattern: row.isNewPattern,
    learnsUntilMs: (row.createdAt + row.learningTime) * 1000,
    quietHours: row.quietHours,
    maintenance: row.maintenance,
    acts: actsOf(row),
    minIntervalSeconds: row.minInterval,
    lastActedMs: row.lastActedAt,
  };
}

function actsOf({ notify, sendEmail, sendWebhook, createTask }: TriggerRow): boolean {
  return notify.length > 0 || sendEmail !== null || sendWebhook !== null || createTask !== null;
}
