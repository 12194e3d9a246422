import { ActionIcon, Button, Modal, TagsInput, TextInput, Tooltip } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Marker } from "../../api/markers/schema.ts";
import { useUser } from "../api/session.ts";
import { explain } from "../states/explain.ts";
import { FailedState } from "../states/failed-state.tsx";
import { exactTime, shortTime } from "../time/format-time.ts";
import { readTyped } from "../time/read-typed.ts";
import { TimeField } from "../time/time-field.tsx";
import { typedTime } from "../time/typed-time.ts";
import { epochOf, useZone } from "../time/zone.ts";
import { toast } from "../toasts/toast-store.ts";
import { words } from "../words/words.ts";
import { removeMarker, setMarker, useLatestMarkers } from "./markers.ts";
import classes from "./markers-dialog.module.css";

/** Sets a marker, and shows the latest ones. */
export default function MarkersDialog({ onClose }: { onClose: () => void }) {
  const latest = useLatestMarkers();
  return (
    <Modal opened onClose={onClose} title={words.keeping.markers.title} size={520}>
      <MarkerForm />
      <h3 className={classes.head}>{words.keeping.markers.latest}</h3>
      {latest.error && <FailedState error={latest.error} onRetry={() => void latest.refetch()} />}
      {latest.data?.length === 0 && (
        <p className={classes.nothing}>
          {words.keeping.markers.noneYet} <code>POST /api/markers</code>.
        </p>
      )}
      <ul>
        {latest.data?.map((marker) => (
          <Entry key={marker.id} marker={marker} onClose={onClose} />
        ))}
      </ul>
    </Modal>
  );
}

function MarkerForm() {
  const zone = useZone();
  const [title, setTitle] = useState("");
  const [tags, setTags] = useState<string[]>([]);
  const [time, setTime] = useState(() => typedTime(Date.now() / 1000, zone));
  const wall = readTyped(time);
  const set = useMutation({
    mutationFn: () => setMarker(title.trim(), epochOf(wall!, zone), tags),
    onSuccess: (marker) => {
      setTitle("");
      toast(words.keeping.markers.isMarked(marker.title));
    },
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate();
      }}
    >
      <TextInput
        label={words.keeping.markers.what}
        placeholder="deploy 2.4.1"
        data-autofocus
        maxLength={255}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <div className={classes.row}>
        <TimeField label={words.keeping.markers.when(zone)} value={time} onChange={setTime} />
        <TagsInput className={classes.tags} label={words.keeping.markers.tags} value={tags} onChange={setTags} />
        <Button h={36} type="submit" loading={set.isPending} disabled={title.trim() === "" || wall === undefined}>
          {words.keeping.markers.mark}
        </Button>
      </div>
      <p className={classes.problem} role="alert">
        {set.error && explain(set.error).text}
      </p>
    </form>
  );
}

function Entry({ marker, onClose }: { marker: Marker; onClose: () => void }) {
  const zone = useZone();
  const user = useUser();
  const remove = async () => {
    try {
      await removeMarker(marker);
      toast(words.keeping.markers.removed(marker.title), {
        action: { label: words.parts.undo, run: () => void setMarker(marker.title, marker.time, marker.tags) },
      });
    } catch (error) {
      toast(words.parts.refused(explain(error).title, explain(error).text), { kind: "bad" });
    }
  };
  return (
    <li className={classes.entry}>
      <time className={classes.time} title={exactTime(marker.time, zone)}>
        {shortTime(Math.floor(marker.time), zone)}
      </time>
      <span className={classes.title}>
        {marker.title} <span className={classes.faint}>{marker.tags.join(", ")}</span>
      </span>
      <Link href={`/changes?since=${marker.id}`} onClick={onClose}>
        {words.keeping.markers.changed}
      </Link>
      {(user.is_superuser || marker.owner?.id === user.id) && (
        <Tooltip label={words.keeping.markers.remove}>
          <ActionIcon aria-label={words.keeping.markers.removeOne(marker.title)} onClick={() => void remove()}>
            <IconTrash size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
