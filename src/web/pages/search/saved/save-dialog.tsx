import { Checkbox, Modal, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { SaveForm } from "../../../states/save-form.tsx";
import { labelOf } from "../../../time/time-range.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import type { Address } from "../address.ts";
import classes from "../tools/dialog.module.css";
import { saveSearch } from "./saved-searches.ts";

/** Saves the search under a name: line, time, order and columns. */
export default function SaveDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const zone = useZone();
  const [title, setTitle] = useState(address.q);
  const [isPublic, setPublic] = useState(false);
  const save = useMutation({
    mutationFn: () => saveSearch(title.trim(), address, isPublic, zone),
    onSuccess: () => {
      toast(words.keeping.search.isSaved(title.trim()));
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={words.keeping.search.title} size={420}>
      <SaveForm label={words.parts.save} save={save} isReady={title.trim() !== ""}>
        <TextInput
          label={words.keeping.titleLabel}
          data-autofocus
          maxLength={255}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <p className={classes.preview}>
          {address.q === "" ? words.keeping.search.allEvents : <code>{address.q}</code>},{" "}
          {words.time.amid(labelOf(address.t, zone))}
        </p>
        <Checkbox
          label={words.keeping.search.public}
          checked={isPublic}
          onChange={({ target }) => setPublic(target.checked)}
        />
      </SaveForm>
    </Modal>
  );
}
