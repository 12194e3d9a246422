import { Button, Progress } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import { Link } from "wouter";
import { writeCondition } from "../../../filter/language/write-condition.ts";
import { explain } from "../../states/explain.ts";
import { words } from "../../words/words.ts";
import { Recognised } from "./recognised.tsx";
import { type UploadTotals, upload } from "./upload.ts";
import classes from "./welcome-page.module.css";

/** Sends a log file that is dropped here, and tells what became of its lines. */
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
      if (!controller.signal.aborted) setProblem(words.parts.refused(explain(error).title, explain(error).text));
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
      aria-label={words.welcome.file.label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={22} aria-hidden />
      <p>{words.welcome.file.drop}</p>
      <input
        ref={input}
        type="file"
        className={classes.hidden}
        tabIndex={-1}
        aria-label={words.welcome.file.file}
        onChange={({ target }) => {
          void begin(target.files?.[0]);
          target.value = "";
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {words.welcome.file.choose}
      </Button>
      {file && totals && (
        <Progress
          className={classes.progress}
          value={(totals.bytes / file.size) * 100}
          aria-label={words.welcome.file.uploaded}
        />
      )}
      {isRunning && (
        <Button variant="light" color="red" onClick={() => running.current?.abort()}>
          {words.welcome.file.stop}
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
      {words.welcome.file.stored(accepted, file.name)}
      {rejected > 0 && words.welcome.file.notTaken(rejected)}
      {bytes >= file.size && (
        <>
          . <Link href={`/search?t=last_240_months&q=${encodeURIComponent(source)}`}>{words.welcome.lookAtThem}</Link>
          <Recognised q={source} totals={totals} />
        </>
      )}
    </>
  );
}
