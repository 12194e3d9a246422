import { useSyncExternalStore } from "react";
import { listenSessionEnd } from "../api/session.ts";
import { beginWork } from "../api/unfinished-work.ts";
import { explain } from "../states/explain.ts";
import { type LoadedFile, loadFile, saveFile } from "./download.ts";

/** A download of this browser, running or finished. It continues while the reader looks at other pages. */
export interface RunningExport {
  id: number;
  title: string;
  format: string;
  /** Path at the service, without the query string. */
  path: string;
  bytes: number;
  state: "running" | "done" | "failed" | "stopped";
  /** Epoch seconds. */
  startedAt: number;
  /** The fault, in words. */
  problem?: string;
  /** As long as it is listed it can be saved again. */
  file?: LoadedFile;
}

export interface ExportOrder {
  title: string;
  format: string;
  path: string;
  query: Record<string, string>;
}

/** Finished ones that are kept in the list: their bytes are held in memory. */
const finishedMax = 5;

let known: readonly RunningExport[] = [];
let nextId = 1;
const running = new Map<number, AbortController>();
const listeners = new Set<() => void>();

/** Begins at once, and saves the file when all of it has come. `ended` tells how it ended, and never rejects. */
export function startExport(order: ExportOrder): { id: number; ended: Promise<RunningExport["state"]> } {
  const id = nextId++;
  const { title, format, path } = order;
  set([{ id, title, format, path, bytes: 0, state: "running", startedAt: Math.floor(Date.now() / 1000) }, ...known]);
  return { id, ended: carryOut(id, order) };
}

async function carryOut(id: number, { path, query }: ExportOrder): Promise<RunningExport["state"]> {
  const controller = new AbortController();
  running.set(id, controller);
  const endWork = beginWork();
  const end = (changes: Partial<RunningExport> & Pick<RunningExport, "state">) => {
    running.delete(id);
    endWork();
    change(id, changes);
    forgetOld();
    return changes.state;
  };
  try {
    const { signal } = controller;
    const file = await loadFile(path, { query, signal, onProgress: (bytes) => change(id, { bytes }) });
    saveFile(file);
    return end({ state: "done", file });
  } catch (error) {
    if (controller.signal.aborted) return end({ state: "stopped" });
    const { title, text } = explain(error);
    return end({ state: "failed", problem: `${title}. ${text}` });
  }
}

function change(id: number, changes: Partial<RunningExport>): void {
  set(known.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)));
}

export function stopExport(id: number): void {
  running.get(id)?.abort();
}

/** Removes it from the list; stops it if it is running. */
export function forgetExport(id: number): void {
  stopExport(id);
  set(known.filter((entry) => entry.id !== id));
}

/** The newest first. */
export function useExports(): readonly RunningExport[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => known,
  );
}

// The next reader of this document sees nothing of them.
listenSessionEnd(() => {
  for (const { id } of known) forgetExport(id);
});

function forgetOld(): void {
  const finished = known.filter(({ state }) => state !== "running").slice(finishedMax);
  if (finished.length > 0) set(known.filter((entry) => !finished.includes(entry)));
}

function set(next: readonly RunningExport[]): void {
  known = next;
  for (const listener of listeners) listener();
}
