import { parseAsString, useQueryState } from "nuqs";
import { type ReactNode, useRef } from "react";
import { words } from "../words/words.ts";
import { NameFinder } from "./name-finder.tsx";

export interface FoundByName {
  /** The text as lists of the API take it; undefined: no search. */
  find: string | undefined;
  /** Stands in the head of the page. */
  field: ReactNode;
  focus(): void;
}

/** The text to find in the names of a list, kept in the address. */
export function useNameFinder(label = words.parts.find): FoundByName {
  const options = { history: "replace", clearOnDefault: true } as const;
  const [name, setName] = useQueryState("find", parseAsString.withDefault("").withOptions(options));
  const input = useRef<HTMLInputElement>(null);
  return {
    find: name || undefined,
    field: <NameFinder ref={input} label={label} name={name} onChange={(next) => void setName(next)} />,
    focus: () => input.current?.focus(),
  };
}
