import { ActionIcon, Button, Checkbox, TextInput, Tooltip } from "@mantine/core";
import { IconArrowLeft, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import type { Trigger } from "../../../../api/triggers/schema.ts";
import { useSubmitKey } from "../../../actions/submit-key.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { changedFields } from "../../../api/changed-fields.ts";
import { queryClient } from "../../../api/query-client.ts";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { LeaveGuard } from "../../../layout/leave-guard.tsx";
import { ChangedMeanwhile, OverwriteDialog } from "../../../layout/overwrite-dialog.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { explain } from "../../../states/explain.ts";
import { useFaultShown } from "../../../states/use-fault-shown.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import {
  changeTrigger,
  draftOf,
  emptyDraft,
  refreshTriggers,
  type SavedTrigger,
  type TriggerDraft,
  triggersPath,
} from "../trigger-data.ts";
import { ActionFields } from "./action-fields.tsx";
import type { ErrorOf, FieldsProps } from "./editor-props.ts";
import { FilterBuilder, type PendingLine } from "./filter-builder.tsx";
import { PastPanel } from "./past-panel.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { QuietFields } from "./quiet-fields.tsx";
import classes from "./trigger-editor.module.css";
import { WhenFields } from "./when-fields.tsx";

/** A trigger, and beside it what it would have fired on and what became of it. */
export function TriggerEditor({ stored }: { stored: Trigger | undefined }) {
  // What the reader began with; `stored` is what is there now.
  const [base, setBase] = useState<TriggerDraft>(() => (stored ? draftOf(stored) : emptyDraft));
  const [draft, setDraft] = useState(base);
  const set = (changes: Partial<TriggerDraft>) => setDraft((known) => ({ ...known, ...changes }));
  const save = useSave(draft, stored && { id: stored.id, base }, ({ sent, trigger }) => {
    setBase(draftOf(trigger));
    setDraft((now) => ({ ...draftOf(trigger), ...changedFields(now, sent) }));
  });
  const line = useRef<PendingLine>(null);
  const [hasLine, setHasLine] = useState(false);
  const hasChanges = hasLine || Object.keys(changedFields(draft, base)).length > 0;
  const isChanged = stored === undefined || hasChanges;
  const canSave = isChanged && draft.name.trim() !== "" && !save.isPending;
  const { triggers } = words;
  const refused = save.error instanceof ApiError ? save.error.fields : {};
  const errorOf: ErrorOf = (path) =>
    Object.entries(refused).find(([name]) => name === path || name.startsWith(`${path}.`))?.[1];
  const form = useSubmitKey(triggers.saveIt, canSave);
  return (
    <form
      ref={form}
      className={classes.page}
      onSubmit={(event) => {
        event.preventDefault();
        line.current?.take(() => save.mutate(false));
      }}
    >
      <OverwriteDialog save={save} title={words.parts.changedMeanwhile} text={words.parts.changedMeanwhileText} />
      <LeaveGuard isChanged={hasChanges && !save.isPending && !(stored === undefined && save.isSuccess)} />
      <Head stored={stored} isChanged={isChanged} canSave={canSave} isSaving={save.isPending} />
      <div className={classes.halves}>
        <div className={classes.form}>
          <SaveProblem error={save.error instanceof ChangedMeanwhile ? null : save.error} />
          <NameFields draft={draft} set={set} errorOf={errorOf} />
          <Part title={triggers.what} hint={triggers.whatHint}>
            <FilterBuilder
              filter={draft.filter}
              onChange={(filter) => set({ filter })}
              errorOf={errorOf}
              line={line}
              onPending={setHasLine}
            />
          </Part>
          <Part title={triggers.when}>
            <WhenFields draft={draft} set={set} errorOf={errorOf} />
          </Part>
          <Part title={triggers.doing} hint={triggers.placeholders}>
            <ActionFields draft={draft} set={set} stored={stored} errorOf={errorOf} />
          </Part>
          <Part title={triggers.quiet} hint={triggers.quietHint}>
            <QuietFields draft={draft} set={set} errorOf={errorOf} />
          </Part>
        </div>
        <div className={classes.beside}>
          <PreviewPanel draft={draft} />
          {stored && <PastPanel trigger={stored} />}
        </div>
      </div>
    </form>
  );
}

function NameFields({ draft, set, errorOf }: FieldsProps) {
  return (
    <div className={classes.row}>
      <TextInput
        className={classes.grow}
        label={words.triggers.name}
        maxLength={255}
        value={draft.name}
        error={errorOf("name")}
        onChange={({ target }) => set({ name: target.value })}
      />
      <Checkbox
        className={classes.switch}
        label={words.triggers.active}
        checked={draft.is_active}
        onChange={({ target }) => set({ is_active: target.checked })}
      />
    </div>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children}
    </section>
  );
}

function SaveProblem({ error }: { error: Error | null }) {
  const count = error instanceof ApiError ? Object.keys(error.fields).length : 0;
  const known = error && explain(error);
  const line = useFaultShown(error);
  return (
    <p ref={line} className={classes.problem} role="alert">
      {known && (count > 0 ? words.triggers.problemAt(count) : words.parts.refused(known.title, known.text))}
    </p>
  );
}

function useSave(
  draft: TriggerDraft,
  stored: { id: number; base: TriggerDraft } | undefined,
  onSaved: (saved: SavedTrigger) => void,
) {
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: async (overwrites: boolean): Promise<SavedTrigger> => ({
      sent: draft,
      trigger: await (stored === undefined
        ? call<Trigger>("POST", triggersPath, { body: draft })
        : changeTrigger(stored.id, draft, stored.base, overwrites)),
    }),
    onSuccess: (saved) => {
      const { trigger } = saved;
      onSaved(saved);
      queryClient.setQueryData([triggersPath, trigger.id], trigger);
      void refreshTriggers();
      toast((stored ? words.triggers.saved : words.triggers.made)(trigger.name));
      if (stored === undefined) navigate(`/triggers/${trigger.id}`);
    },
  });
}

interface HeadProps {
  stored: Trigger | undefined;
  isChanged: boolean;
  canSave: boolean;
  isSaving: boolean;
}

function Head({ stored, isChanged, canSave, isSaving }: HeadProps) {
  const { triggers } = words;
  return (
    <PageHead title={stored?.name ?? triggers.make} note={isChanged && stored ? triggers.unsaved : undefined}>
      <Link href="/triggers" className={classes.back}>
        <IconArrowLeft size={14} aria-hidden /> {triggers.toList}
      </Link>
      {stored && <RemoveButton trigger={stored} />}
      <Button type="submit" loading={isSaving} disabled={!canSave}>
        {stored ? triggers.saveIt : triggers.makeIt}
      </Button>
    </PageHead>
  );
}

function RemoveButton({ trigger: { id, name } }: { trigger: Trigger }) {
  const [, navigate] = useLocation();
  const [asks, setAsks] = useState(false);
  const remove = async () => {
    await call("DELETE", `${triggersPath}/${id}`);
    toast(words.triggers.removed(name));
    navigate("/triggers");
    queryClient.removeQueries({ queryKey: [triggersPath, id] });
    await refreshTriggers();
  };
  return (
    <>
      <Tooltip label={words.triggers.remove}>
        <ActionIcon size={32} aria-label={words.triggers.remove} onClick={() => setAsks(true)}>
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
      {asks && (
        <ConfirmDialog
          title={words.triggers.remove}
          text={words.triggers.removeAsk(name)}
          does={words.parts.remove}
          run={remove}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
