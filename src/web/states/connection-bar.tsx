import { IconPlugConnectedX } from "@tabler/icons-react";
import { useLostSince } from "../api/connection.ts";
import { shortTime } from "../time/format-time.ts";
import { useZone } from "../time/zone.ts";
import { words } from "../words/words.ts";
import classes from "./connection-bar.module.css";

/** Tells that the service does not answer, and since when; disappears on its own. */
export function ConnectionBar() {
  const lostSince = useLostSince();
  const zone = useZone();
  if (lostSince === undefined) return null;
  return (
    <div className={classes.bar} role="status">
      <IconPlugConnectedX size={16} aria-hidden /> {words.states.lost(shortTime(lostSince / 1000, zone))}
    </div>
  );
}
