import type { Logger } from "../../lib/log.ts";
import { type ConnectionBounds, chooseEnded, isHalfOpen, type KnownOfConnections } from "./choose-ended.ts";
import type { Connection, OpenConnections } from "./open-connections.ts";

/** Statistics of connections. */
export interface ConnectionStatus {
  open: number;
  /** Those on which no complete request has arrived. */
  halfOpen: number;
  /** Since the start. */
  endedHalfOpen: number;
  endedIdle: number;
}

export interface ConnectionWatch {
  /** As they are now. */
  status(): ConnectionStatus;
  close(): void;
}

export interface WatchBounds extends ConnectionBounds {
  /** Descriptors that may be in use while connections exceed their bound for a moment. */
  descriptors: number;
  /** From here on every half-open one may have to be closed, also new ones that were not read yet. */
  descriptorsShort: number;
}

/** Parts that tests replace. */
export interface WatchParts {
  monotonicMs?: () => number;
  /** Returns a function that cancels it. */
  after?: (milliseconds: number, action: () => void) => () => void;
}

/**
 * Keeps connections within their bounds. The server accepts every connection without notice, so this checks how many
 * descriptors are in use, which takes a microsecond, and inspects the connections themselves when the number has grown,
 * or once a second while there are many. Main thread.
 */
export function watchConnections(
  connections: OpenConnections,
  bounds: WatchBounds,
  known: KnownOfConnections,
  log: Logger,
  { monotonicMs = () => performance.now(), after = unwaited }: WatchParts = {},
): ConnectionWatch {
  const ended = { halfOpen: 0, idle: 0 };
  let toldMs = Number.NEGATIVE_INFINITY;
  let listedMs = Number.NEGATIVE_INFINITY;
  /** The lowest value of `lowestFree` since then. */
  let fewest = connections.lowestFree();
  let seen = 0;
  let isClosed = false;
  let cancel = after(lookMsMin, look);

  function look(): void {
    if (isClosed) return;
    const beganMs = monotonicMs();
    const free = connections.lowestFree();
    try {
      lookAt(free);
    } finally {
      // The next look is due in every case; requests come first.
      cancel = after(Math.max(nextLookMs(free), 2 * (monotonicMs() - beganMs)), look);
    }
  }

  function lookAt(free: number): void {
    const hasGrown = free < 0 || free - fewest >= bounds.total * grownShare;
    const isDue = seen > bounds.total * fewShare && monotonicMs() - listedMs >= listEveryMs;
    if (hasGrown || isDue) bound(free < 0 || free >= bounds.descriptorsShort);
    else fewest = Math.min(fewest, free);
  }

  /** Half of the time in which a flood would take the rest. */
  function nextLookMs(free: number): number {
    const left = free < 0 ? 0 : bounds.descriptors - free;
    return Math.min(lookMsMax, Math.max(lookMsMin, left / floodPerMs / 2));
  }

  function bound(isShort: boolean): void {
    const all = connections.list();
    const isInUse = isShort ? known.isInUse : isInUseOrUnread;
    const chosen = chooseEnded(all, bounds, { ...known, isInUse });
    for (const connection of chosen) {
      if (isHalfOpen(connection, known)) ended.halfOpen++;
      else ended.idle++;
      connections.end(connection);
    }
    seen = all.length - chosen.length;
    listedMs = monotonicMs();
    // Connections that were shut down close a little later.
    fewest = Number.POSITIVE_INFINITY;
    if (chosen.length > 0) tell(all.length, chosen.length);
  }

  /** Unread bytes may be a request. */
  function isInUseOrUnread(connection: Connection): boolean {
    return connection.hasUnread || known.isInUse(connection);
  }

  function tell(open: number, count: number): void {
    if (monotonicMs() - toldMs < toldEveryMs) return;
    toldMs = monotonicMs();
    log.warn(
      { open, ended: count, ...ended, bound: bounds.total },
      "connections ended: too many, or half-open too long",
    );
  }

  return {
    status() {
      const all = connections.list();
      const halfOpen = all.filter((connection) => isHalfOpen(connection, { isInUse: isInUseOrUnread })).length;
      return { open: all.length, halfOpen, endedHalfOpen: ended.halfOpen, endedIdle: ended.idle };
    },
    close() {
      isClosed = true;
      cancel();
    },
  };
}

/** The process does not stay alive for it. */
function unwaited(milliseconds: number, action: () => void): () => void {
  const timer = setTimeout(action, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}

/** Connections that a flood brings in a millisecond. */
const floodPerMs = 20;
const lookMsMin = 2;
const lookMsMax = 250;
/** Shares of the limit of open descriptors. */
const grownShare = 1 / 16;
const fewShare = 1 / 8;
const listEveryMs = 1000;
/** A flood is one line of the log in that time. */
const toldEveryMs = 60_000;
