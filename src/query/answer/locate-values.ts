import { GeoipDatabase, type GeoipPlace } from "../../geoip/geoip-database.ts";
import type { GeoipFiles } from "../../geoip/geoip-files.ts";
import { type SharedJson, toSharedJson } from "../shared-json.ts";

/** Asks a worker to add the places of the addresses in a ranking. Plain data: it crosses threads. */
export interface LocateTask {
  geoip: GeoipFiles;
  /** Results of a TopN or LastN. */
  results: SharedJson;
}

/**
 * The results with `geoip` in each value of the totals. In any thread; the database is kept there for the next time.
 */
export function locateValues({ geoip, results }: LocateTask): SharedJson {
  if (opened?.key !== geoip.key) opened = { key: geoip.key, database: new GeoipDatabase(geoip) };
  const { database } = opened;
  // A copy: texts are not decoded out of shared memory.
  const located = JSON.parse(Buffer.from(results).toString()) as Ranking;
  for (const value of located.totals.values) value.geoip = database.find(value.name);
  return toSharedJson(located);
}

let opened: { key: string; database: GeoipDatabase } | undefined;

interface Ranking {
  totals: { values: { name: string; geoip?: GeoipPlace }[] };
}
