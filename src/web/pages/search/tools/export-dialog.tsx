import { Button, Modal, Progress, Select } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import type { SearchAnswer } from "../../../events/search-results.ts";
import { startExport, stopExport, useExports } from "../../../exports/export-store.ts";
import { explain } from "../../../states/explain.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import classes from "./dialog.module.css";

const formats = [
  { value: "csv", label: "CSV, for spreadsheets and scripts" },
  { value: "json", label: "JSON, every field of every event" },
  { value: "xlsx", label: "Excel" },
  { value: "docx", label: "Word" },
  { value: "pdf", label: "PDF" },
];

const toExports = { link: { label: "Exports", href: "/reports/exports" } };

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
    const begun = startExport({ title: "Events", format, path, query: { ftype: format, timezone: zone } });
    setId(begun.id);
    void begun.ended.then((state) => state === "done" && onClose());
  };
  const report = useMutation({
    mutationFn: () =>
      call("POST", "/api/reports", { body: { title: "Events", format, query: answer!.qid, timezone: zone } }),
    onSuccess: () => {
      toast("The report is being made.", { link: { label: "Reports", href: "/reports" } });
      onClose();
    },
  });
  const leave = () => {
    if (isRunning) toast("The export goes on.", toExports);
    onClose();
  };
  const refusal = report.error === null ? undefined : explain(report.error);
  return (
    <Modal opened onClose={leave} title="Export" size={420}>
      <div className={classes.form}>
        <p>
          {count.toLocaleString("en")} {count === 1 ? "event" : "events"}, all that were found, with times of {zone}.
        </p>
        <Select
          label="As"
          data={formats}
          value={format}
          onChange={(value) => setFormat(value ?? "csv")}
          allowDeselect={false}
          disabled={isRunning}
        />
        {isRunning && (
          <div>
            <Progress value={100} animated aria-label="Exporting" />
            <p className={classes.hint}>{(current.bytes / 1e6).toFixed(1)} MB so far</p>
          </div>
        )}
        <p className={classes.problem} role="alert">
          {current?.problem ?? (refusal && `${refusal.title}. ${refusal.text}`)}
        </p>
        <div className={classes.buttons}>
          {isRunning ? (
            <Button variant="light" color="red" onClick={() => stopExport(current.id)}>
              Stop
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                loading={report.isPending}
                disabled={answer === undefined || count === 0}
                onClick={() => report.mutate()}
              >
                Keep as a report
              </Button>
              <Button disabled={answer === undefined || count === 0} onClick={begin}>
                Export
              </Button>
            </>
          )}
        </div>
      </div>
    </Modal>
  );
}
