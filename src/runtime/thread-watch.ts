import { MemoryWatch } from "./memory-watch.ts";

/**
 * The watch of this thread. A pool thread loads one entry of `workers/` after the other, each with its own copy of all
 * modules in the executable, and what one of them keeps has to make way for the work of another: they find the watch
 * with the thread itself. `bytesMax` is that of whoever asks first.
 */
export function watchOfThread(bytesMax = Number.POSITIVE_INFINITY): MemoryWatch {
  const thread = globalThis as { [ofThread]?: MemoryWatch };
  thread[ofThread] ??= new MemoryWatch(bytesMax);
  return thread[ofThread];
}

const ofThread = Symbol.for("vigie.memory-watch");
