import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { words } from "../words/words.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Older browsers have none; there only the leaving of the document is asked about. */
const navigation = "navigation" in window ? window.navigation : undefined;

/**
 * Asks before what is not saved is left: for another page of this document, by a link, a key or the button back; and
 * for another document, where the browser asks in words of its own. A change of the address's query is no leaving.
 */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const [, navigate] = useLocation();
  const [goOn, setGoOn] = useState<() => void>();
  // Going back takes a moment, in which the dialog has closed already.
  const [isLeaving, setLeaving] = useState(false);
  const isOn = isChanged && goOn === undefined && !isLeaving;
  useEffect(() => {
    if (!isOn) return undefined;
    const ask = (event: NavigateEvent) => {
      const { navigationType, destination } = event;
      const url = new URL(destination.url);
      if (!event.cancelable || url.origin !== location.origin || url.pathname === location.pathname) return;
      if (navigationType === "reload") return;
      event.preventDefault();
      const away = navigationType === "traverse" ? () => traverse(destination.key) : () => navigate(pathOf(url));
      setGoOn(() => away);
    };
    const askOutside = (event: BeforeUnloadEvent) => event.preventDefault();
    navigation?.addEventListener("navigate", ask);
    window.addEventListener("beforeunload", askOutside);
    return () => {
      navigation?.removeEventListener("navigate", ask);
      window.removeEventListener("beforeunload", askOutside);
    };
  }, [isOn, navigate]);
  if (goOn === undefined || !isChanged) return null;
  const { parts } = words;
  return (
    <ConfirmDialog
      title={parts.leave}
      text={parts.leaveText}
      does={parts.leaveIt}
      run={async () => {
        setLeaving(true);
        goOn();
      }}
      onClose={() => setGoOn(undefined)}
    />
  );
}

function pathOf({ pathname, search, hash }: URL): string {
  return `${pathname}${search}${hash}`;
}

function traverse(key: string): void {
  // Whoever goes on meanwhile ends it; nobody has to hear of that.
  const { committed, finished } = navigation!.traverseTo(key);
  for (const step of [committed, finished]) step?.catch(() => undefined);
}
