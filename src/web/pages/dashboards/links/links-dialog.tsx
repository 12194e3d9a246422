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
import { words } from "../../../words/words.ts";
import { makeLink, removeLink, showChanged, useLinks } from "./links.ts";
import classes from "./links-dialog.module.css";

/** Days. */
const lasting = [1, 7, 30, 365] as const;

/** Creates, shows and revokes links that let people without an account see the dashboard. */
export default function LinksDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const said = words.dashboards.links;
  const [title, setTitle] = useState("");
  const [days, setDays] = useState("30");
  const make = useMutation({ mutationFn: () => makeLink(board.id, title.trim(), Number(days)) });
  return (
    <Modal
      opened
      onClose={onClose}
      title={said.title(board.title)}
      size={620}
      closeButtonProps={{ "aria-label": words.parts.close }}
    >
      <p className={classes.text}>{said.text}</p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <TextInput
          className={classes.grow}
          label={said.forWhom}
          placeholder={said.forWhomHint}
          data-autofocus
          maxLength={255}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <NativeSelect
          label={said.lasts}
          data={lasting.map((count) => ({ value: String(count), label: said.days[count] }))}
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
        <Button type="submit" loading={make.isPending}>
          {said.make}
        </Button>
      </form>
      <p className={classes.problem} role="alert">
        {make.error && words.parts.refused(explain(make.error).title, explain(make.error).text)}
      </p>
      {make.data !== undefined && (
        <div className={classes.made} role="status">
          <code>{make.data}</code>
          <Tooltip label={said.copy}>
            <ActionIcon aria-label={said.copyLink} onClick={() => void copy(make.data, said.theLink)}>
              <IconCopy size={16} />
            </ActionIcon>
          </Tooltip>
          <span>{said.once}</span>
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
  if (links.data.length === 0) return <p className={classes.nothing}>{words.dashboards.links.none}</p>;
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
  const said = words.dashboards.links;
  const hasEnded = ends_at * 1000 <= Date.now();
  const attempt = async (action: () => Promise<void>, done: string) => {
    try {
      await action();
      toast(done);
    } catch (error) {
      toast(words.parts.refused(explain(error).title, explain(error).text), { kind: "bad" });
    }
  };
  return (
    <li className={classes.link}>
      <div className={classes.grow}>
        <b>{title}</b> <code className={classes.faint}>{secret_key}…</code>
        <p className={classes.facts}>
          <span>{owner.fullname || owner.username}</span>
          <span title={exactTime(ends_at, zone)}>{(hasEnded ? said.ended : said.until)(shortTime(ends_at, zone))}</span>
          {last_used_at === null ? (
            <span>{said.neverUsed}</span>
          ) : (
            <span title={exactTime(last_used_at, zone)}>{said.lastUsed(shortTime(last_used_at, zone))}</span>
          )}
        </p>
        {changed > 0 && !hasEnded && (
          <p className={classes.changed}>
            {said.leavesOut(changed)}
            {!is_read_only && (
              <Button
                variant="subtle"
                size="compact-xs"
                onClick={() => void attempt(() => showChanged(link), said.showsAll(title))}
              >
                {said.showToo(changed)}
              </Button>
            )}
          </p>
        )}
      </div>
      <Tooltip label={said.takeBack}>
        <ActionIcon
          aria-label={said.takeBackOne(title)}
          onClick={() => void attempt(() => removeLink(link), said.opensNothing(title))}
        >
          <IconTrash size={15} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
