import { useSyncExternalStore } from "react";

export interface Toast {
  id: number;
  text: string;
  kind: "good" | "bad";
  /** Link to what was made. */
  link?: { label: string; href: string };
  /** An action on it, such as Undo. */
  action?: { label: string; run: () => void };
}

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Long enough to read a sentence and decide to undo. */
const shownMs = 7_000;
const shownMax = 3;

/** Says in a corner what happened. Faults stay until they are closed. */
export function toast(text: string, options: Partial<Pick<Toast, "kind" | "action" | "link">> = {}): void {
  const id = nextId++;
  const said = { id, text, kind: "good" as const, ...options };
  set([...toasts.filter((shown) => !isRepeat(said, shown)), said].slice(-shownMax));
  if (options.kind !== "bad") setTimeout(() => closeToast(id), shownMs);
}

/** The same once more says nothing new, unless it can be undone by itself. */
function isRepeat(said: Toast, shown: Toast): boolean {
  return said.text === shown.text && said.kind === shown.kind && shown.action === undefined;
}

export function closeToast(id: number): void {
  set(toasts.filter((candidate) => candidate.id !== id));
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
