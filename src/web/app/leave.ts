import { logOut } from "../api/session.ts";
import { explain } from "../states/explain.ts";
import { toast } from "../toasts/toast-store.ts";
import { words } from "../words/words.ts";

/** Logs out, and reports a failure: the reader may be about to leave the screen. */
export function leave(): void {
  logOut().catch((error: unknown) => {
    const { title, text } = explain(error);
    toast(words.frame.stillLoggedIn(`${title}: ${text}`), { kind: "bad" });
  });
}
