import { dirname } from "node:path";
import { createFolder, writeFileAtomically } from "../../lib/files.ts";
import { pastFilesMax } from "./limits.ts";
import { type FileState, readState, type State } from "./read-state.ts";

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
  findLast(matches: (file: FileState) => boolean): FileState | undefined {
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
    this.remove(file);
    const { past } = this.#state;
    past.push(file);
    past.splice(0, Math.max(0, past.length - pastFilesMax));
  }

  /** Nobody else has its name from here on. */
  remove({ fileId }: FileState): void {
    for (const list of [this.#state.files, this.#state.past]) {
      const place = list.findIndex((file) => file.fileId === fileId);
      if (place >= 0) list.splice(place, 1);
    }
  }

  save(): void {
    writeFileAtomically(this.#path, `${JSON.stringify(this.#state, undefined, 1)}\n`);
  }
}
