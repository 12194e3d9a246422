import { ActionIcon, Button, Checkbox, Tooltip } from "@mantine/core";
import { IconArrowLeft, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import type { ReportSchedule } from "../../../../api/report-schedules/schema.ts";
import { useSubmitKey } from "../../../actions/submit-key.ts";
import { call } from "../../../api/call.ts";
import { changedFields } from "../../../api/changed-fields.ts";
import { queryClient } from "../../../api/query-client.ts";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { LeaveGuard } from "../../../layout/leave-guard.tsx";
import { NumberField } from "../../../layout/number-field.tsx";
import { ChangedMeanwhile, OverwriteDialog } from "../../../layout/overwrite-dialog.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import { ReportFields } from "../make/report-fields.tsx";
import { ReportOutlook } from "../make/report-outlook.tsx";
import { errorsIn, SaveProblem } from "../make/save-problem.tsx";
import { attempt, refreshReports, refreshSchedules, schedulesPath } from "../report-data.ts";
import classes from "../report-form.module.css";
import { changeSchedule, emptySchedule, makeSchedule, type ScheduleDraft, scheduleDraftOf } from "./schedule-draft.ts";
import { ScheduleRuns } from "./schedule-runs.tsx";
import { SendFields } from "./send-fields.tsx";
import { WhenField } from "./when-field.tsx";

/** A schedule; beside it what it has made, and what a report of it would show now. */
export function ScheduleEditor({ stored }: { stored: ReportSchedule | undefined }) {
  const zone = useZone();
  const [base, setBase] = useState<ScheduleDraft>(() =>
    stored === undefined ? emptySchedule(zone) : scheduleDraftOf(stored),
  );
  const [draft, setDraft] = useState(base);
  const set = (changes: Partial<ScheduleDraft>) => setDraft((known) => ({ ...known, ...changes }));
  const save = useSave(draft, stored && { id: stored.id, base }, (sent, saved) => {
    setBase(saved);
    setDraft((now) => ({ ...saved, ...changedFields(now, sent) }));
  });
  const isChanged = JSON.stringify(draft) !== JSON.stringify(base);
  const hasSource = draft.source === "query" || draft.dashboardId !== null;
  const canSave = isChanged && draft.title.trim() !== "" && draft.cron !== undefined && hasSource && !save.isPending;
  const errorOf = errorsIn(save.error);
  const { reports } = words;
  const form = useSubmitKey(reports.saveIt, canSave);
  return (
    <form
      ref={form}
      className={classes.page}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) save.mutate(false);
      }}
    >
      <OverwriteDialog save={save} title={words.parts.changedMeanwhile} text={words.parts.changedMeanwhileText} />
      <LeaveGuard isChanged={isChanged && !save.isPending} />
      <Head stored={stored} isChanged={isChanged}>
        <Button type="submit" loading={save.isPending} disabled={!canSave}>
          {stored ? reports.saveIt : reports.scheduleIt}
        </Button>
      </Head>
      <div className={classes.halves}>
        <div className={classes.form}>
          <SaveProblem error={save.error instanceof ChangedMeanwhile ? null : save.error} />
          <ReportFields draft={draft} set={set} errorOf={errorOf} />
          <Part title={reports.when}>
            <WhenField
              cron={base.cron ?? ""}
              timezone={draft.timezone}
              error={errorOf("cron")}
              onChange={(cron) => set({ cron })}
              onZone={(timezone) => set({ timezone })}
            />
            <Checkbox
              label={reports.active}
              checked={draft.is_active}
              onChange={({ target }) => set({ is_active: target.checked })}
            />
          </Part>
          <Part title={reports.sends} hint={reports.sendsHint}>
            <SendFields draft={draft} set={set} errorOf={errorOf} />
            <NumberField
              label={reports.keep}
              min={1}
              max={500}
              isWhole
              maw={220}
              value={draft.keep_last}
              error={errorOf("keep_last")}
              onChange={(keep) => typeof keep === "number" && set({ keep_last: keep })}
            />
          </Part>
        </div>
        <div className={classes.beside}>
          {stored && <ScheduleRuns schedule={stored} />}
          {stored && <div className={classes.sub} />}
          <ReportOutlook draft={draft} />
        </div>
      </div>
    </form>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children}
    </section>
  );
}

function useSave(
  draft: ScheduleDraft,
  stored: { id: number; base: ScheduleDraft } | undefined,
  onSaved: (sent: ScheduleDraft, saved: ScheduleDraft) => void,
) {
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: async (overwrites: boolean) => ({
      sent: draft,
      schedule: await (stored === undefined
        ? makeSchedule(draft)
        : changeSchedule(stored.id, draft, stored.base, overwrites)),
    }),
    onSuccess: ({ sent, schedule }) => {
      onSaved(sent, scheduleDraftOf(schedule));
      queryClient.setQueryData([schedulesPath, schedule.id], schedule);
      void refreshSchedules();
      toast((stored ? words.reports.saved : words.reports.scheduled)(schedule.title));
      // The guard knows of it with the next drawing.
      if (stored === undefined) setTimeout(() => navigate(`/reports/schedules/${schedule.id}`));
    },
  });
}

interface HeadProps {
  stored: ReportSchedule | undefined;
  isChanged: boolean;
  children: ReactNode;
}

function Head({ stored, isChanged, children }: HeadProps) {
  const { reports } = words;
  return (
    <PageHead title={stored?.title ?? reports.newSchedule} note={isChanged && stored ? reports.unsaved : undefined}>
      <Link href="/reports/schedules" className={classes.back}>
        <IconArrowLeft size={14} aria-hidden /> {reports.toSchedules}
      </Link>
      {stored && <RemoveButton schedule={stored} />}
      {stored && <RunButton schedule={stored} />}
      {children}
    </PageHead>
  );
}

function RunButton({ schedule: { id, title } }: { schedule: ReportSchedule }) {
  const run = useMutation({
    mutationFn: () => attempt(() => call("POST", `${schedulesPath}/${id}/run`)),
    onSuccess: async (isDone) => {
      if (isDone) toast(words.reports.running(title));
      await Promise.all([refreshSchedules(), refreshReports()]);
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerPlay size={14} />}
      loading={run.isPending}
      onClick={() => run.mutate()}
    >
      {words.reports.run}
    </Button>
  );
}

function RemoveButton({ schedule: { id, title } }: { schedule: ReportSchedule }) {
  const [, navigate] = useLocation();
  const [asks, setAsks] = useState(false);
  const { reports, parts } = words;
  const remove = async () => {
    await call("DELETE", `${schedulesPath}/${id}`);
    toast(reports.scheduleRemoved(title));
    navigate("/reports/schedules");
    queryClient.removeQueries({ queryKey: [schedulesPath, id] });
    await refreshSchedules();
  };
  return (
    <>
      <Tooltip label={reports.removeSchedule}>
        <ActionIcon size={32} aria-label={reports.removeSchedule} onClick={() => setAsks(true)}>
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
      {asks && (
        <ConfirmDialog
          title={reports.removeSchedule}
          text={reports.removeScheduleAsk(title)}
          does={parts.remove}
          run={remove}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
