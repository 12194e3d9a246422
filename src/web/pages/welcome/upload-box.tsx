import { Button, Progress } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useRef } from "react";
import { Link } from "wouter";
import { FileDrop } from "../../uploads/file-drop.tsx";
import {
  type RunningUpload,
  resumeUpload,
  searchOf,
  startUploads,
  stopUpload,
  useUploads,
} from "../../uploads/upload-store.ts";
import { words } from "../../words/words.ts";
import { Recognised } from "./recognised.tsx";
import classes from "./welcome-page.module.css";

/** Sends log files that are dropped on the page, and tells what became of their lines. */
export function UploadBox({ getToken }: { getToken: () => Promise<string> }) {
  const input = useRef<HTMLInputElement>(null);
  const uploads = useUploads();
  return (
    <section className={classes.drop} aria-label={words.welcome.file.label}>
      <FileDrop onFiles={(files) => startUploads(files, getToken)} />
      <IconFileUpload size={22} aria-hidden />
      <p>{words.welcome.file.drop}</p>
      <input
        ref={input}
        type="file"
        multiple
        className={classes.hidden}
        tabIndex={-1}
        aria-label={words.welcome.file.file}
        onChange={({ target }) => {
          startUploads(target.files ?? [], getToken);
          target.value = "";
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {words.welcome.file.choose}
      </Button>
      {uploads.map((upload) => (
        <Upload key={upload.id} upload={upload} />
      ))}
    </section>
  );
}

function Upload({ upload }: { upload: RunningUpload }) {
  const { id, name, size, state, totals, problem } = upload;
  const { file } = words.welcome;
  const isGoing = state === "running" || state === "waiting";
  return (
    <div className={classes.upload}>
      {isGoing && (
        <Progress
          className={classes.progress}
          value={size === 0 ? 0 : (totals.bytes / size) * 100}
          aria-label={file.uploaded(name)}
        />
      )}
      <output className={classes.outcome}>
        {state === "waiting" && totals.bytes === 0 && file.waiting(name)}
        {(totals.bytes > 0 || (state !== "waiting" && state !== "refused")) && <Outcome upload={upload} />}
      </output>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {isGoing && (
        <Button variant="light" color="red" aria-label={file.stopOf(name)} onClick={() => stopUpload(id)}>
          {file.stop}
        </Button>
      )}
      {(state === "failed" || state === "stopped") && (
        <Button variant="default" aria-label={file.resumeOf(name)} onClick={() => resumeUpload(id)}>
          {file.resume}
        </Button>
      )}
    </div>
  );
}

function Outcome({ upload: { name, state, totals } }: { upload: RunningUpload }) {
  const { file } = words.welcome;
  const { accepted, rejected } = totals;
  const { q, address } = searchOf(name);
  const isFound = state !== "running" && accepted > 0;
  return (
    <span>
      {(state === "done" ? file.stored : file.storedSoFar)(accepted, name)}
      {rejected > 0 && file.notTaken(rejected)}
      {isFound && (
        <>
          . <Link href={address}>{words.welcome.lookAtThem}</Link>
        </>
      )}
      {state === "done" && <Recognised q={q} totals={totals} />}
    </span>
  );
}
