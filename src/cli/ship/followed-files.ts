import { closeSync, fstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { randomHex } from "../../lib/ids.ts";
import type { ImportOptions } from "../import/import-files.ts";
import { areApart, type Comparison, type Copy, compareAgain, findOriginal, isCloser, ownPlace } from "./copies.ts";
import { sizeOf } from "./file-bytes.ts";
import { type FileSources, type FoundFile, findFiles, leadsTo } from "./find-files.ts";
import { Follower, type ShippedEvent } from "./follower.ts";
import { filesMax, goneMs, pauseMs } from "./limits.ts";
import {
  changeOf,
  findUnreadable,
  hasSentBytes,
  isProof,
  isReborn,
  isStill,
  type OpenFile,
  openFound,
  sentOf,
  stateOf,
} from "./open-file.ts";
import type { FileState } from "./read-state.ts";
import type { ShipState } from "./ship-state.ts";

/**
 * The files that are followed: found by pattern, recognised by inode and bytes. A renamed file is read to its end along
 * with the new one of its name; a truncated file starts over, and a copy made of it before continues at the same place;
 * a copy of a file that lives on is sent from where it differs.
 */
export class FollowedFiles {
  /** By inode, as are the copies. */
  readonly #followers = new Map<string, Follower>();
  readonly #copies = new Map<string, Copy>();
  /** Time of the last news of each, by the monotonic clock. */
  readonly #newsMs = new WeakMap<Follower, number>();
  readonly #sources: FileSources;
  readonly #options: ImportOptions;
  readonly #state: ShipState;
  readonly #tell: (text: string) => void;
  readonly #now: () => number;
  /** Inodes of files that are there and were reported. */
  #told = new Set<string>();
  /** Inodes that a name led to at this look. */
  readonly #named = new Set<string>();
  /** The files found emptied at this look, each with its inode: a copy of one was made before, so it is there, too. */
  readonly #emptied = new Map<string, string>();
  #isStart = true;
  #isChanged = false;
  /** The last call of `read` found something. */
  hadNews = false;

  constructor(
    sources: FileSources,
    options: ImportOptions,
    state: ShipState,
    tell: (text: string) => void,
    now = () => performance.now(),
  ) {
    this.#sources = sources;
    this.#options = options;
    this.#state = state;
    this.#tell = tell;
    this.#now = now;
  }

  get count(): number {
    return this.#followers.size + this.#copies.size;
  }

  /** The next look tells whether a file is the copy of another or one of its own; until then it is not read. */
  get isUndecided(): boolean {
    return [...this.#copies.values()].some((copy) => copy.isUndecided);
  }

  /** Looks for new files, and for new names of known ones. */
  discover(): void {
    this.#meetAll();
    for (const copy of [...this.#copies.values()]) this.#weigh(copy);
    this.#isStart = false;
    this.#endLook();
  }

  /**
   * Some events of each file that has grown. `drain`: called before a file is read from its beginning again; sends the
   * events given out before. `isLast`: nobody waits for the rest of an event.
   */
  async *read(drain: () => Promise<void>, isLast: boolean): AsyncGenerator<ShippedEvent[]> {
    this.hadNews = false;
    for (const follower of [...this.#followers.values()]) {
      if (follower.isReplaced || follower.hasBegun) {
        this.hadNews = true;
        if (follower.isReplaced) yield* this.#replace(follower, drain);
        else this.#beginAgain(follower);
        this.#endLook();
        continue;
      }
      // One that was empty until now is met first.
      const hasNews = follower.state.headBytes > 0 && follower.read();
      this.hadNews ||= hasNews;
      if (hasNews) this.#newsMs.set(follower, this.#now());
      const quietMs = this.#now() - this.#newsMs.get(follower)!;
      if (!hasNews && quietMs >= goneMs && !leadsTo(follower.state)) {
        yield await follower.finish();
        await drain();
        this.#end(follower);
        this.#endLook();
      } else yield await follower.take(!hasNews && (isLast || quietMs >= pauseMs));
    }
  }

  close(): void {
    for (const follower of this.#followers.values()) follower.close();
    for (const { file } of this.#copies.values()) closeSync(file.descriptor);
    this.#followers.clear();
    this.#copies.clear();
  }

  #meetAll(): void {
    this.#named.clear();
    if (this.#isStart) this.#findAgain();
    // One that goes on in the place of its original is what others are compared with.
    for (const copy of [...this.#copies.values()]) if (this.#originalOf(copy) === undefined) this.#settle(copy);
    const { patterns, dockerPatterns } = this.#sources;
    for (const found of findFiles(patterns)) this.#meet(found, false);
    for (const found of findFiles(dockerPatterns)) this.#meet(found, true);
    this.#told = this.#told.intersection(this.#named);
  }

  /** Files that were renamed between two looks, in their former folder. */
  #findAgain(): void {
    const still: FoundFile[] = [];
    const changed: FoundFile[] = [];
    const gone: FileState[] = [];
    for (const known of [...this.#state.files]) {
      const found = findFiles([join(dirname(known.path), "*")]).find(({ inode }) => inode === known.inode);
      if (found === undefined) {
        gone.push(known);
        continue;
      }
      const change = changeOf(known, found);
      (change === undefined ? still : changed).push(found);
      if (change !== undefined) this.#forget(known, change === "emptied");
    }
    // A folder may be there again at the next start.
    for (const known of gone.slice(0, -filesMax)) this.#forget(known, false);
    // A copy may have the inode of a file that is gone: all originals, emptied or not, are known before it is met.
    for (const found of [...still, ...changed]) this.#meet(found, this.#isDocker(found.inode));
  }

  #meet(found: FoundFile, isDocker: boolean): void {
    this.#named.add(found.inode);
    const met = this.#followers.get(found.inode) ?? this.#copies.get(found.inode);
    if (met !== undefined) {
      met.state.path = found.path;
      met.file.path = found.path;
      return;
    }
    if (this.count >= filesMax) this.#tellOnce(found, `more than ${filesMax} files are not followed`);
    else
      try {
        const file = openFound(found, isDocker);
        if (file !== undefined) this.#take(file);
      } catch (error) {
        this.#tellOnce(found, error instanceof Error ? error.message : String(error));
      }
  }

  /** Follows an open file unless something speaks against it. */
  #take(file: OpenFile, fileId = randomHex(8)): void {
    let isTaken = false;
    try {
      const reason = findUnreadable(file.descriptor);
      if (reason === undefined) this.#begin(file, fileId);
      else this.#tellOnce(file, reason);
      isTaken = reason === undefined;
    } finally {
      if (!isTaken) closeSync(file.descriptor);
    }
  }

  /** What may be followed at a later look is looked at again, and not told again. */
  #tellOnce({ inode, path }: Pick<FoundFile, "inode" | "path">, reason: string): void {
    if (this.#told.has(inode)) return;
    this.#told.add(inode);
    this.#tell(`"${path}" is not followed: ${reason}.`);
  }

  /** Decides whether it is a known file, the copy of one, or a new one. */
  #begin(file: OpenFile, fileId: string): void {
    const sizeBytes = sizeOf(file.descriptor);
    const known = this.#state.findFile(file.inode);
    const isUnread = known !== undefined && known.headBytes === 0 && sizeBytes > 0;
    if (known !== undefined && !isUnread && isStill(known, file)) {
      if (known.copyOf === undefined) this.#follow(known, file);
      else this.#wait({ ...known, path: file.path }, file, known.copyOf);
      return;
    }
    if (known !== undefined) this.#forget(known, !isReborn(known, file.descriptor));
    const past = this.#state.findLast((other) => this.#isHeir(file, other));
    const kin = findOriginal(file, this.#followers.values());
    if (past !== undefined && isCloser(sentOf(past), kin?.common ?? 0)) {
      this.#inherit(past, file);
      return;
    }
    const isSeen = known !== undefined || [...this.#emptied.values()].includes(file.inode);
    const from = this.#isStart && this.#sources.fromEnd && !isSeen ? sizeBytes : 0;
    const place = Math.max(from, kin === undefined ? 0 : ownPlace(file.descriptor, kin.common));
    const state = stateOf(file, fileId, place);
    const originalBytes = kin === undefined ? 0 : sizeOf(kin.original.file.descriptor);
    const compared = { common: kin?.common ?? 0, sizeBytes, originalBytes, isNew: true, hasGrown: false };
    const isApart = kin === undefined || (!kin.original.isReplaced && areApart(compared));
    // Until then the other may be emptied, and what both have is left to this one.
    const isSent = kin === undefined || kin.original.state.offset >= place;
    if (isApart && isSent) this.#follow(state, file);
    else this.#wait(state, file, kin.original.state.fileId);
  }

  /** It was emptied, or else another file has its inode now. */
  #forget(known: FileState, isEmptied = true): void {
    if (known.copyOf !== undefined || known.headBytes === 0) this.#state.remove(known);
    else this.#state.retire(known);
    if (isEmptied) this.#emptied.set(known.fileId, known.inode);
  }

  /** The rest of a file that is gone is in this one. */
  #isHeir(file: OpenFile, past: FileState): boolean {
    const isHere = this.#followers.has(past.inode) || this.#copies.has(past.inode);
    if ((isHere && this.#state.findFile(past.inode) === past) || past.copyOf !== undefined) return false;
    // Of a few lines nobody can tell, unless their file was emptied just now.
    const isLikely = this.#emptied.has(past.fileId) && past.inode !== file.inode;
    return (isProof(sentOf(past)) || isLikely) && hasSentBytes(past, file);
  }

  #inherit(past: FileState, file: OpenFile): void {
    this.#state.remove(past);
    this.#follow({ ...past, inode: file.inode }, file);
  }

  #follow(state: FileState, file: OpenFile): void {
    Object.assign(state, stateOf(file, state.fileId, state.offset), { tail: state.tail });
    delete state.copyOf;
    this.#state.setFile(state);
    this.#isChanged = true;
    const follower = new Follower(state, file, this.#options, this.#now);
    this.#followers.set(file.inode, follower);
    this.#newsMs.set(follower, this.#now());
  }

  #wait(state: FileState, file: OpenFile, original: string): void {
    state.copyOf = original;
    this.#state.setFile(state);
    this.#isChanged = true;
    const { size: sizeBytes, ctimeMs: changedMs } = fstatSync(file.descriptor);
    const copy = { file, state, common: 0, sizeBytes, changedMs, isNew: true, isUndecided: true };
    this.#copies.set(file.inode, copy);
  }

  /** Looks at a copy again: is it written to, is its original emptied? */
  #weigh(copy: Copy): void {
    const { state, file } = copy;
    const original = this.#originalOf(copy);
    if (original === undefined) this.#settle(copy);
    else if (!original.isReplaced) {
      const compared = isStill(state, file) ? compareAgain(copy, original) : undefined;
      const isOfEmptied = (past: FileState) => isCloser(sentOf(past), copy.common) && this.#isHeir(file, past);
      if (compared === undefined || (this.#emptied.size > 0 && this.#state.findLast(isOfEmptied) !== undefined))
        this.#meetAgain(copy);
      else this.#judge(copy, compared, original);
    }
  }

  #originalOf({ state }: Copy): Follower | undefined {
    return [...this.#followers.values()].find((one) => one.state.fileId === state.copyOf);
  }

  #judge(copy: Copy, compared: Comparison, original: Follower): void {
    const { file, common, sizeBytes, state } = copy;
    const place = Math.max(state.offset, ownPlace(file.descriptor, common));
    if (place !== state.offset) {
      Object.assign(state, stateOf(file, state.fileId, place));
      this.#isChanged = true;
    }
    const isNameless = !this.#named.has(file.inode) && !leadsTo(state);
    const isApart = areApart(compared);
    if (isNameless && isProof(common) && common === sizeBytes) this.#drop(copy);
    else if (isNameless || (isApart && original.state.offset >= place)) {
      const kin = findOriginal(file, this.#followers.values());
      // Of two copies of the same file that differs from both, the second is a copy of the first.
      if (kin !== undefined && (kin.original.isReplaced || kin.common > common)) this.#meetAgain(copy);
      else {
        this.#copies.delete(file.inode);
        this.#follow(state, file);
      }
    } else copy.isUndecided = isApart || !isProof(common) || sizeBytes > compared.originalBytes;
  }

  /** Its original is no more: it goes on in its place if it has all that was sent of it. */
  #settle(copy: Copy): void {
    const { file, state } = copy;
    this.#copies.delete(file.inode);
    const original = this.#state.findLast(({ fileId }) => fileId === state.copyOf);
    if (original !== undefined && this.#hasRest(copy, original)) {
      this.#state.remove(state);
      this.#inherit(original, file);
      return;
    }
    // What it has before this place was left to the other.
    const place = Math.min(state.offset, original?.offset ?? state.offset);
    if (place !== state.offset) Object.assign(state, stateOf(file, state.fileId, place));
    this.#follow(state, file);
  }

  #hasRest({ file, state }: Copy, original: FileState): boolean {
    const isLikely = this.#emptied.has(original.fileId) || isProof(sentOf(original)) || state.offset > 0;
    const { offset, first } = original;
    return isLikely && (hasSentBytes(original, file) || (offset === 0 && first === undefined));
  }

  #meetAgain({ file, state }: Copy): void {
    this.#copies.delete(file.inode);
    this.#state.remove(state);
    this.#take(file);
  }

  #drop({ file, state }: Copy): void {
    this.#copies.delete(file.inode);
    this.#state.remove(state);
    this.#isChanged = true;
    closeSync(file.descriptor);
  }

  #beginAgain(follower: Follower): void {
    this.#followers.delete(follower.file.inode);
    this.#state.remove(follower.state);
    // Others may wait for it under its name.
    this.#take(follower.file, follower.state.fileId);
  }

  /** The file was emptied, or written anew. What was read and not sent is in a copy of it, or else given out now. */
  async *#replace(follower: Follower, drain: () => Promise<void>): AsyncGenerator<ShippedEvent[]> {
    const { state, file } = follower;
    // A copy was made before: it is there by now.
    this.#meetAll();
    const copies = [...this.#copies.values()].filter((copy) => this.#mayBeOf(copy, follower));
    for (const copy of copies) copy.state.copyOf = state.fileId;
    copies.sort((a, b) => sizeOf(b.file.descriptor) - sizeOf(a.file.descriptor));
    const heir = copies.find((copy) => follower.countHeld(copy.file.descriptor) >= follower.position);
    // A copy that ends before the last lines that were read has nothing that is not sent. On disk before they are.
    for (const copy of heir === undefined ? copies : []) {
      const sizeBytes = sizeOf(copy.file.descriptor);
      if (follower.countHeld(copy.file.descriptor) !== sizeBytes) continue;
      Object.assign(copy.state, stateOf(copy.file, copy.state.fileId, sizeBytes));
      this.#isChanged = true;
    }
    this.#save();
    if (heir === undefined) yield await follower.finish();
    await drain();
    this.#followers.delete(file.inode);
    this.#forget(state);
    if (heir !== undefined) this.#weigh(heir);
    for (const copy of copies) if (copy !== heir) this.#weigh(copy);
    this.#take(file);
  }

  /** It was a copy of this file all along, or of several that were the same. */
  #mayBeOf({ state, file, common }: Copy, emptied: Follower): boolean {
    const held = emptied.countHeld(file.descriptor);
    return state.copyOf === emptied.state.fileId || (held > 0 && isCloser(held, common));
  }

  #isDocker(inode: string): boolean {
    return findFiles(this.#sources.dockerPatterns).some((file) => file.inode === inode);
  }

  #end(follower: Follower): void {
    follower.close();
    this.#followers.delete(follower.file.inode);
    this.#state.retire(follower.state);
    this.#isChanged = true;
  }

  #endLook(): void {
    this.#emptied.clear();
    this.#save();
  }

  /** Lines have names from this place on, which must be the same after a crash: before any of them is sent. */
  #save(): void {
    if (this.#isChanged) this.#state.save();
    this.#isChanged = false;
  }
}
