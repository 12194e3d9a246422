import { Modal, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { explain } from "../../../states/explain.ts";
import { SaveForm } from "../../../states/save-form.tsx";
import { labelOf } from "../../../time/time-range.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import type { Address } from "../address.ts";

/** The search as a task: somebody is to look at what it finds, and its description leads there. */
export default function TaskDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const zone = useZone();
  const { q, t } = address;
  const [title, setTitle] = useState(q === "" ? "Look at the events" : `Look at: ${q}`);
  const [description, setDescription] = useState(`${labelOf(t, zone)}: ${location.href}`);
  const make = useMutation({
    mutationFn: () => call<{ id: number }>("POST", "/api/tasks", { body: { title: title.trim(), description } }),
    onSuccess: ({ id }) => {
      const undo = () => {
        call("DELETE", `/api/tasks/${id}`).catch((error: unknown) => toast(explain(error).text, { kind: "bad" }));
      };
      toast(`Task ${id} was made of this search.`, {
        link: { label: "Open it", href: `/tasks?task=${id}` },
        action: { label: "Undo", run: undo },
      });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="A task of this search" size={480}>
      <SaveForm label="Make the task" save={make} isReady={title.trim() !== ""}>
        <TextInput
          label="Title"
          required
          withAsterisk={false}
          data-autofocus
          maxLength={255}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <Textarea
          label="Description"
          autosize
          minRows={3}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      </SaveForm>
    </Modal>
  );
}
