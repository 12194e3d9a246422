import { IconPlugConnectedX } from "@tabler/icons-react";
import { useLostSince } from "../api/connection.ts";
import { language } from "../words/language.ts";
import { words } from "../words/words.ts";
import classes from "./connection-bar.module.css";

/** Tells that the service does not answer, and since when; disappears on its own. */
export function ConnectionBar() {
  const lostSince = useLostSince();
  if (lostSince === undefined) return null;
  const since = new Date(lostSince).toLocaleTimeString(language, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return (
    <div className={classes.bar} role="status">
      <IconPlugConnectedX size={16} aria-hidden /> {words.states.lost(since)}
    </div>
  );
}
