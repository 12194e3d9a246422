import { accountRoutes } from "./accounts/account-routes.ts";
import { asyncTaskRoutes } from "./api/async-tasks/routes.ts";
import { createAsyncTaskService } from "./api/async-tasks/service.ts";
import { createCredentialStore } from "./api/auth/credentials.ts";
import { createAuthTokenRepository } from "./api/authtokens/repository.ts";
import { dashboardLinkRoutes } from "./api/dashboard-links/routes.ts";
import { createDashboardLinkService } from "./api/dashboard-links/service.ts";
import { dashboardRoutes } from "./api/dashboards/routes.ts";
import { createDashboardService } from "./api/dashboards/service.ts";
import { createWidgetPlacement } from "./api/dashboards/widget-placement.ts";
import answers from "./api/docs/answers.json" with { type: "json" };
import { introduction } from "./api/docs/introduction.ts";
import { createDocsPage } from "./api/docs/page.ts";
import { docsRoutes } from "./api/docs/routes.ts";
import { eventRoutes } from "./api/events/routes.ts";
import { createEventService } from "./api/events/service.ts";
import { fieldRoutes } from "./api/fields/routes.ts";
import { createFieldService } from "./api/fields/service.ts";
import { healthRoutes } from "./api/health/routes.ts";
import { howRoutes } from "./api/how/routes.ts";
import { incomingRoutes } from "./api/incoming/routes.ts";
import { createIncomingService } from "./api/incoming/service.ts";
import { createMarkerRepository } from "./api/markers/repository.ts";
import { markerRoutes } from "./api/markers/routes.ts";
import { createMarkerService } from "./api/markers/service.ts";
import { metricsRoutes } from "./api/metrics/routes.ts";
import { createMetrics } from "./api/metrics/service.ts";
import { createNotificationRepository } from "./api/notifications/repository.ts";
import { notificationRoutes } from "./api/notifications/routes.ts";
import { createNotificationService } from "./api/notifications/service.ts";
import { createFileTestService } from "./api/parser-rules/file-tests.ts";
import type { ReloadRules } from "./api/parser-rules/reload-rules.ts";
import { parserRuleRoutes } from "./api/parser-rules/routes.ts";
import { createRuleTestService } from "./api/parser-rules/rule-test.ts";
import { createParserRuleService } from "./api/parser-rules/service.ts";
import { createAsk } from "./api/performance-tests/ask-question.ts";
import { performanceTestRoutes } from "./api/performance-tests/routes.ts";
import { createPerformanceTestService, type PerformanceTestParts } from "./api/performance-tests/service.ts";
import { createExportService, type ExportServiceParts } from "./api/query/export-service.ts";
import { createExportsInWork } from "./api/query/exports-in-work.ts";
import { queryRoutes } from "./api/query/routes.ts";
import { createQueryService } from "./api/query/service.ts";
import { reportScheduleRoutes } from "./api/report-schedules/routes.ts";
import { reportRoutes } from "./api/reports/routes.ts";
import { createHistoryRepository } from "./api/search-history/repository.ts";
import { searchHistoryRoutes } from "./api/search-history/routes.ts";
import { createHistoryService } from "./api/search-history/service.ts";
import { createSearchRepository } from "./api/searches/repository.ts";
import { searchRoutes } from "./api/searches/routes.ts";
import { createSearchService } from "./api/searches/service.ts";
import { settingsRoutes } from "./api/settings/routes.ts";
import type { SettingsService } from "./api/settings/service.ts";
import { shipperRoutes } from "./api/shippers/routes.ts";
import type { KeptEvents } from "./api/system/forecast.ts";
import { systemRoutes } from "./api/system/routes.ts";
import { createSystemService } from "./api/system/service.ts";
import { createCommentRepository } from "./api/tasks/comment-repository.ts";
import { createCommentService } from "./api/tasks/comment-service.ts";
import { createTaskRepository } from "./api/tasks/repository.ts";
import { taskRoutes } from "./api/tasks/routes.ts";
import { createSeeEvents } from "./api/tasks/see-events.ts";
import { createTaskService } from "./api/tasks/service.ts";
import { createPreviewService } from "./api/triggers/preview-service.ts";
import { triggerRoutes } from "./api/triggers/routes.ts";
import { createTriggerService } from "./api/triggers/service.ts";
import { createTestService } from "./api/triggers/test-service.ts";
import { createUserRepository } from "./api/users/repository.ts";
import { widgetRoutes } from "./api/widgets/routes.ts";
import { createWidgetService } from "./api/widgets/service.ts";
import type { Db } from "./db/open-database.ts";
import type { Engine } from "./engine/open-engine.ts";
import type { GeoipSource } from "./geoip/geoip-files.ts";
import { createGuard } from "./http/access/guard.ts";
import type { BodyBudget } from "./http/body/body-budget.ts";
import type { ConnectionGuard } from "./http/connections/connection-guard.ts";
import { mount } from "./http/mount.ts";
import { describeApi } from "./http/openapi/openapi.ts";
import type { Route } from "./http/route.ts";
import { createStaticFile } from "./http/static-file.ts";
import type { Intake } from "./ingest/intake.ts";
import type { Quotas } from "./ingest/receive/quotas.ts";
import { announcedBytesOf, createReceiveBody } from "./ingest/receive/receive-body.ts";
import { createReceiveJournal } from "./ingest/receive/receive-stream.ts";
import type { Strangers } from "./ingest/receive/strangers.ts";
import { type Clock, nowSeconds, systemClock } from "./lib/clock.ts";
import type { Logger } from "./lib/log.ts";
import { createSignal, type Signal } from "./lib/signal.ts";
import { version } from "./lib/version.ts";
import { createLive } from "./live/create-live.ts";
import { liveRoutes } from "./live/routes.ts";
import { sharedRoutes } from "./live/shared/routes.ts";
import { tailRoutes } from "./live/tail/routes.ts";
import { createNotificationList } from "./notifications/notification-list.ts";
import type { Senders } from "./outgoing/open-senders.ts";
import { createPage } from "./page-server/page.ts";
import { createRuleFolder } from "./parser-rules/files/rule-folder.ts";
import { createEstimateHistory } from "./performance/estimate-history.ts";
import type { WorkerPool } from "./pool/worker-pool.ts";
import type { FieldLinks } from "./query/action-hints.ts";
import { parseQuery } from "./query/parse/parse-query.ts";
import type { SharedJson } from "./query/shared-json.ts";
import { createReporting, type Reporting } from "./reporting/create-reporting.ts";
import type { OpenReports } from "./reporting/open-reports.ts";
import type { Runs } from "./runs/runs.ts";
import { createTaskList } from "./tasks/task-list.ts";
import { createAbsenceRepository } from "./triggers/absence-repository.ts";
import { createActRepository } from "./triggers/act-repository.ts";
import type { TriggerActions } from "./triggers/actions/trigger-actions.ts";
import { createTriggerRepository } from "./triggers/trigger-repository.ts";

export interface ServerDependencies {
  db: Db;
  /** Resolves when every user that can log in exists. */
  usersReady: Promise<void>;
  intake: Intake;
  /** Quotas of tokens and addresses. */
  quotas: Quotas;
  /** Counter of deliveries without a valid token. */
  strangers: Strangers;
  /** Memory for bodies of events. */
  bodies: BodyBudget;
  /** Emitted when events were stored. */
  stored: Signal;
  pool: WorkerPool;
  runs: Runs;
  reports: OpenReports;
  /** Open ports without HTTP, once they are open. */
  ports: () => Readonly<Record<string, number>>;
  engine: Engine;
  /** Folder of exports, and how much space they leave. */
  exports: Pick<ExportServiceParts, "folder" | "minFreeBytes">;
  /** For performance tests: the configuration of intake. */
  performance: Pick<PerformanceTestParts, "scratch" | "intakeOptions">;
  geoip: GeoipSource;
  /** Settings that may change while this runs. */
  settings: SettingsService;
  /** Webhooks and mails. */
  senders: Senders;
  /** Actions of fired triggers. */
  actions: TriggerActions;
  /** Called when triggers or users' permissions were changed. */
  onTriggersChanged(): void;
  /** Pages that the administrator wants offered for the values of a field. */
  links: FieldLinks;
  /** Folder of the user's own dashboard templates; it need not exist. */
  templatesFolder: string;
  /** Folder of the user's parser rules; it must exist. */
  rulesFolder: string;
  /** Puts changed rules in force. */
  reloadRules: ReloadRules;
  log: Logger;
  /** Connections to the port of the API. */
  connections: Pick<ConnectionGuard, "inUse" | "status">;
  trustedProxies: readonly string[];
  isDiskFull(): boolean;
  /** Aborted when the service begins to stop. */
  stopping?: AbortSignal;
  clock?: Clock;
}

/**
 * The whole HTTP API as an application that is not listening yet, with its live updates and schedules; close these
 * before it.
 */
export function createServer(dependencies: ServerDependencies) {
  const { db, log, trustedProxies, isDiskFull, clock = systemClock } = dependencies;
  const guard = createGuard(createCredentialStore(db), log.child({ subsystem: "guard" }), clock);
  const changed = createSignal<string>();
  // Checks the owner: a trigger may see only his events, and he may have lost access.
  changed.listen((path) => {
    if (path.startsWith("/api/users")) dependencies.onTriggersChanged();
  });
  changed.listen((path) => {
    if (/^\/api\/(authtokens|users)\b/.test(path)) dependencies.quotas.forget();
  });
  const { live, tails, shared } = createLive({ ...dependencies, changed, timezone });
  const { minFreeBytes } = dependencies.exports;
  const reporting = createReporting({
    ...dependencies,
    queries: dependencies.engine.queries,
    minFreeBytes,
    timezone,
    clock,
  });
  const metrics = createMetrics({ ...dependencies, version });
  const routes = withDocs([
    ...listRoutes(dependencies, reporting),
    ...liveRoutes(live),
    ...tailRoutes(tails),
    ...sharedRoutes(shared),
    ...metricsRoutes(metrics),
  ]);
  const httpLog = log.child({ subsystem: "http" });
  const { scheduler } = reporting;
  const page = createPage({ version, operations: routes.map(({ method, path }) => `${method} ${path}`) });
  const { answer: answerElse } = page;
  const { inUse } = dependencies.connections;
  return {
    live,
    tails,
    scheduler,
    guard,
    /** The service itself has changed data below this path. */
    changed: changed.emit,
    app: mount(routes, {
      guard,
      log: httpLog,
      trustedProxies,
      isDiskFull,
      onChange: changed.emit,
      onStranger: (protocol, request) => dependencies.strangers.note(protocol, announcedBytesOf(request)),
      onAnswered: metrics.note,
      answerElse,
      inUse,
      stopping: dependencies.stopping,
    }),
  };
}

/** All routes, in the order of the API's manual. */
function listRoutes(dependencies: ServerDependencies, reporting: Reporting): Route[] {
  const {
    db,
    intake,
    bodies,
    quotas,
    pool,
    runs,
    geoip,
    actions,
    connections,
    isDiskFull,
    clock = systemClock,
  } = dependencies;
  const notReadyBecause = () => (isDiskFull() ? "The disk is full: events are refused." : undefined);
  const events = createEventService({ ...dependencies, timezone });
  const receive = createReceiveBody(intake, bodies, quotas);
  const incoming = createIncomingService(receive);
  return [
    ...accountRoutes({ ...dependencies, onDeleted: reporting.forgetDeletedUsers }),
    ...boardRoutes(dependencies),
    ...taskRoutes(
      createTaskService(createTaskList(db), createTaskRepository(db), createSeeEvents(events.read), clock),
      createCommentService(createCommentRepository(db), clock),
    ),
    ...triggerRoutesOf(dependencies),
    ...notificationRoutes(
      createNotificationService(createNotificationList(db), createNotificationRepository(db), clock),
    ),
    ...howRoutes(dependencies.ports),
    ...markerRoutes(createMarkerService(createMarkerRepository(db), clock)),
    ...reportRoutes(reporting.service),
    ...reportScheduleRoutes(reporting.schedules),
    ...asyncTaskRoutes(createAsyncTaskService(runs)),
    ...logRoutes(dependencies),
    ...selfTestRoutes(dependencies),
    ...ruleRoutes(dependencies),
    ...settingsRoutes(dependencies.settings),
    ...systemRoutes(
      createSystemService({
        ...{ intake, pool, actions, isDiskFull, version, clock },
        connections: connections.status,
        kept: () => keptBy(dependencies),
        tokenNames: createAuthTokenRepository(db).shortKeys,
      }),
    ),
    ...incomingRoutes(incoming),
    ...shipperRoutes(receive, createReceiveJournal(intake, quotas), notReadyBecause, (call) =>
      incoming.take(call, "raw"),
    ),
    ...healthRoutes({
      version,
      attributions: geoip.attributions,
      notReadyBecause,
    }),
  ];
}

function keptBy({ settings, performance }: ServerDependencies): KeptEvents {
  const { retention_days: retentionDays, retention_bytes: retentionBytes } = settings.read();
  return { retentionDays, retentionBytes, minFreeBytes: performance.intakeOptions.minFreeBytes };
}

/** The API with its own description, which is written at the first request: a start does not wait for it. */
function withDocs(routes: readonly Route[]): Route[] {
  const description = createStaticFile({
    contentType: "application/json",
    read: async () =>
      new TextEncoder().encode(
        JSON.stringify(
          describeApi(
            all.filter(({ isHandshake }) => !isHandshake),
            version,
            { introduction, answers },
          ),
        ),
      ),
  });
  const all = [...routes, ...docsRoutes(description, createDocsPage())];
  return all;
}

/** Processing of events before they are stored. */
function ruleRoutes({ intake, pool, rulesFolder, reloadRules }: ServerDependencies): Route[] {
  const folder = createRuleFolder(rulesFolder);
  return parserRuleRoutes(
    createParserRuleService({ folder, intake, reload: reloadRules, pool }),
    createRuleTestService({ folder: rulesFolder, pool }),
    createFileTestService({ folder, pool }),
  );
}

/** Reads the logs: single events, and questions about many. */
function logRoutes({
  db,
  engine,
  exports,
  geoip,
  links,
  isDiskFull,
  clock = systemClock,
}: ServerDependencies): Route[] {
  const checkQuestion = (body: unknown) => parseQuery(body, { timezone, now: nowSeconds(clock) });
  const history = createHistoryService(createHistoryRepository(db), clock);
  const users = createUserRepository(db);
  const hostsOf = (userId: number) => users.find(userId)?.hosts;
  const queryService = createQueryService({
    queries: engine.queries,
    hostsOf,
    onAsked: (principal, question) => {
      // A failed write is no reason not to answer.
      if (!isDiskFull()) history.note(principal, question);
    },
    locate: async (results) => engine.threads.run<SharedJson>({ kind: "locate", geoip: await geoip.load(), results }),
  });
  const inWork = createExportsInWork(clock);
  const exportService = createExportService({ queries: engine.queries, hostsOf, inWork, ...exports });
  return [
    ...eventRoutes(createEventService({ engine, links, timezone })),
    ...fieldRoutes(createFieldService({ engine, clock })),
    ...queryRoutes(queryService, exportService, inWork, checkQuestion),
    ...searchRoutes(createSearchService({ searches: createSearchRepository(db), checkQuestion, timezone, clock })),
    ...searchHistoryRoutes(history),
  ];
}

/** Triggers and their notifications. */
function triggerRoutesOf(parts: ServerDependencies): Route[] {
  const { db, engine, actions, senders, onTriggersChanged, clock = systemClock } = parts;
  const repository = createTriggerRepository(db);
  const triggers = createTriggerService({
    ...{ triggers: repository, absences: createAbsenceRepository(db), acts: createActRepository(db), actions, senders },
    ...{ reload: onTriggersChanged, clock },
  });
  const previews = createPreviewService({ engine, triggers, timezone, clock });
  return triggerRoutes(triggers, previews, createTestService({ triggers, senders, clock }));
}

/** The service's measurements of itself. */
function selfTestRoutes(parts: ServerDependencies): Route[] {
  const { db, intake, engine, pool, runs, performance, rulesFolder, clock = systemClock } = parts;
  const asks = createAsk({ engine, pool, timezone, clock });
  const history = createEstimateHistory(db);
  const { listActive: listTriggers } = createTriggerRepository(db);
  const own = { ...asks, history, listTriggers, rulesFolder, clock };
  return performanceTestRoutes(createPerformanceTestService({ db, intake, pool, runs, ...own, ...performance }));
}

/** Dashboards and widgets. The engine checks the questions they ask. */
function boardRoutes({ db, templatesFolder, clock = systemClock }: ServerDependencies): Route[] {
  // Shortly after midnight the last hour overlaps yesterday: what a widget asks need not be right at this very moment.
  const checkQuestion = (type: string, params: Record<string, unknown>): void => {
    const now = nowSeconds(clock);
    try {
      parseQuery({ type, params }, { timezone, now });
    } catch {
      parseQuery({ type, params }, { timezone, now: now + halfDaySeconds });
    }
  };
  return [
    ...dashboardRoutes(
      createDashboardService({ db, checkQuestion, templatesFolder, clock }),
      createWidgetPlacement(db, checkQuestion, clock),
    ),
    ...widgetRoutes(createWidgetService(db, checkQuestion, clock)),
    ...dashboardLinkRoutes(createDashboardLinkService(db, clock)),
  ];
}

const halfDaySeconds = 43_200;

/** Time zone of this machine, for questions that name none. */
const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions();
