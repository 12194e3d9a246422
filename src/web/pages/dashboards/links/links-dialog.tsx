import { ActionIcon, Button, Modal, NativeSelect, TextInput, Tooltip } from "@mantine/core";
import { IconCopy, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { DashboardLink } from "../../../../api/dashboard-links/schema.ts";
import { explain } from "../../../states/explain.ts";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { copy } from "../../../toasts/copy.ts";
import { toast } from "../../../toasts/toast-store.ts";
import type { Board } from "../../../widgets/board-widget.ts";
import { makeLink, removeLink, showChanged, useLinks } from "./links.ts";
import classes from "./links-dialog.module.css";

const lasting = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "365", label: "1 year" },
];

/** Makes, shows and takes back links under which people without an account see the dashboard. */
export default function LinksDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const [title, setTitle] = useState("");
  const [days, setDays] = useState("30");
  const make = useMutation({ mutationFn: () => makeLink(board.id, title.trim(), Number(days)) });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Links to “${board.title}”`}
      size={620}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <p className={classes.text}>
        Whoever has a link sees this dashboard without an account: its widgets as they are now, over their own time, and
        what you yourself may see. Nothing else, and only until the link ends or is taken back.
      </p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <TextInput
          className={classes.grow}
          label="Who or what it is for"
          placeholder="Screen in the hall"
          data-autofocus
          maxLength={255}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <NativeSelect label="It lasts" data={lasting} value={days} onChange={({ target }) => setDays(target.value)} />
        <Button type="submit" loading={make.isPending}>
          Make a link
        </Button>
      </form>
      <p className={classes.problem} role="alert">
        {make.error && `${explain(make.error).title}. ${explain(make.error).text}`}
      </p>
      {make.data !== undefined && (
        <div className={classes.made} role="status">
          <code>{make.data}</code>
          <Tooltip label="Copy">
            <ActionIcon aria-label="Copy the link" onClick={() => void copy(make.data, "The link")}>
              <IconCopy size={16} />
            </ActionIcon>
          </Tooltip>
          <span>It is shown this once: copy it now.</span>
        </div>
      )}
      <Links board={board} />
    </Modal>
  );
}

function Links({ board }: { board: Board }) {
  const links = useLinks(board.id);
  if (links.error) return <FailedState error={links.error} onRetry={() => void links.refetch()} />;
  if (links.data === undefined) return <LoadingState lines={2} />;
  if (links.data.length === 0) return <p className={classes.nothing}>No link leads here yet.</p>;
  return (
    <ul className={classes.links}>
      {links.data.map((link) => (
        <LinkEntry key={link.id} link={link} />
      ))}
    </ul>
  );
}

function LinkEntry({ link }: { link: DashboardLink }) {
  const zone = useZone();
  const { title, owner, secret_key, changed_widgets: changed, ends_at, last_used_at, is_read_only } = link;
  const hasEnded = ends_at * 1000 <= Date.now();
  const attempt = async (action: () => Promise<void>, said: string) => {
    try {
      await action();
      toast(said);
    } catch (error) {
      toast(`${explain(error).title}. ${explain(error).text}`, { kind: "bad" });
    }
  };
  return (
    <li className={classes.link}>
      <div className={classes.grow}>
        <b>{title}</b> <code className={classes.faint}>{secret_key}…</code>
        <p className={classes.facts}>
          <span>{owner.fullname || owner.username}</span>
          <span title={exactTime(ends_at, zone)}>
            {hasEnded ? "ended" : "until"} {shortTime(ends_at, zone)}
          </span>
          {last_used_at === null ? (
            <span>never used</span>
          ) : (
            <span title={exactTime(last_used_at, zone)}>last used {shortTime(last_used_at, zone)}</span>
          )}
        </p>
        {changed > 0 && !hasEnded && (
          <p className={classes.changed}>
            It leaves out {changed === 1 ? "1 widget that has" : `${changed} widgets that have`} changed since.
            {!is_read_only && (
              <Button
                variant="subtle"
                size="compact-xs"
                onClick={() => void attempt(() => showChanged(link), `“${title}” shows all widgets now.`)}
              >
                Show {changed === 1 ? "it" : "them"} too
              </Button>
            )}
          </p>
        )}
      </div>
      <Tooltip label="Take it back">
        <ActionIcon
          aria-label={`Take back ${title}`}
          onClick={() => void attempt(() => removeLink(link), `“${title}” opens nothing any more.`)}
        >
          <IconTrash size={15} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
