import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { writeCondition } from "../../../filter/language/write-condition.ts";
import { fieldNamesQuery } from "../../api/fields.ts";
import { EmptyState } from "../../states/empty-state.tsx";
import { FailedState } from "../../states/failed-state.tsx";
import { LoadingState } from "../../states/loading-state.tsx";
import { exactTime, spanText } from "../../time/format-time.ts";
import { useZone } from "../../time/zone.ts";
import { ChangesTable } from "../../widgets/changes-table.tsx";
import type { ChangesResult } from "../../widgets/results.ts";
import { writeNumber } from "../../words/formats.ts";
import { words } from "../../words/words.ts";
import type { ChangesAddress, SetChangesAddress } from "./changes-address.ts";
import classes from "./changes-page.module.css";
import { useChanges } from "./use-comparison.ts";

interface FoundChangesProps {
  address: ChangesAddress;
  set: SetChangesAddress;
  run: number;
}

/** Values that became more or less frequent than chance explains. */
export function FoundChanges({ address, set, run }: FoundChangesProps) {
  const [, navigate] = useLocation();
  const { marker, found } = useChanges(address, run, true);
  const error = marker.error ?? found.error;
  if (error)
    return <FailedState error={error} onRetry={() => void (marker.error ? marker.refetch() : found.refetch())} />;
  if (found.data === undefined) return <LoadingState lines={10} />;
  const { totals } = found.data.results;
  const open = (value: string, isGone: boolean) => {
    const q = [grouped(address.q), writeCondition(address.by, value)].filter((part) => part !== "").join(" ");
    const [from, to] = isGone ? [totals.base_from, totals.base_to] : [totals.ts_from, totals.ts_to];
    navigate(`/search?${new URLSearchParams({ q, t: `${Math.floor(from)}..${Math.ceil(to)}` })}`);
  };
  return (
    <div className={classes.found} data-stale={found.isPlaceholderData}>
      <Summary totals={totals} address={address} set={set} />
      {totals.values.length === 0 ? (
        <EmptyState
          title={totals.compared === 0 ? words.changes.noEvent : words.changes.nothing}
          text={totals.compared === 0 ? words.changes.wider : words.changes.allAlike(writeNumber(totals.compared))}
        />
      ) : (
        <ChangesTable values={totals.values} field={address.by} onOpen={open} />
      )}
    </div>
  );
}

function Summary({ totals, address, set }: { totals: ChangesResult["totals"] } & Omit<FoundChangesProps, "run">) {
  const zone = useZone();
  const names = useQuery(fieldNamesQuery(undefined));
  const known = (names.data ?? []).filter(({ has_values }) => has_values).map(({ name }) => name);
  const others = new Set([...known, address.by]);
  others.delete("pattern");
  const exact = (from: number, to: number) => words.search.fromTo(exactTime(from, zone), exactTime(to, zone));
  return (
    <div className={classes.summary}>
      <output className={classes.said} aria-live="polite">
        <b>{writeNumber(totals.changed)}</b> {words.changes.ofChanged(writeNumber(totals.compared))}
        <span title={exact(totals.ts_from, totals.ts_to)}>
          <b>{writeNumber(totals.count)}</b> {words.changes.occurrences(spanText(totals.ts_from, totals.ts_to, zone))}
        </span>
        <span className={classes.faint} title={exact(totals.base_from, totals.base_to)}>
          {words.changes.againstThat} <b>{writeNumber(totals.base_count)}</b>,{" "}
          {spanText(totals.base_from, totals.base_to, zone)}
        </span>
      </output>
      <Select
        className={classes.by}
        size="xs"
        aria-label={words.changes.what}
        searchable
        allowDeselect={false}
        value={address.by}
        data={[{ value: "pattern", label: words.changes.patterns }, ...others]}
        onChange={(by) => void set({ by: by ?? "pattern" })}
      />
    </div>
  );
}

function grouped(line: string): string {
  return /\||\bOR\b/.test(line) ? `(${line})` : line;
}
