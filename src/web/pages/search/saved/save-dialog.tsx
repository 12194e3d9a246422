import { Checkbox, Modal, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SavedSearch } from "../../../../api/searches/schema.ts";
import { LoadingState } from "../../../states/loading-state.tsx";
import { SaveForm } from "../../../states/save-form.tsx";
import { labelOf } from "../../../time/time-range.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import type { Address, SetAddress } from "../address.ts";
import classes from "../tools/dialog.module.css";
import { saveSearch, useSavedSearch } from "./saved-searches.ts";

interface SaveDialogProps {
  address: Address;
  set: SetAddress;
  onClose: () => void;
}

/** Saves the search under a name: line, time, order and columns. One that was opened can be changed. */
export default function SaveDialog(props: SaveDialogProps) {
  const opened = useSavedSearch(props.address.saved);
  const own = opened.data?.is_read_only === false ? opened.data : undefined;
  return (
    <Modal opened onClose={props.onClose} title={words.keeping.search.title} size={420}>
      {opened.isLoading ? <LoadingState lines={4} /> : <SearchForm {...props} opened={own} />}
    </Modal>
  );
}

function SearchForm({ address, set, onClose, opened }: SaveDialogProps & { opened: SavedSearch | undefined }) {
  const zone = useZone();
  const [title, setTitle] = useState(opened?.title ?? address.q);
  const [isPublic, setPublic] = useState(opened?.is_public ?? false);
  const [changes, setChanges] = useState(opened !== undefined);
  const save = useMutation({
    mutationFn: () =>
      saveSearch({ title: title.trim(), address, isPublic, zone, ...(changes && opened && { id: opened.id }) }),
    onSuccess: ({ id }) => {
      toast(words.keeping.search.isSaved(title.trim()));
      void set({ saved: id }, { history: "replace" });
      onClose();
    },
  });
  return (
    <SaveForm label={words.parts.save} save={save} isReady={title.trim() !== ""}>
      <TextInput
        label={words.keeping.titleLabel}
        data-autofocus
        autoFocus
        maxLength={255}
        value={title}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTitle(target.value)}
      />
      <p className={classes.preview}>
        {address.q === "" ? words.keeping.search.allEvents : <code>{address.q}</code>},{" "}
        {words.time.amid(labelOf(address.t, zone))}
      </p>
      {opened && (
        <Checkbox
          label={words.keeping.search.changes(opened.title)}
          checked={changes}
          onChange={({ target }) => setChanges(target.checked)}
        />
      )}
      <Checkbox
        label={words.keeping.search.public}
        checked={isPublic}
        onChange={({ target }) => setPublic(target.checked)}
      />
    </SaveForm>
  );
}
