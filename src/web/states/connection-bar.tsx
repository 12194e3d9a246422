import { IconPlugConnectedX } from "@tabler/icons-react";
import { useLostSince } from "../api/connection.ts";
import classes from "./connection-bar.module.css";

/** Tells that the service does not answer, and since when; disappears on its own. */
export function ConnectionBar() {
  const lostSince = useLostSince();
  if (lostSince === undefined) return null;
  const since = new Date(lostSince).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  return (
    <div className={classes.bar} role="status">
      <IconPlugConnectedX size={16} aria-hidden /> vigie has not answered since {since}. What you see is from before; it
      is asked again every few seconds.
    </div>
  );
}
