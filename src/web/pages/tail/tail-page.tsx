import { Button, Tooltip } from "@mantine/core";
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconSearch, IconTrash } from "@tabler/icons-react";
import { parseAsString, useQueryStates } from "nuqs";
import { type Ref, useCallback, useRef, useState } from "react";
import { useLocation } from "wouter";
import { type Action, useActions } from "../../actions/action-store.ts";
import { useFieldKnowledge } from "../../api/fields.ts";
import { EventDrawer } from "../../event/event-drawer.tsx";
import { RuleButton } from "../../event/rule-button.tsx";
import { TaskButton } from "../../event/task-button.tsx";
import { QueryLine, type QueryLineHandle } from "../../query-line/query-line.tsx";
import { useNarrow } from "../../query-line/use-narrow.ts";
import { EmptyState } from "../../states/empty-state.tsx";
import { writeNumber } from "../../words/formats.ts";
import { words } from "../../words/words.ts";
import type { TailSnapshot } from "./tail-feed.ts";
import { TailLines } from "./tail-lines.tsx";
import classes from "./tail-page.module.css";
import { useTail } from "./use-tail.ts";

const parsers = { q: parseAsString.withDefault(""), event: parseAsString };

/** Events as they come, held as soon as somebody reads. */
export default function TailPage() {
  const [{ q, event }, set] = useQueryStates(parsers, { history: "push", clearOnDefault: true });
  const [run, setRun] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const [, navigate] = useLocation();
  const tail = useTail(q, run);
  const line = useRef<QueryLineHandle>(null);
  const follow = useCallback(
    (next: string) => {
      setHeld(false);
      void set({ q: next, event: null });
    },
    [set],
  );
  const narrow = useNarrow(q, follow);
  const hold = (next: boolean) => {
    setHeld(next);
    tail.hold(next);
  };
  const begin = () => {
    setHeld(false);
    setRun(run + 1);
  };
  const search = () =>
    line.current?.take((asked) =>
      navigate(`/search?${new URLSearchParams({ ...(asked !== "" && { q: asked }), t: "last_15_minutes" })}`),
    );
  useActions([
    here("query", words.tail.writeLine, "/", () => line.current?.focus()),
    here("hold", isHeld ? words.tail.goOn : words.tail.pause, "p", () => hold(!isHeld)),
    here("clear", words.tail.clear, "c", tail.clear),
    here("to-search", words.tail.search, undefined, search),
    here("close", words.search.closeEvent, "Escape", () => void set({ event: null })),
  ]);
  const { snapshot } = tail;
  return (
    <div className={classes.page}>
      <h1 className={classes.hidden}>{words.tail.title}</h1>
      <TailBar
        line={line}
        q={q}
        isHeld={isHeld}
        onHold={() => hold(!isHeld)}
        onClear={tail.clear}
        onSearch={search}
        onLine={follow}
      />
      <Status snapshot={snapshot} isHeld={isHeld} onGoOn={() => hold(false)} onBegin={begin} />
      <div className={classes.body}>
        {snapshot.lines.length === 0 ? (
          <EmptyState
            title={isHeld ? words.tail.paused : words.tail.waiting}
            text={q === "" ? words.tail.waitingText : words.tail.waitingLine}
          />
        ) : (
          <TailLines
            lines={snapshot.lines}
            isHeld={isHeld}
            openId={event}
            onHold={hold}
            onOpen={(id) => void set({ event: id }, { history: event === null ? "push" : "replace" })}
          />
        )}
        {event !== null && (
          <EventDrawer
            id={event}
            actions={{ only: narrow, without: (field, value) => narrow(field, value, true) }}
            onClose={() => void set({ event: null })}
            onOpen={(id) => void set({ event: id })}
            tools={(shown) => (
              <>
                <RuleButton event={shown} />
                <TaskButton event={shown} />
              </>
            )}
          />
        )}
      </div>
    </div>
  );
}

function here(id: string, label: string, keys: string | undefined, run: () => void): Action {
  return { id, label, group: "This page", ...(keys !== undefined && { keys }), run };
}

interface TailBarProps {
  line: Ref<QueryLineHandle>;
  q: string;
  isHeld: boolean;
  onHold: () => void;
  onClear: () => void;
  onSearch: () => void;
  onLine: (line: string) => void;
}

function TailBar({ line, q, isHeld, onHold, onClear, onSearch, onLine }: TailBarProps) {
  const fields = useFieldKnowledge(undefined);
  return (
    <div className={classes.bar}>
      <div className={classes.line}>
        <QueryLine ref={line} value={q} placeholder={words.tail.lineHint} fields={fields} onSubmit={onLine} />
      </div>
      <Button
        h={32}
        variant={isHeld ? "filled" : "default"}
        leftSection={isHeld ? <IconPlayerPlayFilled size={14} /> : <IconPlayerPauseFilled size={14} />}
        onClick={onHold}
      >
        {isHeld ? words.tail.goOn : words.tail.pause}
      </Button>
      <Tooltip label={words.tail.clear}>
        <Button h={32} px={9} variant="default" aria-label={words.tail.clear} onClick={onClear}>
          <IconTrash size={15} />
        </Button>
      </Tooltip>
      <Tooltip label={words.tail.search}>
        <Button h={32} px={9} variant="default" aria-label={words.tail.search} onClick={onSearch}>
          <IconSearch size={15} />
        </Button>
      </Tooltip>
    </div>
  );
}

interface StatusProps {
  snapshot: TailSnapshot;
  isHeld: boolean;
  onGoOn: () => void;
  onBegin: () => void;
}

/** State of the tail: connection, rate, events that wait. */
function Status({ snapshot, isHeld, onGoOn, onBegin }: StatusProps) {
  const { state, rate, total, waiting, reason } = snapshot;
  return (
    <div className={classes.status}>
      <span className={classes.state} data-state={state} role="status">
        <i />
        {state === "ended" ? (reason ?? words.tail.wouldNot) : words.tail.states[state]}
      </span>
      <span>
        <b>{writeNumber(rate)}</b> {words.tail.aSecond}
      </span>
      <span>
        <b>{writeNumber(total)}</b> {words.tail.sinceOpened}
      </span>
      {state === "ended" && (
        <Button variant="light" size="compact-sm" onClick={onBegin}>
          {words.tail.anew}
        </Button>
      )}
      {isHeld && waiting > 0 && (
        <Button variant="light" size="compact-sm" onClick={onGoOn}>
          {words.tail.showNew(writeNumber(waiting))}
        </Button>
      )}
    </div>
  );
}
