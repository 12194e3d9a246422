import { useCallback, useRef } from "react";

/** Narrows the line to one value of a field, or to all but it; null: to having the field, or lacking it. */
export type Narrow = (field: string, value: string | null, not?: boolean) => void;

/**
 * Always the same function. It narrows the line of the last rendering, also for callers that were drawn earlier. The
 * parser is there by the time somebody chooses a value; the page does not wait for it.
 */
export function useNarrow(line: string, onLine: (line: string) => void): Narrow {
  const latest = useRef({ line, onLine });
  latest.current = { line, onLine };
  return useCallback((field, value, not = false) => {
    void import("./narrow-line.ts").then(({ narrowLine }) => {
      // Kept at once: a second choice may come before the first is drawn.
      latest.current.line = narrowLine(latest.current.line, field, value, not);
      latest.current.onLine(latest.current.line);
    });
  }, []);
}
