import { ActionIcon, Button, TextInput, Tooltip } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconArrowLeft, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import type { ParserRuleWithText } from "../../../../api/parser-rules/schema.ts";
import { useActions } from "../../../actions/action-store.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { queryClient } from "../../../api/query-client.ts";
import { may, useUser } from "../../../api/session.ts";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { LeaveGuard } from "../../../layout/leave-guard.tsx";
import { ChangedMeanwhile, OverwriteDialog } from "../../../layout/overwrite-dialog.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { explain } from "../../../states/explain.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import { findFault, problemOf, refreshRules, rulesPath } from "../rule-data.ts";
import { CodeField } from "./code-field.tsx";
import { CostPanel } from "./cost-panel.tsx";
import { EventBox, useEventOfAddress } from "./event-box.tsx";
import { FileTests } from "./file-tests.tsx";
import classes from "./rule-page.module.css";
import { TestBox } from "./test-box.tsx";

const emptyFile = `description: what it is for
pre_match:
  - {field: program, value: my-program}
rewrite_rules:
  - name: what it is
    match:
      - {field: message, op: "=~", value: '^user=(?P<user>\\S+)'}
    tag: {user: "\${user}"}
`;

/** A file of rules, and beside it what it does to samples and what it costs. */
export function RuleEditor({ stored }: { stored: ParserRuleWithText | undefined }) {
  const [text, setText] = useState(stored?.text ?? emptyFile);
  const [name, setName] = useState(stored?.name ?? "");
  const event = useEventOfAddress();
  const mayWrite = may(useUser(), "manage_parser_rules");
  const save = useSave(name, text, stored);
  const problem = useProblem(stored?.name, text, mayWrite);
  const isChanged = stored === undefined || text !== stored.text;
  const hasChanges = stored === undefined ? text !== emptyFile || name !== "" : text !== stored.text;
  const { rules } = words;
  const nameProblem = save.error instanceof ApiError ? save.error.fields.name : undefined;
  const canSave = mayWrite && isChanged && name.trim() !== "" && !save.isPending;
  /** A refusal speaks of what was sent, so a change ends it. */
  const change = (set: (value: string) => void) => (value: string) => {
    if (save.isError) save.reset();
    set(value);
  };
  useActions([
    { id: "save", label: rules.save, group: "This page", keys: "mod+s", run: () => canSave && save.mutate(false) },
  ]);
  return (
    <div className={classes.page}>
      <OverwriteDialog save={save} title={rules.changedMeanwhile} text={rules.changedMeanwhileText} />
      <LeaveGuard isChanged={hasChanges && !save.isPending && !(stored === undefined && save.isSuccess)} />
      <PageHead title={stored?.name ?? rules.make}>
        <Link href="/rules" className={classes.back}>
          <IconArrowLeft size={14} aria-hidden /> {rules.toList}
        </Link>
        {mayWrite && stored?.origin === "user" && <RemoveButton name={stored.name} />}
        {mayWrite && (
          <Button loading={save.isPending} disabled={!canSave} onClick={() => save.mutate(false)}>
            {rules.save}
          </Button>
        )}
      </PageHead>
      <div className={classes.halves}>
        <div className={classes.form}>
          {!mayWrite && <p className={classes.hint}>{rules.readOnly}</p>}
          {mayWrite && stored?.origin === "shipped" && <p className={classes.hint}>{rules.shippedHint}</p>}
          {stored?.enabled === false && <p className={classes.hint}>{rules.isOff}</p>}
          {event && <EventBox event={event} onTake={change(setText)} />}
          {stored === undefined && (
            <TextInput
              label={rules.name}
              maxLength={100}
              value={name}
              error={nameProblem ?? conflictOf(save.error)}
              onChange={({ target }) => change(setName)(target.value)}
            />
          )}
          <p className={classes.hint}>{rules.textHint}</p>
          <CodeField
            label={rules.text}
            value={text}
            isReadOnly={!mayWrite}
            problem={problemOf(save.error) ?? problem}
            onChange={change(setText)}
          />
          {stored && <FileTests name={stored.name} text={text} mayWrite={mayWrite} />}
        </div>
        <div className={classes.beside}>
          {mayWrite && <TestBox name={stored?.name} text={text} sample={event && JSON.stringify(sampleOf(event))} />}
          {stored && <CostPanel name={stored.name} />}
        </div>
      </div>
    </div>
  );
}

function sampleOf({ host, program, message }: { host: string; program: string; message: string }) {
  return { host, program, message };
}

function conflictOf(error: Error | null): string | undefined {
  return error instanceof ApiError && error.status === 409 ? words.service.refusal(error.message) : undefined;
}

function useSave(name: string, text: string, stored: ParserRuleWithText | undefined) {
  const [, navigate] = useLocation();
  // What the reader began with; `stored` is what is there now.
  const base = useRef(stored?.text);
  const path = `${rulesPath}/${encodeURIComponent(name)}`;
  return useMutation({
    mutationFn: async (overwrites: boolean) => {
      if (stored === undefined)
        return call<ParserRuleWithText>("POST", rulesPath, { body: { name: name.trim(), text } });
      if (!overwrites && (await call<ParserRuleWithText>("GET", path)).text !== base.current)
        throw new ChangedMeanwhile();
      return call<ParserRuleWithText>("PATCH", path, { body: { text } });
    },
    onSuccess: (rule) => {
      base.current = rule.text;
      queryClient.setQueryData([rulesPath, rule.name], rule);
      void refreshRules();
      toast(words.rules.saved(rule.name));
      if (stored === undefined) navigate(`/rules/${encodeURIComponent(rule.name)}`);
    },
    onError: (error) => {
      const { title, text: why } = explain(error);
      if (problemOf(error) === undefined && !(error instanceof ChangedMeanwhile))
        toast(words.parts.refused(title, why), { kind: "bad" });
    },
  });
}

/** The service checks the file this long after the last key. */
const pausedMs = 700;

function useProblem(name: string | undefined, text: string, mayWrite: boolean) {
  const [settled] = useDebouncedValue(text, pausedMs);
  const checked = useQuery({
    queryKey: ["rule-check", name, settled],
    // A query that is answered with nothing is a fault to its library.
    queryFn: async ({ signal }) => (await findFault(name, settled, signal)) ?? null,
    enabled: mayWrite,
    gcTime: 0,
  });
  return settled === text ? (checked.data ?? undefined) : undefined;
}

function RemoveButton({ name }: { name: string }) {
  const [, navigate] = useLocation();
  const [asks, setAsks] = useState(false);
  const remove = async () => {
    await call("DELETE", `${rulesPath}/${encodeURIComponent(name)}`);
    toast(words.rules.removed(name));
    navigate("/rules");
    queryClient.removeQueries({ queryKey: [rulesPath, name] });
    await refreshRules();
  };
  return (
    <>
      <Tooltip label={words.rules.remove}>
        <ActionIcon size={32} aria-label={words.rules.remove} onClick={() => setAsks(true)}>
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
      {asks && (
        <ConfirmDialog
          title={words.rules.remove}
          text={words.rules.removeAsk(name)}
          does={words.parts.remove}
          run={remove}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
