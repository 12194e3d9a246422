import { useLocation } from "wouter";
import { writeCondition } from "../../../filter/language/write-condition.ts";
import { EmptyState } from "../../states/empty-state.tsx";
import { FailedState } from "../../states/failed-state.tsx";
import { LoadingState } from "../../states/loading-state.tsx";
import { writeRange } from "../../time/time-range.ts";
import { useZone } from "../../time/zone.ts";
import { DifferencesView } from "../../widgets/views/differences-view.tsx";
import { writeNumber } from "../../words/formats.ts";
import { words } from "../../words/words.ts";
import type { ChangesAddress } from "./changes-address.ts";
import classes from "./changes-page.module.css";
import { useDifferences } from "./use-comparison.ts";

/** Lists what distinguishes the events of a line from all others of the same time. */
export function FoundDifferences({ address, run }: { address: ChangesAddress; run: number }) {
  const zone = useZone();
  const [, navigate] = useLocation();
  const found = useDifferences(address, run, true);
  if (address.about === "") return <EmptyState title={words.changes.which} text={words.changes.whichText} />;
  if (found.error) return <FailedState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <LoadingState lines={10} />;
  const { totals } = found.data.results;
  const search = (q: string) => navigate(`/search?${new URLSearchParams({ q, t: writeRange(address.t) })}`);
  return (
    <div className={classes.found} data-stale={found.isPlaceholderData}>
      <div className={classes.summary}>
        <output className={classes.said} aria-live="polite">
          <b>{writeNumber(totals.count)}</b> {words.changes.ofThese}
          <span>
            {words.changes.againstThat} <b>{writeNumber(totals.rest_count)}</b> {words.changes.others}
          </span>
          <span className={classes.faint}>
            {words.changes.compared(writeNumber(totals.compared), totals.fields, totals.skipped_fields.join(", "))}
          </span>
        </output>
      </div>
      <DifferencesView
        widget={{ type: "Differences", title: words.changes.special, config: {} }}
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
