/**
 * Collects what the start of this thread left, once it has been ready for a moment. Otherwise a start that restored
 * much leaves some 70 MB, which the first questions lack: near the memory limit they collect again and again.
 */
export function collectAfterStart(collect: () => void = () => Bun.gc(true), waitMs = afterReadyMs): void {
  setTimeout(collect, waitMs).unref();
}

/** The collection takes up to 60 ms: who waited for the start is served by then. */
const afterReadyMs = 1_000;
