import { Button, Checkbox, PasswordInput, Switch, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "../../../../api/users/schema.ts";
import { useActions } from "../../../actions/action-store.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { changedFields } from "../../../api/changed-fields.ts";
import { forgetUnsaved, Unsaved } from "../../../layout/unsaved.tsx";
import { explain } from "../../../states/explain.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import { draftOf, emptyUser, permissionNames, refreshUsers, type UserDraft, usersPath } from "./user-data.ts";
import classes from "./users.module.css";

/** Edits an account and its rights. */
export function UserForm({ stored, onSaved }: { stored: User | undefined; onSaved: (user: User) => void }) {
  const before = stored === undefined ? emptyUser : draftOf(stored);
  const [draft, setDraft] = useState(before);
  const [password, setPassword] = useState("");
  const set = (changes: Partial<UserDraft>) => setDraft((known) => ({ ...known, ...changes }));
  const changes = changedFields(draft, before);
  const isChanged = Object.keys(changes).length > 0 || password !== "";
  const { admin, parts } = words;
  const save = useMutation({
    mutationFn: () =>
      stored === undefined
        ? call<User>("POST", usersPath, { body: { ...draft, password } })
        : call<User>("PATCH", `${usersPath}/${stored.id}`, { body: changes }),
    onSuccess: (user) => {
      forgetUnsaved();
      toast((stored === undefined ? admin.made : admin.saved)(user.fullname));
      onSaved(user);
      return refreshUsers();
    },
  });
  const canSave = isChanged && !save.isPending;
  const problem = save.error && explain(save.error);
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  useActions([
    { id: "save", label: parts.save, group: "This page", keys: "mod+s", run: () => canSave && save.mutate() },
  ]);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Unsaved isChanged={isChanged} />
      <Names draft={draft} set={set} fields={fields} />
      {stored === undefined && (
        <PasswordInput
          label={admin.password}
          description={admin.passwordHint}
          autoComplete="new-password"
          maxLength={1024}
          visibilityToggleButtonProps={{ "aria-label": admin.showPassword }}
          error={fields.password}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      <Rights draft={draft} set={set} fields={fields} />
      <p className={classes.problem} role="alert">
        {problem && parts.refused(problem.title, problem.text)}
      </p>
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending} disabled={!isChanged}>
          {stored === undefined ? admin.makeUser : parts.save}
        </Button>
      </div>
    </form>
  );
}

interface FieldsProps {
  draft: UserDraft;
  set: (changes: Partial<UserDraft>) => void;
  fields: Readonly<Record<string, string>>;
}

function Names({ draft, set, fields }: FieldsProps) {
  const { admin } = words;
  const text = (name: "username" | "first_name" | "last_name" | "email", label: string, max: number) => (
    <TextInput
      label={label}
      autoComplete="off"
      maxLength={max}
      error={fields[name]}
      value={draft[name]}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  );
  return (
    <>
      {text("username", admin.username, 150)}
      <div className={classes.pair}>
        {text("first_name", admin.firstName, 150)}
        {text("last_name", admin.lastName, 150)}
      </div>
      {text("email", admin.email, 254)}
    </>
  );
}

function Rights({ draft, set, fields }: FieldsProps) {
  const { admin } = words;
  return (
    <>
      <Switch
        label={admin.active}
        checked={draft.is_active}
        error={fields.is_active}
        onChange={({ target }) => set({ is_active: target.checked })}
      />
      <Switch
        label={admin.superuser}
        checked={draft.is_superuser}
        error={fields.is_superuser}
        onChange={({ target }) => set({ is_superuser: target.checked })}
      />
      <fieldset className={classes.permissions} disabled={draft.is_superuser}>
        <legend>{admin.permissions}</legend>
        {permissionNames.map((name) => (
          <Checkbox
            key={name}
            label={admin.permissionNames[name]}
            checked={draft.is_superuser || draft.permissions.includes(name)}
            onChange={({ target }) =>
              set({
                permissions: target.checked
                  ? [...draft.permissions, name]
                  : draft.permissions.filter((known) => known !== name),
              })
            }
          />
        ))}
        {fields.permissions && <p className={classes.problem}>{fields.permissions}</p>}
      </fieldset>
      <HostsField draft={draft} set={set} fields={fields} />
    </>
  );
}

function HostsField({ draft, set, fields }: FieldsProps) {
  const [text, setText] = useState(draft.hosts.join("\n"));
  const { admin } = words;
  const error = Object.entries(fields).find(([name]) => name === "hosts" || name.startsWith("hosts."))?.[1];
  return (
    <Textarea
      label={admin.hosts}
      description={admin.hostsHint}
      autosize
      minRows={2}
      maxRows={8}
      error={error}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        set({
          hosts: target.value
            .split("\n")
            .map((line) => line.trim())
            .filter((line) => line !== ""),
        });
      }}
    />
  );
}
