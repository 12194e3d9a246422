import { type Config, readConfig } from "../../board/config-text.ts";
import { questionOf } from "../../board/widget-question.ts";
import type { WidgetRow } from "../../board/widget-repository.ts";
import type { Written } from "../../document/output.ts";
import {
  type AnsweredWidget,
  type DashboardOrder,
  findDashboardFormat,
} from "../../export/documents/dashboard-order.ts";
import type { FormatName } from "../../export/formats.ts";
import type { Principal } from "../../http/access/principal.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import type { CheckedQuestion } from "../../query/parse/parse-query.ts";
import { requireMayRead } from "./may-read.ts";
import type { ReportControl } from "./report-runner.ts";

export interface FoundDashboard {
  title: string;
  config: Config;
}

export interface DashboardReportsParts {
  /** Undefined when the caller may not see it. */
  find(id: number, principal: Principal): FoundDashboard | undefined;
  listWidgets(dashboardId: number): readonly Pick<WidgetRow, "title" | "type" | "config">[];
  /** Reads `{type, params}`; throws AppError for fields that do not fit. */
  checkQuestion(body: unknown, timezone: string): CheckedQuestion;
  /** Answers all from one instant; an error's text for each that could not be answered. */
  answerTogether(
    questions: readonly CheckedQuestion[],
    principal: Principal,
    control: ReportControl,
  ): Promise<{
    baseTime: number;
    answers: AnsweredAlone[];
    missingDays: string[];
  }>;
  /** Lets a thread write it. */
  writeDashboard(order: DashboardOrder): Promise<Written>;
  /** The service's time zone, used unless one is named. */
  timezone: string;
}

interface AnsweredAlone {
  found: AnsweredWidget["answer"];
  span: AnsweredWidget["span"];
}

export interface DashboardReportOrder {
  dashboardId: number;
  title: string;
  format: FormatName;
  timezone: string | undefined;
  path: string;
  minFreeBytes: number;
}

export type DashboardReports = ReturnType<typeof createDashboardReports>;

/** A dashboard as one document: its widgets as they are when the report is made, all answered from one instant. */
export function createDashboardReports(parts: DashboardReportsParts) {
  return {
    find: parts.find,

    findFormat: findDashboardFormat,

    async write(order: DashboardReportOrder, principal: Principal, control: ReportControl): Promise<Written> {
      const { dashboardId, title, format, path, minFreeBytes } = order;
      const dashboard = parts.find(dashboardId, principal);
      if (dashboard === undefined) throw notFound(`The dashboard ${dashboardId} is not there any more.`);
      const timezone = order.timezone ?? zoneOf(dashboard) ?? parts.timezone;
      const asked = parts.listWidgets(dashboardId).map((widget) => ask(widget, dashboard, timezone, principal));
      const questions = asked.flatMap(({ question }) => (typeof question === "string" ? [] : [question]));
      const { baseTime, answers, missingDays } = await parts.answerTogether(questions, principal, {
        ...control,
        onProgress: (percent) => control.onProgress(percent * 0.8),
      });
      const next = answers.values();
      const widgets = asked.map(({ widget, question }): AnsweredWidget => {
        if (typeof question === "string") return { ...widget, params: {}, span: undefined, answer: question };
        const { found, span } = next.next().value!;
        return { ...widget, type: question.type, params: question.params, span, answer: found };
      });
      return parts.writeDashboard({ title, format, baseTime, timezone, missingDays, widgets, path, minFreeBytes });
    },
  };

  /** A widget that cannot be asked, or not by him, says why; the others are answered. */
  function ask(
    row: Pick<WidgetRow, "title" | "type" | "config">,
    dashboard: FoundDashboard,
    timezone: string,
    principal: Principal,
  ) {
    const widget = { title: row.title, type: row.type, config: readConfig(row.config) };
    try {
      const question = parts.checkQuestion(questionOf(widget, dashboard.config), timezone);
      requireMayRead(question.type, principal);
      return { widget, question };
    } catch (error) {
      if (error instanceof AppError) return { widget, question: describe(error) };
      throw error;
    }
  }
}

function zoneOf({ config }: FoundDashboard): string | undefined {
  const { timezone } = (config.time_range ?? {}) as { timezone?: unknown };
  return typeof timezone === "string" ? timezone : undefined;
}

function describe({ message, details }: AppError): string {
  const fields = Object.entries(details.fields ?? {}).map(([field, texts]) => `${field}: ${texts.join(" ")}`);
  return fields.length === 0 ? message : `This widget cannot be asked. ${fields.join("; ")}`;
}
