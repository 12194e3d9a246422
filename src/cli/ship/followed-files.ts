import { closeSync, openSync, readSync } from "node:fs";
import { dirname, join } from "node:path";
import { randomHex } from "../../lib/ids.ts";
import type { ImportOptions } from "../import/import-files.ts";
import { type FoundFile, findFiles } from "./find-files.ts";
import { Follower, type ShippedEvent } from "./follower.ts";
import { filesMax, goneMs, headBytesMax, pauseMs, tailBytes } from "./limits.ts";
import type { FileState } from "./read-state.ts";
import { headHash, type ShipState } from "./ship-state.ts";

export interface FileSources {
  /** Names and patterns of log files. */
  patterns: readonly string[];
  /** Those of Docker's json-file logs. */
  dockerPatterns: readonly string[];
  /** Files that are seen for the first time at the start are sent from their end on. */
  fromEnd: boolean;
}

/**
 * The files that are followed: found by pattern, recognised by inode and first bytes. A renamed file is read to its end
 * along with the new one of its name; a truncated file starts over; a copy of it continues at the same place.
 */
export class FollowedFiles {
  readonly #followers = new Map<string, Follower>();
  readonly #sources: FileSources;
  readonly #options: ImportOptions;
  readonly #state: ShipState;
  readonly #tell: (text: string) => void;
  /** Not followed, and reported. */
  readonly #left = new Set<string>();
  #isStart = true;
  /** The last call of `read` found something. */
  hadNews = false;

  constructor(sources: FileSources, options: ImportOptions, state: ShipState, tell: (text: string) => void) {
    this.#sources = sources;
    this.#options = options;
    this.#state = state;
    this.#tell = tell;
  }

  get count(): number {
    return this.#followers.size;
  }

  /** Looks for new files, and for new names of known ones. */
  discover(): void {
    if (this.#isStart) this.#findAgain();
    const { patterns, dockerPatterns } = this.#sources;
    for (const found of findFiles(patterns)) this.#meet(found, false);
    for (const found of findFiles(dockerPatterns)) this.#meet(found, true);
    this.#isStart = false;
  }

  /**
   * Some events of each file that has grown. `drain`: called before a file is read from its beginning again; sends the
   * events given out before. `isLast`: nobody waits for the rest of an event.
   */
  async *read(drain: () => Promise<void>, isLast: boolean): AsyncGenerator<ShippedEvent[]> {
    this.hadNews = false;
    for (const [inode, follower] of [...this.#followers]) {
      if (follower.isReplaced) {
        yield await follower.finish();
        await drain();
        this.#replace(inode, follower);
        continue;
      }
      const hasNews = follower.read();
      this.hadNews ||= hasNews;
      const quietMs = performance.now() - follower.readMs;
      if (!hasNews && quietMs >= goneMs && this.#isGone(follower)) {
        yield await follower.finish();
        await drain();
        this.#end(inode, follower);
      } else yield await follower.take(!hasNews && (isLast || quietMs >= pauseMs));
    }
  }

  close(): void {
    for (const follower of this.#followers.values()) follower.close();
    this.#followers.clear();
  }

  /** Files that were renamed between two looks, in their former folder. */
  #findAgain(): void {
    for (const { path, inode } of [...this.#state.files]) {
      const found = findFiles([join(dirname(path), "*")]).find((file) => file.inode === inode);
      if (found !== undefined) this.#meet(found, this.#isDocker(inode));
    }
  }

  #meet(found: FoundFile, isDocker: boolean): void {
    const follower = this.#followers.get(found.inode);
    if (follower !== undefined) {
      follower.state.path = found.path;
      return;
    }
    if (this.#left.has(found.inode)) return;
    try {
      const head = readHead(found.path);
      const reason = this.#reasonAgainst(head);
      if (reason === undefined) this.#follow(found, head, isDocker);
      else this.#leave(found, reason);
    } catch (error) {
      this.#leave(found, error instanceof Error ? error.message : String(error));
    }
  }

  #reasonAgainst(head: Uint8Array): string | undefined {
    if (this.#followers.size >= filesMax) return `more than ${filesMax} files are not followed`;
    const isPacked = (head[0] === 0x1f && head[1] === 0x8b) || (head[0] === 0x28 && head[1] === 0xb5);
    if (isPacked) return "it is compressed; vigie import takes it";
    return head.includes(0) ? "it is no text" : undefined;
  }

  #leave({ inode, path }: FoundFile, reason: string): void {
    this.#left.add(inode);
    this.#tell(`"${path}" is not followed: ${reason}.`);
  }

  #follow({ path, inode, sizeBytes }: FoundFile, head: Uint8Array, isDocker: boolean): void {
    const begins = ({ head: hash, headBytes }: { head: string; headBytes: number }) =>
      headBytes > 0 && headBytes <= head.length && headHash(head.subarray(0, headBytes)) === hash;
    const known = this.#state.findFile(inode);
    const isKnown =
      known !== undefined &&
      (known.headBytes === 0 || begins(known)) &&
      known.offset <= sizeBytes &&
      // One that is read from its end on has none yet.
      (known.tail === "" || tailOf(path, known.offset) === known.tail);
    if (known !== undefined && !isKnown) this.#state.retire(known);
    // Many files may begin alike.
    const isSame = (other: FileState) => {
      const sent = other.first ?? other;
      return begins(other) && sent.offset > 0 && tailOf(path, sent.offset) === sent.tail;
    };
    const copied = isKnown ? undefined : this.#state.findCopied(isSame);
    const before = isKnown ? known : copied;
    const fresh = {
      pausedAt: undefined,
      first: undefined,
      tail: "",
      fileId: randomHex(8),
      offset: this.#isStart && this.#sources.fromEnd ? sizeBytes : 0,
    };
    const { fileId, offset, tail, pausedAt, first } = before ?? fresh;
    const state: FileState = {
      path,
      inode,
      fileId,
      offset: Math.min(offset, sizeBytes),
      head: headHash(head),
      headBytes: head.length,
      tail,
      ...(pausedAt !== undefined && { pausedAt }),
      ...(first && { first }),
    };
    this.#state.setFile(state);
    // Its lines have names from this place on, which must be the same after a crash.
    this.#state.save();
    this.#followers.set(inode, new Follower(state, this.#options, isDocker));
  }

  #replace(inode: string, follower: Follower): void {
    this.#end(inode, follower);
    const found = findFiles([follower.state.path]).find((file) => file.inode === inode);
    if (found !== undefined) this.#meet(found, this.#isDocker(inode));
  }

  #isDocker(inode: string): boolean {
    return findFiles(this.#sources.dockerPatterns).some((file) => file.inode === inode);
  }

  #end(inode: string, follower: Follower): void {
    follower.close();
    this.#followers.delete(inode);
    this.#state.retire(follower.state);
    this.#state.save();
  }

  /** No name leads to it any more. */
  #isGone({ state }: Follower): boolean {
    return !findFiles([state.path]).some(({ inode }) => inode === state.inode);
  }
}

function readHead(path: string): Uint8Array {
  return readPart(path, 0, headBytesMax);
}

/** Hash of the bytes before this place. */
function tailOf(path: string, offset: number): string {
  const start = Math.max(0, offset - tailBytes);
  return headHash(readPart(path, start, offset - start));
}

function readPart(path: string, start: number, size: number): Uint8Array {
  const descriptor = openSync(path, "r");
  try {
    const bytes = new Uint8Array(size);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, size, start));
  } finally {
    closeSync(descriptor);
  }
}
