import { Button, Modal, Progress, Select } from "@mantine/core";
import { useRef, useState } from "react";
import type { SearchAnswer } from "../../../events/search-results.ts";
import { explain } from "../../../states/explain.ts";
import { useZone } from "../../../time/zone.ts";
import classes from "./dialog.module.css";
import { download } from "./download.ts";

const formats = [
  { value: "csv", label: "CSV, for spreadsheets and scripts" },
  { value: "json", label: "JSON, every field of every event" },
  { value: "xlsx", label: "Excel" },
  { value: "docx", label: "Word" },
  { value: "pdf", label: "PDF" },
];

/** Exports all results as a file, with progress and a stop button. */
export default function ExportDialog({ answer, onClose }: { answer: SearchAnswer | undefined; onClose: () => void }) {
  const zone = useZone();
  const [format, setFormat] = useState("csv");
  const [bytes, setBytes] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const count = answer?.results.totals.count ?? 0;
  const stop = () => {
    running.current?.abort();
    running.current = undefined;
    setBytes(undefined);
  };
  const begin = async () => {
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setBytes(0);
    try {
      const path = `/api/query/${answer!.qid}/export`;
      const query = { ftype: format, timezone: zone };
      await download(path, { query, signal: controller.signal, onProgress: setBytes });
      onClose();
    } catch (error) {
      if (controller.signal.aborted) return;
      const { title, text } = explain(error);
      setProblem(`${title}. ${text}`);
      setBytes(undefined);
    }
  };
  const leave = () => {
    stop();
    onClose();
  };
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
          disabled={bytes !== undefined}
        />
        {bytes !== undefined && (
          <div>
            <Progress value={100} animated aria-label="Exporting" />
            <p className={classes.hint}>{(bytes / 1e6).toFixed(1)} MB so far</p>
          </div>
        )}
        <p className={classes.problem} role="alert">
          {problem}
        </p>
        <div className={classes.buttons}>
          {bytes === undefined ? (
            <Button disabled={answer === undefined || count === 0} onClick={() => void begin()}>
              Export
            </Button>
          ) : (
            <Button variant="light" color="red" onClick={stop}>
              Stop
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
