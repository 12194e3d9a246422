import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { ShortReport } from "../../../../api/reports/schema.ts";
import { useSubmitKey } from "../../../actions/submit-key.ts";
import { call } from "../../../api/call.ts";
import { LeaveGuard } from "../../../layout/leave-guard.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import { refreshReports, reportsPath } from "../report-data.ts";
import classes from "../report-form.module.css";
import { bodyOf, emptyReport, type ReportDraft } from "./report-draft.ts";
import { ReportFields } from "./report-fields.tsx";
import { ReportOutlook } from "./report-outlook.tsx";
import { errorsIn, SaveProblem } from "./save-problem.tsx";

/** A new report, and beside it a preview. */
export function NewReport() {
  const zone = useZone();
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState<ReportDraft>(() => emptyReport(zone));
  const { reports } = words;
  const make = useMutation({
    mutationFn: () => call<ShortReport>("POST", reportsPath, { body: bodyOf(draft) }),
    onSuccess: async ({ id, title }) => {
      await refreshReports();
      toast(reports.ordering(title));
      navigate(`/reports?report=${id}`);
    },
  });
  const hasSource = draft.source === "query" || draft.dashboardId !== null;
  const canMake = draft.title.trim() !== "" && hasSource && !make.isPending && !make.isSuccess;
  const form = useSubmitKey(reports.makeIt, canMake);
  return (
    <form
      ref={form}
      className={classes.page}
      onSubmit={(event) => {
        event.preventDefault();
        if (canMake) make.mutate();
      }}
    >
      <LeaveGuard isChanged={draft.title.trim() !== "" && !make.isPending && !make.isSuccess} />
      <PageHead title={reports.make}>
        <Link href="/reports" className={classes.back}>
          <IconArrowLeft size={14} aria-hidden /> {reports.toList}
        </Link>
        <Button type="submit" loading={make.isPending} disabled={!canMake}>
          {reports.makeIt}
        </Button>
      </PageHead>
      <div className={classes.halves}>
        <div className={classes.form}>
          <SaveProblem error={make.error} />
          <ReportFields
            draft={draft}
            set={(changes) => setDraft((known) => ({ ...known, ...changes }))}
            errorOf={errorsIn(make.error)}
          />
        </div>
        <div className={classes.beside}>
          <ReportOutlook draft={draft} />
        </div>
      </div>
    </form>
  );
}
