import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { type FieldName, fieldNamesQuery } from "../../../api/fields.ts";
import type { ValueActions } from "../../../event/value-actions.ts";
import { type LogEvent, searchableFields } from "../../../events/log-event.ts";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { words } from "../../../words/words.ts";
import { FieldEntry } from "./field-entry.tsx";
import classes from "./fields-panel.module.css";

interface FieldsPanelProps {
  /** The search whose events have the fields; undefined until it is answered. */
  asked: { q: string; from: number; to: number } | undefined;
  /** The events that are shown first; undefined until they are there. */
  shown: readonly LogEvent[] | undefined;
  /** The search was refused or stopped: there is nothing to wait for. */
  isUnanswered: boolean;
  actions: Required<ValueActions>;
  /** Content above the fields. */
  children?: ReactNode;
}

/** Fields that people look at first. */
const openAtFirst = ["program", "host"];
/** Severities and the like have fields with their names; times have the histogram, patterns a view of their own. */
const leftOut = new Set([
  "severity",
  "facility",
  "status",
  "message",
  "pattern",
  "id",
  "first_occurrence",
  "last_occurrence",
  "counter",
]);

/** Every event has them and few readers need them, so they stand below the events' own fields. */
const last = new Set(["facility_name", "status_name", "type", "cisco_mnemonic"]);

/** The place of the panel while it is not drawn. */
export function FieldsRoom() {
  return <aside className={classes.panel} aria-label={words.search.fields.title} aria-busy />;
}

/** The fields of the events that were found, each with its most frequent values: one click narrows the search. */
export function FieldsPanel({ asked, shown, isUnanswered, actions, children }: FieldsPanelProps) {
  const [wanted, setWanted] = useState("");
  const [isPointed, setPointed] = useState(false);
  const before = useRef(asked);
  before.current = asked ?? before.current;
  // If the list vanished with each question, the keyboard focus and the reader's place would be lost.
  const shownFor = isUnanswered ? undefined : before.current;
  const names = useQuery({
    ...fieldNamesQuery(shownFor),
    enabled: shownFor !== undefined,
    placeholderData: keepPreviousData,
  });
  const found = (names.data ?? []).filter(
    ({ name, label }) => !leftOut.has(name) && `${name} ${label}`.toLowerCase().includes(wanted.toLowerCase()),
  );
  const fields = [...found.filter(({ name }) => !last.has(name)), ...found.filter(({ name }) => last.has(name))];
  const isSeen = useSeenFields(shown, isPointed);
  const entriesOf = (some: readonly FieldName[], at: { q: string; from: number; to: number }) =>
    some.map((field) => (
      <FieldEntry
        key={field.name}
        field={field}
        asked={at}
        actions={actions}
        isOpenAtFirst={openAtFirst.includes(field.name)}
        isPointed={isPointed}
      />
    ));
  const others = fields.filter(({ name }) => !isSeen(name));
  return (
    <aside
      className={classes.panel}
      aria-label={words.search.fields.title}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      {children}
      <TextInput
        className={classes.wanted}
        size="xs"
        aria-label={words.search.fields.find}
        placeholder={words.search.fields.find}
        leftSection={<IconSearch size={14} />}
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <div className={classes.fields}>
        {names.isPending && !isUnanswered && <LoadingState lines={8} />}
        {names.error && <FailedState error={names.error} onRetry={() => void names.refetch()} />}
        {shownFor &&
          entriesOf(
            fields.filter(({ name }) => isSeen(name)),
            shownFor,
          )}
        {shownFor && others.length > 0 && (
          <section className={classes.elsewhere} aria-label={words.search.fields.notShown}>
            <h2>{words.search.fields.notShown}</h2>
            {entriesOf(others, shownFor)}
          </section>
        )}
        {names.data && fields.length === 0 && <p className={classes.nothing}>{words.search.fields.noneSo}</p>}
      </div>
    </aside>
  );
}

/**
 * Whether an event that is shown has the field: those of all others stand below. Nothing changes its place while the
 * pointer is at the fields.
 */
function useSeenFields(shown: readonly LogEvent[] | undefined, isPointed: boolean): (name: string) => boolean {
  const seen = useMemo(
    () => shown && new Set(shown.flatMap((event) => searchableFields(event).map(([name]) => name))),
    [shown],
  );
  const held = useRef(seen);
  if (!isPointed || held.current === undefined) held.current = seen ?? held.current;
  return (name) => held.current === undefined || openAtFirst.includes(name) || held.current.has(name);
}
