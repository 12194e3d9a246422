import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { call } from "../../api/call.ts";
import { TailFeed, type TailSnapshot } from "./tail-feed.ts";

const nothing: TailSnapshot = { state: "connecting", lines: [], waiting: 0, rate: 0, total: 0 };

export interface Tail {
  snapshot: TailSnapshot;
  hold(isHeld: boolean): void;
  clear(): void;
}

/** Follows the events that a line means while the page is shown; a new `run` starts over. */
export function useTail(q: string, run: number): Tail {
  const feed = useRef<TailFeed>(undefined);
  const listeners = useRef(new Set<() => void>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again, it begins anew
  useEffect(() => {
    const tell = () => {
      for (const listener of listeners.current) listener();
    };
    const opened = new TailFeed(q, () => {
      // Says by the way when the session has ended.
      if (opened.snapshot.state === "ended") void call("GET", "/api/fields").catch(() => undefined);
      tell();
    });
    feed.current = opened;
    tell();
    return () => opened.close();
  }, [q, run]);
  const snapshot = useSyncExternalStore(
    (listener) => {
      listeners.current.add(listener);
      return () => listeners.current.delete(listener);
    },
    () => feed.current?.snapshot ?? nothing,
  );
  return useMemo(
    () => ({
      snapshot,
      hold: (isHeld: boolean) => feed.current?.hold(isHeld),
      clear: () => feed.current?.clear(),
    }),
    [snapshot],
  );
}
