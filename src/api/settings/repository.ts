import { type Db, inTransaction } from "../../db/open-database.ts";
import { settings } from "../../db/schema/settings.ts";

export type SettingsRepository = ReturnType<typeof createSettingsRepository>;

export function createSettingsRepository(db: Db) {
  return {
    read: (): Map<string, number> =>
      new Map(
        db
          .select()
          .from(settings)
          .all()
          .map(({ name, value }) => [name, value]),
      ),

    write: (values: readonly (readonly [name: string, value: number])[]): void =>
      inTransaction(db, () => {
        for (const [name, value] of values)
          db.insert(settings)
            .values({ name, value })
            .onConflictDoUpdate({ target: settings.name, set: { value } })
            .run();
      }),
  };
}
