import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PatchedSettings, RunningSettings } from "../../../../api/settings/schema.ts";
import type { System } from "../../../../api/system/schema.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useUser } from "../../../api/session.ts";
import { writeNumber } from "../../../charts/write-number.ts";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { NumberField } from "../../../layout/number-field.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { forgetUnsaved, Unsaved } from "../../../layout/unsaved.tsx";
import { explain } from "../../../states/explain.ts";
import { FailedState } from "../../../states/failed-state.tsx";
import { failureOf } from "../../../states/failure-of.ts";
import { LoadingState } from "../../../states/loading-state.tsx";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import { daysLost } from "./days-lost.ts";
import classes from "./settings.module.css";

const settingsPath = "/api/settings";

/** Settings that may change while the service runs. */
export function SettingsPage() {
  const found = useQuery({
    queryKey: [settingsPath],
    queryFn: ({ signal }) => call<RunningSettings>("GET", settingsPath, { signal }),
    staleTime: 0,
  });
  const failure = failureOf(found);
  const { settings } = words;
  return (
    <div className={classes.page}>
      <PageHead title={settings.title} />
      <div className={classes.body}>
        {failure && <FailedState error={failure} onRetry={() => void found.refetch()} />}
        {found.isPending && <LoadingState />}
        {found.data && !failure && <Fields key={found.dataUpdatedAt} stored={found.data} />}
      </div>
    </div>
  );
}

type Name = keyof PatchedSettings;

/** Units of the API in one of the units that people write. */
const unitOf: Record<Name, number> = {
  retention_days: 1,
  retention_bytes: 1_000_000_000,
  source_bytes_per_day: 1_000_000,
};
const names = Object.keys(unitOf) as Name[];

function Fields({ stored }: { stored: RunningSettings }) {
  const { is_superuser } = useUser();
  const [draft, setDraft] = useState(
    () => Object.fromEntries(names.map((name) => [name, stored[name] / unitOf[name]])) as Record<Name, number | "">,
  );
  const [lost, setLost] = useState<{ days: number; bytes: number }>();
  const changes = changesOf(draft, stored);
  const isChanged = Object.keys(changes).length > 0;
  const { settings, parts } = words;
  const write = async () => {
    const saved = await call<RunningSettings>("PATCH", settingsPath, { body: changes });
    forgetUnsaved();
    toast(settings.saved);
    queryClient.setQueryData([settingsPath], saved);
    await queryClient.invalidateQueries({ queryKey: ["/api/system"] });
  };
  const save = useMutation({
    mutationFn: async () => {
      const { storage } = await call<System>("GET", "/api/system", { query: { minutes: 1 } });
      const would = daysLost(storage.days, { ...stored, ...changes }, Date.now());
      if (would.days > 0) setLost(would);
      else await write();
    },
  });
  const problem = save.error && explain(save.error);
  const field = (name: Name, label: string, hint: string) => (
    <NumberField
      label={label}
      description={stored.fixed.includes(name) ? settings.fixed : hint}
      inputWrapperOrder={["label", "input", "description", "error"]}
      isWhole={name === "retention_days"}
      disabled={!is_superuser || stored.fixed.includes(name)}
      error={save.error instanceof ApiError ? save.error.fields[name] : undefined}
      value={draft[name]}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
    />
  );
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Unsaved isChanged={isChanged} />
      <p className={classes.hint}>{is_superuser ? settings.hint : settings.onlySuperusers}</p>
      <fieldset className={classes.part}>
        <legend>{settings.kept}</legend>
        {field("retention_days", settings.days, settings.daysHint)}
        {field("retention_bytes", settings.gigabytes, settings.gigabytesHint)}
      </fieldset>
      <fieldset className={classes.part}>
        <legend>{settings.quotas}</legend>
        {field("source_bytes_per_day", settings.megabytes, settings.megabytesHint)}
      </fieldset>
      <p className={classes.problem} role="alert">
        {problem && parts.refused(problem.title, problem.text)}
      </p>
      {is_superuser && (
        <div className={classes.buttons}>
          <Button type="submit" loading={save.isPending} disabled={!isChanged}>
            {parts.save}
          </Button>
        </div>
      )}
      {lost !== undefined && (
        <ConfirmDialog
          title={settings.deletes}
          text={settings.deletesText(lost.days, writeNumber(lost.bytes, "bytes"))}
          does={settings.deleteDays}
          run={write}
          onClose={() => setLost(undefined)}
        />
      )}
    </form>
  );
}

/** In the API's units; an empty field is no bound. */
function changesOf(draft: Record<Name, number | "">, stored: RunningSettings): PatchedSettings {
  const values = names.map((name) => [name, Math.round((draft[name] || 0) * unitOf[name])] as const);
  return Object.fromEntries(values.filter(([name, value]) => value !== stored[name]));
}
