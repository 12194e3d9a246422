import { useCallback } from "react";
import type { Address, SetAddress } from "./address.ts";

/** Narrows the search to one value of a field, or to all but it. */
export type Narrow = (field: string, value: string, not?: boolean) => void;

/** The parser is there by the time somebody chooses a value; the page does not wait for it. */
export function useNarrow({ q }: Address, set: SetAddress): Narrow {
  return useCallback(
    (field, value, not = false) => {
      void import("./narrow-line.ts").then(({ narrowLine }) => set({ q: narrowLine(q, field, value, not) }));
    },
    [q, set],
  );
}
