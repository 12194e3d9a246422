import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { createFolder, writeFileAtomically } from "../../lib/files.ts";
import { CommandError } from "../command.ts";
import { pastFilesMax } from "./limits.ts";

/** How far a file was sent. */
export interface FileState {
  /** Path under which it was last seen. */
  path: string;
  /** Device and inode. */
  inode: string;
  /** Names the lines of this file in the service, together with their places. Generated when the file is first seen. */
  fileId: string;
  /** Everything before it is stored. */
  offset: number;
  /**
   * The place at which a pause ended an event. A repeated send must end it there again: lines that came later are a new
   * event, otherwise its beginning would be stored twice.
   */
  pausedAt?: number;
  /** Hash of its first bytes, and their number. */
  head: string;
  headBytes: number;
  /** Hash of the bytes right before `offset`: a copy has the same. */
  tail: string;
  /** The same for the first batch while it is on its way: nothing else tells a copy from a file that begins alike. */
  first?: Pick<FileState, "offset" | "tail">;
}

interface State {
  version: 1;
  files: FileState[];
  /** Files that were emptied or deleted; a copy of one is not sent again. The oldest first. */
  past: FileState[];
  /** Journal only: everything up to this cursor is stored. */
  cursor?: string;
}

/** The state file: how much was sent. It advances only after the service has confirmed that it stored the lines. */
export class ShipState {
  readonly #path: string;
  readonly #state: State;

  constructor(path: string, state: State) {
    this.#path = path;
    this.#state = state;
  }

  /** Throws CommandError for a file that is no state; it is not overwritten. */
  static open(path: string): ShipState {
    createFolder(dirname(path));
    return new ShipState(path, readState(path));
  }

  get cursor(): string | undefined {
    return this.#state.cursor;
  }

  set cursor(cursor: string) {
    this.#state.cursor = cursor;
  }

  findFile(inode: string): FileState | undefined {
    return this.#state.files.find((file) => file.inode === inode);
  }

  /** Among all that are remembered, the newest first. */
  findCopied(matches: (file: FileState) => boolean): FileState | undefined {
    return this.#state.files.findLast(matches) ?? this.#state.past.findLast(matches);
  }

  get files(): readonly FileState[] {
    return this.#state.files;
  }

  setFile(file: FileState): void {
    const { files } = this.#state;
    const place = files.findIndex(({ inode }) => inode === file.inode);
    if (place < 0) files.push(file);
    else files[place] = file;
  }

  /** The file is gone; the part that was sent is still known. */
  retire(file: FileState): void {
    const { files, past } = this.#state;
    const place = files.findIndex(({ inode, fileId }) => inode === file.inode && fileId === file.fileId);
    if (place >= 0) files.splice(place, 1);
    past.push(file);
    past.splice(0, Math.max(0, past.length - pastFilesMax));
  }

  save(): void {
    writeFileAtomically(this.#path, `${JSON.stringify(this.#state, undefined, 1)}\n`);
  }
}

export function headHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}

function readState(path: string): State {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { version: 1, files: [], past: [] };
    throw new CommandError(`Cannot read the state in "${path}": ${String(error)}`, 1, { cause: error });
  }
  try {
    const state = JSON.parse(text) as State;
    if (state.version === 1 && Array.isArray(state.files) && Array.isArray(state.past)) return state;
  } catch {
    // Reported below.
  }
  throw new CommandError(`"${path}" holds no state of vigie ship. Name another file with --state, or remove it.`);
}
