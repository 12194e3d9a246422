import type { Migration } from "../migration.ts";

/**
 * A trigger watches for everybody, so it outlives its owner: it passes to the oldest active superuser. When the owner
 * was limited to some hosts it is switched off then, because it would begin to watch all of them.
 */
export const triggersMigration: Migration = {
  name: "0007-triggers",
  sql: `
CREATE TABLE triggers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  owner_id INTEGER NOT NULL REFERENCES users (id),
  is_active INTEGER NOT NULL DEFAULT 1,
  position INTEGER NOT NULL DEFAULT 0,
  filter TEXT NOT NULL DEFAULT '[]',
  threshold TEXT,
  stop_flag INTEGER NOT NULL DEFAULT 0,
  mark_known INTEGER NOT NULL DEFAULT 0,
  mark_actionable INTEGER NOT NULL DEFAULT 0,
  add_note TEXT NOT NULL DEFAULT '',
  notify TEXT NOT NULL DEFAULT '[]',
  send_email TEXT,
  send_webhook TEXT,
  create_task TEXT,
  min_interval INTEGER NOT NULL,
  hits_count INTEGER NOT NULL DEFAULT 0,
  last_matched REAL,
  last_acted_at INTEGER,
  actions_count INTEGER NOT NULL DEFAULT 0,
  failures_count INTEGER NOT NULL DEFAULT 0,
  dropped_count INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  last_error_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX triggers_owner_id ON triggers (owner_id);
CREATE TRIGGER users_triggers BEFORE DELETE ON users
BEGIN
  UPDATE triggers
  SET
    is_active = CASE WHEN OLD.hosts = '[]' THEN is_active ELSE 0 END,
    owner_id = (SELECT id FROM users WHERE is_superuser = 1 AND is_active = 1 AND id <> OLD.id ORDER BY id LIMIT 1)
  WHERE owner_id = OLD.id;
END;

CREATE TABLE owed_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  trigger_id INTEGER NOT NULL REFERENCES triggers (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  message TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX owed_messages_trigger_id ON owed_messages (trigger_id);
`,
};
