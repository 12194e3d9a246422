import { ActionIcon, Group, SegmentedControl, Tooltip, UnstyledButton } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconMinus } from "@tabler/icons-react";
import { useState } from "react";
import type { Narrow } from "../../../query-line/use-narrow.ts";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { severities, severityNumber } from "../../../theme/severity.ts";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import type { PatternValue } from "../../../widgets/results.ts";
import { PatternText } from "../../../widgets/views/pattern-text.tsx";
import { writeNumber, writeShare } from "../../../words/formats.ts";
import { words } from "../../../words/words.ts";
import classes from "../groups/groups-view.module.css";
import { Sparkline } from "../groups/sparkline.tsx";
import type { Asked } from "../use-search.ts";
import own from "./patterns-view.module.css";
import { type PatternOrder, patternsPerPage, usePatterns } from "./use-patterns.ts";

interface PatternsViewProps {
  asked: Asked;
  narrow: Narrow;
  /** Shows the events of one. */
  onEvents: (id: string) => void;
}

const orders = ["count", "rarest", "newest"] as const;

/** The patterns found: how often, when, and whether they are new. */
export function PatternsView({ asked, narrow, onEvents }: PatternsViewProps) {
  const [order, setOrder] = useState<PatternOrder>("count");
  const { q, from, to } = asked;
  const list = JSON.stringify([q, from, to, order]);
  // A page of another list says nothing about this one.
  const [page, setPage] = useState({ list, offset: 0 });
  const offset = page.list === list ? page.offset : 0;
  const found = usePatterns(asked, order, offset);
  if (found.error) return <FailedState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <LoadingState lines={12} />;
  const { totals, details = [] } = found.data.results;
  if (totals.count === 0) return <EmptyState title={words.search.pattern.none} />;
  return (
    <div className={classes.groups}>
      <div className={own.head}>
        <span>{words.search.pattern.summary(writeNumber(totals.count), writeNumber(totals.pattern_count))}</span>
        {totals.item_count > patternsPerPage && (
          <Pages
            offset={offset}
            shown={totals.values.length}
            all={totals.item_count}
            onOffset={(next) => setPage({ list, offset: next })}
          />
        )}
        <SegmentedControl
          size="xs"
          aria-label={words.search.pattern.first}
          data={orders.map((each) => ({ value: each, label: words.search.pattern.orders[each] }))}
          value={order}
          onChange={(next) => setOrder(next as PatternOrder)}
        />
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{words.search.pattern.title}</th>
            <th scope="col" className={classes.figure}>
              {words.search.table.count}
            </th>
            <th scope="col" className={`${classes.figure} ${own.wide}`}>
              {words.search.table.share}
            </th>
            <th scope="col">{words.search.table.course}</th>
            <th scope="col" className={own.seen}>
              {words.search.pattern.seen}
            </th>
            <th scope="col">
              <span className={classes.hidden}>{words.search.table.leaveOut}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {totals.values.map((pattern, index) => (
            <PatternRow
              key={pattern.id}
              pattern={pattern}
              counts={details.map(({ values }) => values[index]?.count ?? 0)}
              onEvents={() => onEvents(pattern.id)}
              onWithout={() => narrow("pattern", pattern.id, true)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PagesProps {
  offset: number;
  shown: number;
  all: number;
  onOffset: (offset: number) => void;
}

function Pages({ offset, shown, all, onOffset }: PagesProps) {
  return (
    <Group gap={4}>
      <ActionIcon
        size={24}
        aria-label={words.search.pattern.before}
        disabled={offset === 0}
        onClick={() => onOffset(Math.max(0, offset - patternsPerPage))}
      >
        <IconChevronLeft size={14} />
      </ActionIcon>
      <span>{words.search.pattern.place(writeNumber(offset + 1), writeNumber(offset + shown), writeNumber(all))}</span>
      <ActionIcon
        size={24}
        aria-label={words.search.pattern.behind}
        disabled={offset + shown >= all}
        onClick={() => onOffset(offset + patternsPerPage)}
      >
        <IconChevronRight size={14} />
      </ActionIcon>
    </Group>
  );
}

interface PatternRowProps {
  pattern: PatternValue;
  counts: readonly number[];
  onEvents: () => void;
  onWithout: () => void;
}

function PatternRow({ pattern, counts, onEvents, onWithout }: PatternRowProps) {
  const zone = useZone();
  const { text, count, share, first_seen, last_seen, is_new, pattern_count } = pattern;
  const severity = worst(pattern);
  return (
    <tr>
      <td className={own.value}>
        <i
          className={own.severity}
          style={{ background: `var(--bar-${severity})` }}
          title={severities[severity]?.label}
        />
        <div className={own.kind}>
          {is_new === true && (
            <Tooltip label={words.search.pattern.newHint}>
              <span className={own.new}>{words.search.pattern.new}</span>
            </Tooltip>
          )}
          <UnstyledButton className={own.text} onClick={onEvents}>
            <PatternText text={text} />
          </UnstyledButton>
          {pattern_count > 1 && (
            <Tooltip label={words.search.pattern.alikeHint}>
              <span className={own.family}>{words.search.pattern.alike(writeNumber(pattern_count))}</span>
            </Tooltip>
          )}
        </div>
      </td>
      <td className={classes.figure}>{writeNumber(count)}</td>
      <td className={`${classes.figure} ${own.wide}`}>{writeShare(share)}</td>
      <td>
        <Sparkline counts={counts} />
      </td>
      <td className={own.seen} title={words.search.fromTo(exactTime(first_seen, zone), exactTime(last_seen, zone))}>
        {shortTime(Math.floor(first_seen), zone)} – {shortTime(Math.floor(last_seen), zone)}
      </td>
      <td>
        <Tooltip label={words.search.fields.withoutThis}>
          <ActionIcon size={24} aria-label={words.search.fields.without(text)} onClick={onWithout}>
            <IconMinus size={14} />
          </ActionIcon>
        </Tooltip>
      </td>
    </tr>
  );
}

function worst({ severities: counts }: PatternValue): number {
  return Math.min(
    7,
    ...Object.keys(counts)
      .map(severityNumber)
      .filter((severity) => severity >= 0),
  );
}
