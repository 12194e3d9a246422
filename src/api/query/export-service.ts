import { existsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createQueryAccess, type HostsOf } from "../../engine/access.ts";
import type { Evaluation } from "../../engine/evaluation.ts";
import { paramsIn, writeContent } from "../../engine/export-content.ts";
import { ExportRun } from "../../engine/export-run.ts";
import { exportWaitMs, exportWorkMsMax } from "../../engine/limits.ts";
import type { StoredQueries } from "../../engine/stored-queries.ts";
import type { StoredQuery } from "../../engine/stored-query.ts";
import { findFormat, formatOf } from "../../export/formats.ts";
import type { Principal } from "../../http/access/principal.ts";
import { attachmentHeader } from "../../http/attachment.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import { compactText } from "../../lib/zoned-text.ts";
import type { ExportsInWork } from "./exports-in-work.ts";
import { streamFile } from "./sent-file.ts";

export interface ExportRequest {
  ftype: string;
  timezone: string | undefined;
  fileName: string | undefined;
  hasMark: boolean;
}

/** The user who asked. */
export interface ExportClient {
  principal: Principal;
  /** Aborted when the connection is gone. */
  signal: AbortSignal;
  /** False: only the header is wanted, and nothing is written. */
  wantsBody: boolean;
}

export interface ExportServiceParts {
  queries: StoredQueries;
  hostsOf: HostsOf;
  inWork: ExportsInWork;
  folder: { newPath(): string };
  minFreeBytes: number;
}

export type ExportService = ReturnType<typeof createExportService>;

/**
 * Answers of queries as files. A worker thread writes them; small ones come back in memory, large ones go into a file
 * that is sent from here and removed, so that a slow client holds neither a thread nor memory. A file not complete
 * within 30 s is sent while it is being written.
 */
export function createExportService({ queries, hostsOf, inWork, folder, minFreeBytes }: ExportServiceParts) {
  const { engine } = queries;
  const open = createQueryAccess(queries, hostsOf);

  return {
    async export(qid: string, request: ExportRequest, client: ExportClient): Promise<Response> {
      const query = open(qid, client.principal);
      const format = findFormat(request.ftype, query.definition.type);
      const wait = startWait(client.signal);
      try {
        const evaluation = await whenAnswered(qid, query, wait.over);
        const timezone = request.timezone ?? zoneOf(query);
        const { extension, contentType } = formatOf(format);
        const fileName = withEnding(request.fileName ?? defaultName(evaluation, timezone), extension);
        const headers = { "Content-Type": contentType, "Content-Disposition": attachmentHeader(fileName) };
        // A body without a known length: otherwise the answer would claim to be empty.
        if (!client.wantsBody) return new Response(new ReadableStream(), { headers });
        const { type } = evaluation.question;
        const params = paramsIn(timezone, query.definition, evaluation.question, engine);
        const path = folder.newPath();
        const { hasMark } = request;
        const order = { format, type, params, timezone, path, minFreeBytes, hasMark };
        const begin = () => new ExportRun((control) => writeContent(engine, evaluation, order, control));
        const leave = inWork.enter(client.principal.userId, { qid, type, format, file_name: fileName });
        return new Response(await bodyOf(query, path, client, { begin, leave }, wait.over), { headers });
      } finally {
        wait.cancel();
      }
    },
  };

  /** `over` resolves when the time is up, or when the client is gone. */
  function startWait(signal: AbortSignal): { over: Promise<void>; cancel(): void } {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const cancelAlarm = engine.time.after(exportWaitMs, resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    return { over, cancel: cancelAlarm };
  }

  /** Waits also for an evaluation that took the place of the first. */
  async function whenAnswered(qid: string, query: StoredQuery, over: Promise<void>): Promise<Evaluation> {
    for (;;) {
      const { evaluation } = query.view;
      await Promise.race([evaluation.first.settled, over]);
      if (queries.find(qid) !== query) throw notFound();
      if (evaluation !== query.view.evaluation) continue;
      const { first } = evaluation;
      if (!first.finished) throw notReady("query");
      if (first.status === "FAILURE") throw new AppError("invalid", first.error ?? "The query failed.");
      return evaluation;
    }
  }

  async function bodyOf(
    query: StoredQuery,
    path: string,
    { signal }: ExportClient,
    { begin, leave }: { begin(): ExportRun; leave(): void },
    over: Promise<void>,
  ): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
    const run = begin();
    const onEnd = endOnce(() => {
      run.stop(gone());
      removeExport();
      cancelAlarm();
      leave();
      void run.ended.then(() => rm(path, { force: true })).catch(() => undefined);
    });
    const removeExport = query.addExport((reason) => run.stop(reason));
    const cancelAlarm = engine.time.after(exportWorkMsMax, () => run.stop(notReady("export")));
    signal.addEventListener("abort", onEnd, { once: true });
    try {
      await Promise.race([run.written, over]);
      if (signal.aborted) throw gone();
      const written = await Promise.race([run.written, Promise.resolve(undefined)]);
      if (written !== undefined && "bytes" in written) {
        onEnd();
        return new Uint8Array(written.bytes);
      }
      if (written === undefined && !hasBytes(path)) throw notReady("export");
      return streamFile({ path, written: run.written, onEnd });
    } catch (error) {
      onEnd();
      throw error;
    }
  }
}

function endOnce(end: () => void): () => void {
  let hasEnded = false;
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    end();
  };
}

function hasBytes(path: string): boolean {
  return existsSync(path) && statSync(path).size > 0;
}

function zoneOf({ definition }: StoredQuery): string {
  const range = definition.params.time_range as { timezone: string } | undefined;
  return range?.timezone ?? Temporal.Now.timeZoneId();
}

function defaultName({ question }: Evaluation, timezone: string): string {
  return `query-${question.type}-${compactText(question.baseTime * 1e6, timezone)}`;
}

function withEnding(name: string, extension: string): string {
  return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
}

function notReady(what: "query" | "export"): AppError {
  return new AppError("timeout", `The ${what} is not ready yet. Try again later.`, {
    body: { status: "TASK_TIMEOUT_STATUS" },
  });
}

/** Nobody reads it. */
function gone(): AppError {
  return new AppError("unavailable", "The client is gone.");
}
