/** Another engine in a process of its own, over the same corpus in one table ordered by time. */
import { join } from "node:path";
import { serveLines } from "./child.ts";
import { peersFolder } from "./install-peers.ts";
import { type PeerName, peerQuestions } from "./peer-questions.ts";

export interface PeerTask {
  peer: PeerName;
  corpus: string;
  folder: string;
  until: number;
}

type Run = (sql: string) => Promise<unknown[][]>;

let run: Run | undefined;
let questions: ReadonlyMap<string, string> = new Map();

await serveLines(async (message: PeerTask & { question: string }) => {
  if (run !== undefined) {
    const sql = questions.get(message.question.split(" ")[0]!);
    if (sql === undefined) return {};
    const rows = await run(sql);
    return { result: rows.length === 1 ? String(rows[0]![0]) : `${rows.length} rows` };
  }
  const { peer, corpus, folder, until } = message;
  questions = peerQuestions(peer, until);
  const begin = performance.now();
  run = peer === "duckdb" ? await openDuckDb(corpus, folder) : await openClickHouse(corpus, folder);
  return { loadSeconds: (performance.now() - begin) / 1000 };
});

interface DuckDb {
  DuckDBInstance: {
    create(
      path: string,
    ): Promise<{ connect(): Promise<{ runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }> }> }>;
  };
}

async function openDuckDb(corpus: string, folder: string): Promise<Run> {
  const entry = Bun.resolveSync("@duckdb/node-api", peersFolder);
  const { DuckDBInstance } = (await import(entry)) as DuckDb;
  const connection = await (await DuckDBInstance.create(join(folder, "events.duckdb"))).connect();
  const all: Run = async (sql) => (await connection.runAndReadAll(sql)).getRows();
  await all(
    `CREATE TABLE events AS SELECT make_timestamp(CAST(round(ts * 1e6) AS BIGINT)) AS ts, host, program, severity, message, user_tags.*
     FROM read_json('${corpus}', format = 'newline_delimited', columns = {ts: 'DOUBLE', host: 'VARCHAR', program: 'VARCHAR',
     severity: 'UTINYINT', message: 'VARCHAR', user_tags: 'STRUCT(src_ip VARCHAR, status_code USMALLINT, method VARCHAR, path VARCHAR,
     duration_ms DOUBLE, bytes BIGINT, request_id VARCHAR, "user" VARCHAR, error_code VARCHAR)'}) ORDER BY ts`,
  );
  await all("CHECKPOINT");
  return all;
}

interface ClickHouse {
  Session: new (path: string) => { query(sql: string, format: string): string };
}

async function openClickHouse(corpus: string, folder: string): Promise<Run> {
  const { Session } = (await import(Bun.resolveSync("chdb", peersFolder))) as ClickHouse;
  const session = new Session(join(folder, "clickhouse"));
  const all: Run = async (sql) => {
    const text = session.query(sql, "JSONCompactEachRow").trimEnd();
    return text === "" ? [] : text.split("\n").map((line) => JSON.parse(line) as unknown[]);
  };
  await all("CREATE DATABASE bench ENGINE = Atomic");
  await all(
    `CREATE TABLE bench.events (ts DateTime64(6, 'UTC'), host LowCardinality(String), program LowCardinality(String), severity UInt8,
     message String, src_ip String, status_code UInt16, method LowCardinality(String), path LowCardinality(String),
     duration_ms Float64, bytes UInt64, request_id String, user LowCardinality(String), error_code LowCardinality(String))
     ENGINE = MergeTree ORDER BY ts`,
  );
  const fields = "src_ip String, status_code UInt16, method String, path String, duration_ms Float64, bytes UInt64";
  await all(
    `INSERT INTO bench.events SELECT fromUnixTimestamp64Micro(toInt64(round(ts * 1e6))), host, program, severity, message,
     user_tags.src_ip, user_tags.status_code, user_tags.method, user_tags.path, user_tags.duration_ms, user_tags.bytes,
     user_tags.request_id, user_tags.user, user_tags.error_code
     FROM file('${corpus}', JSONEachRow, 'ts Float64, host String, program String, severity UInt8, message String,
     user_tags Tuple(${fields}, request_id String, user String, error_code String)')`,
  );
  return all;
}
