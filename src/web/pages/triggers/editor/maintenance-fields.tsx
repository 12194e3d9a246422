import { ActionIcon, Button, TextInput, Tooltip } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { readTyped } from "../../../time/read-typed.ts";
import { TimeField } from "../../../time/time-field.tsx";
import { typedTime } from "../../../time/typed-time.ts";
import { epochOf, useZone } from "../../../time/zone.ts";
import { words } from "../../../words/words.ts";
import type { TriggerDraft } from "../trigger-data.ts";
import type { FieldsProps } from "./editor-props.ts";
import classes from "./trigger-editor.module.css";

type Window = TriggerDraft["maintenance"][number];

const hourSeconds = 3600;

/** Windows of maintenance: once, from one instant to another. */
export function MaintenanceFields({ draft: { maintenance }, set, errorOf }: FieldsProps) {
  const { triggers } = words;
  const add = () => {
    const from = Math.ceil(Date.now() / 1000 / hourSeconds) * hourSeconds;
    set({ maintenance: [...maintenance, { title: "", from, to: from + 2 * hourSeconds }] });
  };
  const change = (at: number, window: Window) =>
    set({ maintenance: maintenance.map((known, index) => (index === at ? window : known)) });
  return (
    <>
      {maintenance.map((window, index) => (
        <WindowFields
          // biome-ignore lint/suspicious/noArrayIndexKey: windows are where they stand
          key={index}
          window={window}
          error={errorOf(`maintenance.${index}`)}
          onChange={(changed) => change(index, changed)}
          onRemove={() => set({ maintenance: maintenance.filter((_, at) => at !== index) })}
        />
      ))}
      <div>
        <Button variant="default" size="compact-sm" leftSection={<IconPlus size={13} />} onClick={add}>
          {triggers.addMaintenance}
        </Button>
      </div>
    </>
  );
}

interface WindowFieldsProps {
  window: Window;
  error?: string;
  onChange: (window: Window) => void;
  onRemove: () => void;
}

function WindowFields({ window, error, onChange, onRemove }: WindowFieldsProps) {
  const { triggers } = words;
  const isOver = window.to * 1000 < Date.now();
  return (
    <div className={classes.inner}>
      <div className={classes.row}>
        <TextInput
          className={classes.grow}
          label={triggers.maintenance}
          placeholder={triggers.maintenanceHint}
          value={window.title}
          onChange={({ target }) => onChange({ ...window, title: target.value })}
        />
        <Tooltip label={triggers.removeMaintenance}>
          <ActionIcon mt={26} size={32} aria-label={triggers.removeMaintenance} onClick={onRemove}>
            <IconX size={15} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.row}>
        <Instant label={triggers.from} value={window.from} onChange={(from) => onChange({ ...window, from })} />
        <Instant label={triggers.to} value={window.to} error={error} onChange={(to) => onChange({ ...window, to })} />
      </div>
      {isOver && <p className={classes.hint}>{triggers.maintenanceOver}</p>}
    </div>
  );
}

interface InstantProps {
  label: string;
  /** Epoch seconds. */
  value: number;
  error?: string;
  onChange: (value: number) => void;
}

/** By the clock of the reader's zone. Incomplete input stays as it is typed. */
function Instant({ label, value, error, onChange }: InstantProps) {
  const zone = useZone();
  const [text, setText] = useState<string>();
  return (
    <TimeField
      label={`${label}, ${zone}`}
      value={text ?? typedTime(value, zone)}
      error={error}
      onBlur={() => text !== undefined && readTyped(text) !== undefined && setText(undefined)}
      onChange={(typed) => {
        const wall = readTyped(typed);
        setText(typed);
        if (wall !== undefined) onChange(epochOf(wall, zone));
      }}
    />
  );
}
