import { Button, Modal, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Task } from "../../../tasks/task-view.ts";
import { call } from "../../api/call.ts";
import { FindSelect } from "../../lists/find-select.tsx";
import { peopleSource } from "../../people/people-source.ts";
import { explain } from "../../states/explain.ts";
import { readTyped } from "../../time/read-typed.ts";
import { TimeField } from "../../time/time-field.tsx";
import { epochOf, useZone } from "../../time/zone.ts";
import { toast } from "../../toasts/toast-store.ts";
import { words } from "../../words/words.ts";
import classes from "./new-task-dialog.module.css";
import { refreshTasks, tasksPath } from "./task-data.ts";

/** A task without an event; tasks of an event are created beside it. */
export default function NewTaskDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const zone = useZone();
  const [title, setTitle] = useState("");
  const [description, setDescription] = useState("");
  const [assignee, setAssignee] = useState<string | null>(null);
  const [due, setDue] = useState("");
  const wall = readTyped(due);
  const make = useMutation({
    mutationFn: () => {
      return call<Task>("POST", tasksPath, {
        body: {
          title: title.trim(),
          description,
          assigned_to: assignee === null ? null : Number(assignee),
          due: wall === undefined ? null : epochOf(wall, zone),
        },
      });
    },
    onSuccess: ({ id }) => {
      void refreshTasks();
      toast(words.tasks.made(id));
      onMade(id);
    },
  });
  const problem = make.error && explain(make.error);
  const { tasks } = words;
  return (
    <Modal
      opened
      onClose={onClose}
      title={tasks.make}
      size={520}
      closeButtonProps={{ "aria-label": words.parts.close }}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <TextInput
          label={tasks.titleField}
          data-autofocus
          maxLength={255}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <Textarea
          label={tasks.description}
          placeholder={tasks.descriptionHint}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={10_000}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <div className={classes.row}>
          <AssigneeSelect value={assignee} onChange={setAssignee} />
          <TimeField label={tasks.dueIn(zone)} value={due} onChange={setDue} />
        </div>
        <p className={classes.problem} role="alert">
          {problem && words.parts.refused(problem.title, problem.text)}
        </p>
        <div className={classes.buttons}>
          <Button
            type="submit"
            loading={make.isPending}
            disabled={title.trim() === "" || (wall === undefined && due.trim() !== "")}
          >
            {tasks.make}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function AssigneeSelect({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  return (
    <FindSelect
      source={peopleSource}
      label={words.tasks.assignee}
      placeholder={words.parts.nobody}
      clearable
      value={value}
      onChange={onChange}
    />
  );
}
