import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "../../../api/users/schema.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";
import { useUser } from "../../api/session.ts";
import { forgetUnsaved, Unsaved } from "../../layout/unsaved.tsx";
import { SaveForm } from "../../states/save-form.tsx";
import { toast } from "../../toasts/toast-store.ts";
import { words } from "../../words/words.ts";
import classes from "./account.module.css";

/** The name that others see, and the address for mails. */
export function NameForm() {
  const user = useUser();
  const { first_name, last_name, email } = user;
  const [draft, setDraft] = useState({ first_name, last_name, email });
  const isChanged = draft.first_name !== first_name || draft.last_name !== last_name || draft.email !== email;
  const { account, admin, parts } = words;
  const save = useMutation({
    mutationFn: () => call<User>("PATCH", `/api/users/${user.id}`, { body: draft }),
    onSuccess: (saved) => {
      forgetUnsaved();
      toast(account.aboutSaved);
      queryClient.setQueryData(["session"], { ...user, ...draft, fullname: saved.fullname });
    },
  });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const text = (name: keyof typeof draft, label: string, completes: string, max: number) => (
    <TextInput
      label={label}
      autoComplete={completes}
      maxLength={max}
      error={fields[name]}
      value={draft[name]}
      onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
    />
  );
  return (
    <section className={classes.part} aria-label={account.about}>
      <h2>{account.about}</h2>
      <SaveForm label={parts.save} save={save} isReady={isChanged}>
        <Unsaved isChanged={isChanged} />
        <div className={classes.row}>
          {text("first_name", admin.firstName, "given-name", 150)}
          {text("last_name", admin.lastName, "family-name", 150)}
          {text("email", admin.email, "email", 254)}
        </div>
      </SaveForm>
    </section>
  );
}
