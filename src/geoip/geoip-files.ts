import { open } from "node:fs/promises";
import shippedFile from "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb" with { type: "file" };
import { type Metadata, parseMetadata } from "mmdb-lib/lib/metadata.js";
import { messageOf } from "../lib/errors.ts";
import { descriptionBytesMax, gapBytes } from "./limits.ts";
import { requireModestValue } from "./modest-value.ts";

/** Databases in memory that all threads share. Plain data: it crosses threads. */
export interface GeoipFiles {
  /** Distinguishes these files from others. */
  key: string;
  /** Databases in order of precedence: the first that knows an address wins. */
  bytes: readonly Uint8Array<ArrayBufferLike>[];
}

export interface GeoipSource {
  /** Reads the databases at their first use, and once. */
  load(): Promise<GeoipFiles>;
  /** The sources to name wherever their data is shown. */
  attributions: readonly Attribution[];
}

/** Without paths: the built-in database. Main thread. */
export function createGeoipSource(paths: readonly string[]): GeoipSource {
  const files = paths.length === 0 ? [shippedFile] : paths;
  let reading: Promise<GeoipFiles> | undefined;
  return {
    load() {
      // Another file may have taken the place of the one that was there at the start.
      reading ??= checkGeoipFiles(paths)
        .then(() => readAll(files))
        .catch((error) => {
          reading = undefined;
          throw error;
        });
      return reading;
    },
    attributions: paths.length === 0 ? [shippedAttribution] : [],
  };
}

/** Throws an error that names the file when one of them is no database. */
export async function checkGeoipFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const problem = await findProblem(path).catch((error: unknown) => messageOf(error));
    if (problem !== undefined) throw new Error(`Cannot use the database of places "${path}": ${problem}`);
  }
}

async function readAll(paths: readonly string[]): Promise<GeoipFiles> {
  return { key: paths.join("\n"), bytes: await Promise.all(paths.map(readShared)) };
}

/**
 * Copied in pieces, so that nothing waits for it. Uses Bun's own reader, the only one that can open files inside the
 * executable.
 */
async function readShared(path: string): Promise<Uint8Array<SharedArrayBuffer>> {
  const file = Bun.file(path);
  const shared = new Uint8Array(new SharedArrayBuffer(file.size));
  let at = 0;
  for await (const piece of file.stream()) {
    if (at + piece.length > shared.length) throw new Error(`"${path}" became longer while it was read.`);
    shared.set(piece, at);
    at += piece.length;
  }
  if (at < shared.length) throw new Error(`"${path}" became shorter while it was read.`);
  return shared;
}

/** The format ends with its description, which begins with a mark. */
async function findProblem(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const end = Buffer.alloc(Math.min(size, descriptionBytesMax));
    await file.read(end, 0, end.length, size - end.length);
    const mark = end.lastIndexOf(descriptionMark);
    if (mark < 0) return "it is no file in the MaxMind DB format (.mmdb)";
    const begin = mark + descriptionMark.length;
    requireModestValue(end, begin, begin);
    return problemOf(parseMetadata(end), size - end.length + mark);
  } finally {
    await file.close();
  }
}

/** `bytes`: those before the description. */
function problemOf({ nodeCount, ipVersion, searchTreeSize }: Metadata, bytes: number): string | undefined {
  const isReadable = Number.isInteger(nodeCount) && nodeCount > 0 && (ipVersion === 4 || ipVersion === 6);
  if (!isReadable) return "its description is damaged";
  return searchTreeSize + gapBytes < bytes ? undefined : "it is shorter than its description says";
}

const descriptionMark = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");

export interface Attribution {
  name: string;
  license: string;
  url: string;
}

/** Attribution of the built-in database, which its licence requires. */
const shippedAttribution: Attribution = {
  name: "IP addresses to countries: NRO, the regional internet registries; compiled by ip-location-db",
  license: "CC BY 4.0",
  url: "https://www.nro.net/",
};
