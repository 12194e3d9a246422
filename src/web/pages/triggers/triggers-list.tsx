import { Button, Switch } from "@mantine/core";
import { IconAlertTriangle, IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useLocation } from "wouter";
import type { Trigger } from "../../../api/triggers/schema.ts";
import { useActions } from "../../actions/action-store.ts";
import { call } from "../../api/call.ts";
import { PageHead } from "../../layout/page-head.tsx";
import { useNameFinder } from "../../layout/use-name-finder.tsx";
import { useApiPages } from "../../lists/use-api-pages.ts";
import { VirtualList, type VirtualListHandle } from "../../lists/virtual-list.tsx";
import { EmptyState } from "../../states/empty-state.tsx";
import { explain } from "../../states/explain.ts";
import { FailedState } from "../../states/failed-state.tsx";
import { LoadingState } from "../../states/loading-state.tsx";
import { shortTime } from "../../time/format-time.ts";
import { useZone } from "../../time/zone.ts";
import { toast } from "../../toasts/toast-store.ts";
import { words } from "../../words/words.ts";
import { refreshTriggers, triggersPath } from "./trigger-data.ts";
import classes from "./triggers-list.module.css";

/** All triggers, in the order in which they are asked; each can be switched off where it stands. */
export function TriggersList() {
  const [, navigate] = useLocation();
  const list = useRef<VirtualListHandle>(null);
  const finder = useNameFinder();
  const pages = useApiPages<Trigger>(triggersPath, { ordering: "order", find: finder.find });
  const { triggers, parts } = words;
  const make = () => navigate("/triggers/new");
  useActions([
    { id: "new-trigger", label: triggers.make, group: "This page", keys: "n", run: make },
    { id: "find-name", label: parts.find, group: "This page", keys: "/", run: finder.focus },
    { id: "next", label: parts.nextEntry, group: "This page", keys: "j", run: () => list.current?.move(1) },
    { id: "previous", label: parts.previousEntry, group: "This page", keys: "k", run: () => list.current?.move(-1) },
    { id: "open", label: parts.openEntry, group: "This page", keys: "Enter", run: () => list.current?.openChosen() },
  ]);
  return (
    <div className={classes.page}>
      <PageHead title={triggers.title} note={pages.count ? triggers.count(pages.count) : undefined}>
        {finder.field}
        <Button leftSection={<IconPlus size={15} />} onClick={make}>
          {triggers.make}
        </Button>
      </PageHead>
      {pages.error ? <FailedState error={pages.error} onRetry={pages.askAgain} /> : null}
      {!pages.error && pages.count === undefined && <LoadingState lines={10} />}
      {pages.count === 0 && finder.find !== undefined && <EmptyState title={parts.noneSo} />}
      {pages.count === 0 && finder.find === undefined && (
        <EmptyState title={triggers.none} text={triggers.noneText} action={{ label: triggers.make, run: make }} />
      )}
      {!pages.error && (pages.count ?? 0) > 0 && (
        <VirtualList
          ref={list}
          label={triggers.title}
          pages={pages}
          rowHeight={56}
          idOf={({ id }) => id}
          openId={null}
          onOpen={({ id }) => navigate(`/triggers/${id}`)}
        >
          {(trigger) => <Entry trigger={trigger} />}
        </VirtualList>
      )}
    </div>
  );
}

function Entry({ trigger }: { trigger: Trigger }) {
  const zone = useZone();
  const { triggers } = words;
  const { name, owner, hits_count, last_matched, last_error } = trigger;
  return (
    <div className={classes.entry} role="presentation">
      <span role="gridcell" className={classes.switch}>
        <ActiveSwitch trigger={trigger} />
      </span>
      <span role="gridcell" className={classes.name}>
        <b>{name}</b>
        <span className={classes.facts}>
          {hits_count === 0 ? triggers.neverFired : triggers.firedTimes(hits_count)}
          {last_matched !== null && `, ${triggers.lastFired(shortTime(Math.floor(last_matched), zone))}`}
        </span>
      </span>
      <span role="gridcell" className={classes.bad}>
        {last_error !== null && (
          <>
            <IconAlertTriangle size={14} aria-hidden /> {triggers.failing}
          </>
        )}
      </span>
      <span role="gridcell" className={classes.owner}>
        {owner.fullname || owner.username}
      </span>
    </div>
  );
}

function ActiveSwitch({ trigger }: { trigger: Trigger }) {
  const change = useMutation({
    mutationFn: (is_active: boolean) => call("PATCH", `${triggersPath}/${trigger.id}`, { body: { is_active } }),
    onSettled: refreshTriggers,
    onError: (error) => {
      const { title, text } = explain(error);
      toast(words.parts.refused(title, text), { kind: "bad" });
    },
  });
  return (
    // biome-ignore lint/a11y: only keeps the row from opening
    <span onClick={(event) => event.stopPropagation()}>
      <Switch
        aria-label={words.triggers.switchOn(trigger.name)}
        checked={change.isPending ? change.variables : trigger.is_active}
        onChange={({ target }) => change.mutate(target.checked)}
      />
    </span>
  );
}
