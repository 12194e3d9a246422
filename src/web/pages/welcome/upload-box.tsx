import { Button, Progress } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import { Link } from "wouter";
import { writeCondition } from "../../../filter/language/write-condition.ts";
import { explain } from "../../states/explain.ts";
import { Recognised } from "./recognised.tsx";
import { type UploadTotals, upload } from "./upload.ts";
import classes from "./welcome-page.module.css";

/** A log file let go here is sent; what became of its lines is said. */
export function UploadBox({ getToken }: { getToken: () => Promise<string> }) {
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController>(undefined);
  const [file, setFile] = useState<File>();
  const [totals, setTotals] = useState<UploadTotals>();
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const begin = async (chosen: File | undefined) => {
    if (chosen === undefined || running.current !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setFile(chosen);
    setTotals(undefined);
    setProblem(undefined);
    try {
      setTotals(await upload(chosen, await getToken(), controller.signal, setTotals));
    } catch (error) {
      if (!controller.signal.aborted) setProblem(`${explain(error).title}. ${explain(error).text}`);
    } finally {
      running.current = undefined;
      setOver(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void begin(event.dataTransfer.files[0]);
  };
  const isRunning = file !== undefined && running.current !== undefined && problem === undefined;
  return (
    <section
      className={classes.drop}
      data-over={isOver}
      aria-label="Upload a log file"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={22} aria-hidden />
      <p>Let a log file go here, plain, .gz or .zst</p>
      <input
        ref={input}
        type="file"
        className={classes.hidden}
        tabIndex={-1}
        aria-label="Log file"
        onChange={({ target }) => {
          void begin(target.files?.[0]);
          target.value = "";
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      {file && totals && (
        <Progress className={classes.progress} value={(totals.bytes / file.size) * 100} aria-label="Uploaded" />
      )}
      {isRunning && (
        <Button variant="light" color="red" onClick={() => running.current?.abort()}>
          Stop
        </Button>
      )}
      <output className={classes.outcome}>
        {file && totals && <Outcome file={file} totals={totals} />}
        {problem && <span className={classes.problem}>{problem}</span>}
      </output>
    </section>
  );
}

function Outcome({ file, totals }: { file: File; totals: UploadTotals }) {
  const { accepted, rejected, bytes } = totals;
  const source = writeCondition("source", file.name.replace(/\.(?:gz|zst)$/i, ""));
  return (
    <>
      {accepted.toLocaleString("en")} events of {file.name} are stored
      {rejected > 0 && `, ${rejected.toLocaleString("en")} lines were not taken`}
      {bytes >= file.size && (
        <>
          . <Link href={`/search?t=last_240_months&q=${encodeURIComponent(source)}`}>Look at them</Link>
          <Recognised q={source} totals={totals} />
        </>
      )}
    </>
  );
}
