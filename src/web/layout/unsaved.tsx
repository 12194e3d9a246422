import { useEffect, useSyncExternalStore } from "react";
import { words } from "../words/words.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { LeaveGuard } from "./leave-guard.tsx";

/** Forms beside a list that have unsaved changes. */
const unsaved = new Set<object>();
/** The step that waits for the reader's answer. */
let asked: (() => void) | undefined;
const listeners = new Set<() => void>();

/**
 * Guards a form beside a list. While `isChanged`, leaving the page asks first (`LeaveGuard`), and so does opening
 * another entry of the list, which changes only the query of the address.
 */
export function Unsaved({ isChanged }: { isChanged: boolean }) {
  useEffect(() => {
    if (!isChanged) return;
    const form = {};
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [isChanged]);
  return <LeaveGuard isChanged={isChanged} />;
}

/** Runs it at once, or after the reader agreed to lose unsaved changes. */
export function leaveSafely(go: () => void): void {
  if (unsaved.size === 0) go();
  else setAsked(go);
}

/** Marks everything as saved, for callers that open something else right after saving. */
export function forgetUnsaved(): void {
  unsaved.clear();
}

/** Mounted once, beside all pages. */
export function UnsavedDialog() {
  const go = useSyncExternalStore(listen, () => asked);
  if (go === undefined) return null;
  const { leave, leaveText, leaveIt } = words.parts;
  const leaveNow = async () => {
    forgetUnsaved();
    go();
  };
  return (
    <ConfirmDialog title={leave} text={leaveText} does={leaveIt} run={leaveNow} onClose={() => setAsked(undefined)} />
  );
}

/** The address that is shown, to come back to when the browser has already left it. */
let shownAddress = location.href;

for (const moved of ["pushState", "replaceState"])
  addEventListener(moved, () => {
    shownAddress = location.href;
  });

// Before all other listeners: these would show what the browser went to. Another page is the guard's affair.
addEventListener(
  "popstate",
  (event) => {
    if (unsaved.size === 0 || new URL(shownAddress).pathname !== location.pathname) {
      shownAddress = location.href;
      return;
    }
    event.stopImmediatePropagation();
    history.pushState(null, "", shownAddress);
    setAsked(() => history.back());
  },
  { capture: true },
);

function setAsked(go: (() => void) | undefined): void {
  asked = go;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
