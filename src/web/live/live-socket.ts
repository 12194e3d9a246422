import { useSyncExternalStore } from "react";
import { ApiError } from "../api/api-error.ts";
import type { QueryRecord } from "../api/ask.ts";
import { call } from "../api/call.ts";
import type { ApiTimeRange } from "../time/time-range.ts";

/** The reader's view of a widget. Twin: WidgetLook of src/live/message.ts. */
export interface WidgetLook {
  dashboard: number;
  time_range?: ApiTimeRange;
  q?: string;
}

export interface WidgetWatcher {
  /** Its answer, at first and whenever it has changed. */
  update(record: QueryRecord): void;
  /** The service no longer answers it, for this reason. */
  fail(error: Error): void;
}

interface Watched {
  look: WidgetLook;
  watcher: WidgetWatcher;
  /** Answers to subscriptions that are still due; before the last of them, what comes is of an earlier look. */
  due: number;
}

/** The one connection for all visible widgets; closed while there are none. */
const watched = new Map<number, Watched>();
const listeners = new Set<() => void>();
let socket: WebSocket | undefined;
let isLive = false;
let retryMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const firstRetryMs = 500;
const lastRetryMs = 15_000;
/** Keeps the connection while moving between dashboards. */
const idleMs = 5_000;

/** Watches a widget; the returned function ends it. A widget is watched once at a time. */
export function watchWidget(id: number, look: WidgetLook, watcher: WidgetWatcher): () => void {
  const mine: Watched = { look, watcher, due: 0 };
  watched.set(id, mine);
  if (socket === undefined) connect();
  else if (isLive) subscribe(id, mine);
  return () => {
    if (watched.get(id) !== mine) return;
    watched.delete(id);
    if (isLive) socket?.send(JSON.stringify(["unsubscribe", "widget", id]));
    if (watched.size === 0) setTimeout(closeIdle, idleMs);
  };
}

/** True while live updates arrive. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isLive,
  );
}

function connect(): void {
  clearTimeout(timer);
  timer = undefined;
  const opening = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/live-updates`);
  socket = opening;
  opening.addEventListener("open", () => {
    retryMs = 0;
    setLive(true);
    for (const [id, one] of watched) {
      one.due = 0;
      subscribe(id, one);
    }
  });
  opening.addEventListener("message", ({ data }) => receive(JSON.parse(String(data)) as unknown[]));
  opening.addEventListener("close", () => {
    if (socket !== opening) return;
    socket = undefined;
    setLive(false);
    if (watched.size > 0) retryLater();
  });
}

function subscribe(id: number, one: Watched): void {
  one.due += 1;
  socket?.send(JSON.stringify(["subscribe", "widget", id, one.look]));
}

function receive([word, thing, id, ...rest]: unknown[]): void {
  const one = thing === "widget" ? watched.get(id as number) : undefined;
  if (one === undefined) return;
  if (word === "subscribed") one.due -= 1;
  else if (word === "update" && one.due <= 0) one.watcher.update(rest[0] as QueryRecord);
  else if (word === "error") {
    // A refused subscription has no other answer.
    one.due = Math.max(0, one.due - 1);
    const [status, text] = rest as [number, string];
    if (one.due === 0) one.watcher.fail(new ApiError(status, text, {}, null, undefined));
  }
}

function retryLater(): void {
  retryMs = Math.min(lastRetryMs, Math.max(firstRetryMs, retryMs * 2));
  timer ??= setTimeout(() => {
    timer = undefined;
    // Also reports an ended session or an outage.
    void call("GET", "/api/dashboards", { query: { page_size: 1 } })
      .then(() => watched.size > 0 && socket === undefined && connect())
      .catch(() => watched.size > 0 && retryLater());
  }, retryMs);
}

function closeIdle(): void {
  if (watched.size > 0) return;
  clearTimeout(timer);
  timer = undefined;
  const idle = socket;
  socket = undefined;
  setLive(false);
  idle?.close();
}

function setLive(next: boolean): void {
  isLive = next;
  for (const listener of listeners) listener();
}
