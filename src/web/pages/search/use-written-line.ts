import { type RefObject, useCallback, useRef } from "react";
import type { QueryLineHandle } from "../../query-line/query-line.tsx";
import { type Narrow, useNarrow } from "../../query-line/use-narrow.ts";
import type { Address, SetAddress } from "./address.ts";
import { joinLines } from "./signals/signal-lines.ts";
import type { Search } from "./use-search.ts";

/** What the address keeps beside the question: how its answer is looked at. */
const looks = new Set(["cols", "event", "tab", "wrap", "compact", "gaps", "every", "pins", "saved", "find"]);

interface WrittenLine {
  /** Changes the address; what is another question has the line in it. */
  set: SetAddress;
  narrow: Narrow;
  /** Asks a line, also the same one again. */
  ask: (q: string) => void;
  askAgain: () => void;
  /** Goes on when the line is asked: with what is made of the question. */
  withLine: (then: () => void) => void;
}

/**
 * Nobody has to press Enter: what changes the question, or uses it, takes the line as it stands there. One that is
 * wrong says so, and nothing else happens. `set`, `narrow` and `withLine` are always the same functions.
 */
export function useWrittenLine(
  address: Address,
  setAddress: SetAddress,
  search: Search,
  line: RefObject<QueryLineHandle | null>,
): WrittenLine {
  const latest = useRef(address);
  latest.current = address;
  const take = useCallback(
    (then: (q: string) => void) => (line.current ? line.current.take(then) : then(latest.current.q)),
    [line],
  );
  const withLine = useCallback(
    (then: () => void) =>
      take((q) => (q === latest.current.q ? then() : void setAddress({ q, event: null }).then(then))),
    [take, setAddress],
  );
  const set = useCallback<SetAddress>(
    (changes, options) => {
      const now = latest.current;
      const wanted = typeof changes === "function" ? changes(now) : changes;
      if (wanted === null || "q" in wanted || !isOtherQuestion(wanted, now)) return setAddress(changes, options);
      return new Promise((resolve) =>
        take((q) => {
          const written = q === now.q ? changes : { q, event: null, ...wanted };
          resolve(setAddress(written, options));
        }),
      );
    },
    [take, setAddress],
  );
  const narrowAsked = useNarrow(
    address.q,
    useCallback((q) => void setAddress({ q }), [setAddress]),
  );
  const narrow = useCallback<Narrow>(
    (field, value, not) => withLine(() => narrowAsked(field, value, not)),
    [withLine, narrowAsked],
  );
  const ask = (q: string) => {
    if (q === address.q) return search.runAgain();
    search.askAhead(joinLines(...address.signals, q));
    void setAddress({ q, event: null });
  };
  return { set, narrow, ask, askAgain: () => take(ask), withLine };
}

function isOtherQuestion(wanted: object, now: Address): boolean {
  return Object.entries(wanted).some(([name, value]) => !looks.has(name) && value !== now[name as keyof Address]);
}
