/** How the text of a query parameter is read. `list`: values between commas, each an integer; `words`: any text. */
export type ParameterKind = "text" | "integer" | "boolean" | "list" | "words" | "ordering";

/** One operation that the interface promises. */
export interface Row {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  query?: Readonly<Record<string, ParameterKind>>;
  /** The type that is sent, in each of the three media types. */
  body?: string;
  status: 200 | 201 | 202 | 204;
  /** The type that is answered; undefined: no body, or none that is told. */
  answer?: string;
}

const paging = { ordering: "ordering", page: "integer", page_size: "integer" } as const;

/** Every operation of the interface, in its order. Written from what was promised, not from what is there. */
export const rows: readonly Row[] = [
  {
    method: "GET",
    path: "/api/authtokens",
    query: { token_type: "text", show_all: "boolean", find: "text", ...paging },
    status: 200,
    answer: "PaginatedAuthTokenList",
  },
  { method: "POST", path: "/api/authtokens", body: "AuthToken", status: 201, answer: "AuthToken" },
  { method: "GET", path: "/api/authtokens/{secret_key}", status: 200, answer: "AuthToken" },
  { method: "DELETE", path: "/api/authtokens/{secret_key}", status: 204 },

  { method: "GET", path: "/api/auth", status: 200, answer: "AuthInfo" },
  { method: "POST", path: "/api/auth", body: "AuthShort", status: 200, answer: "AuthInfo" },
  { method: "DELETE", path: "/api/auth", status: 204 },

  { method: "GET", path: "/api/settings", status: 200, answer: "Settings" },
  { method: "PATCH", path: "/api/settings", body: "PatchedSettings", status: 200, answer: "Settings" },
  {
    method: "GET",
    path: "/api/sessions",
    query: { show_all: "boolean", user: "integer", find: "text", ...paging },
    status: 200,
    answer: "PaginatedSessionList",
  },
  { method: "DELETE", path: "/api/sessions", status: 204 },
  { method: "DELETE", path: "/api/sessions/{id}", status: 204 },

  {
    method: "GET",
    path: "/api/dashboards",
    query: {
      title: "text",
      find: "text",
      title__iregex: "text",
      owner: "list",
      export: "boolean",
      show_all: "boolean",
      ...paging,
    },
    status: 200,
    answer: "PaginatedDashboardList",
  },
  {
    method: "POST",
    path: "/api/dashboards",
    query: { clone_widgets: "boolean", source_id: "integer" },
    body: "Dashboard",
    status: 201,
    answer: "Dashboard",
  },
  { method: "GET", path: "/api/dashboards/{id}", query: { export: "boolean" }, status: 200, answer: "Dashboard" },
  { method: "PUT", path: "/api/dashboards/{id}", body: "Dashboard", status: 200, answer: "Dashboard" },
  { method: "PATCH", path: "/api/dashboards/{id}", body: "PatchedDashboard", status: 200, answer: "Dashboard" },
  { method: "DELETE", path: "/api/dashboards/{id}", status: 204 },
  {
    method: "POST",
    path: "/api/dashboards/{id}/templates",
    body: "DashboardTemplatePath",
    status: 200,
    answer: "DashboardTemplatePath",
  },
  { method: "POST", path: "/api/dashboards/{id}/widgets", body: "Widget", status: 200, answer: "Widget" },
  { method: "DELETE", path: "/api/dashboards/{id}/widgets", status: 204 },

  {
    method: "GET",
    path: "/api/dashboard-links",
    query: { dashboard: "integer", ...paging },
    status: 200,
    answer: "PaginatedDashboardLinkList",
  },
  { method: "POST", path: "/api/dashboard-links", body: "DashboardLinkRequest", status: 201, answer: "DashboardLink" },
  { method: "GET", path: "/api/dashboard-links/{id}", status: 200, answer: "DashboardLink" },
  {
    method: "PATCH",
    path: "/api/dashboard-links/{id}",
    body: "PatchedDashboardLink",
    status: 200,
    answer: "DashboardLink",
  },
  { method: "DELETE", path: "/api/dashboard-links/{id}", status: 204 },
  { method: "GET", path: "/api/shared-dashboard", status: 200, answer: "SharedDashboard" },
  { method: "GET", path: "/api/shared-dashboard/widgets/{id}", status: 200, answer: "SharedAnswer" },

  {
    method: "GET",
    path: "/api/widgets",
    query: { title: "text", show_all: "boolean", export: "boolean", ...paging },
    status: 200,
    answer: "PaginatedWidgetList",
  },
  { method: "GET", path: "/api/widgets/{id}", query: { export: "boolean" }, status: 200, answer: "Widget" },
  { method: "PUT", path: "/api/widgets/{id}", body: "Widget", status: 200, answer: "Widget" },
  { method: "PATCH", path: "/api/widgets/{id}", body: "PatchedWidget", status: 200, answer: "Widget" },
  { method: "DELETE", path: "/api/widgets/{id}", status: 204 },

  {
    method: "GET",
    path: "/api/tasks",
    query: {
      find: "text",
      owner: "list",
      assigned_to: "words",
      title: "text",
      status: "words",
      is_open: "boolean",
      is_overdue: "boolean",
      unassigned: "boolean",
      ...paging,
    },
    status: 200,
    answer: "PaginatedTaskList",
  },
  { method: "POST", path: "/api/tasks", body: "Task", status: 200, answer: "Task" },
  { method: "GET", path: "/api/tasks/{id}", status: 200, answer: "Task" },
  { method: "PUT", path: "/api/tasks/{id}", body: "Task", status: 200, answer: "Task" },
  { method: "PATCH", path: "/api/tasks/{id}", body: "PatchedTask", status: 200, answer: "Task" },
  { method: "DELETE", path: "/api/tasks/{id}", status: 204 },
  { method: "GET", path: "/api/tasks/{id}/events", status: 200, answer: "TaskEvents" },

  {
    method: "GET",
    path: "/api/triggers",
    query: { name: "text", owner: "list", is_active: "boolean", find: "text", ...paging },
    status: 200,
    answer: "PaginatedTriggerList",
  },
  { method: "POST", path: "/api/triggers", body: "TriggerRequest", status: 201, answer: "Trigger" },
  {
    method: "POST",
    path: "/api/triggers/preview",
    body: "TriggerPreviewRequest",
    status: 200,
    answer: "TriggerPreview",
  },
  { method: "POST", path: "/api/triggers/test", body: "TriggerTestRequest", status: 200, answer: "TriggerTest" },
  { method: "GET", path: "/api/triggers/{id}", status: 200, answer: "Trigger" },
  { method: "PUT", path: "/api/triggers/{id}", body: "TriggerRequest", status: 200, answer: "Trigger" },
  { method: "PATCH", path: "/api/triggers/{id}", body: "PatchedTrigger", status: 200, answer: "Trigger" },
  { method: "DELETE", path: "/api/triggers/{id}", status: 204 },
  {
    method: "POST",
    path: "/api/triggers/{id}/preview",
    body: "StoredTriggerPreviewRequest",
    status: 200,
    answer: "TriggerPreview",
  },
  { method: "GET", path: "/api/triggers/{id}/acts", status: 200, answer: "TriggerActs" },
  { method: "GET", path: "/api/triggers/{id}/absences", status: 200, answer: "TriggerAbsences" },
  { method: "POST", path: "/api/triggers/{id}/test", status: 200, answer: "TriggerTest" },

  {
    method: "GET",
    path: "/api/notifications",
    query: { is_read: "boolean", find: "text", ...paging },
    status: 200,
    answer: "PaginatedNotificationList",
  },
  { method: "POST", path: "/api/notifications/read-all", body: "ReadAllRequest", status: 200, answer: "ReadAllAnswer" },
  { method: "GET", path: "/api/notifications/{id}", status: 200, answer: "Notification" },
  {
    method: "PATCH",
    path: "/api/notifications/{id}",
    body: "PatchedNotification",
    status: 200,
    answer: "Notification",
  },
  { method: "DELETE", path: "/api/notifications/{id}", status: 204 },

  {
    method: "GET",
    path: "/api/markers",
    query: { ts_from: "integer", ts_to: "integer", tag: "text", title: "text", ...paging },
    status: 200,
    answer: "PaginatedMarkerList",
  },
  { method: "POST", path: "/api/markers", body: "MarkerRequest", status: 201, answer: "Marker" },
  { method: "GET", path: "/api/markers/{id}", status: 200, answer: "Marker" },
  { method: "PUT", path: "/api/markers/{id}", body: "MarkerRequest", status: 200, answer: "Marker" },
  { method: "PATCH", path: "/api/markers/{id}", body: "PatchedMarker", status: 200, answer: "Marker" },
  { method: "DELETE", path: "/api/markers/{id}", status: 204 },

  {
    method: "GET",
    path: "/api/searches",
    query: { title: "text", find: "text", tag: "text", owner: "list", is_public: "boolean", ...paging },
    status: 200,
    answer: "PaginatedSavedSearchList",
  },
  { method: "GET", path: "/api/how", status: 200, answer: "HowToSend" },

  { method: "POST", path: "/api/searches", body: "SearchRequest", status: 201, answer: "SavedSearch" },
  { method: "GET", path: "/api/searches/{id}", status: 200, answer: "SavedSearch" },
  { method: "PUT", path: "/api/searches/{id}", body: "SearchRequest", status: 200, answer: "SavedSearch" },
  { method: "PATCH", path: "/api/searches/{id}", body: "PatchedSearch", status: 200, answer: "SavedSearch" },
  { method: "DELETE", path: "/api/searches/{id}", status: 204 },
  {
    method: "GET",
    path: "/api/search-history",
    query: paging,
    status: 200,
    answer: "PaginatedSearchHistoryEntryList",
  },
  { method: "DELETE", path: "/api/search-history", status: 204 },
  { method: "DELETE", path: "/api/search-history/{id}", status: 204 },

  {
    method: "GET",
    path: "/api/reports",
    query: { schedule_id: "integer", status: "list", find: "text", ...paging },
    status: 200,
    answer: "PaginatedShortReportList",
  },
  { method: "POST", path: "/api/reports", body: "ReportRequest", status: 202, answer: "ShortReport" },
  { method: "GET", path: "/api/reports/{id}", status: 200, answer: "ShortReport" },
  { method: "DELETE", path: "/api/reports/{id}", status: 204 },
  { method: "GET", path: "/api/reports/{id}/file", query: { saveas: "text" }, status: 200 },

  {
    method: "GET",
    path: "/api/report-schedules",
    query: { find: "text", ...paging },
    status: 200,
    answer: "PaginatedReportScheduleList",
  },
  { method: "POST", path: "/api/report-schedules", body: "ReportSchedule", status: 201, answer: "ReportSchedule" },
  { method: "GET", path: "/api/report-schedules/{id}", status: 200, answer: "ReportSchedule" },
  { method: "PUT", path: "/api/report-schedules/{id}", body: "ReportSchedule", status: 200, answer: "ReportSchedule" },
  {
    method: "PATCH",
    path: "/api/report-schedules/{id}",
    body: "PatchedReportSchedule",
    status: 200,
    answer: "ReportSchedule",
  },
  { method: "DELETE", path: "/api/report-schedules/{id}", status: 204 },
  { method: "POST", path: "/api/report-schedules/{id}/run", status: 202, answer: "ReportScheduleRun" },

  {
    method: "GET",
    path: "/api/events/{ev_id}",
    query: { actions_hint: "boolean", add_trigger_data: "boolean" },
    status: 200,
  },
  { method: "GET", path: "/api/events/{ev_id}/timestamps", status: 200 },
  { method: "GET", path: "/api/events/{ev_id}/triggers", status: 200 },

  {
    method: "POST",
    path: "/api/query",
    query: { validate_only: "boolean" },
    body: "GenericQuery",
    status: 201,
    answer: "GenericQuery",
  },
  {
    method: "GET",
    path: "/api/query/{qid}",
    query: {
      page: "integer",
      page_size: "integer",
      offset: "integer",
      add_geoip_data: "boolean",
      actions_hint: "boolean",
      add_trigger_data: "boolean",
    },
    status: 200,
    answer: "GenericQuery",
  },
  {
    method: "GET",
    path: "/api/query/{qid}/export",
    query: { ftype: "text", timezone: "text", filename: "text" },
    status: 200,
  },
  { method: "GET", path: "/api/exports", status: 200, answer: "RunningExportList" },
  { method: "GET", path: "/api/query/{qid}/recalculate", status: 200, answer: "GenericQuery" },
  { method: "GET", path: "/api/query/{qid}/remove", status: 200, answer: "GenericQuery" },
  { method: "GET", path: "/api/query/{qid}/stop", status: 200, answer: "GenericQuery" },
  { method: "POST", path: "/api/query/{qid}/stop", body: "GenericQuery", status: 200, answer: "GenericQuery" },

  {
    method: "POST",
    path: "/api/performance-tests/dashboard",
    body: "AsyncTask",
    status: 202,
    answer: "DashboardPerfTestTask",
  },
  { method: "POST", path: "/api/performance-tests/estimate", body: "AsyncTask", status: 202, answer: "EstimateTask" },
  {
    method: "POST",
    path: "/api/performance-tests/parser-rules",
    body: "ParserRulesPerfTestRequest",
    status: 202,
    answer: "ParserRulesPerfTestTask",
  },
  {
    method: "POST",
    path: "/api/performance-tests/storage",
    body: "StoragePerfTestRequest",
    status: 202,
    answer: "StoragePerfTestTask",
  },
];

/** Rows whose routes are not there yet, as `METHOD path`: exactly those that answer that there is nothing. */
export const later: readonly string[] = [];

export function nameOf({ method, path }: Row): string {
  return `${method} ${path}`;
}
