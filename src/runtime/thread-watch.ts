import { MemoryWatch } from "./memory-watch.ts";

/**
 * The watch of this thread. A pool thread loads several entries of `workers/`, in the executable each with its own copy
 * of all modules, and the caches of one must make room for the work of another: so the watch hangs on the thread
 * itself. `bytesMax` is that of whoever asks first.
 */
export function watchOfThread(bytesMax = Number.POSITIVE_INFINITY): MemoryWatch {
  const thread = globalThis as { [ofThread]?: MemoryWatch };
  thread[ofThread] ??= new MemoryWatch(bytesMax);
  return thread[ofThread];
}

const ofThread = Symbol.for("vigie.memory-watch");
