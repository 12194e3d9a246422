import type { ResidentRoom } from "./memory-queue.ts";
import { leastGainBytes, MemoryWatch } from "./thread-memory-watch.ts";
import { unwaited } from "./unwaited.ts";

export interface MemoryRelief extends ResidentRoom {
  /** Call it whenever the main thread takes memory, or starts work elsewhere that does. */
  look(): void;
  close(): void;
}

/** Asks threads to collect their garbage, and to shrink their caches if there is no room for `wantedBytes`. */
export interface ReliefThreads {
  /** Idle ones that answer questions. */
  askPool(wantedBytes: number): void;
  /** Those of intake and upkeep. */
  askOthers(wantedBytes: number): void;
}

/** Parts that tests replace. */
export interface ReliefParts {
  watch?: MemoryWatch;
  monotonicMs?: () => number;
  /** Returns a function that cancels it. */
  after?: (milliseconds: number, action: () => void) => () => void;
}

/**
 * Idle threads cannot check memory themselves, and what they cache or have not collected is missing elsewhere. Near the
 * limit, asks all threads to collect garbage and collects the main thread's own. When memory is requested, asks the
 * pool first, whose threads hold the most: others, which everybody waits for, and the main thread stop for a collection
 * only if that made no room. Polls only while usage is changing. Main thread.
 */
export function openMemoryRelief(
  bytesMax: number,
  threads: ReliefThreads,
  { watch = new MemoryWatch(bytesMax), monotonicMs = () => performance.now(), after = unwaited }: ReliefParts = {},
): MemoryRelief {
  let lookedMs = Number.NEGATIVE_INFINITY;
  let askedMs = Number.NEGATIVE_INFINITY;
  /** Resident when they were asked, or less since then. */
  let askedBytes = 0;
  /** Only the pool was asked. */
  let areOthersLeft = false;
  let cancel: (() => void) | undefined;
  let isClosed = false;
  function lookAgainLater(): void {
    if (isClosed || cancel !== undefined) return;
    const knownBytes = watch.residentBytes;
    cancel = after(askEveryMs, () => {
      cancel = undefined;
      relieve();
      if (Math.abs(watch.residentBytes - knownBytes) >= restlessBytes) lookAgainLater();
    });
  }
  function relieve(): void {
    const nowMs = monotonicMs();
    if (nowMs - lookedMs < lookEveryMs) return;
    lookedMs = nowMs;
    watch.look();
    const { residentBytes } = watch;
    askedBytes = Math.min(askedBytes, residentBytes);
    // Less would give nothing back, and threads that are asked all the time never rest long enough to end.
    if (!watch.isNear || residentBytes - askedBytes < leastGainBytes || nowMs - askedMs < askEveryMs) return;
    askedMs = nowMs;
    askedBytes = residentBytes;
    areOthersLeft = false;
    threads.askPool(0);
    threads.askOthers(0);
  }
  return {
    leftBytes() {
      watch.look();
      return bytesMax * (1 - kept) - watch.residentBytes;
    },
    make(bytes) {
      const nowMs = monotonicMs();
      const sinceMs = nowMs - askedMs;
      if (sinceMs >= askEveryMs) {
        askedMs = nowMs;
        areOthersLeft = true;
        threads.askPool(bytes);
      } else if (areOthersLeft && sinceMs >= poolMs) {
        areOthersLeft = false;
        threads.askOthers(bytes);
        watch.giveBack(bytes);
      }
    },
    look() {
      relieve();
      lookAgainLater();
    },
    close() {
      isClosed = true;
      cancel?.();
    },
  };
}

/** A look takes 15 µs; meanwhile a body fills some ten megabytes in this many milliseconds. */
const lookEveryMs = 10;
/** Asking causes a collection in each thread, of 5 to 60 ms, if it promises anything. */
const askEveryMs = 250;
/** By then the pool's idle threads have collected theirs. */
const poolMs = 100;
/** Share of the limit kept free for what threads allocate between two looks. */
const kept = 0.05;
/** Time within which work allocates or frees more. */
const restlessBytes = 1024 * 1024;
