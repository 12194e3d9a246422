import { ActionIcon, CloseButton, Tabs, Tooltip } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { CSSProperties, ReactNode } from "react";
import { call } from "../api/call.ts";
import type { LogEvent } from "../events/log-event.ts";
import { FailedState } from "../states/failed-state.tsx";
import { LoadingState } from "../states/loading-state.tsx";
import { severities } from "../theme/severity.ts";
import { exactTime, shortTime } from "../time/format-time.ts";
import { useZone } from "../time/zone.ts";
import { writeNumber } from "../words/formats.ts";
import { words } from "../words/words.ts";
import { Around } from "./around.tsx";
import { CopyMenu } from "./copy-menu.tsx";
import classes from "./event-drawer.module.css";
import { EventFields } from "./event-fields.tsx";
import { FiredTriggers } from "./fired-triggers.tsx";
import { JsonTree } from "./json-tree.tsx";
import { Occurrences } from "./occurrences.tsx";
import { useDrawerWidth } from "./use-drawer-width.tsx";
import type { ValueActions } from "./value-actions.ts";

interface EventDrawerProps {
  id: string;
  actions: ValueActions;
  onClose: () => void;
  /** Steps to the next event of the list; absent where there is no list. */
  onStep?: (step: 1 | -1) => void;
  /** More that can be done with the event, such as a task made of it. */
  tools?: (event: LogEvent) => ReactNode;
  /** The tab that is shown, where somebody else keeps it; absent: the drawer does, and begins with the fields. */
  tab?: EventTab;
  onTab?: (tab: EventTab) => void;
  /** Another event, found around this one. */
  onOpen: (id: string) => void;
}

/** Shows everything about an event. */
export const eventTabs = ["fields", "around", "json", "times", "triggers"] as const;
export type EventTab = (typeof eventTabs)[number];

/** Everything about one event, in a drawer beside the list. */
export function EventDrawer({ id, actions, onClose, onStep, tools, tab, onTab, onOpen }: EventDrawerProps) {
  const { width, grip } = useDrawerWidth();
  const found = useQuery({
    queryKey: ["event", id],
    queryFn: ({ signal }) =>
      call<LogEvent>("GET", `/api/events/${id}`, { query: { actions_hint: true, add_trigger_data: true }, signal }),
    staleTime: 60_000,
    placeholderData: (previous) => previous,
  });
  const event = found.data;
  return (
    <aside
      className={classes.drawer}
      style={{ "--drawer-width": `${width}px` } as CSSProperties}
      aria-label={words.event.title}
    >
      {grip}
      <div className={classes.head}>
        {event && <Head event={event} />}
        <span className={classes.buttons}>
          {event && tools?.(event)}
          {event && <CopyMenu event={event} />}
          {onStep && <Steps onStep={onStep} />}
          <CloseButton aria-label={words.search.closeEvent} onClick={onClose} size="md" />
        </span>
      </div>
      {found.error && <FailedState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <LoadingState />}
      {event && !found.error && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long message is scrolled by keys, too */}
          <pre className={classes.message} tabIndex={0}>
            {event.message}
          </pre>
          <Tabs
            {...(tab === undefined ? { defaultValue: "fields" } : { value: tab })}
            onChange={(next) => onTab?.(next as EventTab)}
            className={classes.tabs}
            keepMounted={false}
          >
            <TabHeads event={event} />
            <Tabs.Panel value="fields" className={classes.panel} tabIndex={0}>
              <EventFields event={event} actions={actions} />
            </Tabs.Panel>
            <Tabs.Panel value="around" className={classes.panel} tabIndex={0}>
              <Around event={event} onOpen={onOpen} />
            </Tabs.Panel>
            <Tabs.Panel value="json" className={classes.panel} tabIndex={0}>
              <JsonTree value={withoutHints(event)} />
            </Tabs.Panel>
            <Tabs.Panel value="times" className={classes.panel} tabIndex={0}>
              <Occurrences event={event} />
            </Tabs.Panel>
            <Tabs.Panel value="triggers" className={classes.panel} tabIndex={0}>
              <FiredTriggers event={event} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </aside>
  );
}

function TabHeads({ event }: { event: LogEvent }) {
  return (
    <Tabs.List>
      <Tabs.Tab value="fields">{words.search.fields.title}</Tabs.Tab>
      <Tabs.Tab value="around">{words.event.around.title}</Tabs.Tab>
      <Tabs.Tab value="json">JSON</Tabs.Tab>
      <Tabs.Tab value="times">
        {words.event.times}
        {event.counter > 1 && ` ${writeNumber(event.counter)}`}
      </Tabs.Tab>
      <Tabs.Tab value="triggers">
        {words.event.triggers}
        {event.triggers_fired_count > 0 && ` ${event.triggers_fired_count}`}
      </Tabs.Tab>
    </Tabs.List>
  );
}

function Head({ event }: { event: LogEvent }) {
  const zone = useZone();
  return (
    <div className={classes.title}>
      <b className={classes.severity} style={{ color: `var(--severity-${event.severity})` }}>
        {severities[event.severity]?.label}
      </b>
      <Tooltip label={exactTime(event.last_occurrence, zone)}>
        <time className={classes.time}>{shortTime(Math.floor(event.last_occurrence), zone)}</time>
      </Tooltip>
    </div>
  );
}

function Steps({ onStep }: { onStep: (step: 1 | -1) => void }) {
  return (
    <>
      <Tooltip label={`${words.search.before} (k)`}>
        <ActionIcon aria-label={words.search.before} onClick={() => onStep(-1)}>
          <IconChevronUp size={17} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`${words.search.next} (j)`}>
        <ActionIcon aria-label={words.search.next} onClick={() => onStep(1)}>
          <IconChevronDown size={17} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** The event without this page's own actions, for copying. */
function withoutHints({ actions: _, ...event }: LogEvent): object {
  return event;
}
