import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { newHashKey } from "./keyed-hash.ts";

/** Findings of one thread, in a form that another thread can take over without a copy. */
export type PackedArray = Uint8Array | Uint32Array | Float64Array;

/** The shared part of a question that several threads answer; it crosses threads together with its ports. */
export interface TeamTask {
  /**
   * Int32Array: see `Word`; behind it the state of each helper, then a word for each segment, 0 or 1 + the number of
   * the member that took it.
   */
  board: SharedArrayBuffer;
  /** One port for each helper, through which its findings arrive. */
  found: MessagePort[];
  /** Key of the hashes of values: all members must compute the same ones. */
  hashKey: Uint8Array;
}

/** The part of it that one helper gets. */
export interface HelperTask {
  board: SharedArrayBuffer;
  helpersMax: number;
  /** From 1. */
  number: number;
  /** Port for reporting its findings. */
  found: MessagePort;
  hashKey: Uint8Array;
}

/** Main thread. */
export interface Team {
  task: TeamTask;
  helpers: HelperTask[];
}

const Word = { atWork: 0, isClosed: 1, leave: 2, isLost: 3, rowsDone: 4, first: 5 } as const;
const State = { none: 0, handedOver: 1, failed: 2 } as const;

/** Main thread. `helpersMax`: threads in addition to the one that answers. */
export function createTeam(segments: number, helpersMax: number): Team {
  const board = new SharedArrayBuffer((Word.first + helpersMax + segments) * Int32Array.BYTES_PER_ELEMENT);
  const channels = Array.from({ length: helpersMax }, () => new MessageChannel());
  const port = (end: unknown) => end as MessagePort;
  const hashKey = newHashKey();
  return {
    task: { board, found: channels.map(({ port1 }) => port(port1)), hashKey },
    helpers: channels.map(({ port2 }, i) => ({ board, helpersMax, number: i + 1, found: port(port2), hashKey })),
  };
}

/** Main thread: helpers let go after the segment they are at. */
export function leaveTeam({ task }: Team): void {
  Atomics.store(new Int32Array(task.board), Word.leave, 1);
}

/** Main thread: a helper's thread died; do not wait for it. */
export function loseHelper({ task }: Team): void {
  const words = new Int32Array(task.board);
  Atomics.store(words, Word.isLost, 1);
  Atomics.notify(words, Word.atWork);
}

/** Main thread: whether a helper has taken part of the work. */
export function hadHelp({ task }: Team): boolean {
  const words = new Int32Array(task.board);
  return words.subarray(Word.first + task.found.length).some((member) => member > 1);
}

/** Shares out the segments, whether or not other threads take part. */
export class TeamMember {
  readonly #words: Int32Array;
  readonly #firstSegment: number;
  /** 0 for the one that answers. */
  readonly #number: number;
  readonly #ports: readonly MessagePort[];

  constructor(task: TeamTask | HelperTask) {
    const isHelper = "number" in task;
    this.#words = new Int32Array(task.board);
    this.#number = isHelper ? task.number : 0;
    this.#ports = isHelper ? [task.found] : task.found;
    this.#firstSegment = Word.first + (isHelper ? task.helpersMax : task.found.length);
  }

  /** For a helper, before anything else: false when it came too late. */
  join(): boolean {
    Atomics.add(this.#words, Word.atWork, 1);
    if (Atomics.load(this.#words, Word.isClosed) === 0) return true;
    this.#pause();
    return false;
  }

  /** Whether this segment is now ours; each is given once. */
  takes(segment: number): boolean {
    if (this.#number > 0 && Atomics.load(this.#words, Word.leave) !== 0) return false;
    return Atomics.compareExchange(this.#words, this.#firstSegment + segment, 0, this.#number + 1) === 0;
  }

  /** Rows of the segments that any member has finished so far. */
  addDone(rows: number): number {
    return Atomics.add(this.#words, Word.rowsDone, rows) + rows;
  }

  /**
   * For a helper, at the end: undefined when it failed, and the answering thread does its share. The arrays are empty
   * then.
   */
  handOver(arrays: readonly PackedArray[] | undefined): void {
    const isSent = arrays !== undefined && this.#send(arrays);
    Atomics.store(this.#words, Word.first + this.#number - 1, isSent ? State.handedOver : State.failed);
    this.#pause();
  }

  /**
   * For the one that answers, when no segment is left: closes the team and waits for members still at work; `tick` may
   * throw to end the wait. Returns the findings, and the segments of members that found nothing.
   */
  gather(segments: number, tick: () => void): { found: PackedArray[][]; left: number[] } {
    Atomics.store(this.#words, Word.isClosed, 1);
    for (;;) {
      const atWork = Atomics.load(this.#words, Word.atWork);
      if (atWork === 0 || Atomics.load(this.#words, Word.isLost) !== 0) break;
      Atomics.wait(this.#words, Word.atWork, atWork, waitMs);
      tick();
    }
    const received = this.#ports.map((port, i) => this.#receive(port, i));
    const left: number[] = [];
    for (let segment = 0; segment < segments; segment++) {
      const member = Atomics.load(this.#words, this.#firstSegment + segment) - 1;
      if (member > 0 && received[member - 1] === undefined) left.push(segment);
    }
    return { found: received.filter((arrays) => arrays !== undefined), left };
  }

  #receive(port: MessagePort, helper: number): PackedArray[] | undefined {
    if (Atomics.load(this.#words, Word.first + helper) !== State.handedOver) return undefined;
    return receiveMessageOnPort(port)?.message as PackedArray[] | undefined;
  }

  /** Memory changes its owner; nothing is copied. */
  #send(arrays: readonly PackedArray[]): boolean {
    const whole = arrays.map((array) => (array.byteLength === array.buffer.byteLength ? array : array.slice()));
    try {
      this.#ports[0]!.postMessage(whole, [...new Set(whole.map(({ buffer }) => buffer as ArrayBuffer))]);
      return true;
    } catch {
      return false;
    }
  }

  /** Drops everything that arrives from now on, and everything that was sent and not received. */
  close(): void {
    Atomics.store(this.#words, Word.isClosed, 1);
    for (const port of this.#ports) port.close();
  }

  #pause(): void {
    Atomics.sub(this.#words, Word.atWork, 1);
    Atomics.notify(this.#words, Word.atWork);
  }
}

/** The stop flag is looked at that often. */
const waitMs = 20;
