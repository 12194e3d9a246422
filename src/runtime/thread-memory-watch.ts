import { AppError } from "../lib/errors.ts";
import { heldBytes, residentBytes } from "./process-memory.ts";

/** The watch's access to the engine and the clock. */
export interface MemoryReadings {
  /** Resident bytes of the whole process. */
  residentBytes(): number;
  /** Heap bytes of this thread, plus shared memory that was passed to it, which is counted twice. */
  heldBytes(): number;
  /** Collects the garbage of this thread and gives its pages back. */
  collect(): void;
  nowMs(): number;
}

/**
 * Keeps the resident memory of the process below a limit, as far as the work of one thread can. A sum of shares sees
 * neither garbage nor what another thread has just taken; the system does. The nearer the limit, the more is given up:
 * garbage first, then caches, then the work itself. One for each thread.
 */
export class MemoryWatch {
  readonly #sheds: (() => void)[] = [];
  readonly #collectAbove: number;
  readonly #shedAbove: number;
  readonly #workMax: number;
  #lookedMs = Number.NEGATIVE_INFINITY;
  /** Resident after the last collection, or less. */
  #collectedBytes = 0;
  /** Until then a collection would free as little as the last one. */
  #vainUntilMs = Number.NEGATIVE_INFINITY;
  #isShort = false;
  #residentBytes = 0;
  /** The piece of work that is done was large enough to be collected behind. */
  #isCollected = false;
  /** Memory that the thread holds on behalf of others. */
  #sharedBytes = 0;

  readonly #bytesMax: number;
  readonly #readings: MemoryReadings;

  constructor(bytesMax: number, readings: MemoryReadings = ofThisThread) {
    this.#bytesMax = bytesMax;
    this.#readings = readings;
    const below = (marginBytes: number, share: number) =>
      Number.isFinite(bytesMax) ? bytesMax - Math.max(marginBytes, bytesMax * share) : bytesMax;
    this.#collectAbove = below(collectMarginBytes, collectMargin);
    this.#shedAbove = below(shedMarginBytes, shedMargin);
    this.#workMax = below(workMarginBytes, workMargin);
  }

  /** `shed` gives up part of a cache; the caches that were registered first shed first. */
  onShort(shed: () => void): void {
    this.#sheds.push(shed);
  }

  /** Whether the bound was near at the last look: helpers of others then leave. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /** Whether there was garbage worth collecting at the last look, in any thread. */
  get isNear(): boolean {
    return this.#residentBytes > this.#collectAbove;
  }

  /** At the last look, of the whole process. */
  get residentBytes(): number {
    return this.#residentBytes;
  }

  /** A piece of work begins with this much shared memory, which exists whether the work is done or not. */
  begin(sharedBytes: number): void {
    this.#sharedBytes = sharedBytes;
  }

  /** Call it at least every few milliseconds of work, the more often the better. */
  look(): void {
    const nowMs = this.#readings.nowMs();
    if (nowMs - this.#lookedMs < lookEveryMs) return;
    this.#lookedMs = nowMs;
    const resident = this.#readings.residentBytes();
    this.#residentBytes = resident;
    this.#collectedBytes = Math.min(this.#collectedBytes, resident);
    if (!this.isNear) this.#isShort = false;
    else if (this.#isWorthIt(resident)) this.#relieve(resident);
  }

  /** The same for work on a question: throws AppError `too_large` when nothing else is left to be given up. */
  lookOrRefuse(): void {
    this.look();
    if (!this.#isShort || this.#ownBytes < heldBytesMin) return;
    // Held memory is known only since the last collection; much of it may be garbage by now.
    this.#relieve(this.#readings.residentBytes());
    if (this.#isShort && this.#ownBytes >= heldBytesMin) throw this.#tooLarge();
  }

  /** Whether this many more bytes may be taken; caches make room for them. */
  hasRoom(bytes: number): boolean {
    for (let times = 0; times < shedTimesMax; times++) {
      const resident = this.#readings.residentBytes();
      if (resident + bytes <= this.#workMax) return true;
      this.#relieve(resident + bytes);
    }
    return false;
  }

  /**
   * After a piece of work: its leftovers would add to those of another thread's next one. `wantedBytes`: about to be
   * taken by another thread.
   */
  giveBack(wantedBytes = 0): void {
    this.#isShort = false;
    this.#sharedBytes = 0;
    const resident = this.#readings.residentBytes() + wantedBytes;
    if (resident > this.#collectAbove && (this.#isCollected || this.#isWorthIt(resident))) this.#relieve(resident);
    this.#isCollected = false;
  }

  get #ownBytes(): number {
    return this.#readings.heldBytes() - 2 * this.#sharedBytes;
  }

  /** If others, or an idle process, keep memory near the limit, not every look is worth a collection. */
  #isWorthIt(resident: number): boolean {
    const grown = resident - this.#collectedBytes;
    if (grown < leastGainBytes) return false;
    return grown >= 2 * leastGainBytes || this.#readings.nowMs() >= this.#vainUntilMs;
  }

  #relieve(wantedBytes: number): void {
    if (wantedBytes > this.#shedAbove) for (const shed of this.#sheds) shed();
    const beganMs = this.#readings.nowMs();
    const before = this.#readings.residentBytes();
    this.#readings.collect();
    const endedMs = this.#readings.nowMs();
    this.#collectedBytes = this.#readings.residentBytes();
    this.#isShort = this.#collectedBytes > this.#workMax;
    this.#isCollected = true;
    if (before - this.#collectedBytes < vainBytes) this.#vainUntilMs = endedMs + (endedMs - beganMs) / vainShare;
  }

  #tooLarge(): AppError {
    const megabytes = Math.round(this.#bytesMax / 1024 / 1024);
    return new AppError(
      "too_large",
      `This takes more memory than is left of the ${megabytes} MB that the service may use. Ask for a shorter time range or a narrower filter, or ask again later.`,
    );
  }
}

const ofThisThread: MemoryReadings = {
  residentBytes,
  heldBytes,
  collect: () => Bun.gc(true),
  nowMs: () => performance.now(),
};

const megabyte = 1024 * 1024;
/** A look takes 15 µs; a thread fills some megabytes in this many milliseconds. */
const lookEveryMs = 3;
/** A collection takes 5 to 60 ms: at least this much must have been allocated since the last one. */
export const leastGainBytes = 16 * megabyte;
/** One that freed less was futile. While little comes free, collections take at most this share of a thread's time. */
const vainBytes = 4 * megabyte;
const vainShare = 0.05;
/**
 * Below the bound, the greater of both: garbage is collected, caches shrink, and work makes do with the memory it has.
 */
const collectMarginBytes = 80 * megabyte;
const collectMargin = 0.12;
const shedMarginBytes = 60 * megabyte;
const shedMargin = 0.1;
const workMarginBytes = 50 * megabyte;
const workMargin = 0.085;
/** A thread that holds less than this is not the one to refuse. */
const heldBytesMin = 64 * megabyte;
/** Share of a cache that it gives up each time: half. */
const shedTimesMax = 3;

/**
 * The watch of this thread. A pool thread loads several entries of `workers/`, in the executable each with its own copy
 * of all modules, and the caches of one must make room for the work of another: so the watch belongs to the thread
 * itself. The first caller's `bytesMax` applies.
 */
export function watchOfThread(bytesMax = Number.POSITIVE_INFINITY): MemoryWatch {
  const thread = globalThis as { [ofThread]?: MemoryWatch };
  thread[ofThread] ??= new MemoryWatch(bytesMax);
  return thread[ofThread];
}

const ofThread = Symbol.for("vigie.memory-watch");
