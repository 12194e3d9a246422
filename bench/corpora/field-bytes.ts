import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { slicePart } from "../../src/eventstore/files/segment-parts.ts";

/**
 * Bytes on disk by field, over all segments of all days, the largest first. Parts without a field's name are the rest
 * of a segment.
 */
export function bytesByField(eventsFolder: string): [field: string, bytes: number][] {
  const bytes = new Map<string, number>();
  const add = (field: string, size: number) => bytes.set(field, (bytes.get(field) ?? 0) + size);
  for (const name of readdirSync(eventsFolder).filter((file) => /^\d.*\.sqlite$/.test(file))) {
    const database = new Database(join(eventsFolder, name), { readonly: true });
    const rows = database
      .prepare("SELECT segment_id AS segment, part, data, compressed FROM segment_part ORDER BY segment_id, part")
      .all() as { segment: number; part: number; data: Uint8Array<ArrayBuffer>; compressed: number }[];
    for (const directory of rows.filter(({ part }) => part === -1)) {
      const text = directory.compressed ? Bun.zstdDecompressSync(directory.data) : directory.data;
      const owners = ownersOf(JSON.parse(Buffer.from(text).toString("utf8")));
      for (const { segment, part, data } of rows) {
        if (segment !== directory.segment) continue;
        const owner = owners.findLast(({ first }) => first <= part % slicePart)?.field ?? "directory";
        add(part === -1 ? "directory" : owner, data.length);
      }
    }
    database.close();
  }
  return [...bytes].sort((a, b) => b[1] - a[1]);
}

/** Entries name the first of parts that follow each other, so a part belongs to the field named last before it. */
function ownersOf(directory: { base: Record<string, unknown>; tags: [string, unknown][] } & Record<string, unknown>) {
  const { base, tags } = directory;
  const fields: [string, unknown][] = [
    ...["ids", "times", "fired", "minutes", "patterns", "rest"].map((name): [string, unknown] => [
      name,
      directory[name],
    ]),
    ...Object.entries(base),
    ...tags,
  ];
  return fields
    .flatMap(([field, entry]) => partsIn(entry).map((first) => ({ field, first })))
    .sort((a, b) => a.first - b.first);
}

function partsIn(entry: unknown): number[] {
  if (typeof entry !== "object" || entry === null) return [];
  return Object.entries(entry).flatMap(([key, value]) => {
    if (typeof value === "number") return /^(?:part|presentPart|sets)$/.test(key) && value >= 0 ? [value] : [];
    return partsIn(value);
  });
}
