import { logOut } from "../api/session.ts";
import { explain } from "../states/explain.ts";
import { toast } from "../toasts/toast-store.ts";

/** Ends the session; says so when that did not work, since the reader may be about to walk away from the screen. */
export function leave(): void {
  logOut().catch((error: unknown) => {
    const { title, text } = explain(error);
    toast(`You are still logged in. ${title}: ${text}`, { kind: "bad" });
  });
}
