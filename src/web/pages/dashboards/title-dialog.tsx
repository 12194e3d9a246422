import { Button, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import { words } from "../../words/words.ts";
import classes from "./board-menu.module.css";

interface TitleDialogProps {
  title: string;
  onClose: () => void;
  onSave: (title: string) => Promise<void>;
}

export function TitleDialog({ title, onClose, onSave }: TitleDialogProps) {
  const [draft, setDraft] = useState(title);
  return (
    <Modal opened onClose={onClose} title={words.dashboards.menu.rename} size={420}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void onSave(draft.trim());
          onClose();
        }}
      >
        <TextInput
          mb={14}
          label={words.dashboards.titleLabel}
          data-autofocus
          maxLength={255}
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
        />
        <div className={classes.buttons}>
          <Button type="submit" disabled={draft.trim() === ""}>
            {words.dashboards.menu.rename}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
