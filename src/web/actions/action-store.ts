import { useEffect, useRef, useSyncExternalStore } from "react";

/** Something the reader can do now, from the command menu or by its keys. */
export interface Action {
  id: string;
  label: string;
  group: ActionGroup;
  /** `/`, `mod+k`, `shift+Enter`, or two keys in a row: `g s`. */
  keys?: string;
  /** Synonyms for the search in the command menu. */
  words?: string;
  run(): void;
}

export const actionGroups = ["Go to", "This page", "Everywhere"] as const;
export type ActionGroup = (typeof actionGroups)[number];

const actions = new Map<string, Action>();
const listeners = new Set<() => void>();
let listed: readonly Action[] = [];

/** Offers the actions while the component is mounted. A later one with the same id replaces an earlier one. */
export function useActions(offered: readonly Action[]): void {
  const latest = useRef(offered);
  latest.current = offered;
  const signature = offered.map(({ id, label, keys }) => `${id}|${label}|${keys}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature says what is offered
  useEffect(() => {
    const mine = latest.current.map((action, index) => ({ ...action, run: () => latest.current[index]?.run() }));
    for (const action of mine) actions.set(action.id, action);
    tell();
    return () => {
      for (const action of mine) if (actions.get(action.id) === action) actions.delete(action.id);
      tell();
    };
  }, [signature]);
}

/** All actions offered now. */
export function useOfferedActions(): readonly Action[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => listed,
  );
}

export function offeredActions(): readonly Action[] {
  return listed;
}

function tell(): void {
  listed = [...actions.values()];
  for (const listener of listeners) listener();
}
