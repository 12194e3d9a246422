import { leastGainBytes, MemoryWatch } from "./memory-watch.ts";

export interface MemoryRelief {
  /** To be called by whoever takes memory on the main thread, or begins what takes some elsewhere. */
  look(): void;
  close(): void;
}

/** What tests replace. */
export interface ReliefParts {
  watch?: MemoryWatch;
  monotonicMs?: () => number;
  /** Gives what cancels it. */
  after?: (milliseconds: number, action: () => void) => () => void;
}

/**
 * Watches the memory of the process for threads that have nothing to do: they cannot look themselves, and what they
 * keep, or have not collected, is missing where others work. `askIdle` has them look. Main thread, whose own garbage is
 * collected, too. After a look it goes on by itself as long as more and more, or less and less, is taken: nobody looks
 * while nothing happens.
 */
export function openMemoryRelief(
  bytesMax: number,
  askIdle: () => void,
  { watch = new MemoryWatch(bytesMax), monotonicMs = () => performance.now(), after = unwaited }: ReliefParts = {},
): MemoryRelief {
  let lookedMs = Number.NEGATIVE_INFINITY;
  let askedMs = Number.NEGATIVE_INFINITY;
  /** Resident when they were asked, or less since then. */
  let askedBytes = 0;
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
    // Of no more than that nobody would give anything back, and threads that are asked again and again never rest for
    // so long that they end.
    if (!watch.isNear || residentBytes - askedBytes < leastGainBytes || nowMs - askedMs < askEveryMs) return;
    askedMs = nowMs;
    askedBytes = residentBytes;
    askIdle();
  }
  return {
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

/** The process does not live on for it. */
function unwaited(milliseconds: number, action: () => void): () => void {
  const timer = setTimeout(action, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}

/** A look takes 15 µs; in so many milliseconds a body fills some ten megabytes. */
const lookEveryMs = 10;
/** To ask takes a collection in each thread, of 5 to 60 ms, where it promises anything. */
const askEveryMs = 250;
/** Work takes or gives back more in that time. */
const restlessBytes = 1024 * 1024;
