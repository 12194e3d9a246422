import { ActionIcon, Tooltip } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { LogEvent } from "../events/log-event.ts";
import { explain } from "../states/explain.ts";
import { toast } from "../toasts/toast-store.ts";
import { words } from "../words/words.ts";

/** Longest title of a task. */
const titleCharactersMax = 255;

/** Creates a task linked to the event. It does not ask first, since that can be undone. */
export function TaskButton({ event }: { event: LogEvent }) {
  const make = useMutation({
    mutationFn: () => {
      const [first = ""] = event.message.split("\n");
      const title = `${event.program || event.host}: ${first}`.slice(0, titleCharactersMax);
      return call<{ id: number }>("POST", "/api/tasks", { body: { title, event_ids: [event.id] } });
    },
    onSuccess: ({ id }) => {
      const undo = () => {
        call("DELETE", `/api/tasks/${id}`).catch((error: unknown) => toast(explain(error).text, { kind: "bad" }));
      };
      toast(words.event.task.made(id), {
        link: { label: words.parts.open, href: `/tasks?task=${id}` },
        action: { label: words.parts.undo, run: undo },
      });
    },
    onError: (error) => toast(words.event.task.notMade(explain(error).text), { kind: "bad" }),
  });
  return (
    <Tooltip label={words.event.task.make}>
      <ActionIcon aria-label={words.event.task.makeOfEvent} loading={make.isPending} onClick={() => make.mutate()}>
        <IconChecklist size={17} />
      </ActionIcon>
    </Tooltip>
  );
}
