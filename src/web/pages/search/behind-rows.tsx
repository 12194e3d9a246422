import { type ReactNode, useDeferredValue, useRef } from "react";
import type { Search } from "./use-search.ts";

interface BehindRowsProps {
  search: Search;
  /** Holds their place until they are drawn for the first time. */
  room?: ReactNode;
  children: ReactNode;
}

/**
 * Rows stand on the screen first: whatever else shows an answer is drawn behind them, when nothing more urgent is; and
 * it stays as it is while they are waited for, unless that takes long. So what changes the address from here must ask
 * what it is by now.
 */
export function BehindRows({ search: { events, isSlow, isStopped }, room = null, children }: BehindRowsProps) {
  const shown = useRef(children);
  if (!events.isPlaceholderData || isSlow || isStopped) shown.current = children;
  return useDeferredValue(shown.current, room);
}
