import { closeSync, fstatSync, openSync } from "node:fs";
import { otherPackingOf } from "../import/other-packing.ts";
import { hashOf, readAt, readBefore, sizeOf } from "./file-bytes.ts";
import { type FoundFile, inodeOf } from "./find-files.ts";
import { alikeBytesMax, headBytesMax } from "./limits.ts";
import type { FileState } from "./read-state.ts";

/** A file that was found, kept open: its name may lead to another one by the time that it is read. */
export interface OpenFile {
  path: string;
  inode: string;
  descriptor: number;
  /** It is a json-file log of Docker. */
  isDocker: boolean;
}

/** Undefined: its name leads to another file by now, or to none. */
export function openFound({ path, inode }: FoundFile, isDocker: boolean): OpenFile | undefined {
  try {
    const descriptor = openSync(path, "r");
    if (inodeOf(fstatSync(descriptor)) === inode) return { path, inode, descriptor, isDocker };
    closeSync(descriptor);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return undefined;
}

/** Why it cannot be followed. */
export function findUnreadable(descriptor: number): string | undefined {
  const head = readAt(descriptor, 0, headBytesMax);
  const isPacked = (head[0] === 0x1f && head[1] === 0x8b) || (head[0] === 0x28 && head[1] === 0xb5);
  if (isPacked) return "it is compressed; vigie import takes it";
  const other = otherPackingOf(head);
  if (other !== undefined) return `it is packed as ${other.name}`;
  return head.includes(0) ? "it is no text" : undefined;
}

/** It begins with the bytes that the other began with. */
export function beginsAs({ head, headBytes }: FileState, descriptor: number): boolean {
  if (headBytes === 0) return true;
  const bytes = readAt(descriptor, 0, headBytes);
  return bytes.length === headBytes && hashOf(bytes) === head;
}

/** As `beginsAs`; in one that is shorter than those bytes, what stands before any place tells as much. */
export function mayBeginAs(state: FileState, descriptor: number): boolean {
  return sizeOf(descriptor) < state.headBytes || beginsAs(state, descriptor);
}

/** Its inode was given to a file that was made later. */
export function isReborn({ bornMs }: FileState, descriptor: number): boolean {
  const now = birthOf(descriptor);
  return bornMs !== undefined && now !== undefined && now !== bornMs;
}

/** Undefined: the file system does not know. */
function birthOf(descriptor: number): number | undefined {
  const { birthtimeMs } = fstatSync(descriptor);
  return birthtimeMs > 0 ? birthtimeMs : undefined;
}

/** It is the file that it was when its state was written, as far as it was sent. */
export function isStill(state: FileState, { descriptor }: OpenFile): boolean {
  const { offset, tail } = state;
  if (isReborn(state, descriptor)) return false;
  if (!beginsAs(state, descriptor) || offset > sizeOf(descriptor)) return false;
  // Earlier builds wrote none for a file that is read from its end on.
  return tail === "" || hashOf(readBefore(descriptor, offset)) === tail;
}

/** What happened to a file since its state was written; undefined: nothing, or it cannot be read. */
export function changeOf(state: FileState, found: FoundFile): "emptied" | "another" | undefined {
  let file: OpenFile | undefined;
  try {
    file = openFound(found, false);
    if (file === undefined || isStill(state, file)) return undefined;
    return isReborn(state, file.descriptor) ? "another" : "emptied";
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file.descriptor);
  }
}

/** It has the bytes that were sent of another file. */
export function hasSentBytes(state: FileState, { descriptor }: OpenFile): boolean {
  const { offset, tail } = state.first ?? state;
  if (offset === 0 || offset > sizeOf(descriptor)) return false;
  return mayBeginAs(state, descriptor) && hashOf(readBefore(descriptor, offset)) === tail;
}

/** Up to where it was sent, or may have been. */
export function sentOf({ first, offset }: FileState): number {
  return first?.offset ?? offset;
}

/** Its state if it is sent from this place on. */
export function stateOf({ path, inode, descriptor }: OpenFile, fileId: string, offset: number): FileState {
  const head = readAt(descriptor, 0, headBytesMax);
  const tail = offset > 0 ? hashOf(readBefore(descriptor, offset)) : "";
  const bornMs = birthOf(descriptor);
  const state = { path, inode, fileId, offset, head: hashOf(head), headBytes: head.length, tail };
  return bornMs === undefined ? state : { ...state, bornMs };
}

/** So long a beginning is that of a copy: no two files begin alike by chance. */
export function isProof(commonBytes: number): boolean {
  return commonBytes > alikeBytesMax;
}
