import { ActionIcon, Button, Modal, NativeSelect, Radio, TextInput, Tooltip } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AuthToken } from "../../api/authtokens/schema.ts";
import { ApiError } from "../api/api-error.ts";
import { may, useUser } from "../api/session.ts";
import { NumberField } from "../layout/number-field.tsx";
import { FindSelect } from "../lists/find-select.tsx";
import { peopleSource } from "../people/people-source.ts";
import { explain } from "../states/explain.ts";
import { copy } from "../toasts/copy.ts";
import { words } from "../words/words.ts";
import classes from "./access.module.css";
import { makeToken, refreshTokens } from "./token-data.ts";

const daySeconds = 86_400;
const megabyte = 1_000_000;

/** Makes a token; then shows its key, this once. */
export function NewTokenDialog({ ofAll, onClose }: { ofAll: boolean; onClose: () => void }) {
  const [made, setMade] = useState<AuthToken>();
  const { access, parts } = words;
  return (
    <Modal
      opened
      onClose={onClose}
      title={made === undefined ? access.makeToken : access.theKey}
      size={560}
      closeOnClickOutside={made === undefined}
      closeButtonProps={{ "aria-label": parts.close }}
    >
      {made === undefined ? <Fields ofAll={ofAll} onMade={setMade} /> : <ShownKey token={made} onClose={onClose} />}
    </Modal>
  );
}

function ShownKey({ token, onClose }: { token: AuthToken; onClose: () => void }) {
  const { access } = words;
  return (
    <div className={classes.form} role="status">
      <p>{access.keyShown}</p>
      <div className={classes.key}>
        <code>{token.secret_key}</code>
        <Tooltip label={access.copyKey}>
          <ActionIcon
            aria-label={access.copyKey}
            data-autofocus
            onClick={() => void copy(token.secret_key, access.theKey)}
          >
            <IconCopy size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{access.done}</Button>
      </div>
    </div>
  );
}

function Fields({ ofAll, onMade }: { ofAll: boolean; onMade: (token: AuthToken) => void }) {
  const user = useUser();
  const [type, setType] = useState<"INGEST" | "USER">("INGEST");
  const [description, setDescription] = useState("");
  const [owner, setOwner] = useState<string | null>(String(user.id));
  const [days, setDays] = useState("never");
  const [quota, setQuota] = useState<{ events: number | ""; megabytes: number | "" }>({ events: "", megabytes: "" });
  const make = useMutation({
    mutationFn: () =>
      makeToken({
        token_type: type,
        description: description.trim(),
        owner: Number(owner ?? user.id),
        expires_at: days === "never" ? null : Math.floor(Date.now() / 1000) + Number(days) * daySeconds,
        events_per_second: quota.events === "" ? null : quota.events,
        bytes_per_day: quota.megabytes === "" ? null : Math.round(quota.megabytes * megabyte),
      }),
    onSuccess: (token) => {
      onMade(token);
      void refreshTokens();
    },
  });
  const { access } = words;
  const problem = make.error && explain(make.error);
  const errorOf = (name: string) => (make.error instanceof ApiError ? make.error.fields[name] : undefined);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <TextInput
        label={access.description}
        placeholder={access.descriptionHint}
        data-autofocus
        maxLength={255}
        error={errorOf("description")}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <Radio.Group label={access.type} value={type} onChange={(value) => setType(value as "INGEST" | "USER")}>
        <div className={classes.choices}>
          <Radio value="INGEST" label={access.ingest} description={access.ingestHint} />
          <Radio value="USER" label={access.user} description={access.userHint} />
        </div>
      </Radio.Group>
      <div className={classes.pair}>
        {ofAll && may(user, "manage_authtokens") && (
          <OwnerSelect value={owner} error={errorOf("owner")} onChange={setOwner} />
        )}
        <NativeSelect
          label={access.expires}
          data={Object.entries(access.expiresChoices)
            .sort(([one], [other]) => (Number(one) || 0) - (Number(other) || 0))
            .map(([value, label]) => ({ value, label }))}
          value={days}
          error={errorOf("expires_at")}
          onChange={({ target }) => setDays(target.value)}
        />
      </div>
      <div className={classes.pair}>
        <QuotaFields quota={quota} onChange={setQuota} errorOf={errorOf} />
      </div>
      <p className={classes.problem} role="alert">
        {problem && words.parts.refused(problem.title, problem.text)}
      </p>
      <div className={classes.buttons}>
        <Button type="submit" loading={make.isPending}>
          {access.makeToken}
        </Button>
      </div>
    </form>
  );
}

interface QuotaFieldsProps {
  quota: { events: number | ""; megabytes: number | "" };
  onChange: (quota: { events: number | ""; megabytes: number | "" }) => void;
  errorOf: (name: string) => string | undefined;
  disabled?: boolean;
}

/** Limits how much may be sent with the token; empty: no limit. */
export function QuotaFields({ quota, onChange, errorOf, disabled }: QuotaFieldsProps) {
  const { access } = words;
  const shared = { min: 1, disabled };
  return (
    <>
      <NumberField
        {...shared}
        label={access.eventsPerSecond}
        placeholder={access.unbounded}
        isWhole
        value={quota.events}
        error={errorOf("events_per_second")}
        onChange={(events) => onChange({ ...quota, events })}
      />
      <NumberField
        {...shared}
        label={access.megabytesPerDay}
        placeholder={access.unbounded}
        value={quota.megabytes}
        error={errorOf("bytes_per_day")}
        onChange={(megabytes) => onChange({ ...quota, megabytes })}
      />
    </>
  );
}

function OwnerSelect(props: { value: string | null; error?: string; onChange: (id: string | null) => void }) {
  return <FindSelect {...props} source={peopleSource} label={words.access.owner} allowDeselect={false} />;
}
