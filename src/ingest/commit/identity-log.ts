import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../../lib/log.ts";
import { dedupEventsMax, identityFlushBytes } from "../limits.ts";
import type { DedupTable } from "./dedup-table.ts";

/**
 * The identities of the newest events, in two files beside the events; the README of `ingest/` describes their bytes.
 * They hold only what never changes; whether, when and how often an event happened, the store knows. So an entry can be
 * missing but never wrong, and no fsync is needed: each block has a checksum, and a start reads missing identities from
 * the events themselves.
 */
export class IdentityLog {
  /** The seed that the identities were hashed with. */
  readonly seed: bigint;
  /** Every identity up to this id was added, or is one that no repeat could find. */
  lastId: number;
  private found: Identities;
  private readonly currentPath: string;
  private readonly previousPath: string;
  /** Bytes of the current file; 0: there is none yet. */
  private sizeBytes = 0;
  private buffer = new Uint8Array(0);
  private numbers = new Float64Array(0);
  private words = new Uint32Array(0);
  private used = 0;
  private isBroken = false;

  /** `nextId`: the store's next id; only smaller ids may occur. */
  constructor(
    folder: string,
    nextId: number,
    private readonly log: Logger,
  ) {
    this.currentPath = join(folder, "identities.current");
    this.previousPath = join(folder, "identities.previous");
    const current = this.read(this.currentPath);
    const previous = this.read(this.previousPath);
    const [newest] = [current, previous].filter((file) => file !== undefined);
    this.seed = newest?.seed ?? crypto.getRandomValues(new BigUint64Array(1))[0]!;
    const files = [previous, current].filter((file) => file?.seed === this.seed);
    this.found = joined(files as IdentityFile[], nextId);
    this.lastId = this.found.ids.at(-1) ?? 0;
    const isWhole = files.every((file) => file!.isWhole) && this.found.isWhole;
    if (isWhole && !this.isBroken) this.sizeBytes = current?.sizeBytes ?? 0;
    else this.beginAnew();
  }

  /** The identities read at the start, the newest events at most, by rising ids. Returned once. */
  take(): Pick<Identities, "ids" | "keys"> {
    const { ids, keys } = this.found;
    this.found = nothing;
    return { ids, keys };
  }

  /** Events are added in the order of their ids; the identity is the key of this slot. */
  add(id: number, keys: Pick<DedupTable, "copyKey">, slot: number): void {
    if (this.used + recordBytes > this.buffer.length) this.widen();
    this.numbers[this.used / 8] = id;
    keys.copyKey(slot, this.words, (this.used + 8) / 4);
    this.used += recordBytes;
    this.lastId = id;
    if (this.used >= identityFlushBytes) this.flush();
  }

  /** Writes the added identities. A failure is reported once; the next start does not find the missing ones. */
  flush(): void {
    if (this.used === blockHeadBytes || this.used === 0) return;
    try {
      if (this.sizeBytes >= fileBytesMax) {
        renameSync(this.currentPath, this.previousPath);
        this.sizeBytes = 0;
      }
      this.write(sealBlock(this.buffer.subarray(0, this.used)));
      this.isBroken = false;
    } catch (error) {
      if (!this.isBroken) this.log.warn({ err: error }, "identities of events cannot be written");
      this.isBroken = true;
    }
    this.used = blockHeadBytes;
  }

  /** For a service that does not de-duplicate: identities of its events would be missing here. */
  static remove(folder: string): void {
    for (const name of ["identities.current", "identities.previous"]) rmSync(join(folder, name), { force: true });
  }

  /** A fresh file leaves out everything that was not understood. */
  private beginAnew(): void {
    const { ids, keys } = this.found;
    this.log.warn({ kept: ids.length }, "identities of events could not all be read");
    rmSync(this.currentPath, { force: true });
    rmSync(this.previousPath, { force: true });
    const copyKey = (at: number, target: Uint32Array, to: number) => target.set(keys.subarray(at * 4, at * 4 + 4), to);
    for (let at = 0; at < ids.length; at++) this.add(ids[at]!, { copyKey }, at);
    this.isBroken = false;
    this.flush();
  }

  private write(block: Uint8Array): void {
    const isNew = this.sizeBytes === 0;
    const file = openSync(this.currentPath, isNew ? "w" : "r+", 0o600);
    try {
      const position = isNew ? writeAt(file, fileHead(this.seed), 0) : this.sizeBytes;
      this.sizeBytes = writeAt(file, block, position);
    } catch (error) {
      // A new file that failed is written again from its head.
      if (isNew) this.sizeBytes = 0;
      throw error;
    } finally {
      closeSync(file);
    }
  }

  private widen(): void {
    const wider = new Uint8Array(Math.max(4_096, this.buffer.length * 2));
    wider.set(this.buffer.subarray(0, this.used));
    this.buffer = wider;
    this.numbers = new Float64Array(wider.buffer);
    this.words = new Uint32Array(wider.buffer);
    this.used ||= blockHeadBytes;
  }

  /** Undefined: there is none, it is of an older version, or it cannot be read. */
  private read(path: string): IdentityFile | undefined {
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) return undefined;
    try {
      if (size > 2 * fileBytesMax) throw new Error(`It has ${size} bytes.`);
      const file = readFileSync(path);
      return isOlder(file) ? undefined : readBlocks(file);
    } catch (error) {
      this.log.warn({ err: error, file: path }, "identities of events cannot be read");
      this.isBroken = true;
      return undefined;
    }
  }
}

interface Identities {
  /** Rising. */
  ids: Float64Array;
  /** Four words for each. */
  keys: Uint32Array;
  /** False: something was left out. */
  isWhole: boolean;
}

interface IdentityFile {
  seed: bigint;
  /** Blocks as they are in the file, without their heads. */
  blocks: Uint8Array[];
  /** Up to the end of the last sound block. */
  sizeBytes: number;
  isWhole: boolean;
}

const nothing: Identities = { ids: new Float64Array(0), keys: new Uint32Array(0), isWhole: true };

/** Identities were made differently then; they are made again from the events. */
function isOlder(file: Buffer): boolean {
  return file.toString("latin1", 0, 8) === "vigieid1";
}

/** Up to the first block that is not sound. Throws when the head is not. */
function readBlocks(file: Uint8Array): IdentityFile {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const head = file.subarray(0, headBytes);
  if (head.length < headBytes || view.getUint32(16, true) !== Bun.hash.crc32(head.subarray(0, 16)))
    throw new Error("Its head is not sound.");
  if (view.getBigUint64(0, true) !== magic) throw new Error("It is of another kind, or of a later version.");
  const blocks: Uint8Array[] = [];
  let at = headBytes;
  while (at + blockHeadBytes <= file.length) {
    const begin = at + blockHeadBytes;
    const end = begin + view.getUint32(at, true) * recordBytes;
    if (end <= begin || end > file.length) break;
    const block = file.subarray(begin, end);
    if (Bun.hash.crc32(block) !== view.getUint32(at + 4, true)) break;
    blocks.push(block);
    at = end;
  }
  return { seed: view.getBigUint64(8, true), blocks, sizeBytes: at, isWhole: at === file.length };
}

/** The newest of all blocks, up to the first id that is out of order or that the store has not given. */
function joined(files: readonly IdentityFile[], nextId: number): Identities {
  const blocks = files.flatMap((file) => file.blocks);
  const all = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let used = 0;
  for (const block of blocks) {
    all.set(block, used);
    used += block.length;
  }
  const count = all.length / recordBytes;
  const numbers = new Float64Array(all.buffer);
  let sound = 0;
  for (let last = 0; sound < count; sound++) {
    const id = numbers[sound * recordNumbers]!;
    if (!(id > last && id < nextId)) break;
    last = id;
  }
  const first = Math.max(0, sound - dedupEventsMax);
  const ids = new Float64Array(sound - first);
  const keys = new Uint32Array(ids.length * 4);
  const words = new Uint32Array(all.buffer);
  for (let at = 0; at < ids.length; at++) {
    ids[at] = numbers[(first + at) * recordNumbers]!;
    const from = ((first + at) * recordBytes + 8) / 4;
    keys.set(words.subarray(from, from + 4), at * 4);
  }
  return { ids, keys, isWhole: sound === count };
}

function fileHead(seed: bigint): Uint8Array {
  const head = new Uint8Array(headBytes);
  const view = new DataView(head.buffer);
  view.setBigUint64(0, magic, true);
  view.setBigUint64(8, seed, true);
  view.setUint32(16, Bun.hash.crc32(head.subarray(0, 16)), true);
  return head;
}

/** Fills in the head of a block, for which there is room. */
function sealBlock(block: Uint8Array): Uint8Array {
  const view = new DataView(block.buffer, block.byteOffset, blockHeadBytes);
  const records = block.subarray(blockHeadBytes);
  view.setUint32(0, records.length / recordBytes, true);
  view.setUint32(4, Bun.hash.crc32(records), true);
  return block;
}

/** Returns the position behind what was written. */
function writeAt(file: number, bytes: Uint8Array, position: number): number {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written, bytes.length - written, position + written);
  return position + bytes.length;
}

/** "vigieid2" */
const magic = 0x32_64_69_65_69_67_69_76n;
const headBytes = 24;
const blockHeadBytes = 8;
/** An id and four words. */
const recordBytes = 24;
const recordNumbers = recordBytes / 8;
/** Then the file becomes the previous one, so that both together have the newest events that are remembered. */
const fileBytesMax = dedupEventsMax * recordBytes;
