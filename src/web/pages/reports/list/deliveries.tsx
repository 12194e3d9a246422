import type { ShortReport } from "../../../../api/reports/schema.ts";
import { isPartly } from "../../../states/partly.ts";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { words } from "../../../words/words.ts";
import classes from "./reports-list.module.css";

/** Lists the recipients of a report with the state of each delivery, and why it failed. */
export function Deliveries({ deliveries }: Pick<ShortReport, "deliveries">) {
  const zone = useZone();
  const { reports } = words;
  if (deliveries.length === 0) return <p className={classes.hint}>{reports.noDeliveries}</p>;
  return (
    <ul className={classes.listOf} aria-label={reports.deliveries}>
      {deliveries.map(({ kind, place, state, error, at }) => (
        <li key={`${kind} ${place}`} className={classes.delivery} data-state={state}>
          <div className={classes.deliveryLine}>
            <span>{reports.delivered(reports.kinds[kind], place)}</span>
            <em>
              {reports.deliveryStates[isPartly(error) ? "partly" : state]},{" "}
              <time title={exactTime(at, zone)}>{shortTime(at, zone)}</time>
            </em>
          </div>
          {error !== null && (
            <p className={classes.error}>
              {words.service.fault(error)} {state === "owed" && reports.againSoon}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
