import { MemoryWatch } from "./memory-watch.ts";

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
): MemoryRelief {
  let lookedMs = Number.NEGATIVE_INFINITY;
  let askedMs = Number.NEGATIVE_INFINITY;
  function look(): void {
    const nowMs = performance.now();
    if (nowMs - lookedMs < lookEveryMs) return;
    lookedMs = nowMs;
    watch.look();
    if (!watch.isNear || nowMs - askedMs < askEveryMs) return;
    askedMs = nowMs;
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
