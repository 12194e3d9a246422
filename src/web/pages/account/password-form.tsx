import { PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";
import { useUser } from "../../api/session.ts";
import { SaveForm } from "../../states/save-form.tsx";
import { toast } from "../../toasts/toast-store.ts";
import { words } from "../../words/words.ts";
import classes from "./account.module.css";

const empty = { current: "", next: "", again: "" };

/** Changes the password and ends all other sessions. */
export function PasswordForm() {
  const user = useUser();
  const [draft, setDraft] = useState(empty);
  const { account, admin } = words;
  const save = useMutation({
    mutationFn: () =>
      call("POST", `/api/users/${user.id}/password`, {
        body: { password: draft.next, current_password: draft.current },
      }),
    onSuccess: () => {
      setDraft(empty);
      toast(account.changed);
      return queryClient.invalidateQueries({ queryKey: ["/api/sessions"] });
    },
  });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const isOther = draft.again !== "" && draft.again !== draft.next;
  const field = (name: keyof typeof draft, label: string, completes: string, error?: string, hint?: string) => (
    <PasswordInput
      label={label}
      description={hint}
      inputWrapperOrder={["label", "input", "description", "error"]}
      autoComplete={completes}
      maxLength={1024}
      visibilityToggleButtonProps={{ "aria-label": admin.showPassword }}
      error={error}
      value={draft[name]}
      onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
    />
  );
  return (
    <section className={classes.part} aria-label={account.changePassword}>
      <h2>{account.changePassword}</h2>
      <p className={classes.hint}>{account.changeHint}</p>
      <SaveForm
        label={account.change}
        save={save}
        isReady={draft.current !== "" && draft.next.length >= 8 && draft.next === draft.again}
      >
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <div className={classes.row}>
          {field("current", account.current, "current-password", fields.current_password)}
          {field("next", account.next, "new-password", fields.password, admin.passwordHint)}
          {field("again", account.again, "new-password", isOther ? account.notSame : undefined)}
        </div>
      </SaveForm>
    </section>
  );
}
