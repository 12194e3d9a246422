import { IconFileUpload } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { words } from "../words/words.ts";
import classes from "./file-drop.module.css";
import { hasFiles } from "./keep-drops.ts";

/** Takes log files that are dropped anywhere on the page, and says so while they are above it. */
export function FileDrop({ onFiles }: { onFiles: (files: FileList) => void }) {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || isBehindDialog()) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event) || isBehindDialog()) return;
      event.preventDefault();
      take.current(event.dataTransfer!.files);
    };
    // Before those of the frame, which keep what nothing takes.
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className={classes.veil}>
      <IconFileUpload size={28} aria-hidden />
      <p>{words.welcome.file.drop}</p>
    </div>
  );
}

/** What is dropped on a dialog is not meant for the page. */
function isBehindDialog(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}
