import { useSyncExternalStore } from "react";
import { writeCondition } from "../../filter/language/write-condition.ts";
import { listenSessionEnd } from "../api/session.ts";
import { beginWork } from "../api/unfinished-work.ts";
import { explain } from "../states/explain.ts";
import { allMonths } from "../time/time-range.ts";
import { toast } from "../toasts/toast-store.ts";
import { words } from "../words/words.ts";
import { UnreadableFile } from "./recognise-file.ts";
import { noTotals, type UploadTotals, upload } from "./upload.ts";

/** A file that goes to the service, or went. It goes on while the reader looks at other pages. */
export interface RunningUpload {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
  /** `refused`: going on would not help. */
  state: "waiting" | "running" | "done" | "failed" | "refused" | "stopped";
  totals: UploadTotals;
  /** The fault, in words. */
  problem?: string;
}

/** Finished ones that are kept in the list. */
const finishedMax = 20;

let known: readonly RunningUpload[] = [];
let nextId = 1;
/** What is needed to go on with one that is listed. */
const orders = new Map<number, { file: File; getToken: () => Promise<string> }>();
let controller: AbortController | undefined;
const listeners = new Set<() => void>();

/** One after the other. */
export function startUploads(files: Iterable<File>, getToken: () => Promise<string>): void {
  for (const file of files) {
    const id = nextId++;
    orders.set(id, { file, getToken });
    set([...known, { id, name: file.name, size: file.size, state: "waiting", totals: noTotals }]);
  }
  void workOff();
}

/** Goes on where it was stopped, or failed; a packed file that is sent in one piece begins anew. */
export function resumeUpload(id: number): void {
  change(id, { state: "waiting", problem: undefined });
  void workOff();
}

export function stopUpload(id: number): void {
  const upload = known.find((entry) => entry.id === id);
  if (upload?.state === "running") controller?.abort();
  else if (upload?.state === "waiting") change(id, { state: "stopped" });
}

/** In the order in which they were chosen. */
export function useUploads(): readonly RunningUpload[] {
  return useSyncExternalStore(listen, () => known);
}

/** The search for the events of a file. */
export function searchOf(name: string): { q: string; address: string } {
  const q = writeCondition("source", name.replace(/\.(?:gz|zst)$/i, ""));
  return { q, address: `/search?t=${allMonths}&q=${encodeURIComponent(q)}` };
}

async function workOff(): Promise<void> {
  if (controller !== undefined) return;
  const endWork = beginWork();
  for (let next = firstWaiting(); next !== undefined; next = firstWaiting()) {
    controller = new AbortController();
    await carryOut(next, controller.signal);
  }
  controller = undefined;
  endWork();
}

async function carryOut({ id, totals }: RunningUpload, signal: AbortSignal): Promise<void> {
  const { file, getToken } = orders.get(id)!;
  change(id, { state: "running" });
  try {
    await upload(file, await getToken(), { from: totals, signal, onProgress: (so) => change(id, { totals: so }) });
    end(id, { state: "done" });
  } catch (error) {
    if (error instanceof UnreadableFile) return end(id, { state: "refused", problem: error.message });
    const { title, text } = explain(error);
    end(id, signal.aborted ? { state: "stopped" } : { state: "failed", problem: words.parts.refused(title, text) });
  }
}

function end(id: number, changes: Pick<RunningUpload, "state" | "problem">): void {
  change(id, changes);
  const ended = known.find((entry) => entry.id === id);
  if (ended !== undefined && listeners.size === 0) tell(ended);
  const finished = known.filter(isFinished).slice(0, -finishedMax);
  for (const old of finished) orders.delete(old.id);
  set(known.filter((entry) => !finished.includes(entry)));
}

/** For a reader who looks at another page. */
function tell({ name, state, totals, problem }: RunningUpload): void {
  const { file } = words.welcome;
  if (state === "failed" || state === "refused")
    toast(state === "failed" ? `${file.failed(name)} ${problem}` : problem!, {
      kind: "bad",
      link: { label: file.toIt, href: "/welcome" },
    });
  else if (state === "done")
    toast(file.stored(totals.accepted, name), {
      link: { label: words.welcome.lookAtThem, href: searchOf(name).address },
    });
}

function firstWaiting(): RunningUpload | undefined {
  return known.find(({ state }) => state === "waiting");
}

function isFinished({ state }: RunningUpload): boolean {
  return state !== "waiting" && state !== "running";
}

function change(id: number, changes: Partial<RunningUpload>): void {
  set(known.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)));
}

// The next reader of this document sees nothing of them.
listenSessionEnd(() => {
  controller?.abort();
  orders.clear();
  set([]);
});

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly RunningUpload[]): void {
  known = next;
  for (const listener of listeners) listener();
}
