import type { Elysia } from "elysia";
import { createAuthTokenRepository } from "./api/authtokens/repository.ts";
import { createReloadRules } from "./api/parser-rules/reload-rules.ts";
import { openExportFolder } from "./api/query/export-folder.ts";
import { createSettingsRepository } from "./api/settings/repository.ts";
import { createSettingsService, type SettingsService } from "./api/settings/service.ts";
import { type FirstUser, planFirstUser } from "./api/users/first-user.ts";
import { createUserRepository } from "./api/users/repository.ts";
import { openDataFolder, startFailureOf } from "./config/data-folder.ts";
import type { Settings } from "./config/settings.ts";
import { type Db, openDatabase } from "./db/open-database.ts";
import { openEngine } from "./engine/open-engine.ts";
import { beginTriggers, followTriggers } from "./engine/triggers/follow-triggers.ts";
import { checkGeoipFiles, createGeoipSource } from "./geoip/geoip-files.ts";
import type { HostMetrics } from "./host-metrics/host-metrics.ts";
import { measureHost } from "./host-metrics/measure-host.ts";
import { createBodyBudget } from "./http/body/body-budget.ts";
import { type ConnectionGuard, createConnectionGuard } from "./http/connections/connection-guard.ts";
import { type Listener, listen } from "./http/listen.ts";
import type { Intake } from "./ingest/intake.ts";
import { openPorts } from "./ingest/listeners/open-ports.ts";
import { memoryOfBody } from "./ingest/receive/body-memory.ts";
import { Quotas } from "./ingest/receive/quotas.ts";
import { Strangers } from "./ingest/receive/strangers.ts";
import type { ThreadedIntake } from "./ingest/thread/intake-client.ts";
import { type IntakeWorker, startIntakeWorker } from "./ingest/thread/intake-worker.ts";
import { intakeOptions, openEventFiles } from "./ingest/thread/open-event-files.ts";
import type { Clock } from "./lib/clock.ts";
import { messageOf } from "./lib/errors.ts";
import { createFolder } from "./lib/files.ts";
import { watchFreeSpace } from "./lib/free-space.ts";
import type { Logger } from "./lib/log.ts";
import { createSignal } from "./lib/signal.ts";
import { ExitCode, StartError } from "./lib/start-error.ts";
import { Closers } from "./lib/stop/closers.ts";
import { type StopTime, stopPoints } from "./lib/stop/stop-time.ts";
import { createNotificationList } from "./notifications/notification-list.ts";
import { openSenders } from "./outgoing/open-senders.ts";
import { watchRules } from "./parser-rules/files/watch-rules.ts";
import { openScratchFolders } from "./performance/samples/scratch-folders.ts";
import { openThreads } from "./pool/open-threads.ts";
import { memoryByWeight } from "./query/query-memory.ts";
import { openReports } from "./reporting/open-reports.ts";
import { createRunRepository } from "./runs/run-repository.ts";
import { openRuns } from "./runs/runs.ts";
import { AwaitedAnswers } from "./runtime/awaited-answers.ts";
import { type MemoryBudget, memoryBudget } from "./runtime/memory-budget.ts";
import { createServer } from "./server.ts";
import { createTaskList } from "./tasks/task-list.ts";
import { openTriggerActions } from "./triggers/actions/trigger-actions.ts";
import type { FiredReport } from "./triggers/fired-report.ts";
import { watchTroubles } from "./troubles/watch-troubles.ts";

export interface App {
  url: string;
  port: number;
  /** Ports of the other protocols by name; only requested ones. */
  ports: Record<string, number>;
  dataFolder: string;
  /** Generated for the first user of a new folder; to be shown once. */
  firstPassword: string | undefined;
  /** Resolves when the service cannot go on: without its intake thread it could store nothing. */
  fatal: Promise<Error>;
  /**
   * Closes everything in reverse: no new connections, 3 s for requests in progress, the rest flushed. Without `time` a
   * stop begins now.
   */
  close(time?: StopTime): Promise<void>;
}

/**
 * Opens everything in order and wires it. After a failure everything opened before is closed again. `worker` may have
 * been started before this was loaded; for `answerWaitMs` see `openEngine`.
 */
export async function openApp(
  settings: Settings,
  log: Logger,
  clock?: Clock,
  worker: IntakeWorker = startIntakeWorker(),
  answerWaitMs?: number,
): Promise<App> {
  const closers = new Closers();
  closers.add((time) => time.wait(worker.worker.terminate(), stopPoints.threads));
  try {
    return await openParts({ settings, log, clock, worker, answerWaitMs }, closers);
  } catch (error) {
    await closers.close().catch((closeError) => log.error({ err: closeError }, "not closed after a failed start"));
    throw startFailureOf(settings, error);
  }
}

interface Start {
  settings: Settings;
  log: Logger;
  clock: Clock | undefined;
  worker: IntakeWorker;
  answerWaitMs: number | undefined;
}

async function openParts({ settings, log, clock, worker, answerWaitMs }: Start, closers: Closers): Promise<App> {
  const { links, trustedProxies } = settings;
  const { stopping } = closers;
  const budget = memoryBudget(settings.memoryMb, settings.queryThreads);
  const residentBytes = bytesOfMb(settings.memoryMb);
  const logOf = (subsystem: string) => log.child({ subsystem });
  const { promise: fatal, resolve: onFatal } = Promise.withResolvers<Error>();
  const [stored, fired] = [createSignal(), createSignal<FiredReport>()];
  const awaited = new AwaitedAnswers();

  await requirePlaces(settings.geoipFiles);
  const folder = openDataFolder(settings, closers);
  const rulesFolder = folder.at("parser-rules");
  createFolder(rulesFolder);
  // Its thread opens it while the main thread opens the rest.
  const opening = openEventFiles(settings, {
    ...{ eventsFolder: folder.at("events"), rulesFolder, worker, onFatal, awaited: awaited.shared },
    ...{ onStored: stored.emit, onFired: fired.emit },
  });
  closers.add(async (time) => (await opening.catch(() => undefined))?.close(time));

  const { db } = closers.keep(openDatabase(folder.path));
  const { senders, actions } = openActions(db, settings, log, clock, closers);
  fired.listen((report) => actions.accept(report));
  const first = planFirstUser(createUserRepository(db), settings.adminPassword, clock);
  const intake = closers.keep(await opening);
  beginTriggers(db, intake, actions);

  const scratch = closers.keep(openScratchFolders(folder.path, logOf("performance")));
  const { pool, relief, shares } = openPool(budget, residentBytes, intake, closers);
  const reloadRules = createReloadRules(rulesFolder, intake, pool);
  closers.keep(watchRules(rulesFolder, () => reloadRules(), logOf("parser-rules")));
  const freeBytes = watchFreeSpace(folder.path, undefined, folder.reserve.look);
  const isDiskFull = () => freeBytes() < bytesOfMb(settings.minFreeMb);
  const hostMetrics = closers.keep(measureHost(folder.path, isDiskFull, log, clock));

  const sources = serviceSources(db, intake, hostMetrics);
  const records = { bytes: budget.recordBytes, threads: budget.threads };
  const engine = closers.keep(openEngine({ intake, pool, sources, links, records, awaited, log, clock, answerWaitMs }));
  const following = closers.keep(followTriggers({ db, engine, intake, actions, isDiskFull, log, clock }));
  const runs = closers.keep(openRuns({ repository: createRunRepository(db), log: logOf("runs"), clock, stopping }));
  const reports = closers.keep(openReports(db, folder.at("reports"), log, clock, stopping));
  const [quotas, strangers] = [closers.keep(openQuotas(db, settings, clock)), closers.keep(new Strangers(intake))];

  const connections = createConnectionGuard({ ...settings, log: logOf("http") });
  let ports: Record<string, number> = {};
  const { app, live, tails, scheduler, guard, changed } = createServer({
    ...{ db, intake, stored, pool, runs, reports, engine, senders, actions, quotas },
    ...{ strangers, connections, reloadRules, templatesFolder: folder.at("templates") },
    ...{ links, rulesFolder, log, trustedProxies, isDiskFull, clock, stopping, ports: () => ports },
    onTriggersChanged: following.onChanged,
    usersReady: first.created,
    exports: { folder: openExportFolder(folder.at("exports")), minFreeBytes: bytesOfMb(settings.minFreeMb) },
    performance: { scratch, intakeOptions: intakeOptions(settings) },
    ...{ settings: openSettings(db, settings, intake, quotas), geoip: createGeoipSource(settings.geoipFiles) },
    bodies: openBodies(budget, { relief, shares }, stopping),
  });
  const onTold = () => changed("/api/notifications");
  const troubles = closers.keep(watchTroubles({ ...settings, db, intake, onTold, log, clock }));
  const listener = listenGuarded(app, settings, connections, closers);
  const shared = { guard, quotas, strangers, intake, isDiskFull, onFatal, log };
  ports = await openPorts(settings, { ...shared, streamsMax: connections.streamsMax }, closers);
  for (const part of [live, tails, scheduler]) closers.keep(part);

  const begins = [scheduler.start, following.begin, troubles.begin, () => pool.keepReady("query"), engine.prepare];
  closers.keep(beginSoon(first, begins, onFatal));
  closers.add(() => folder.reserve.giveUp());
  const [{ url, port }, close] = [listener, (time?: StopTime) => closers.close(time)];
  return { url, port, ports, dataFolder: folder.path, firstPassword: first.madeUpPassword, fatal, close };
}

/** At a stop the intake flushes while the pool waits for its tasks: nothing more will be delivered. */
function openPool(budget: MemoryBudget, residentBytes: number, intake: ThreadedIntake, closers: Closers) {
  const askIntake = (wantedBytes: number) => intake.giveBack(wantedBytes);
  const threads = openThreads(budget, residentBytes, memoryByWeight(budget, residentBytes), askIntake);
  closers.keep(threads);
  closers.add((time) => void intake.close(time).catch(() => undefined));
  return threads;
}

/** Its guard is closed first. */
function listenGuarded(app: Elysia, { host, port }: Settings, guard: ConnectionGuard, closers: Closers): Listener {
  const listener = listen(app, host, port);
  closers.add((time) => listener.close(time.left(stopPoints.requests)));
  closers.keep(guard).begin(listener.port);
  return listener;
}

/** Sends the messages of fired triggers; closed after the intake, whose last events may fire some. */
function openActions(db: Db, settings: Settings, log: Logger, clock: Clock | undefined, closers: Closers) {
  const senders = openSenders({ ...settings, log: log.child({ subsystem: "outgoing" }) });
  closers.add(() => senders.queue.close());
  const actions = openTriggerActions({ db, senders, log: log.child({ subsystem: "triggers" }), clock });
  return { senders, actions: closers.keep(actions) };
}

/** Starts when the caller has announced that it is ready; all of this would delay that. */
function beginSoon(
  first: FirstUser,
  begins: readonly (() => unknown)[],
  onFatal: (error: Error) => void,
): { close(): unknown } {
  const timer = setImmediate(() => {
    first.create();
    first.created.catch(onFatal);
    for (const begin of begins) begin();
  });
  return {
    close() {
      clearImmediate(timer);
      // The caller may have shown his password already.
      first.create();
      return first.close();
    },
  };
}

async function requirePlaces(paths: readonly string[]): Promise<void> {
  try {
    await checkGeoipFiles(paths);
  } catch (error) {
    throw new StartError(messageOf(error), ExitCode.failed, { cause: error });
  }
}

/** Data for questions that are not about events. */
function serviceSources(db: Db, intake: Intake, hostMetrics: HostMetrics) {
  return {
    arrivals: (fromMs: number, toMs: number) => intake.arrivals(fromMs, toMs),
    ledger: () => intake.status(),
    tokenNames: createAuthTokenRepository(db).shortKeys,
    tasks: createTaskList(db),
    notifications: createNotificationList(db),
    hostMetrics,
  };
}

function openQuotas(db: Db, { sourceEventsPerSecond, sourceBytesPerDay }: Settings, clock: Clock | undefined): Quotas {
  const { findQuota: findToken, saveUsage } = createAuthTokenRepository(db);
  const ofSource = { eventsPerSecond: sourceEventsPerSecond || null, bytesPerDay: sourceBytesPerDay || null };
  return new Quotas({ findToken, saveUsage, ofSource, clock });
}

/** Settings that can change while this runs; those changed before are applied. */
function openSettings(db: Db, given: Settings, intake: Intake, quotas: Quotas): SettingsService {
  return createSettingsService({ repository: createSettingsRepository(db), given, intake, quotas });
}

function openBodies(
  { bytesBeingRead }: MemoryBudget,
  { relief, shares }: Pick<ReturnType<typeof openThreads>, "relief" | "shares">,
  stopping: AbortSignal,
) {
  return createBodyBudget(bytesBeingRead, { onRead: relief.look, stopping, memory: { shares, needOf: memoryOfBody } });
}

function bytesOfMb(megabytes: number): number {
  return megabytes * 1024 * 1024;
}
