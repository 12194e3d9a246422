import { Button } from "@mantine/core";
import { type RefObject, useMemo, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { EventList, type EventListHandle } from "../../events/event-list.tsx";
import type { ListLook } from "../../events/list-look.ts";
import type { SearchAnswer } from "../../events/search-results.ts";
import { useEventPages } from "../../events/use-event-pages.ts";
import { useHitFinder } from "../../events/use-hit-finder.ts";
import type { Narrow } from "../../query-line/use-narrow.ts";
import { EmptyState } from "../../states/empty-state.tsx";
import { explain } from "../../states/explain.ts";
import { FailedState } from "../../states/failed-state.tsx";
import { LoadingState } from "../../states/loading-state.tsx";
import { dayLengthOf } from "../../time/format-time.ts";
import { writeNumber } from "../../words/formats.ts";
import { words } from "../../words/words.ts";
import type { Address, SetAddress } from "./address.ts";
import { FindBar } from "./find/find-bar.tsx";
import classes from "./found.module.css";
import { GroupsView } from "./groups/groups-view.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { PatternsView } from "./patterns/patterns-view.tsx";
import { joinLines } from "./signals/signal-lines.ts";
import { SpecialView } from "./special/special-view.tsx";
import type { Asked, Search } from "./use-search.ts";

interface FoundProps {
  address: Address;
  set: SetAddress;
  search: Search;
  list: RefObject<EventListHandle | null>;
  narrow: Narrow;
  asked: Asked | undefined;
}

const day = 86_400;

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The events found, or why there are none. */
export function Found({ address, set, search, list, narrow, asked }: FoundProps) {
  const { events, zone } = search;
  const pages = useEventPages(events.data);
  const findHits = useHitFinder(joinLines(useShownLine(address.q, events.isPlaceholderData), address.find ?? ""));
  const look = useLook(address, zone, events.data);
  if (search.isStopped) {
    const { title, text } = words.search.stopped;
    return <EmptyState title={title} text={text} action={{ label: words.states.askAgain, run: search.runAgain }} />;
  }
  if (events.error && events.data === undefined) return <FailedState error={events.error} onRetry={search.runAgain} />;
  if (events.data === undefined) return <LoadingState lines={14} />;
  if (events.error) return <FailedState error={events.error} onRetry={search.runAgain} />;
  if (events.data.results.totals.count === 0) return <NothingFound address={address} set={set} zone={zone} />;
  if (address.view !== "events")
    return <FoundView address={address} set={set} search={search} narrow={narrow} asked={asked} />;
  const count = search.counts?.count ?? null;
  return (
    <div className={classes.found} data-stale={search.isSlow && events.isPlaceholderData}>
      {address.find !== null && (
        <FindBar
          find={address.find}
          onFind={(find) => void set({ find }, { history: "replace" })}
          asked={count === null ? undefined : asked}
          answer={events.data}
          isNewestFirst={address.sort === "new"}
          list={list}
        />
      )}
      <EventList
        answerId={events.data.rowsQid}
        ref={list}
        rowCount={pages.rowCount}
        at={pages.at}
        want={pages.want}
        look={look}
        findHits={findHits}
        openId={address.event}
        onOpen={(event) => void set({ event: event.id }, { history: address.event === null ? "push" : "replace" })}
        onColumns={(columns) => void set({ cols: columns }, { history: "replace" })}
        isNewestFirst={address.sort === "new"}
        label={words.search.countEvents(count ?? pages.rowCount)}
      />
      <Foot count={count ?? pages.rowCount} shown={pages.rowCount} error={pages.error} onAgain={search.runAgain} />
    </div>
  );
}

type FoundViewProps = Pick<FoundProps, "address" | "set" | "search" | "narrow" | "asked">;

/** Shows the results in a view other than the list of events. */
function FoundView({ address, set, search, narrow, asked }: FoundViewProps) {
  const onEvents = (field: string, value: string) => {
    narrow(field, value);
    void set({ view: "events" });
  };
  if (asked === undefined) return <LoadingState lines={12} />;
  if (address.view === "special") return <SpecialView asked={asked} zone={search.zone} onEvents={onEvents} />;
  if (search.inSight === undefined) return <LoadingState lines={12} />;
  const drawn = { q: asked.q, ...search.inSight };
  if (address.view === "patterns")
    return <PatternsView asked={drawn} narrow={narrow} onEvents={(id) => onEvents("pattern", id)} />;
  const { by } = address;
  return <GroupsView asked={drawn} field={by} narrow={narrow} onEvents={(value) => onEvents(by, value)} />;
}

/** The line that the shown rows answer: the previous one, as long as its rows are shown. */
function useShownLine(q: string, isStale: boolean): string {
  const [shown, setShown] = useState(q);
  if (!isStale && shown !== q) setShown(q);
  return isStale ? shown : q;
}

/** The same object as long as nothing in it changes, since rows are drawn again when it does. */
function useLook({ cols, wrap, compact, gaps }: Address, zone: string, answer: SearchAnswer | undefined): ListLook {
  const { ts_from = 0, ts_to = 0 } = answer?.results.totals ?? {};
  const isLong = ts_to - ts_from > day / 2;
  const dayLength = isLong ? dayLengthOf(ts_from, ts_to, zone) : 0;
  return useMemo(
    () => ({ columns: cols, wrap, compact, gaps, zone, dayLength }),
    [cols, wrap, compact, gaps, zone, dayLength],
  );
}

interface FootProps {
  count: number;
  shown: number;
  /** Why visible rows could not be loaded. */
  error: unknown;
  onAgain: () => void;
}

/** Found events that the list does not show. */
function Foot({ count, shown, error, onAgain }: FootProps) {
  if (error !== undefined)
    return (
      <p className={classes.foot} role="alert">
        {isGone(error) ? words.search.gone : words.search.unread(explain(error).text)}{" "}
        <Button size="compact-sm" variant="light" onClick={onAgain}>
          {words.search.askAgain}
        </Button>
      </p>
    );
  if (shown >= count) return null;
  return <p className={classes.foot}>{words.search.scrollable(writeNumber(shown), writeNumber(count))}</p>;
}
