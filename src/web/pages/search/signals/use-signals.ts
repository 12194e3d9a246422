import { words } from "../../../words/words.ts";
import { useSavedSearches } from "../saved/saved-searches.ts";

export interface Signal {
  title: string;
  line: string;
}

/** The built-in signals, and every saved search that is a line alone. */
export function useSignals(): readonly Signal[] {
  const saved = useSavedSearches().data?.objects ?? [];
  const kept = saved
    .filter(({ q, filter }) => q.trim() !== "" && filter.length === 0)
    .map(({ title, q }) => ({ title, line: q.trim() }));
  const lines = new Set(kept.map(({ line }) => line));
  return [...builtIn().filter(({ line }) => !lines.has(line)), ...kept];
}

function builtIn(): Signal[] {
  const { errors, warnings, exceptions } = words.finding;
  return [
    { title: errors, line: "severity<=3" },
    { title: warnings, line: "severity<=4" },
    { title: exceptions, line: "exception OR traceback OR panic" },
  ];
}
