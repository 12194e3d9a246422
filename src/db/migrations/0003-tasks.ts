import type { Migration } from "../migration.ts";

/**
 * Tasks are everyone's work and outlive their owner: the database trigger gives those of a deleted user to the oldest
 * active superuser, of whom there is always one.
 */
export const tasksMigration: Migration = {
  name: "0003-tasks",
  sql: `
CREATE TABLE tasks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL,
  due INTEGER,
  assigned_to_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  owner_id INTEGER NOT NULL REFERENCES users (id),
  event_ids TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  closed_at INTEGER
) STRICT;
CREATE INDEX tasks_id ON tasks (id, status, assigned_to_id, owner_id, due);
CREATE INDEX tasks_title ON tasks (title, id, status, assigned_to_id, owner_id, due);
CREATE INDEX tasks_status ON tasks (status, id, assigned_to_id, owner_id, due);
CREATE INDEX tasks_due ON tasks (due, id, status, assigned_to_id, owner_id);
CREATE INDEX tasks_assigned_to_id ON tasks (assigned_to_id, id, status, owner_id, due);
CREATE INDEX tasks_owner_id ON tasks (owner_id, id, status, assigned_to_id, due);
CREATE INDEX tasks_created_at ON tasks (created_at, id, status, assigned_to_id, owner_id, due);
CREATE INDEX tasks_updated_at ON tasks (updated_at, id, status, assigned_to_id, owner_id, due);
CREATE TRIGGER users_tasks BEFORE DELETE ON users
BEGIN
  UPDATE tasks
  SET owner_id = (SELECT id FROM users WHERE is_superuser = 1 AND is_active = 1 AND id <> OLD.id ORDER BY id LIMIT 1)
  WHERE owner_id = OLD.id;
END;

CREATE TABLE task_comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  author_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX task_comments_task_id ON task_comments (task_id, created_at);
CREATE INDEX task_comments_author_id ON task_comments (author_id);
`,
};
