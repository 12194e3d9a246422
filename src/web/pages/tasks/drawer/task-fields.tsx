import { Select, Textarea, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Task } from "../../../../tasks/task-view.ts";
import { call } from "../../../api/call.ts";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { Unsaved } from "../../../layout/unsaved.tsx";
import { FindSelect } from "../../../lists/find-select.tsx";
import { peopleSource } from "../../../people/people-source.ts";
import { readTyped } from "../../../time/read-typed.ts";
import { TimeField } from "../../../time/time-field.tsx";
import { typedTime } from "../../../time/typed-time.ts";
import { epochOf, useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import {
  nextStatuses,
  type TaskChanges,
  type TaskStatus,
  tasksPath,
  tellRefusal,
  useTaskChange,
  useTaskRole,
} from "../task-data.ts";
import classes from "./task-drawer.module.css";

/** Fields of a task; each is stored when the reader leaves it. */
export function TaskFields({ task }: { task: Task }) {
  const zone = useZone();
  const change = useTaskChange();
  const role = useTaskRole(task);
  const { tasks } = words;
  const save = (changes: TaskChanges) => change.mutate({ task, changes });
  const saveText = async (field: "title" | "description", text: string, base: string | undefined): Promise<Outcome> => {
    const now = base === undefined ? undefined : await readTask(task.id);
    if (now === null) return "refused";
    if (now !== undefined && now[field] !== base && now[field] !== text) return "changed";
    return change.mutateAsync({ task: now ?? task, changes: { [field]: text } }).then(
      () => "stored" as const,
      () => "refused" as const,
    );
  };
  const statuses = [task.status, ...nextStatuses[task.status]];
  return (
    <div className={classes.fields}>
      {role !== "keeper" && <p className={classes.hint}>{role === "reader" ? tasks.readOnly : tasks.assigneeOnly}</p>}
      <LeftField
        label={tasks.titleField}
        className={classes.title}
        value={task.title}
        isOff={role !== "keeper"}
        charactersMax={255}
        onLeft={(title, base) => saveText("title", title, base)}
      />
      <div className={classes.row}>
        <Select
          label={tasks.statusField}
          allowDeselect={false}
          disabled={role === "reader"}
          data={statuses.map((status) => ({ value: status, label: tasks.status[status] }))}
          value={task.status}
          onChange={(status) => status !== null && save({ status: status as TaskStatus })}
        />
        <AssigneeField task={task} isOff={role !== "keeper"} onChange={(assigned_to) => save({ assigned_to })} />
      </div>
      <DueField key={`${task.due} ${zone}`} task={task} isOff={role !== "keeper"} onChange={(due) => save({ due })} />
      <LeftField
        label={tasks.description}
        placeholder={tasks.descriptionHint}
        value={task.description}
        isOff={role === "reader"}
        isLong
        charactersMax={10_000}
        onLeft={(description, base) => saveText("description", description, base)}
      />
    </div>
  );
}

/** Null when it cannot be read, which the reader is told. */
function readTask(id: number): Promise<Task | null> {
  return call<Task>("GET", `${tasksPath}/${id}`).catch((error: unknown) => {
    tellRefusal(error);
    return null;
  });
}

/** "changed": somebody else has changed it meanwhile. "refused": the reader was told why. */
type Outcome = "stored" | "refused" | "changed";

interface LeftFieldProps {
  label: string;
  placeholder?: string;
  className?: string;
  value: string;
  isOff: boolean;
  isLong?: boolean;
  charactersMax: number;
  /** `base`: what it held when the reader began to type; undefined: whatever it holds may be replaced. */
  onLeft: (text: string, base: string | undefined) => Promise<Outcome>;
}

/** A text that is stored when its field is left. What is refused stays in the field, to be tried once more. */
function LeftField({ label, placeholder, className, value, isOff, isLong, charactersMax, onLeft }: LeftFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<"refused" | "changed">();
  const base = useRef(value);
  const turn = useRef(Promise.resolve());
  const isShown = useShown();
  const store = async (overwrites: boolean) => {
    if (typed === undefined) return;
    const text = isLong ? typed : typed.trim();
    // Not the value of the page: while the first part is on its way, that may be what he goes back to.
    if (text !== base.current && (isLong || text !== "")) {
      const outcome = await onLeft(text, overwrites ? undefined : base.current);
      if (outcome !== "stored" && !isShown.current) return offerAgain(label, text, outcome, base.current, onLeft);
      setProblem(outcome === "stored" ? undefined : outcome);
      if (outcome !== "stored") return;
      base.current = text;
    }
    // He may have gone on typing meanwhile.
    setTyped((now) => (now === typed ? undefined : now));
  };
  // One after the other: what was typed last is what stays.
  const leave = (overwrites: boolean) => {
    turn.current = turn.current.then(() => store(overwrites));
    return turn.current;
  };
  const change = (text: string) => {
    setProblem(undefined);
    if (typed === undefined) base.current = value;
    setTyped(text);
  };
  const common = {
    label,
    placeholder,
    className,
    value: typed ?? value,
    disabled: isOff,
    maxLength: charactersMax,
    error: problem === "refused" && words.tasks.notSaved,
    onBlur: () => void leave(false),
  };
  return (
    <>
      <Unsaved isChanged={problem !== undefined} />
      {isLong ? (
        <Textarea {...common} autosize minRows={2} maxRows={14} onChange={({ target }) => change(target.value)} />
      ) : (
        <TextInput
          {...common}
          onChange={({ target }) => change(target.value)}
          onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
        />
      )}
      {problem === "changed" && (
        <ConfirmDialog
          title={words.parts.changedMeanwhile}
          text={words.parts.changedMeanwhileText}
          does={words.parts.overwrite}
          run={() => leave(true)}
          onClose={() => setProblem((now) => (now === "changed" ? "refused" : now))}
        />
      )}
    </>
  );
}

/** Whether the reader still has it before him. */
function useShown() {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** The task was closed before the answer came: its text is offered where the reader is now. */
function offerAgain(
  label: string,
  text: string,
  outcome: "refused" | "changed",
  base: string,
  onLeft: LeftFieldProps["onLeft"],
): void {
  const { tasks, parts } = words;
  const again = async () => {
    const next = await onLeft(text, outcome === "changed" ? undefined : base);
    if (next !== "stored") offerAgain(label, text, next, base, onLeft);
  };
  toast(outcome === "changed" ? tasks.closedChanged(label) : tasks.closedRefused(label), {
    kind: "bad",
    action: { label: outcome === "changed" ? parts.overwrite : parts.save, run: () => void again() },
  });
}

function AssigneeField({
  task,
  isOff,
  onChange,
}: {
  task: Task;
  isOff: boolean;
  onChange: (id: number | null) => void;
}) {
  return (
    <FindSelect
      source={peopleSource}
      label={words.tasks.assignee}
      placeholder={words.parts.nobody}
      clearable
      disabled={isOff}
      unknown={(id) => words.parts.unknownUser(Number(id))}
      value={task.assigned_to === null ? null : String(task.assigned_to)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}

/** Stored when the reader leaves the field: while typing, a year is 0002 before it is 2026. */
function DueField({ task, isOff, onChange }: { task: Task; isOff: boolean; onChange: (due: number | null) => void }) {
  const zone = useZone();
  const known = task.due === null ? "" : typedTime(task.due, zone);
  const [draft, setDraft] = useState(known);
  const leave = () => {
    if (draft === known) return;
    const wall = readTyped(draft);
    if (draft.trim() === "") onChange(null);
    else if (wall !== undefined) onChange(epochOf(wall, zone));
  };
  return (
    <TimeField
      label={words.tasks.dueIn(zone)}
      disabled={isOff}
      value={draft}
      error={task.is_overdue ? words.tasks.overdue : undefined}
      onChange={setDraft}
      onBlur={leave}
      onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
    />
  );
}
