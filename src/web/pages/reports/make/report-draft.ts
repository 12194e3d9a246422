import type { ReportSchedule } from "../../../../api/report-schedules/schema.ts";
import type { Format } from "../report-data.ts";

export interface Question {
  type: string;
  params: Record<string, unknown>;
}

/** A report as it is edited: a question or a dashboard, and its form. */
export interface ReportDraft {
  title: string;
  source: "query" | "dashboard";
  question: Question;
  dashboardId: number | null;
  format: Format;
  timezone: string;
}

export type SetReport = (changes: Partial<ReportDraft>) => void;

/** Says what is wrong with a field of the body, by its path. */
export type ErrorOf = (...paths: string[]) => string | undefined;

/** Defaults of a kind when it is chosen. */
const ownParams: Record<string, Record<string, unknown>> = {
  Search: {},
  EventRate: {},
  TopN: { field: "program", limit: 10 },
  LastN: { field: "host", limit: 10 },
  Stats: { by: ["program"], functions: ["count"] },
  Tasks: { is_open: true },
};

export const questionKinds = Object.keys(ownParams);

export function emptyReport(timezone: string): ReportDraft {
  return {
    title: "",
    source: "query",
    question: { type: "Search", params: { time_range: { preset: "last_24_hours" } } },
    dashboardId: null,
    format: "pdf",
    timezone,
  };
}

export function draftOf({ title, query, dashboard_id, format, timezone }: ReportSchedule): ReportDraft {
  const known = query as Partial<Question> | null;
  const empty = emptyReport(timezone);
  const question = { type: known?.type?.replace(/Query$/, "") ?? empty.question.type, params: known?.params ?? {} };
  const source = dashboard_id === null ? "query" : "dashboard";
  return {
    title,
    source,
    question: known === null ? empty.question : question,
    dashboardId: dashboard_id,
    format,
    timezone,
  };
}

/** Another kind about the same events over the same time. */
export function withKind({ params }: Question, type: string): Question {
  const { q, filter, time_range } = params;
  return {
    type,
    params: { ...(q !== undefined && { q }), ...(filter !== undefined && { filter }), time_range, ...ownParams[type] },
  };
}

/** Undefined takes the parameter away. */
export function withParam({ type, params }: Question, name: string, value: unknown): Question {
  const { [name]: _, ...others } = params;
  return { type, params: value === undefined ? others : { ...others, [name]: value } };
}

/** A dashboard has no CSV; text documents do not take every kind of question. */
export function formatsOf({ source, question: { type } }: ReportDraft): Format[] {
  if (source === "dashboard") return ["pdf", "docx", "xlsx", "json"];
  return questionKinds.includes(type) ? ["pdf", "docx", "xlsx", "csv", "json"] : ["xlsx", "csv", "json"];
}

/** The body for the API: either a query or a dashboard. */
export function bodyOf(draft: ReportDraft) {
  const { title, source, question, dashboardId, timezone } = draft;
  const format = formatsOf(draft).includes(draft.format) ? draft.format : formatsOf(draft)[0]!;
  const of = source === "query" ? { query: question } : { dashboard_id: dashboardId };
  return { title: title.trim(), format, timezone, ...of };
}
