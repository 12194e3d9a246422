import { useSyncExternalStore } from "react";

/** Since when no request has been answered; undefined while all is well. */
let lostSince: number | undefined;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const whenBack = new Set<() => void>();

/** Every request reports its end here. While offline, the service is polled every few seconds. */
export function reportConnection(isReached: boolean): void {
  if (isReached === (lostSince === undefined)) return;
  lostSince = isReached ? undefined : Date.now();
  clearTimeout(retryTimer);
  if (!isReached) retryTimer = setTimeout(lookAgain, retryMs);
  for (const listener of listeners) listener();
  if (isReached) for (const listener of whenBack) listener();
}

/** Called each time the service is back. */
export function listenReconnected(listener: () => void): () => void {
  whenBack.add(listener);
  return () => whenBack.delete(listener);
}

/** When the connection was lost, in milliseconds; undefined while there is one. */
export function useLostSince(): number | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => lostSince,
  );
}

const retryMs = 3_000;

async function lookAgain(): Promise<void> {
  try {
    await fetch("/healthz", { cache: "no-store" });
    reportConnection(true);
  } catch {
    retryTimer = setTimeout(lookAgain, retryMs);
  }
}
