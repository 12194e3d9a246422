import { useEffect, useState } from "react";
import type { FindHits } from "./hits.ts";

/** Finds what a line asks of messages; undefined until the parser has come, and when it asks nothing of them. */
export function useHitFinder(line: string): FindHits | undefined {
  const [finder, setFinder] = useState<{ find: FindHits | undefined }>({ find: undefined });
  useEffect(() => {
    let isLate = false;
    void Promise.all([import("./hits.ts"), import("../../filter/language/read-pieces.ts")]).then(
      ([{ createHitFinder }, { readPieces }]) => {
        if (!isLate) setFinder({ find: createHitFinder(readPieces(line).elements) });
      },
    );
    return () => {
      isLate = true;
    };
  }, [line]);
  return finder.find;
}
