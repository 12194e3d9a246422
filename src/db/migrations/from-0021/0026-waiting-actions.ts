import type { Migration } from "../../migration.ts";

/** Actions of triggers that a stop did not get to. */
export const waitingActionsMigration: Migration = {
  name: "0026-waiting-actions",
  sql: "CREATE TABLE waiting_actions (id INTEGER PRIMARY KEY, action TEXT NOT NULL);",
};
