import { useEffect, useMemo, useState } from "react";
import type { FindHits } from "./hits.ts";

type CreateFinder = (line: string) => FindHits | undefined;

/** Once the parser has come. */
let create: CreateFinder | undefined;

/** Finds what a line asks of messages; undefined until the parser has come, and when it asks nothing of them. */
export function useHitFinder(line: string): FindHits | undefined {
  const [known, setKnown] = useState(() => create);
  useEffect(() => {
    if (known === undefined) void load().then((loaded) => setKnown(() => loaded));
  }, [known]);
  return useMemo(() => known?.(line), [known, line]);
}

async function load(): Promise<CreateFinder> {
  const [{ createHitFinder }, { readPieces }] = await Promise.all([
    import("./hits.ts"),
    import("../../filter/language/read-pieces.ts"),
  ]);
  create = (line) => createHitFinder(readPieces(line).elements);
  return create;
}
