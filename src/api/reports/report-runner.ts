import { rm, writeFile } from "node:fs/promises";
import type { Written } from "../../document/output.ts";
import { AppError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log.ts";
import { StopTime, stopPoints } from "../../lib/stop/stop-time.ts";
import { ControlWords } from "../../runtime/control-words.ts";
import {
  closeGraceMs,
  progressSavedMs,
  reportsAtOnce,
  reportWorkMsMax,
  unfinishedMax,
  unfinishedPerUserMax,
} from "./limits.ts";
import type { NewReport, ReportStore } from "./report-store.ts";
import type { ReportRow } from "./repository.ts";

/** Control of a report in work. */
export interface ReportControl {
  /** Two words for the threads: the first is 1 when they must stop, the second their progress. */
  shared: SharedArrayBuffer;
  signal: AbortSignal;
  /** 0..100. */
  onProgress(percent: number): void;
}

/** Writes the document to the path, or gives its bytes when they are few; ends soon after the signal. */
export type WriteReport = (path: string, control: ReportControl) => Promise<Written>;

export interface ReportRunnerParts {
  store: ReportStore;
  log: Logger;
  maxWorkMs?: number;
  /** Aborted when the service begins to stop: no report is begun, and those in work are stopped. */
  stopping?: AbortSignal | undefined;
}

export type ReportRunner = ReturnType<typeof openReportRunner>;

/**
 * Makes reports, a few at a time, first come first served: PENDING → IN_PROGRESS → SUCCESS | FAILURE. A report that is
 * unfinished when the service ends is a FAILURE after the next start. Main thread.
 */
export function openReportRunner({ store, log, maxWorkMs: workMsMax = reportWorkMsMax, stopping }: ReportRunnerParts) {
  const waiting: Entry[] = [];
  const running = new Map<Entry, Promise<void>>();
  let isClosed = false;
  stopping?.addEventListener("abort", stopAll);

  return {
    /** Throws `too_many` when too many are not finished. */
    start(report: NewReport, write: WriteReport): number {
      requireRoom(report.ownerId);
      const id = store.insert(report);
      waiting.push({ id, ownerId: report.ownerId, write, stop: new AbortController() });
      // One turn later, so that a new report is always returned as PENDING, however quick it is.
      queueMicrotask(startSome);
      return id;
    },

    /** Takes it out of work and deletes it with its file. */
    async remove(row: ReportRow): Promise<void> {
      const at = waiting.findIndex(({ id }) => id === row.id);
      if (at !== -1) waiting.splice(at, 1);
      await store.remove(row);
      for (const entry of running.keys()) if (entry.id === row.id) entry.stop.abort(deleted());
    },

    /** Call it when rows vanished without their reports, as with a user: stops the ones in work and removes files. */
    removeGone(): void {
      const gone = new Set(store.removeGone());
      for (const entry of waiting.splice(0)) if (!gone.has(entry.id)) waiting.push(entry);
      for (const { id, stop } of running.keys()) if (gone.has(id)) stop.abort(deleted());
    },

    /** Stops all and gives those in work a moment to record it; call it before the threads and the database end. */
    async close(time = new StopTime()): Promise<void> {
      stopAll();
      await time.wait(Promise.all(running.values()), stopPoints.tasks, closeGraceMs);
    },
  };

  function stopAll(): void {
    isClosed = true;
    waiting.length = 0;
    for (const { stop } of running.keys())
      stop.abort(new AppError("unavailable", "The service was stopped before the report was finished."));
  }

  function requireRoom(ownerId: number): void {
    const unfinished = [...waiting, ...running.keys()];
    const own = unfinished.filter((entry) => entry.ownerId === ownerId).length;
    if (own >= unfinishedPerUserMax) throw tooMany(`You have ${own} reports that are not finished yet.`);
    if (unfinished.length >= unfinishedMax) throw tooMany(`${unfinished.length} reports are waiting to be made.`);
  }

  function startSome(): void {
    while (!isClosed && running.size < reportsAtOnce && waiting.length > 0) {
      const entry = waiting.shift()!;
      const made = make(entry).finally(() => {
        running.delete(entry);
        startSome();
      });
      running.set(entry, made);
    }
  }

  async function make({ id, write, stop }: Entry): Promise<void> {
    const alarm = setTimeout(() => stop.abort(tooLate(workMsMax)), workMsMax);
    const progress = followProgress(id, stop);
    let path: string | undefined;
    try {
      path = store.begin(id);
      if (path === undefined) return;
      const written = await write(path, { ...progress, signal: stop.signal });
      stop.signal.throwIfAborted();
      if ("bytes" in written) await writeFile(path, written.bytes, { mode: 0o600 });
      await store.finish(id);
      // The store no longer knows a report that was deleted.
      await rm(path, { force: true });
    } catch (error) {
      if (path !== undefined) await rm(path, { force: true });
      await fail(id, stop.signal.aborted ? stop.signal.reason : error);
    } finally {
      clearTimeout(alarm);
      progress.end();
    }
  }

  /** On a full disk even this may fail; then the next start records it. */
  async function fail(id: number, error: unknown): Promise<void> {
    if (!(error instanceof AppError)) log.error({ err: error, report: id }, "report failed");
    try {
      await store.fail(id, describe(error));
    } catch (cause) {
      log.error({ err: cause, report: id }, "state of a report not written");
    }
  }

  /** Saves the progress now and then, and notices by it that the report was deleted. */
  function followProgress(id: number, stop: AbortController) {
    const control = new ControlWords();
    stop.signal.addEventListener("abort", () => control.stop(), { once: true });
    let latest = 0;
    let saved = 0;
    const timer = setInterval(() => {
      if (latest <= saved) return;
      saved = latest;
      try {
        if (!store.setProgress(id, latest)) stop.abort(deleted());
      } catch (error) {
        log.warn({ err: error, report: id }, "progress of a report not written");
      }
    }, progressSavedMs);
    return {
      shared: control.shared,
      onProgress(percent: number) {
        latest = Math.max(latest, Math.min(99, Math.floor(percent)));
      },
      end: () => clearInterval(timer),
    };
  }
}

interface Entry {
  id: number;
  ownerId: number;
  write: WriteReport;
  stop: AbortController;
}

function describe(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const { code } = error as { code?: unknown };
  if (code === "ENOSPC" || code === "EDQUOT") return "The disk is full: there is no room for the report.";
  return "Internal error: the report failed. See the service log.";
}

function deleted(): AppError {
  return new AppError("not_found", "The report was deleted.");
}

function tooLate(workMsMax: number): AppError {
  return new AppError(
    "timeout",
    `The report was ended after ${workMsMax / 1000} s of work. Ask for a shorter time range or a narrower filter.`,
  );
}

function tooMany(message: string): AppError {
  return new AppError("too_many", `${message} Try again when some are finished.`, { headers: { "Retry-After": "10" } });
}
