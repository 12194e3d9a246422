import { useEffect, useSyncExternalStore } from "react";
import { words } from "../words/words.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Forms that hold what is not saved. */
const unsaved = new Set<object>();
/** What the reader wanted, and is asked about. */
let asked: (() => void) | undefined;
const listeners = new Set<() => void>();

/** While `isChanged`, whoever wants to leave what is shown is asked first. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const form = {};
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [isChanged]);
}

/** Does it at once, or once the reader said that what is not saved may be lost. */
export function leaveSafely(go: () => void): void {
  if (unsaved.size === 0) go();
  else setAsked(go);
}

/** All that was not saved is: for who goes elsewhere at once after it. */
export function forgetUnsaved(): void {
  unsaved.clear();
}

/** Stands once beside all pages. */
export function UnsavedDialog() {
  const go = useSyncExternalStore(listen, () => asked);
  if (go === undefined) return null;
  const { unsavedTitle, unsavedText, leaveUnsaved } = words.parts;
  const leave = async () => {
    forgetUnsaved();
    go();
  };
  return (
    <ConfirmDialog
      title={unsavedTitle}
      text={unsavedText}
      does={leaveUnsaved}
      run={leave}
      onClose={() => setAsked(undefined)}
    />
  );
}

/** The address that is shown, to come back to when the browser has already left it. */
let shownAddress = location.href;

for (const moved of ["pushState", "replaceState"])
  addEventListener(moved, () => {
    shownAddress = location.href;
  });

// Before all other listeners: these would show the page that the browser went to.
addEventListener(
  "popstate",
  (event) => {
    if (unsaved.size === 0) {
      shownAddress = location.href;
      return;
    }
    event.stopImmediatePropagation();
    history.pushState(null, "", shownAddress);
    setAsked(() => history.back());
  },
  { capture: true },
);

addEventListener("beforeunload", (event) => {
  if (unsaved.size > 0) event.preventDefault();
});

function setAsked(go: (() => void) | undefined): void {
  asked = go;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
