import { Modal, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { explain } from "../../../states/explain.ts";
import { SaveForm } from "../../../states/save-form.tsx";
import { labelOf } from "../../../time/time-range.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import type { Address } from "../address.ts";

/** The search as a task: somebody is to look at what it finds, and its description leads there. */
export default function TaskDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const zone = useZone();
  const { q, t } = address;
  const [title, setTitle] = useState(q === "" ? words.keeping.task.lookAtAll : words.keeping.task.lookAt(q));
  const [description, setDescription] = useState(`${labelOf(t, zone)}: ${location.href}`);
  const make = useMutation({
    mutationFn: () => call<{ id: number }>("POST", "/api/tasks", { body: { title: title.trim(), description } }),
    onSuccess: ({ id }) => {
      const undo = () => {
        call("DELETE", `/api/tasks/${id}`).catch((error: unknown) => toast(explain(error).text, { kind: "bad" }));
      };
      toast(words.keeping.task.made(id), {
        link: { label: words.parts.open, href: `/tasks?task=${id}` },
        action: { label: words.parts.undo, run: undo },
      });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={words.keeping.task.title} size={480}>
      <SaveForm label={words.keeping.task.make} save={make} isReady={title.trim() !== ""}>
        <TextInput
          label={words.keeping.titleLabel}
          required
          withAsterisk={false}
          data-autofocus
          maxLength={255}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <Textarea
          label={words.keeping.task.description}
          autosize
          minRows={3}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      </SaveForm>
    </Modal>
  );
}
