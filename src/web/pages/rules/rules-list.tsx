import { Button, Switch } from "@mantine/core";
import { IconAlertTriangle, IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useLocation } from "wouter";
import type { ParserRule } from "../../../api/parser-rules/schema.ts";
import { useActions } from "../../actions/action-store.ts";
import { call } from "../../api/call.ts";
import { may, useUser } from "../../api/session.ts";
import { PageHead } from "../../layout/page-head.tsx";
import { useNameFinder } from "../../layout/use-name-finder.tsx";
import { useApiPages } from "../../lists/use-api-pages.ts";
import { VirtualList, type VirtualListHandle } from "../../lists/virtual-list.tsx";
import { EmptyState } from "../../states/empty-state.tsx";
import { explain } from "../../states/explain.ts";
import { FailedState } from "../../states/failed-state.tsx";
import { LoadingState } from "../../states/loading-state.tsx";
import { toast } from "../../toasts/toast-store.ts";
import { words } from "../../words/words.ts";
import { newName, refreshRules, rulesPath } from "./rule-data.ts";
import classes from "./rules-list.module.css";

/** Lists the shipped library and the user's own files in the order in which they run. */
export function RulesList() {
  const [, navigate] = useLocation();
  const user = useUser();
  const list = useRef<VirtualListHandle>(null);
  const finder = useNameFinder();
  const pages = useApiPages<ParserRule>(rulesPath, { ordering: "order", find: finder.find });
  const mayWrite = may(user, "manage_parser_rules");
  const { rules, parts } = words;
  const make = () => navigate(`/rules/${newName}`);
  useActions([
    ...(mayWrite ? [{ id: "new-rules", label: rules.make, group: "This page" as const, keys: "n", run: make }] : []),
    { id: "find-name", label: parts.find, group: "This page", keys: "/", run: finder.focus },
    { id: "next", label: parts.nextEntry, group: "This page", keys: "j", run: () => list.current?.move(1) },
    { id: "previous", label: parts.previousEntry, group: "This page", keys: "k", run: () => list.current?.move(-1) },
    { id: "open", label: parts.openEntry, group: "This page", keys: "Enter", run: () => list.current?.openChosen() },
  ]);
  return (
    <div className={classes.page}>
      <PageHead title={rules.title} note={pages.count ? rules.count(pages.count) : undefined}>
        {finder.field}
        {mayWrite && (
          <Button leftSection={<IconPlus size={15} />} onClick={make}>
            {rules.make}
          </Button>
        )}
      </PageHead>
      {pages.error ? <FailedState error={pages.error} onRetry={pages.askAgain} /> : null}
      {!pages.error && pages.count === undefined && <LoadingState lines={12} />}
      {pages.count === 0 && finder.find !== undefined && <EmptyState title={parts.noneSo} />}
      {!pages.error && (pages.count ?? 0) > 0 && (
        <VirtualList
          ref={list}
          label={rules.title}
          pages={pages}
          rowHeight={56}
          idOf={({ name }) => name}
          openId={null}
          onOpen={({ name }) => navigate(`/rules/${encodeURIComponent(name)}`)}
        >
          {(rule) => <Entry rule={rule} mayWrite={mayWrite} />}
        </VirtualList>
      )}
    </div>
  );
}

function Entry({ rule, mayWrite }: { rule: ParserRule; mayWrite: boolean }) {
  const { rules } = words;
  const { name, description, origin, replaces_shipped, hits, errors, error } = rule;
  return (
    <div className={classes.entry} role="presentation" data-off={!rule.enabled}>
      <span role="gridcell">
        <EnabledSwitch rule={rule} isOff={!mayWrite} />
      </span>
      <span role="gridcell" className={classes.name}>
        <b>{name}</b>
        <span className={classes.facts}>{origin === "shipped" ? words.service.rule(description) : description}</span>
      </span>
      <span role="gridcell" className={classes.facts}>
        {rules.hits(hits)}
      </span>
      <span role="gridcell" className={classes.bad}>
        {(errors > 0 || error !== null) && (
          <>
            <IconAlertTriangle size={14} aria-hidden /> {error === null ? rules.errors(errors) : rules.notInForce}
          </>
        )}
      </span>
      <span role="gridcell" className={classes.origin}>
        {replaces_shipped ? rules.replaces : origin === "shipped" ? rules.shipped : rules.own}
      </span>
    </div>
  );
}

function EnabledSwitch({ rule, isOff }: { rule: ParserRule; isOff: boolean }) {
  const change = useMutation({
    mutationFn: (enabled: boolean) =>
      call("PATCH", `${rulesPath}/${encodeURIComponent(rule.name)}`, { body: { enabled } }),
    onSettled: refreshRules,
    onError: (error) => {
      const { title, text } = explain(error);
      toast(words.parts.refused(title, text), { kind: "bad" });
    },
  });
  return (
    // biome-ignore lint/a11y: only keeps the row from opening
    <span onClick={(event) => event.stopPropagation()}>
      <Switch
        aria-label={words.rules.switchOn(rule.name)}
        disabled={isOff}
        checked={change.isPending ? change.variables : rule.enabled}
        onChange={({ target }) => change.mutate(target.checked)}
      />
    </span>
  );
}
