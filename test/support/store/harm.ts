import { cpSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { dayOfFile } from "../../../src/eventstore/files/day-file.ts";
import type { IdRange } from "../../../src/eventstore/snapshot.ts";

/** A place in the files of a folder where bytes of a segment lie. */
export type Place =
  | ({ in: "day"; file: string; segmentId: number; part: number } & IdRange)
  | ({ in: "log"; file: string; number: number; column: "data" | "repeats" } & IdRange)
  | ({ in: "list"; file: string } & IdRange);

/** Changes to the bytes. The first two are detected by checksums, the others are not. */
export const harms = ["flip", "cut", "nonsense", "other words", "nothing"] as const;
export type Harm = (typeof harms)[number];

/** Every part of every segment, every commit of the log, and the pending repeats of segments. */
export function placesOf(folder: string): Place[] {
  return readdirSync(folder).flatMap((file) => {
    if (dayOfFile(file) !== undefined)
      return read(join(folder, file), (database): Place[] => [
        ...(
          database
            .prepare(
              `SELECT segment_id AS segmentId, part, min_id AS minId, max_id AS maxId
               FROM segment_part JOIN segment USING (segment_id) ORDER BY 1, 2`,
            )
            .all() as ({ segmentId: number; part: number } & IdRange)[]
        ).map((row): Place => ({ in: "day", file, ...row })),
        ...database
          .prepare("SELECT 1 FROM repeats")
          .all()
          .map((): Place => ({ in: "list", file, minId: 0, maxId: 0 })),
      ]);
    if (file !== "intake.sqlite") return [];
    return read(join(folder, file), (database) =>
      (["data", "repeats"] as const).flatMap((column) =>
        (
          database
            .prepare(
              `SELECT batch AS number, first_id AS minId, first_id + events - 1 AS maxId FROM batch WHERE ${column} IS NOT NULL`,
            )
            .all() as ({ number: number } & IdRange)[]
        ).map((row): Place => ({ in: "log", file, column, ...row })),
      ),
    );
  });
}

/** Harms the bytes of a place. `random`: 0 to 1, any number of times. */
export function harm(folder: string, place: Place, how: Harm, random: () => number): void {
  const database = new Database(join(folder, place.file), { timeout: 5_000 });
  try {
    if (place.in === "day") harmPart(database, place, how, random);
    else if (place.in === "log") harmCommit(database, place, how, random);
    else {
      const { data, checksum } = database.prepare("SELECT data, checksum FROM repeats").get() as Row;
      const bytes = harmed(data, true, how, random);
      const sum = isTold(how) ? checksum : Bun.hash.crc32(bytes);
      database.prepare("UPDATE repeats SET data = ?, checksum = ?").run(bytes, sum);
    }
  } finally {
    database.close();
  }
}

interface Row {
  data: Uint8Array<ArrayBuffer>;
  checksum: number;
}

function harmPart(database: Database.Database, place: Place & { in: "day" }, how: Harm, random: () => number): void {
  const { segmentId, part } = place;
  const row = database
    .prepare("SELECT data, checksum, compressed, size FROM segment_part WHERE segment_id = ? AND part = ?")
    .get(segmentId, part) as Row & { compressed: number; size: number };
  const isPacked = row.compressed % 2 === 1;
  const bytes = harmed(row.data, isPacked, how, random);
  const sum = isTold(how) ? row.checksum : Bun.hash.crc32(bytes);
  const size = isTold(how) ? row.size : isPacked ? Bun.zstdDecompressSync(bytes).length : bytes.length;
  database
    .prepare("UPDATE segment_part SET data = ?, checksum = ?, size = ? WHERE segment_id = ? AND part = ?")
    .run(bytes, sum, size, segmentId, part);
}

function harmCommit(database: Database.Database, place: Place & { in: "log" }, how: Harm, random: () => number): void {
  const { number, column } = place;
  const row = database.prepare("SELECT data, repeats, checksum FROM batch WHERE batch = ?").get(number) as {
    data: Uint8Array<ArrayBuffer> | null;
    repeats: Uint8Array<ArrayBuffer> | null;
    checksum: number;
  };
  const after = { ...row, [column]: harmed(row[column]!, true, how, random) };
  const own = after.data ? Bun.hash.crc32(after.data) : 0;
  const sum = isTold(how) ? row.checksum : after.repeats ? Bun.hash.crc32(after.repeats, own) : own;
  database.prepare(`UPDATE batch SET ${column} = ?, checksum = ? WHERE batch = ?`).run(after[column], sum, number);
}

function isTold(how: Harm): boolean {
  return how === "flip" || how === "cut";
}

function harmed(
  data: Uint8Array<ArrayBuffer>,
  isPacked: boolean,
  how: Harm,
  random: () => number,
): Uint8Array<ArrayBuffer> {
  const at = (length: number) => Math.floor(random() * length);
  if (how === "flip") {
    const bytes = data.slice();
    if (bytes.length > 0) bytes[at(bytes.length)]! ^= 1 << at(8);
    return bytes;
  }
  if (how === "cut") return data.slice(0, at(data.length));
  const bytes = isPacked ? new Uint8Array(Bun.zstdDecompressSync(data)) : data.slice();
  const changed = how === "nothing" ? new Uint8Array(0) : how === "nonsense" ? noise(bytes, at) : otherWords(bytes, at);
  return isPacked ? new Uint8Array(Bun.zstdCompressSync(changed)) : changed;
}

/** Changes some bytes. */
function noise(bytes: Uint8Array, at: (length: number) => number): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(bytes);
  for (let i = 0; i < 1 + changed.length / 16; i++) if (changed.length > 0) changed[at(changed.length)] = at(256);
  return changed;
}

/** In JSON: changes a value, a name or a number. */
function otherWords(bytes: Uint8Array, at: (length: number) => number): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(bytes).toString("latin1");
  const open = text.indexOf('{"');
  if (open < 0) return noise(bytes, at);
  const words = [...text.matchAll(/-?\d+(?:\.\d+)?|"[a-z_A-Z0-9]+"|true|false|null/g)].filter(
    ({ index }) => index > open,
  );
  const word = words[at(words.length)]!;
  const other = otherWord[at(otherWord.length)]!;
  const end = word.index + word[0].length;
  // The same length, as far as possible: the following content of the same bytes keeps its place.
  return new Uint8Array(
    Buffer.from(text.slice(0, word.index) + other.padStart(word[0].length) + text.slice(end), "latin1"),
  );
}

const otherWord = ["0", "-1", "7", "65536", "4294967296", "1e15", "null", '""', '"x"', "[]", "{}", "true"];

/** A folder of its own with the same files. */
export function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), "vigie-damage-"));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

function read<T>(path: string, action: (database: Database.Database) => T): T {
  const database = new Database(path);
  try {
    return action(database);
  } finally {
    database.close();
  }
}
