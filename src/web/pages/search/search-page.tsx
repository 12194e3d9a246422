import { type ReactNode, type RefObject, useMemo, useRef, useState } from "react";
import { getIngestToken } from "../../access/ingest-token.ts";
import { type Action, useActions } from "../../actions/action-store.ts";
import { EventDrawer } from "../../event/event-drawer.tsx";
import { RuleButton } from "../../event/rule-button.tsx";
import { TaskButton } from "../../event/task-button.tsx";
import type { ValueActions } from "../../event/value-actions.ts";
import { toggleColumn } from "../../events/columns.ts";
import type { EventListHandle } from "../../events/event-list.tsx";
import type { LogEvent } from "../../events/log-event.ts";
import { type BarsChoice, Histogram } from "../../histogram/histogram.tsx";
import { type HistogramData, severityField } from "../../histogram/histogram-data.ts";
import { useMarkers } from "../../markers/markers.ts";
import type { QueryLineHandle } from "../../query-line/query-line.tsx";
import type { Narrow } from "../../query-line/use-narrow.ts";
import { barSteps, fitsBars, widthOf } from "../../time/time-range.ts";
import { toast } from "../../toasts/toast-store.ts";
import { FileDrop } from "../../uploads/file-drop.tsx";
import { startUploads } from "../../uploads/upload-store.ts";
import { words } from "../../words/words.ts";
import { type Address, type SetAddress, useAddress } from "./address.ts";
import { BehindRows } from "./behind-rows.tsx";
import { FieldsPanel, FieldsRoom } from "./fields/fields-panel.tsx";
import { Found } from "./found.tsx";
import { PinButton } from "./pins/pin-button.tsx";
import { PinnedLines } from "./pins/pinned-lines.tsx";
import { togglePin } from "./pins/pins.ts";
import { ResultLine } from "./result-line.tsx";
import { SearchBar } from "./search-bar.tsx";
import classes from "./search-page.module.css";
import { LaidSignals } from "./signals/laid-signals.tsx";
import { joinLines } from "./signals/signal-lines.ts";
import { SignalsList } from "./signals/signals-list.tsx";
import { NotSplit, SplitMenu } from "./split-menu.tsx";
import { SearchTools } from "./tools/search-tools.tsx";
import { type Asked, type Search, useSearch } from "./use-search.ts";
import { useWrittenLine } from "./use-written-line.ts";
import { ViewBar } from "./view-bar.tsx";

/** Find events: by a line, by time, by what the fields of those found have in common. */
export default function SearchPage() {
  const { address, set: setAddress } = useAddress();
  // The question is the line with all signals; the reader writes and narrows the line alone.
  const whole = useMemo(() => ({ ...address, q: joinLines(...address.signals, address.q) }), [address]);
  const search = useSearch(whole);
  const [showsFields, setShowsFields] = useState(() => innerWidth > 900);
  const line = useRef<QueryLineHandle>(null);
  const { set, narrow, ask, askAgain, withLine } = useWrittenLine(address, setAddress, search, line);
  const byHand = { ...search, runAgain: askAgain };
  const list = useRef<EventListHandle>(null);
  const asked = askedOf(whole, search);
  const actions = useMemo(() => valueActions(address.cols, set, narrow), [address.cols, set, narrow]);
  useActions([
    here("query", words.search.writeQuery, "/", () => line.current?.focus()),
    ...lineActions(list, address, set, narrow),
    here("find", words.finding.findLabel, "mod+f", () => void set({ view: "events", find: address.find ?? "" })),
    here("again", words.search.askAgain, "r", askAgain),
    here("fields", showsFields ? words.search.hideFields : words.search.showFields, "b", () =>
      setShowsFields(!showsFields),
    ),
  ]);
  return (
    <div className={classes.page}>
      <h1 className={classes.hidden}>{words.search.title}</h1>
      <FileDrop onFiles={uploadDropped} />
      <SearchBar
        address={address}
        set={set}
        search={search}
        line={line}
        onAsk={ask}
        onAgain={askAgain}
        tools={<SearchTools address={whole} set={set} search={search} withLine={withLine} />}
      />
      <LaidSignals signals={address.signals} set={set} />
      <ResultLine search={search} narrow={narrow} />
      <BehindRows search={search} room={<div className={classes.histogram} />}>
        <OverTime address={address} set={set} search={search} asked={asked} />
      </BehindRows>
      <div className={classes.body}>
        {showsFields && (
          <BehindRows search={search} room={<FieldsRoom />}>
            <FieldsPanel asked={asked} {...rowsOf(search)} actions={actions}>
              <SignalsList signals={address.signals} set={set} whole={whole} />
            </FieldsPanel>
          </BehindRows>
        )}
        <div className={classes.found}>
          <BehindRows search={search}>
            <ViewBar address={address} set={set} asked={asked} />
          </BehindRows>
          <PinnedLines
            pins={address.pins}
            zone={search.zone}
            onOpen={(event) => void set({ event })}
            onLoose={(id) => void set({ pins: togglePin(address.pins, id) })}
          />
          <Found address={whole} set={set} search={byHand} list={list} narrow={narrow} asked={asked} />
        </div>
        {address.event !== null && (
          <OpenedEvent id={address.event} address={address} set={set} actions={actions} list={list} />
        )}
      </div>
    </div>
  );
}

/** The reader stays at what is searched, and is told when their events are stored. */
function uploadDropped(files: FileList): void {
  const { file } = words.welcome;
  startUploads(files, getIngestToken);
  toast(file.onTheirWay(files.length), { link: { label: file.toIt, href: "/welcome" } });
}

interface OverTimeProps {
  address: Address;
  set: SetAddress;
  search: Search;
  asked: Asked | undefined;
}

/** How many when, with the moments that people marked. */
function OverTime({ address, set, search, asked }: OverTimeProps) {
  const data = search.bars;
  const markers = useMarkers(data && boundsOf(data));
  // A line that is refused says so itself.
  if (search.histogram.error && search.events.error === null && address.split !== null)
    return <NotSplit error={search.histogram.error} set={set} />;
  if (data === undefined) return <div className={classes.histogram} />;
  return (
    <Histogram
      data={data}
      zone={search.zone}
      markers={markers.data?.objects}
      markersInAll={markers.data?.item_count}
      asked={asked}
      bars={barsOf(address, set, data)}
      byField={
        <SplitMenu split={address.split} set={set} asked={asked} isCounting={search.histogram.isPlaceholderData} />
      }
      onZoom={(from, to) => void set({ t: { from, to } })}
    />
  );
}

function barsOf({ bar, t }: Address, set: SetAddress, { steps }: HistogramData): BarsChoice {
  // All there is shows less than it could.
  const width = steps.length === 0 ? widthOf(t) : steps.at(-1)!.to - steps[0]!.from;
  const offered = barSteps.filter((step) => fitsBars(width, step));
  return { chosen: bar, offered, onChoose: (next) => void set({ bar: next }) };
}

interface OpenedEventProps {
  id: string;
  address: Address;
  set: SetAddress;
  actions: ValueActions;
  list: RefObject<EventListHandle | null>;
}

/** The event in the drawer, with what can be done with it here. */
function OpenedEvent({ id, address, set, actions, list }: OpenedEventProps) {
  return (
    <EventDrawer
      id={id}
      actions={actions}
      onClose={() => void set({ event: null, tab: null })}
      tab={address.tab}
      onTab={(tab) => void set({ tab }, { history: "replace" })}
      onOpen={(event) => void set({ event })}
      tools={(event) => (
        <>
          <PinButton
            isPinned={address.pins.includes(event.id)}
            onPin={() => void set({ pins: togglePin(address.pins, event.id) })}
          />
          {eventTools(event)}
        </>
      )}
      onStep={address.view === "events" ? (step) => list.current?.move(step) : undefined}
    />
  );
}

function here(id: string, label: string, keys: string, run: () => void): Action {
  return { id, label, group: "This page", keys, run };
}

function eventTools(event: LogEvent): ReactNode {
  return (
    <>
      <RuleButton event={event} />
      <TaskButton event={event} />
    </>
  );
}

/** Actions on lines of the list. */
function lineActions(
  list: RefObject<EventListHandle | null>,
  address: Address,
  set: SetAddress,
  narrow: Narrow,
): readonly Action[] {
  const narrowToLike = (not: boolean) => {
    const event = list.current?.chosen();
    if (event !== undefined) narrow("pattern", event.pattern, not);
  };
  return [
    here("next", words.search.next, "j", () => list.current?.move(1)),
    here("previous", words.search.before, "k", () => list.current?.move(-1)),
    here("open", words.search.openEvent, "Enter", () => list.current?.openChosen()),
    here("close", words.search.closeEvent, "Escape", () => void set({ event: null, tab: null })),
    here("around", words.finding.aroundIt, "c", () => {
      const event = list.current?.chosen()?.id ?? address.event;
      if (event) void set({ event, tab: "around" });
    }),
    here("pin", words.search.pins.pin, "p", () => {
      const event = list.current?.chosen()?.id ?? address.event;
      if (event) void set({ pins: togglePin(address.pins, event) });
    }),
    here("like", words.finding.likeThis, "f", () => narrowToLike(false)),
    here("unlike", words.finding.unlikeThis, "x", () => narrowToLike(true)),
  ];
}

/** The question of the last answer, with its resolved bounds. */
function askedOf({ q }: Address, { events }: Search): Asked | undefined {
  if (events.data === undefined || events.isPlaceholderData) return undefined;
  const { ts_from, ts_to } = events.data.results.totals;
  return { q, from: ts_from, to: ts_to };
}

/** The first rows of the last answer, or that there will be none. */
function rowsOf({ events, isStopped }: Search): { shown: readonly LogEvent[] | undefined; isUnanswered: boolean } {
  const shown = events.isPlaceholderData ? undefined : events.data?.results.events.objects;
  return { shown, isUnanswered: events.error !== null || isStopped };
}

/** Bounds of all steps together. */
function boundsOf({ steps }: HistogramData): { from: number; to: number } | undefined {
  const [first, last] = [steps[0], steps.at(-1)];
  return first && last && { from: first.from, to: last.to };
}

function valueActions(cols: Address["cols"], set: SetAddress, narrow: Narrow): Required<ValueActions> {
  return {
    only: narrow,
    without: (field, value) => narrow(field, value, true),
    has: (field, not) => narrow(field, null, not),
    group: (by) => void set({ view: "groups", by }),
    split: (split) => void set({ split: split === severityField ? null : split }),
    column: (field) => void set(({ cols: shown }) => ({ cols: toggleColumn(shown, field) })),
    isColumn: (field) => cols.some((column) => column.field === field),
  };
}
