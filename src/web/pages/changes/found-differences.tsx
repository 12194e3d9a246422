import { useLocation } from "wouter";
import { writeCondition } from "../../../filter/language/write-condition.ts";
import { EmptyState } from "../../states/empty-state.tsx";
import { FailedState } from "../../states/failed-state.tsx";
import { LoadingState } from "../../states/loading-state.tsx";
import { writeRange } from "../../time/time-range.ts";
import { useZone } from "../../time/zone.ts";
import { DifferencesView } from "../../widgets/views/differences-view.tsx";
import type { ChangesAddress } from "./changes-address.ts";
import classes from "./changes-page.module.css";
import { useDifferences } from "./use-comparison.ts";

/** What distinguishes the events of a line from all others of the same time. */
export function FoundDifferences({ address, run }: { address: ChangesAddress; run: number }) {
  const zone = useZone();
  const [, navigate] = useLocation();
  const found = useDifferences(address, run, true);
  if (address.about === "")
    return (
      <EmptyState
        title="About which events?"
        text="A line above says which, for one severity<=3 or host:web-1. Then you see in what they differ from the rest."
      />
    );
  if (found.error) return <FailedState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <LoadingState lines={10} />;
  const { totals } = found.data.results;
  const search = (q: string) => navigate(`/search?${new URLSearchParams({ q, t: writeRange(address.t) })}`);
  return (
    <div className={classes.found} data-stale={found.isPlaceholderData}>
      <div className={classes.summary}>
        <output className={classes.said} aria-live="polite">
          <b>{totals.count.toLocaleString("en")}</b> of these
          <span>
            against <b>{totals.rest_count.toLocaleString("en")}</b> others
          </span>
          <span className={classes.faint}>
            {totals.compared.toLocaleString("en")} values of {totals.fields} fields were compared
            {totals.skipped_fields.length > 0 &&
              `; not of ${totals.skipped_fields.join(", ")}, which have too many different ones`}
          </span>
        </output>
      </div>
      <DifferencesView
        widget={{ type: "Differences", title: "What is special", config: {} }}
        results={found.data.results}
        zone={zone}
        actions={{
          onValue: ({ field, value }) => search(`(${address.about}) ${writeCondition(field, value)}`),
          onZoom: () => undefined,
          onEvent: () => undefined,
        }}
      />
    </div>
  );
}
