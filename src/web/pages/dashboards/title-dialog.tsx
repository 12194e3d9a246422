import { Button, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "./board-menu.module.css";

interface TitleDialogProps {
  title: string;
  onClose: () => void;
  onSave: (title: string) => Promise<void>;
}

export function TitleDialog({ title, onClose, onSave }: TitleDialogProps) {
  const [draft, setDraft] = useState(title);
  return (
    <Modal opened onClose={onClose} title="Rename" size={420}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void onSave(draft.trim());
          onClose();
        }}
      >
        <TextInput
          mb={14}
          label="Title"
          data-autofocus
          maxLength={255}
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
        />
        <div className={classes.buttons}>
          <Button type="submit" disabled={draft.trim() === ""}>
            Rename
          </Button>
        </div>
      </form>
    </Modal>
  );
}
