import { Button, Modal, Progress, Select } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { writeNumber } from "../../../charts/write-number.ts";
import type { SearchAnswer } from "../../../events/search-results.ts";
import { startExport, stopExport, useExports } from "../../../exports/export-store.ts";
import { explain } from "../../../states/explain.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import classes from "./dialog.module.css";

/** Exports all results as a file, which goes on when the dialog is closed; or has the service make a report of them. */
export default function ExportDialog({ answer, onClose }: { answer: SearchAnswer | undefined; onClose: () => void }) {
  const zone = useZone();
  const [format, setFormat] = useState("csv");
  const [id, setId] = useState<number>();
  const current = useExports().find((entry) => entry.id === id);
  const isRunning = current?.state === "running";
  const count = answer?.results.totals.count ?? 0;
  const begin = () => {
    const path = `/api/query/${answer!.qid}/export`;
    const begun = startExport({
      title: words.search.export.events,
      format,
      path,
      query: { ftype: format, timezone: zone },
    });
    setId(begun.id);
    void begun.ended.then((state) => state === "done" && onClose());
  };
  const report = useMutation({
    mutationFn: () =>
      call("POST", "/api/reports", {
        body: { title: words.search.export.events, format, query: answer!.qid, timezone: zone },
      }),
    onSuccess: () => {
      toast(words.search.export.beingMade, { link: { label: words.search.export.reports, href: "/reports" } });
      onClose();
    },
  });
  const leave = () => {
    if (isRunning)
      toast(words.search.export.goesOn, { link: { label: words.search.export.exports, href: "/reports/exports" } });
    onClose();
  };
  const refusal = report.error === null ? undefined : explain(report.error);
  return (
    <Modal opened onClose={leave} title={words.search.export.title} size={420}>
      <div className={classes.form}>
        <p>{words.search.export.what(count, zone)}</p>
        <Select
          label={words.search.export.as}
          data={Object.entries(words.search.export.formats).map(([value, label]) => ({ value, label }))}
          value={format}
          onChange={(value) => setFormat(value ?? "csv")}
          allowDeselect={false}
          disabled={isRunning}
        />
        {isRunning && (
          <div>
            <Progress value={100} animated aria-label={words.search.export.exporting} />
            <p className={classes.hint}>
              {current.bytes === 0
                ? words.reports.isMade
                : words.search.export.soFar(writeNumber(current.bytes, "bytes"))}
            </p>
          </div>
        )}
        <p className={classes.problem} role="alert">
          {current?.problem ?? (refusal && words.parts.refused(refusal.title, refusal.text))}
        </p>
        <div className={classes.buttons}>
          {isRunning ? (
            <Button variant="light" color="red" onClick={() => stopExport(current.id)}>
              {words.search.export.stop}
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                loading={report.isPending}
                disabled={answer === undefined || count === 0}
                onClick={() => report.mutate()}
              >
                {words.search.export.keep}
              </Button>
              <Button disabled={answer === undefined || count === 0} onClick={begin}>
                {words.search.export.title}
              </Button>
            </>
          )}
        </div>
      </div>
    </Modal>
  );
}
