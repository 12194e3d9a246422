import type { ReportColumns } from "../../db/schema/reports.ts";
import type { Written } from "../../document/output.ts";
import { type FormatName, findFormat, formatOf } from "../../export/formats.ts";
import { requirePermission } from "../../http/access/guard.ts";
import type { Principal } from "../../http/access/principal.ts";
import { toFileName } from "../../http/attachment.ts";
import { AppError, invalidField, invalidFields } from "../../lib/errors.ts";
import { cutToBytes } from "../../lib/text-bounds.ts";
import type { CheckedQuestion } from "../../query/parse/parse-query.ts";
import type { DashboardReports } from "./dashboard-report.ts";
import { titleInFileNameBytes } from "./limits.ts";
import { requireMayRead } from "./may-read.ts";
import type { ReportControl, WriteReport } from "./report-runner.ts";
import type { NewReport } from "./report-store.ts";
import type { ReportRequest } from "./schema.ts";

/** A question whose answer becomes a file; the resource of queries provides them. */
export interface WritableAnswer {
  type: string;
  /** The zone that the question names. */
  timezone: string | undefined;
  /** Limits of the caller who asks. */
  hosts: readonly string[];
  write(
    order: { title: string; format: FormatName; timezone: string; path: string; minFreeBytes: number },
    control: ReportControl,
  ): Promise<Written>;
}

export interface ReportAnswers {
  ofStored(qid: string, principal: Principal): WritableAnswer;
  ofQuestion(question: CheckedQuestion, principal: Principal): WritableAnswer;
}

export interface ReportOrdersParts {
  answers: ReportAnswers;
  dashboards: DashboardReports;
  /** Reads `{type, params}`; throws AppError with the fields that do not fit. */
  checkQuestion(body: unknown, timezone: string): CheckedQuestion;
  minFreeBytes: number;
  /** The service's time zone, used unless one is named. */
  timezone: string;
}

/** A checked order that can be written. */
export interface PreparedReport {
  report: Omit<NewReport, "ownerId" | "scheduleId">;
  write: WriteReport;
}

/**
 * Reads an order. Throws `invalid` with the field that does not fit, `forbidden` when the caller may not ask the
 * question. Host limits and permissions are the caller's at this moment.
 */
export type PrepareReport = (request: ReportRequest, principal: Principal) => PreparedReport;

export function createReportOrders(parts: ReportOrdersParts): PrepareReport {
  const { answers, dashboards, checkQuestion, minFreeBytes, timezone: serviceZone } = parts;
  return (request, principal) => {
    const { query, dashboard_id: dashboardId } = request;
    if (query !== undefined && dashboardId === undefined) return ofQuery(request, query, principal);
    if (query === undefined && dashboardId !== undefined) return ofDashboard(request, dashboardId, principal);
    throw invalidFields({ non_field_errors: ["Expected either query or dashboard_id."] });
  };

  function ofQuery(
    request: ReportRequest,
    query: string | Record<string, unknown>,
    principal: Principal,
  ): PreparedReport {
    const answer = typeof query === "string" ? openStored(query, principal) : ask(query, request.timezone, principal);
    const format = asField("format", () => findFormat(request.format, answer.type));
    const timezone = request.timezone ?? answer.timezone ?? serviceZone;
    const title = request.title ?? `${answer.type} query`;
    return {
      report: {
        ...describeFile(title, format),
        hosts: [...answer.hosts],
        sourceType: "query",
        sourceId: typeof query === "string" ? query : null,
      },
      write: (path, control) => answer.write({ title, format, timezone, path, minFreeBytes }, control),
    };
  }

  function openStored(qid: string, principal: Principal): WritableAnswer {
    // As for every route below the path of queries.
    requirePermission(principal, "search_events");
    try {
      return answers.ofStored(qid, principal);
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found")
        throw invalidField("query", "There is no such query: expected an object, or the qid of a query of yours.");
      throw error;
    }
  }

  function ask(query: Record<string, unknown>, timezone: string | undefined, principal: Principal): WritableAnswer {
    const question = asSubfields("query", () => checkQuestion(query, timezone ?? serviceZone));
    requireMayRead(question.type, principal);
    return answers.ofQuestion(question, principal);
  }

  function ofDashboard(request: ReportRequest, dashboardId: number, principal: Principal): PreparedReport {
    const format = asField("format", () => dashboards.findFormat(request.format));
    const dashboard = dashboards.find(dashboardId, principal);
    if (dashboard === undefined) throw invalidField("dashboard_id", `There is no dashboard ${dashboardId}.`);
    const title = request.title ?? dashboard.title;
    return {
      report: {
        ...describeFile(title, format),
        hosts: [...principal.hosts],
        sourceType: "dashboard",
        sourceId: String(dashboardId),
      },
      write: (path, control) =>
        dashboards.write(
          { dashboardId, title, format, timezone: request.timezone, path, minFreeBytes },
          principal,
          control,
        ),
    };
  }
}

function describeFile(
  title: string,
  format: FormatName,
): Pick<ReportColumns, "title" | "format" | "fileName" | "contentType"> {
  const { extension, contentType } = formatOf(format);
  const name = cutToBytes(toFileName(title.replaceAll(/[/\\]/g, "-").replace(/^[.\s-]+/, "")), titleInFileNameBytes);
  return { title, format, fileName: `${name === "" ? "report" : name}.${extension}`, contentType };
}

/** Errors in a parameter of an export are reported for this field of the order. */
function asField<Value>(field: string, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (error instanceof AppError && error.details.parameters) throw invalidField(field, error.message);
    throw error;
  }
}

function asSubfields<Value>(field: string, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    const fields = error instanceof AppError ? error.details.fields : undefined;
    if (fields === undefined) throw error;
    throw invalidFields(Object.fromEntries(Object.entries(fields).map(([name, texts]) => [`${field}.${name}`, texts])));
  }
}
