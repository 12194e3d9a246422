import { useCallback } from "react";

/** Narrows the line to one value of a field, or to all but it; null: to having the field, or lacking it. */
export type Narrow = (field: string, value: string | null, not?: boolean) => void;

/**
 * `onLine` must stay the same function as long as it does the same. The parser is there by the time somebody chooses a
 * value; the page does not wait for it.
 */
export function useNarrow(line: string, onLine: (line: string) => void): Narrow {
  return useCallback(
    (field, value, not = false) => {
      void import("./narrow-line.ts").then(({ narrowLine }) => onLine(narrowLine(line, field, value, not)));
    },
    [line, onLine],
  );
}
