import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { ask } from "../../../api/ask.ts";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { writeRange } from "../../../time/time-range.ts";
import type { DifferencesResult } from "../../../widgets/results.ts";
import { DifferencesView } from "../../../widgets/views/differences-view.tsx";
import { writeNumber } from "../../../words/formats.ts";
import { words } from "../../../words/words.ts";
import type { Asked } from "../use-search.ts";
import classes from "./special-view.module.css";

const listedMax = 100;

interface SpecialViewProps {
  asked: Asked;
  zone: string;
  /** Shows the events of one value. */
  onEvents: (field: string, value: string) => void;
}

/** Shows how the events found differ from all others of the same time. */
export function SpecialView({ asked, zone, onEvents }: SpecialViewProps) {
  const { q, from, to } = asked;
  const [, navigate] = useLocation();
  const found = useQuery({
    queryKey: ["special", q, from, to],
    queryFn: ({ signal }) => {
      const params = { time_range: { ts_from: from, ts_to: to }, selection_q: q, limit: listedMax };
      return ask<DifferencesResult>("Differences", params, { signal });
    },
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  });
  if (q === "")
    return (
      <EmptyState
        title={words.finding.specialWhich}
        text={words.finding.specialHow}
        action={{
          label: words.finding.specialTime,
          run: () => navigate(`/changes?${new URLSearchParams({ t: writeRange({ from, to }) })}`),
        }}
      />
    );
  if (found.error) return <FailedState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <LoadingState lines={12} />;
  const { count, rest_count, compared, fields, skipped_fields } = found.data.results.totals;
  return (
    <div className={classes.special}>
      <p className={classes.summary} role="status">
        {words.finding.specialSummary(writeNumber(count), writeNumber(rest_count))}
        <span>
          {words.finding.specialCompared(writeNumber(compared), fields)}
          {skipped_fields.length > 0 && `, ${words.finding.specialSkipped(skipped_fields.join(", "))}`}
        </span>
      </p>
      <DifferencesView
        widget={{ type: "Differences", title: words.finding.special, config: {} }}
        results={whatTheyHaveFirst(found.data.results)}
        zone={zone}
        actions={{
          onValue: ({ field, value }) => onEvents(field, value),
          onZoom: () => undefined,
          onEvent: () => undefined,
        }}
      />
    </div>
  );
}

/** Values that are more frequent than elsewhere come before those that are rarer, each by weight. */
function whatTheyHaveFirst(results: DifferencesResult): DifferencesResult {
  const { values } = results.totals;
  const has = ({ share, rest_share }: (typeof values)[number]) => share > rest_share;
  const ordered = [...values.filter(has), ...values.filter((value) => !has(value))];
  return { ...results, totals: { ...results.totals, values: ordered } };
}
