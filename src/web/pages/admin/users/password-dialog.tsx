import { Modal, PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "../../../../api/users/schema.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { SaveForm } from "../../../states/save-form.tsx";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import { usersPath } from "./user-data.ts";

/** Gives somebody else a new password. */
export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [password, setPassword] = useState("");
  const { admin, parts } = words;
  const save = useMutation({
    mutationFn: () => call("POST", `${usersPath}/${user.id}/password`, { body: { password } }),
    onSuccess: () => {
      toast(admin.passwordSet(user.fullname));
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={admin.setPasswordOf(user.fullname)}
      size={420}
      closeButtonProps={{ "aria-label": parts.close }}
    >
      <SaveForm label={admin.setPassword} save={save} isReady={password.length >= 8}>
        <p>{admin.setPasswordText}</p>
        <PasswordInput
          label={admin.password}
          description={admin.passwordHint}
          autoComplete="new-password"
          data-autofocus
          maxLength={1024}
          visibilityToggleButtonProps={{ "aria-label": admin.showPassword }}
          error={save.error instanceof ApiError ? save.error.fields.password : undefined}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </SaveForm>
    </Modal>
  );
}
