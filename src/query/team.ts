import { type PackedArray, packArrays, unpackArrays } from "./packed-arrays.ts";

/** What the threads that share one question have in common: plain data that crosses threads. */
export interface TeamTask {
  /** Int32Array: see `Word`; behind it a word for each segment, 0 or 1 + the number of the member that took it. */
  board: SharedArrayBuffer;
  /** One for each helper, in which it hands over what it found; they grow. */
  exchanges: SharedArrayBuffer[];
}

const Word = { helpers: 0, atWork: 1, isClosed: 2, leave: 3, isLost: 4, rowsDone: 5, first: 6 } as const;
/** Of a helper's part: what became of it stands in the first word of its exchange. */
const State = { none: 0, handedOver: 1, failed: 2 } as const;
const headBytes = 8;

/** Main thread. `helpersMax`: threads besides the one that answers. */
export function createTeam(segments: number, helpersMax: number): TeamTask {
  return {
    board: new SharedArrayBuffer((Word.first + segments) * Int32Array.BYTES_PER_ELEMENT),
    exchanges: Array.from(
      { length: helpersMax },
      () => new SharedArrayBuffer(headBytes, { maxByteLength: exchangeBytesMax }),
    ),
  };
}

/** Main thread: helpers let go after the segment they are at. */
export function leaveTeam({ board }: TeamTask): void {
  Atomics.store(new Int32Array(board), Word.leave, 1);
}

/** Main thread: a helper's thread died, so nobody shall wait for it. */
export function loseHelper({ board }: TeamTask): void {
  const words = new Int32Array(board);
  Atomics.store(words, Word.isLost, 1);
  Atomics.notify(words, Word.atWork);
}

/** How a thread takes its share of the segments, whether others are there or not. */
export class TeamMember {
  readonly #words: Int32Array;
  readonly #exchanges: readonly SharedArrayBuffer[];
  /** 0 for the one that answers. */
  #number = 0;

  constructor({ board, exchanges }: TeamTask) {
    this.#words = new Int32Array(board);
    this.#exchanges = exchanges;
  }

  /** For a helper, before anything else: false when it came too late. */
  join(): boolean {
    this.#number = Atomics.add(this.#words, Word.helpers, 1) + 1;
    if (this.#number > this.#exchanges.length) return false;
    Atomics.add(this.#words, Word.atWork, 1);
    if (Atomics.load(this.#words, Word.isClosed) === 0) return true;
    this.#rest();
    return false;
  }

  /** Whether this segment is now ours; each is given once. */
  takes(segment: number): boolean {
    if (this.#number > 0 && Atomics.load(this.#words, Word.leave) !== 0) return false;
    return Atomics.compareExchange(this.#words, Word.first + segment, 0, this.#number + 1) === 0;
  }

  /** Rows of segments that anybody is done with, so far. */
  addDone(rows: number): number {
    return Atomics.add(this.#words, Word.rowsDone, rows) + rows;
  }

  /** For a helper, at the end: undefined when it failed, and who answers shall do its share. */
  handOver(arrays: readonly PackedArray[] | undefined): void {
    const exchange = this.#exchanges[this.#number - 1]!;
    const isPacked = arrays !== undefined && packArrays(exchange, headBytes, arrays);
    Atomics.store(new Int32Array(exchange, 0, 1), 0, isPacked ? State.handedOver : State.failed);
    this.#rest();
  }

  /**
   * For the one that answers, when no segment is left: closes the team and waits for who is still at work; `tick` may throw to end that.
   * Gives what was found, and the segments of those that found nothing.
   */
  gather(segments: number, tick: () => void): { found: PackedArray[][]; left: number[] } {
    Atomics.store(this.#words, Word.isClosed, 1);
    for (;;) {
      const atWork = Atomics.load(this.#words, Word.atWork);
      if (atWork === 0 || Atomics.load(this.#words, Word.isLost) !== 0) break;
      Atomics.wait(this.#words, Word.atWork, atWork, waitMs);
      tick();
    }
    const states = this.#exchanges.map((exchange) => Atomics.load(new Int32Array(exchange, 0, 1), 0));
    const left: number[] = [];
    for (let segment = 0; segment < segments; segment++) {
      const member = Atomics.load(this.#words, Word.first + segment) - 1;
      if (member > 0 && states[member - 1] !== State.handedOver) left.push(segment);
    }
    const found = this.#exchanges.filter((_, i) => states[i] === State.handedOver);
    return { found: found.map((exchange) => unpackArrays(exchange, headBytes)), left };
  }

  #rest(): void {
    Atomics.sub(this.#words, Word.atWork, 1);
    Atomics.notify(this.#words, Word.atWork);
  }
}

/** The stop flag is looked at that often. */
const waitMs = 20;
/** What a helper may have found: a table of the most distinct values, and counts. Beyond, its share is done again. */
const exchangeBytesMax = 256 * 1024 * 1024;
