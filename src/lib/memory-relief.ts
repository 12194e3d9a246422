import { leastGainBytes, MemoryWatch } from "./memory-watch.ts";

export interface MemoryRelief {
  /** To be called by whoever takes memory on the main thread. */
  look(): void;
  close(): void;
}

/**
 * Watches the memory of the process for threads that have nothing to do: they cannot look themselves, and what they keep, or have not collected, is missing
 * where others work. `askIdle` has them look. Main thread, whose own garbage is collected, too.
 */
export function openMemoryRelief(
  bytesMax: number,
  askIdle: () => void,
  watch = new MemoryWatch(bytesMax),
  monotonicMs = () => performance.now(),
): MemoryRelief {
  let lookedMs = Number.NEGATIVE_INFINITY;
  let askedMs = Number.NEGATIVE_INFINITY;
  /** Resident when they were asked, or less since then. */
  let askedBytes = 0;
  function look(): void {
    const nowMs = monotonicMs();
    if (nowMs - lookedMs < lookEveryMs) return;
    lookedMs = nowMs;
    watch.look();
    const { residentBytes } = watch;
    askedBytes = Math.min(askedBytes, residentBytes);
    // Of no more than that nobody would give anything back, and threads that are asked again and again never rest for so long that they end.
    if (!watch.isNear || residentBytes - askedBytes < leastGainBytes || nowMs - askedMs < askEveryMs) return;
    askedMs = nowMs;
    askedBytes = residentBytes;
    askIdle();
  }
  const timer = setInterval(look, askEveryMs);
  timer.unref();
  return { look, close: () => clearInterval(timer) };
}

/** A look takes 15 µs; in so many milliseconds a body fills some ten megabytes. */
const lookEveryMs = 10;
/** To ask takes a collection in each thread, of 5 to 60 ms, where it promises anything. */
const askEveryMs = 250;
