/** Another engine in a process of its own, over the same corpus in one table ordered by time. */
import { join } from "node:path";
import type { BenchQuestion } from "../questions/questions.ts";
import { serveLines } from "./child.ts";
import { type CorpusColumn, columnsOf } from "./corpus-columns.ts";
import { peersFolder } from "./install-peers.ts";
import type { PeerName } from "./peer-questions.ts";

export interface PeerTask {
  peer: PeerName;
  corpus: string;
  folder: string;
}

type Run = (sql: string) => Promise<unknown[][]>;

let run: Run | undefined;
let peer: PeerName;

await serveLines(async (message: PeerTask & BenchQuestion) => {
  if (run !== undefined) {
    const sql = message.sql?.[peer];
    if (sql === undefined) return {};
    const rows = await run(sql);
    return { result: rows.length === 1 ? String(rows[0]![0]) : `${rows.length} rows` };
  }
  peer = message.peer;
  const begin = performance.now();
  const columns = columnsOf(message.corpus);
  const open = peer === "duckdb" ? openDuckDb : openClickHouse;
  run = await open(message.corpus, message.folder, columns);
  return { loadSeconds: (performance.now() - begin) / 1000 };
});

interface DuckDb {
  DuckDBInstance: {
    create(
      path: string,
    ): Promise<{ connect(): Promise<{ runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }> }> }>;
  };
}

async function openDuckDb(corpus: string, folder: string, columns: readonly CorpusColumn[]): Promise<Run> {
  const entry = Bun.resolveSync("@duckdb/node-api", peersFolder);
  const { DuckDBInstance } = (await import(entry)) as DuckDb;
  const connection = await (await DuckDBInstance.create(join(folder, "events.duckdb"))).connect();
  const all: Run = async (sql) => (await connection.runAndReadAll(sql)).getRows();
  const types = { time: "DOUBLE", integer: "BIGINT", number: "DOUBLE", text: "VARCHAR" };
  const typed = (isTag: boolean, sign: string) =>
    columns
      .filter((column) => column.isTag === isTag)
      .map(({ name, kind }) => `"${name}"${sign} ${quoted(types[kind], sign)}`);
  const tags = typed(true, "").join(", ");
  const read = [...typed(false, ":"), ...(tags === "" ? [] : [`user_tags: 'STRUCT(${tags})'`])].join(", ");
  const selected = columns.map(({ name, isTag, kind }) => {
    if (kind === "time") return "make_timestamp(CAST(round(ts * 1e6) AS BIGINT)) AS ts";
    return isTag ? `user_tags."${name}" AS "${name}"` : `"${name}"`;
  });
  await all(
    `CREATE TABLE events AS SELECT ${selected.join(", ")}
     FROM read_json('${corpus}', format = 'newline_delimited', columns = {${read}}) ORDER BY ts`,
  );
  await all("CHECKPOINT");
  return all;
}

/** In a struct of columns a type is a text. */
function quoted(type: string, sign: string): string {
  return sign === ":" ? `'${type}'` : type;
}

interface ClickHouse {
  Session: new (path: string) => { query(sql: string, format: string): string };
}

async function openClickHouse(corpus: string, folder: string, columns: readonly CorpusColumn[]): Promise<Run> {
  const { Session } = (await import(Bun.resolveSync("chdb", peersFolder))) as ClickHouse;
  const session = new Session(join(folder, "clickhouse"));
  const all: Run = async (sql) => {
    const text = session.query(sql, "JSONCompactEachRow").trimEnd();
    return text === "" ? [] : text.split("\n").map((line) => JSON.parse(line) as unknown[]);
  };
  const typeOf = ({ kind, isRepeated }: CorpusColumn) => {
    if (kind === "integer") return "Int64";
    if (kind !== "text") return "Float64";
    return isRepeated ? "LowCardinality(String)" : "String";
  };
  const typed = (some: readonly CorpusColumn[]) => some.map((column) => `\`${column.name}\` ${typeOf(column)}`);
  const tags = typed(columns.filter(({ isTag }) => isTag)).join(", ");
  const read = [...typed(columns.filter(({ isTag }) => !isTag)), ...(tags === "" ? [] : [`user_tags Tuple(${tags})`])];
  await all("CREATE DATABASE bench ENGINE = Atomic");
  const stored = columns.map((column) => (column.kind === "time" ? "ts DateTime64(6, 'UTC')" : typed([column])[0]!));
  await all(`CREATE TABLE bench.events (${stored.join(", ")}) ENGINE = MergeTree ORDER BY ts`);
  const selected = columns.map(({ name, isTag, kind }) => {
    if (kind === "time") return "fromUnixTimestamp64Micro(toInt64(round(ts * 1e6)))";
    return isTag ? `user_tags.\`${name}\`` : `\`${name}\``;
  });
  await all(
    `INSERT INTO bench.events SELECT ${selected.join(", ")} FROM file('${corpus}', JSONEachRow, '${read.join(", ").replaceAll("'", "\\'")}')`,
  );
  return all;
}
