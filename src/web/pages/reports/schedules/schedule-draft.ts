import type { ReportSchedule } from "../../../../api/report-schedules/schema.ts";
import { call } from "../../../api/call.ts";
import { bodyOf, draftOf, emptyReport, type ReportDraft } from "../make/report-draft.ts";
import { schedulesPath } from "../report-data.ts";

/** A report that is made again and again. */
export interface ScheduleDraft extends ReportDraft {
  is_active: boolean;
  /** Undefined: what was typed is not understood. */
  cron: string | undefined;
  keep_last: number;
  mail: ReportSchedule["mail"];
  webhook: ReportSchedule["webhook"];
}

export type SetSchedule = (changes: Partial<ScheduleDraft>) => void;

export function emptySchedule(timezone: string): ScheduleDraft {
  const own = { is_active: true, cron: "0 8 * * 1", keep_last: 10, mail: null, webhook: null };
  return { ...emptyReport(timezone), ...own };
}

export function scheduleDraftOf(stored: ReportSchedule): ScheduleDraft {
  const { is_active, cron, keep_last, mail, webhook } = stored;
  return { ...draftOf(stored), is_active, cron, keep_last, mail, webhook };
}

export function saveSchedule(draft: ScheduleDraft, stored: ReportSchedule | undefined): Promise<ReportSchedule> {
  const { is_active, cron, keep_last, mail, webhook } = draft;
  const body = { ...bodyOf(draft), is_active, cron, keep_last, mail, webhook };
  if (stored === undefined) return call<ReportSchedule>("POST", schedulesPath, { body });
  return call<ReportSchedule>("PATCH", `${schedulesPath}/${stored.id}`, { body });
}
