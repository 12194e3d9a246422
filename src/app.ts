import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createAuthTokenRepository } from "./api/authtokens/repository.ts";
import { createReloadRules } from "./api/parser-rules/reload-rules.ts";
import { openExportFolder } from "./api/query/export-folder.ts";
import { planFirstUser } from "./api/users/first-user.ts";
import { createUserRepository } from "./api/users/repository.ts";
import type { Settings } from "./config/settings.ts";
import { openDatabase } from "./db/open-database.ts";
import { openSenders } from "./delivery/open-senders.ts";
import { createAbsenceWatch } from "./engine/absence-watch.ts";
import { openEngine } from "./engine/open-engine.ts";
import { createPatternTeacher } from "./engine/pattern-teacher.ts";
import { checkGeoipFiles, createGeoipSource } from "./geoip/geoip-files.ts";
import { type HostMetrics, openHostMetrics } from "./host-metrics/host-metrics.ts";
import { HostReader } from "./host-metrics/host-reader.ts";
import { createBodyBudget } from "./http/body/body-budget.ts";
import { createConnectionGuard } from "./http/connections/connection-guard.ts";
import { listen } from "./http/listen.ts";
import type { IntakeOptions } from "./ingest/intake.ts";
import { openListeners } from "./ingest/listeners/open-listeners.ts";
import { memoryOfBody } from "./ingest/receive/body-memory.ts";
import { Quotas } from "./ingest/receive/quotas.ts";
import { openIntake, type ThreadedIntake } from "./ingest/thread/intake-client.ts";
import { type IntakeWorker, startIntakeWorker } from "./ingest/thread/intake-worker.ts";
import { internalEvent } from "./ingest/thread/internal-event.ts";
import type { TaskWeight } from "./jobs/pool-task.ts";
import { createJobRepository } from "./jobs/runs/job-repository.ts";
import { openJobRuns } from "./jobs/runs/job-runs.ts";
import { openWorkerPool } from "./jobs/worker-pool.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { createDiskReserve } from "./lib/disk-reserve.ts";
import { messageOf } from "./lib/errors.ts";
import { createFolder } from "./lib/files.ts";
import { lockFolder } from "./lib/folder-lock.ts";
import { isDiskFullError, watchFreeSpace } from "./lib/free-space.ts";
import type { Logger } from "./lib/log.ts";
import { warmPasswordCheck } from "./lib/password.ts";
import { createSignal } from "./lib/signal.ts";
import { ExitCode, StartError } from "./lib/start-error.ts";
import { createNotificationList } from "./notifications/notification-list.ts";
import { watchRules } from "./parser-rules/files/watch-rules.ts";
import { openScratchFolders } from "./performance/samples/scratch-folders.ts";
import type { QueryMemory } from "./query/query-memory.ts";
import { openReports } from "./reporting/open-reports.ts";
import { memoryBudget } from "./runtime/memory-budget.ts";
import { openMemoryRelief } from "./runtime/memory-relief.ts";
import { MemoryShares } from "./runtime/memory-shares.ts";
import { createServer } from "./server.ts";
import { createTaskList } from "./tasks/task-list.ts";
import { createAbsenceRepository } from "./triggers/absence-repository.ts";
import { openTriggerActions } from "./triggers/actions/trigger-actions.ts";
import type { FiredReport } from "./triggers/fired-report.ts";
import { createTriggerRepository } from "./triggers/trigger-repository.ts";

export interface App {
  url: string;
  port: number;
  /** Of the other protocols, by name; those that were asked for. */
  ports: Record<string, number>;
  dataFolder: string;
  /** Made up for the first user of a new folder; to be shown once. */
  firstPassword: string | undefined;
  /** Resolves when the service cannot go on: without its intake thread it could store nothing. */
  fatal: Promise<Error>;
  /** Everything in reverse: no new connections, 3 s for requests in progress, the rest flushed. */
  close(): Promise<void>;
}

/**
 * Opens everything in order and wires it. What was opened before a failure is closed again. `worker` may have been
 * started before this was loaded; for `answerWaitMs` see `openEngine`.
 * Long: the order in which everything opens is what this function says.
 */
export async function openApp(
  settings: Settings,
  log: Logger,
  clock?: Clock,
  worker: IntakeWorker = startIntakeWorker(),
  answerWaitMs?: number,
): Promise<App> {
  const closers: (() => unknown)[] = [() => worker.worker.terminate()];
  const budget = memoryBudget(settings.memoryMb, settings.queryThreads);
  const close = () => closeAll(closers.splice(0).reverse());
  try {
    await checkPlaces(settings.geoipFiles);
    const dataFolder = openDataFolder(settings, closers);
    const reserve = createDiskReserve(dataFolder);
    reserve.giveUp();
    closers.push(() => reserve.takeBack());
    const lock = lockFolder(dataFolder);
    closers.push(() => lock.close());
    const rulesFolder = join(dataFolder, "parser-rules");
    createFolder(rulesFolder);
    const stored = createSignal();
    const { promise: fatal, resolve: onFatal } = Promise.withResolvers<Error>();
    // Its thread opens it while the rest is opened here.
    const opening = openEventFiles(
      dataFolder,
      rulesFolder,
      settings,
      worker,
      onFatal,
      stored.emit,
      // Triggers fire for deliveries, and none comes before everything is open.
      (report) => actions.accept(report),
    );
    closers.push(async () => (await opening.catch(() => undefined))?.close());
    const { db, close: closeDatabase } = openDatabase(dataFolder);
    closers.push(closeDatabase);
    const senders = openSenders({ ...settings, log: log.child({ subsystem: "delivery" }) });
    closers.push(() => senders.queue.close());
    // Closed after the intake, whose last events may fire triggers, and before the senders.
    const actions = openTriggerActions({ db, senders, log: log.child({ subsystem: "triggers" }), clock });
    closers.push(() => actions.close());
    const first = planFirstUser(createUserRepository(db), settings.adminPassword, clock);
    const intake = await opening;
    closers.push(() => intake.close());
    const triggers = createTriggerRepository(db);
    intake.setTriggers(triggers.listActive);
    actions.onFailing(({ triggerId, name, error }) => {
      const text = `Messages of trigger ${triggerId} "${name}" do not arrive: ${error}`;
      // What cannot be stored now is in the trigger's last_error, too.
      intake.deliver(internalEvent(text, { trigger: name, trigger_id: String(triggerId) })).catch(() => undefined);
    });
    actions.resume();
    const scratch = openScratchFolders(dataFolder, log.child({ subsystem: "performance" }));
    closers.push(() => scratch.close());
    const relief = openMemoryRelief(bytesOfMb(settings.memoryMb), (wantedBytes) => {
      pool.rest(wantedBytes);
      intake.rest(wantedBytes);
    });
    closers.push(() => relief.close());
    const shares = new MemoryShares(budget.sharedBytes, relief);
    const pool = openWorkerPool({
      threads: budget.threads,
      memory: { shares, taskBytes: budget.taskBytes },
      threadData: threadMemory(settings),
      onTask: relief.look,
    });
    closers.push(() => pool.close());
    const rulesLog = log.child({ subsystem: "parser-rules" });
    const reloadRules = createReloadRules(rulesFolder, intake, pool);
    const rulesWatch = watchRules(rulesFolder, () => reloadRules(), rulesLog);
    closers.push(() => rulesWatch.close());
    const freeBytes = watchFreeSpace(dataFolder, undefined, reserve.look);
    const isDiskFull = () => freeBytes() < bytesOfMb(settings.minFreeMb);
    const hostMetrics = measureHost(dataFolder, isDiskFull, log, clock);
    closers.push(() => hostMetrics.close());
    const sources = {
      arrivals: (fromMs: number, toMs: number) => intake.arrivals(fromMs, toMs),
      ledger: () => intake.status(),
      tokenNames: createAuthTokenRepository(db).shortKeys,
      tasks: createTaskList(db),
      notifications: createNotificationList(db),
      hostMetrics,
    };
    const { links } = settings;
    const records = { bytes: budget.recordBytes, threads: budget.threads };
    const engine = openEngine({ intake, pool, sources, links, records, log, clock, answerWaitMs });
    closers.push(() => engine.close());
    const teacher = createPatternTeacher({ engine, intake, isWanted: triggers.watchesPatterns, log });
    closers.push(() => teacher.close());
    const absences = createAbsenceWatch({
      ...{ engine, triggers, absences: createAbsenceRepository(db), actions, isDiskFull, clock },
      log: log.child({ subsystem: "triggers" }),
    });
    closers.push(() => absences.close());
    const onTriggersChanged = () => {
      intake.setTriggers(triggers.listActive);
      teacher.follow();
      absences.follow();
    };
    const jobs = openJobRuns({ repository: createJobRepository(db), log: log.child({ subsystem: "jobs" }), clock });
    closers.push(() => jobs.close());
    const reports = openReports(db, join(dataFolder, "reports"), log, clock);
    closers.push(() => reports.close());
    const templatesFolder = join(dataFolder, "templates");
    const { trustedProxies } = settings;
    const geoip = createGeoipSource(settings.geoipFiles);
    const exports = {
      folder: openExportFolder(join(dataFolder, "exports")),
      minFreeBytes: bytesOfMb(settings.minFreeMb),
    };
    const performance = { scratch, intakeOptions: intakeOptions(settings) };
    const engines = {
      db,
      intake,
      stored,
      pool,
      jobs,
      reports,
      engine,
      exports,
      performance,
      geoip,
      senders,
      actions,
      onTriggersChanged,
    };
    const tokens = createAuthTokenRepository(db);
    const { sourceEventsPerSecond, sourceBytesPerDay } = settings;
    const quotas = new Quotas({
      findToken: tokens.findQuota,
      saveUsage: tokens.saveUsage,
      ofSource: { eventsPerSecond: sourceEventsPerSecond || null, bytesPerDay: sourceBytesPerDay || null },
      clock,
    });
    closers.push(() => quotas.close());
    const connections = createConnectionGuard({ ...settings, log: log.child({ subsystem: "http" }) });
    const { app, live, tails, scheduler, guard } = createServer({
      ...engines,
      quotas,
      usersReady: first.created,
      bodies: createBodyBudget(budget.bytesBeingRead, {
        onRead: relief.look,
        memory: { shares, needOf: memoryOfBody },
      }),
      links,
      connections,
      templatesFolder,
      rulesFolder,
      reloadRules,
      log,
      trustedProxies,
      isDiskFull,
      clock,
    });
    const listener = listen(app, settings.host, settings.port);
    closers.push(() => listener.close(graceMs));
    connections.begin(listener.port);
    closers.push(() => connections.close());
    const listeners = await openListeners(settings, intake, isDiskFull, onFatal, log.child({ subsystem: "listeners" }));
    closers.push(() => listeners.close());
    if (settings.otlpGrpc !== undefined) {
      const { openOtlpGrpc } = await import("./ingest/receive/otlp-grpc.ts");
      const parts = { host: settings.host, port: settings.otlpGrpc, guard, intake, quotas };
      const grpc = await openOtlpGrpc({ ...parts, log: log.child({ subsystem: "otlp" }) });
      closers.push(() => grpc.close(graceMs));
      log.info({ port: grpc.port }, "takes OpenTelemetry over gRPC");
    }
    closers.push(() => live.close());
    closers.push(() => tails.close());
    closers.push(() => scheduler.close());
    // When whoever opened this has said that it is ready, which all of this would hold up.
    const afterwards = setImmediate(() => {
      first.create();
      first.created.then(warmPasswordCheck).catch(onFatal);
      scheduler.start();
      teacher.follow();
      absences.follow();
      pool.keepReady("query");
    });
    closers.push(() => {
      clearImmediate(afterwards);
      // Whoever opened this may have shown his password already.
      first.create();
      return first.close();
    });
    closers.push(() => reserve.giveUp());
    const { url, port } = listener;
    return { url, port, ports: listeners.ports, dataFolder, firstPassword: first.madeUpPassword, fatal, close };
  } catch (error) {
    await close().catch((closeError) => log.error({ err: closeError }, "not closed after a failed start"));
    throw isDiskFullError(error) || isDiskFullError((error as Error).cause) ? noSpace(settings, error) : error;
  }
}

function noSpace({ data }: Settings, cause: unknown): StartError {
  const where = `There is no space left on the disk of the data folder "${resolve(data)}".`;
  return new StartError(`${where} Make some megabytes free and start again. (${messageOf(cause)})`, ExitCode.failed, {
    cause,
  });
}

/** What cannot be closed must not keep the rest open; the first failure is told in the end. */
async function closeAll(closers: (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const closer of closers)
    try {
      await closer();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

/** Of the 5 s that a stop may take; the rest is for flushing. */
const graceMs = 3000;

/** Parameters: each is one long-lived part that the event files need. */
async function openEventFiles(
  dataFolder: string,
  rulesFolder: string,
  settings: Settings,
  worker: IntakeWorker,
  onFatal: (error: Error) => void,
  onStored: () => void,
  onFired: (report: FiredReport) => void,
): Promise<ThreadedIntake> {
  const eventsFolder = join(dataFolder, "events");
  try {
    return await openIntake(
      { ...intakeOptions(settings), eventsFolder, rulesFolder },
      onFatal,
      onStored,
      onFired,
      worker,
    );
  } catch (error) {
    throw new StartError(`Cannot open the event files in "${eventsFolder}": ${messageOf(error)}`, ExitCode.failed, {
      cause: error,
    });
  }
}

function intakeOptions(settings: Settings): Omit<IntakeOptions, "eventsFolder"> {
  const { logLevel, dedupSeconds, sealEvents, retentionDays, retentionBytes, minFreeMb } = settings;
  const { bytesInFlight, sealBytes } = memoryBudget(settings.memoryMb, settings.queryThreads);
  const minFreeBytes = bytesOfMb(minFreeMb);
  const residentBytes = bytesOfMb(settings.memoryMb);
  const kept = { retentionDays, retentionBytes, minFreeBytes };
  return { logLevel, dedupSeconds, sealEvents, sealBytes, bytesInFlight, residentBytes, ...kept };
}

async function checkPlaces(paths: readonly string[]): Promise<void> {
  try {
    await checkGeoipFiles(paths);
  } catch (error) {
    throw new StartError(messageOf(error), ExitCode.failed, { cause: error });
  }
}

function measureHost(folder: string, isDiskFull: () => boolean, log: Logger, clock: Clock = systemClock): HostMetrics {
  const reader = new HostReader(folder);
  const path = join(folder, "host-metrics.sqlite");
  return openHostMetrics({ reader, path, isDiskFull, log: log.child({ subsystem: "host-metrics" }), clock });
}

function threadMemory({ memoryMb, queryThreads }: Settings): Record<TaskWeight, QueryMemory> {
  const { cacheBytes, lightCacheBytes, distinctBytes } = memoryBudget(memoryMb, queryThreads);
  const shared = { distinctBytes, residentBytes: bytesOfMb(memoryMb) };
  return { light: { ...shared, cacheBytes: lightCacheBytes }, heavy: { ...shared, cacheBytes } };
}

function bytesOfMb(megabytes: number): number {
  return megabytes * 1024 * 1024;
}

function openDataFolder(settings: Settings, closers: (() => unknown)[]): string {
  if (!settings.ephemeral) return requireWritableFolder(resolve(settings.data));
  const folder = mkdtempSync(join(tmpdir(), "vigie-"));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Readable by its owner alone: logs hold secrets of other systems. */
function requireWritableFolder(folder: string): string {
  try {
    createFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if ((statSync(folder).mode & 0o077) !== 0 && process.platform !== "win32") chmodSync(folder, 0o700);
    return folder;
  } catch (error) {
    throw new StartError(`Cannot use the data folder "${folder}": ${messageOf(error)}`, ExitCode.failed, {
      cause: error,
    });
  }
}
