import { ActionIcon, Button, TextInput, Tooltip } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AuthToken } from "../../api/authtokens/schema.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { may, useUser } from "../api/session.ts";
import { writeNumber } from "../charts/write-number.ts";
import { ConfirmDialog } from "../layout/confirm-dialog.tsx";
import { SidePanel } from "../layout/side-panel.tsx";
import { forgetUnsaved, Unsaved } from "../layout/unsaved.tsx";
import { EmptyState } from "../states/empty-state.tsx";
import { explain } from "../states/explain.ts";
import { FailedState } from "../states/failed-state.tsx";
import { failureOf } from "../states/failure-of.ts";
import { LoadingState } from "../states/loading-state.tsx";
import { exactTime, shortTime } from "../time/format-time.ts";
import { useZone } from "../time/zone.ts";
import { toast } from "../toasts/toast-store.ts";
import { words } from "../words/words.ts";
import classes from "./access.module.css";
import { QuotaFields } from "./new-token-dialog.tsx";
import { changeToken, nameOfToken, type Origin, refreshTokens, tokensPath, useSentBy, useToken } from "./token-data.ts";

/** Shows one token: its rights, what it sent, and how to revoke it. */
export function TokenPanel({ shortKey, onClose }: { shortKey: string; onClose: () => void }) {
  const found = useToken(shortKey);
  const failure = failureOf(found);
  const { access } = words;
  const isGone = found.error instanceof ApiError && found.error.status === 404;
  return (
    <SidePanel
      label={access.key}
      head={<code>{shortKey}</code>}
      tools={found.data && !failure && <RevokeButton token={found.data} onRevoked={onClose} />}
      onClose={onClose}
    >
      {isGone && (
        <EmptyState
          title={access.goneToken}
          text={access.goneTokenText}
          action={{ label: access.toTokens, run: onClose }}
        />
      )}
      {failure && !isGone && <FailedState error={failure} onRetry={() => void found.refetch()} />}
      {found.isPending && <LoadingState />}
      {found.data && !failure && (
        <>
          <Facts token={found.data} />
          <Fields key={found.dataUpdatedAt} token={found.data} />
          <SentBy token={found.data} />
        </>
      )}
    </SidePanel>
  );
}

function Facts({ token }: { token: AuthToken }) {
  const zone = useZone();
  const { access } = words;
  const { owner, token_type, created_at, last_used_at, expires_at, bytes_today } = token;
  const time = (at: number | null, none: string) =>
    at === null ? none : <span title={exactTime(at, zone)}>{shortTime(at, zone)}</span>;
  return (
    <dl className={classes.about}>
      <dt>{access.type}</dt>
      <dd>{token_type === "INGEST" ? access.ingest : access.user}</dd>
      <dt>{access.owner}</dt>
      <dd>{owner.fullname || owner.username}</dd>
      <dt>{access.made}</dt>
      <dd>{time(created_at, "")}</dd>
      <dt>{access.lastUsed}</dt>
      <dd>{time(last_used_at, access.neverUsed)}</dd>
      <dt>{access.endField}</dt>
      <dd>{time(expires_at, access.endsNever)}</dd>
      <dt>{access.today}</dt>
      <dd>{writeNumber(bytes_today, "bytes")}</dd>
    </dl>
  );
}

const megabyte = 1_000_000;

function Fields({ token }: { token: AuthToken }) {
  const mayBound = may(useUser(), "manage_authtokens");
  const stored = {
    description: token.description,
    events: token.events_per_second ?? ("" as const),
    megabytes: token.bytes_per_day === null ? ("" as const) : token.bytes_per_day / megabyte,
  };
  const [draft, setDraft] = useState<{ description: string; events: number | ""; megabytes: number | "" }>(stored);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored);
  const save = useMutation({
    mutationFn: () =>
      changeToken(token.secret_key, {
        description: draft.description.trim(),
        events_per_second: draft.events === "" ? null : draft.events,
        bytes_per_day: draft.megabytes === "" ? null : Math.round(draft.megabytes * megabyte),
      }),
    onSuccess: async () => {
      forgetUnsaved();
      toast(words.access.saved);
      await refreshTokens();
    },
  });
  const { access, parts } = words;
  const problem = save.error && explain(save.error);
  const errorOf = (name: string) => (save.error instanceof ApiError ? save.error.fields[name] : undefined);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Unsaved isChanged={isChanged} />
      <TextInput
        label={access.description}
        maxLength={255}
        error={errorOf("description")}
        value={draft.description}
        onChange={({ target }) => setDraft({ ...draft, description: target.value })}
      />
      <div className={classes.pair}>
        <QuotaFields
          quota={draft}
          onChange={(quota) => setDraft({ ...draft, ...quota })}
          errorOf={errorOf}
          disabled={!mayBound}
        />
      </div>
      {!mayBound && <p className={classes.hint}>{access.quotasKept}</p>}
      <p className={classes.problem} role="alert">
        {problem && parts.refused(problem.title, problem.text)}
      </p>
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending} disabled={!isChanged}>
          {parts.save}
        </Button>
      </div>
    </form>
  );
}

function SentBy({ token }: { token: AuthToken }) {
  const isOpen = may(useUser(), "view_system");
  const sent = useSentBy(token.secret_key, isOpen);
  const { access } = words;
  if (!isOpen) return null;
  const hasRefused = sent.data?.some(({ uncounted }) => deliveriesOf(uncounted) > 0);
  return (
    <section aria-label={access.sentBy}>
      <h3 className={classes.part}>{access.sentBy}</h3>
      {sent.error && <FailedState error={sent.error} onRetry={() => void sent.refetch()} />}
      {sent.isPending && <LoadingState lines={3} />}
      {sent.data?.length === 0 && <p className={classes.hint}>{access.sentNothing}</p>}
      {sent.data !== undefined && sent.data.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{access.source}</th>
              <th>{access.protocol}</th>
              <th>{access.received}</th>
              <th>{access.lost}</th>
              {hasRefused && <th>{access.refused}</th>}
            </tr>
          </thead>
          <tbody>
            {sent.data.map(({ protocol, source, received, lost, uncounted }) => (
              <tr key={`${protocol} ${source}`}>
                <td>{source || "–"}</td>
                <td>{protocol}</td>
                <td>{writeNumber(received)}</td>
                <td data-bad={lost > 0}>{writeNumber(lost)}</td>
                {hasRefused && <td data-bad={deliveriesOf(uncounted) > 0}>{writeNumber(deliveriesOf(uncounted))}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function deliveriesOf(uncounted: Origin["uncounted"]): number {
  return Object.values(uncounted).reduce((sum, { deliveries }) => sum + deliveries, 0);
}

function RevokeButton({ token, onRevoked }: { token: AuthToken; onRevoked: () => void }) {
  const [asks, setAsks] = useState(false);
  const { access } = words;
  const name = nameOfToken(token);
  const revoke = async () => {
    await call("DELETE", `${tokensPath}/${encodeURIComponent(token.secret_key)}`);
    forgetUnsaved();
    toast(access.revoked(name));
    onRevoked();
    await refreshTokens();
  };
  return (
    <>
      <Tooltip label={access.revoke}>
        <ActionIcon aria-label={access.revoke} onClick={() => setAsks(true)}>
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
      {asks && (
        <ConfirmDialog
          title={access.revoke}
          text={access.revokeAsk(name)}
          does={access.revoke}
          run={revoke}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
