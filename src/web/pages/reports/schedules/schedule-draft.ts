import type { ReportSchedule } from "../../../../api/report-schedules/schema.ts";
import { call } from "../../../api/call.ts";
import { areAtOdds, changedFields } from "../../../api/changed-fields.ts";
import { ChangedMeanwhile } from "../../../layout/overwrite-dialog.tsx";
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

export function makeSchedule(draft: ScheduleDraft): Promise<ReportSchedule> {
  return call<ReportSchedule>("POST", schedulesPath, { body: scheduleBodyOf(draft) });
}

/**
 * Changes the fields in which the draft differs from what it began with. Throws `ChangedMeanwhile` when somebody else
 * has changed one of them, unless it may be overwritten.
 */
export async function changeSchedule(
  id: number,
  draft: ScheduleDraft,
  base: ScheduleDraft,
  overwrites: boolean,
): Promise<ReportSchedule> {
  const path = `${schedulesPath}/${id}`;
  const changes = changedFields(scheduleBodyOf(draft), scheduleBodyOf(base));
  if (!overwrites) {
    const now = scheduleDraftOf(await call<ReportSchedule>("GET", path));
    if (areAtOdds(changes, changedFields(scheduleBodyOf(now), scheduleBodyOf(base)))) throw new ChangedMeanwhile();
  }
  return call<ReportSchedule>("PATCH", path, { body: changes });
}

function scheduleBodyOf(draft: ScheduleDraft) {
  const { is_active, cron, keep_last, mail, webhook } = draft;
  return { ...bodyOf(draft), is_active, cron, keep_last, mail, webhook };
}
