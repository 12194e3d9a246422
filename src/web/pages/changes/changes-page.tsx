import { ActionIcon, Button, SegmentedControl, Select, Tooltip } from "@mantine/core";
import { IconFlag, IconRefresh, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useActions } from "../../actions/action-store.ts";
import { useFieldKnowledge } from "../../api/fields.ts";
import { useLatestMarkers } from "../../markers/markers.ts";
import { QueryLine, type QueryLineHandle } from "../../query-line/query-line.tsx";
import { shortTime } from "../../time/format-time.ts";
import { TimePicker } from "../../time/time-picker.tsx";
import { useZone } from "../../time/zone.ts";
import { words } from "../../words/words.ts";
import { type ChangesAddress, useChangesAddress } from "./changes-address.ts";
import classes from "./changes-page.module.css";
import { FoundChanges } from "./found-changes.tsx";
import { FoundDifferences } from "./found-differences.tsx";

const MarkersDialog = lazy(() => import("../../markers/markers-dialog.tsx"));

/** Shows what changed between two times or since a marker, and what is special about some events. */
export default function ChangesPage() {
  const { address, set } = useChangesAddress();
  const [run, setRun] = useState(0);
  const [showsMarkers, setShowsMarkers] = useState(false);
  const showMarkers = () => setShowsMarkers(true);
  const fields = useFieldKnowledge(undefined);
  const line = useRef<QueryLineHandle>(null);
  const isChanges = address.view === "changes";
  const lineOf = (text: string) => (isChanges ? { q: text } : { about: text });
  // With the line as it stands there, also without Enter.
  const change: ChangeQuestion = (changes) => line.current?.take((text) => void set({ ...lineOf(text), ...changes }));
  const askAgain = () => {
    change({});
    setRun(run + 1);
  };
  useActions([
    { id: "again", label: words.search.askAgain, group: "This page", keys: "r", run: askAgain },
    { id: "markers", label: words.keeping.markers.title, group: "This page", keys: "m", run: showMarkers },
  ]);
  return (
    <div className={classes.page}>
      <h1 className={classes.hidden}>{words.changes.title}</h1>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={words.changes.question}
          value={address.view}
          onChange={(view) => change({ view: view as ChangesAddress["view"] })}
          data={[
            { value: "changes", label: words.changes.changed },
            { value: "special", label: words.changes.special },
          ]}
        />
        <div className={classes.line}>
          <QueryLine
            ref={line}
            value={isChanges ? address.q : address.about}
            label={isChanges ? words.changes.among : words.changes.about}
            placeholder={isChanges ? words.changes.amongHint : words.changes.aboutHint}
            fields={fields}
            onSubmit={(text) => void set(lineOf(text))}
          />
        </div>
        {!isChanges && address.q !== "" && <Among line={address.q} onAll={() => void set({ q: null })} />}
        <div className={classes.tools}>
          {isChanges && <Compared address={address} onChange={change} />}
          {(address.since === null || !isChanges) && (
            <TimePicker range={address.t} resolved={undefined} onChange={(t) => change({ t })} />
          )}
          <Tooltip label={words.search.askAgain}>
            <Button variant="default" h={32} px={9} aria-label={words.search.askAgain} onClick={askAgain}>
              <IconRefresh size={16} />
            </Button>
          </Tooltip>
          <Tooltip label={words.keeping.markers.title}>
            <ActionIcon size={32} aria-label={words.keeping.markers.title} onClick={showMarkers}>
              <IconFlag size={16} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      {isChanges ? (
        <FoundChanges address={address} set={set} run={run} />
      ) : (
        <FoundDifferences address={address} run={run} />
      )}
      <Suspense>{showsMarkers && <MarkersDialog onClose={() => setShowsMarkers(false)} />}</Suspense>
    </div>
  );
}

type ChangeQuestion = (changes: Partial<{ [Name in keyof ChangesAddress]: ChangesAddress[Name] | null }>) => void;

/** The line of the other question bounds this one, too: nothing is left out unseen. */
function Among({ line, onAll }: { line: string; onAll: () => void }) {
  return (
    <span className={classes.among}>
      <span>{words.changes.amongLine(line)}</span>
      <Tooltip label={words.changes.amongAll}>
        <ActionIcon size={24} aria-label={words.changes.amongAll} onClick={onAll}>
          <IconX size={14} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

/** The range to compare with, or the marker it starts from. */
function Compared({ address, onChange }: { address: ChangesAddress; onChange: ChangeQuestion }) {
  const zone = useZone();
  const latest = useLatestMarkers();
  const markers = (latest.data ?? []).map(({ id, title, time }) => ({
    value: `since ${id}`,
    label: `${title}, ${shortTime(Math.floor(time), zone)}`,
  }));
  const chosen = address.since === null ? address.base : `since ${address.since}`;
  const isListed = address.since === null || markers.some(({ value }) => value === chosen);
  return (
    <Select
      w={210}
      size="xs"
      classNames={{ input: classes.compared }}
      aria-label={words.changes.with}
      allowDeselect={false}
      value={chosen}
      data={[
        {
          group: words.changes.against,
          items: [
            { value: "before", label: words.changes.bases.before },
            { value: "day", label: words.changes.bases.day },
            { value: "week", label: words.changes.bases.week },
          ],
        },
        {
          group: words.changes.since,
          items: isListed ? markers : [{ value: chosen, label: words.changes.marker(address.since!) }, ...markers],
        },
      ]}
      onChange={(value) => {
        const since = /^since (\d+)$/.exec(value ?? "")?.[1];
        onChange(
          since === undefined
            ? { since: null, base: (value ?? "before") as ChangesAddress["base"] }
            : { since: Number(since), base: null },
        );
      }}
    />
  );
}
