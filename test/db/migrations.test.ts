import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { applyMigrations } from "../../src/db/migration.ts";
import { migrations } from "../../src/db/migrations.ts";

const schemaFolder = join(import.meta.dirname, "../../src/db/schema");

describe("migrations", () => {
  test("when they are listed, then their names are in order and numbered without gaps", () => {
    expect(migrations.map(({ name }) => name.slice(0, 4))).toEqual(
      migrations.map((_, index) => String(index + 1).padStart(4, "0")),
    );
  });

  test.each(migrations.map((_, index) => index))(
    "when the first %d are there, then the rest applies, and twice is as once",
    (count) => {
      const database = new Database(":memory:");
      applyMigrations(database, migrations.slice(0, count), "x");
      applyMigrations(database, migrations, "x");
      const schema = schemaOf(database);
      applyMigrations(database, migrations, "x");
      expect(schemaOf(database)).toEqual(schema);
      const fresh = new Database(":memory:");
      applyMigrations(fresh, migrations, "x");
      expect(schemaOf(fresh)).toEqual(schema);
    },
  );

  test("when a step fails half-way, then nothing of it is there", () => {
    const database = new Database(":memory:");
    const broken = { name: "0001-broken", sql: "CREATE TABLE a (x); CREATE TABLE a (x);" };
    expect(() => applyMigrations(database, [broken], "x")).toThrow();
    expect(schemaOf(database)).toEqual([]);
  });

  test("when a database is from a version with more steps, then it is refused with their name", () => {
    const database = new Database(":memory:");
    const later = { name: "9999-later", sql: "CREATE TABLE later (x)" };
    applyMigrations(database, [...migrations, later], "x");
    expect(() => applyMigrations(database, migrations, "some.sqlite")).toThrow(/"some.sqlite".*"9999-later"/);
  });

  test("when all are applied, then the tables are those that the code knows", async () => {
    const database = new Database(":memory:");
    applyMigrations(database, migrations, "x");
    const tables = await tablesOfCode();
    expect(tableNames(database)).toEqual(tables.map((table) => getTableConfig(table).name).sort());
    for (const table of tables) expect(describeStored(database, table)).toEqual(describeTable(table));
  });
});

async function tablesOfCode(): Promise<SQLiteTable[]> {
  const modules = await Promise.all(readdirSync(schemaFolder).map((file) => import(join(schemaFolder, file))));
  return modules.flatMap((module) => Object.values(module)).filter((value) => is(value, SQLiteTable));
}

function schemaOf(database: Database.Database): unknown[] {
  return database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND name <> 'migration' ORDER BY name")
    .all();
}

function tableNames(database: Database.Database): string[] {
  return database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migration' ORDER BY name",
    )
    .pluck()
    .all() as string[];
}

function describeTable(table: SQLiteTable) {
  const { columns, indexes, foreignKeys, uniqueConstraints, primaryKeys } = getTableConfig(table);
  const unique = [
    ...columns.filter((column) => column.isUnique).map((column) => [column.name]),
    ...uniqueConstraints.map((constraint) => constraint.columns.map((column) => column.name)),
  ];
  const composite = primaryKeys[0]?.columns.map((column) => column.name) ?? [];
  return {
    columns: columns
      .map((column) => ({
        name: column.name,
        type: column.getSQLType().toLowerCase(),
        required: column.notNull || composite.includes(column.name),
        key: column.primary || composite.includes(column.name),
      }))
      .sort(byName),
    indexes: indexes.map(({ config }) => config.name).sort(),
    unique: unique.map((names) => names.join()).sort(),
    references: foreignKeys
      .map((key) => {
        const { columns: from, foreignTable } = key.reference();
        return `${from[0]?.name} -> ${getTableConfig(foreignTable).name} ${(key.onDelete ?? "no action").toLowerCase()}`;
      })
      .sort(),
  };
}

function describeStored(database: Database.Database, table: SQLiteTable) {
  const name = getTableConfig(table).name;
  const columns = database.pragma(`table_info(${name})`) as {
    name: string;
    type: string;
    notnull: number;
    pk: number;
  }[];
  const indexes = database.pragma(`index_list(${name})`) as { name: string; origin: string }[];
  const references = database.pragma(`foreign_key_list(${name})`) as {
    from: string;
    table: string;
    on_delete: string;
  }[];
  const columnsOf = (index: string) =>
    (database.pragma(`index_info(${index})`) as { name: string }[]).map((column) => column.name).join();
  return {
    columns: columns
      .map((column) => ({
        name: column.name,
        type: column.type.toLowerCase(),
        required: column.notnull === 1 || column.pk > 0,
        key: column.pk > 0,
      }))
      .sort(byName),
    indexes: indexes
      .filter(({ origin }) => origin === "c")
      .map((index) => index.name)
      .sort(),
    unique: indexes
      .filter(({ origin }) => origin === "u")
      .map((index) => columnsOf(index.name))
      .sort(),
    references: references.map((key) => `${key.from} -> ${key.table} ${key.on_delete.toLowerCase()}`).sort(),
  };
}

function byName(left: { name: string }, right: { name: string }): number {
  return left.name.localeCompare(right.name);
}
