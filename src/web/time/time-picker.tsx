import { ActionIcon, Button, Popover, Select, TextInput, Tooltip, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronLeft, IconChevronRight, IconClock, IconZoomOut } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { words } from "../words/words.ts";
import { readInstant, readSpan, readTyped } from "./read-typed.ts";
import { TimeField } from "./time-field.tsx";
import classes from "./time-picker.module.css";
import { labelOf, neighbour, presets, type TimeRange, widened, widthOf, writeRange } from "./time-range.ts";
import { typedTime } from "./typed-time.ts";
import { chooseZone, epochOf, listZones, useZone } from "./zone.ts";

interface TimePickerProps {
  range: TimeRange;
  /** The bounds that the last answer had. */
  resolved: { from: number; to: number } | undefined;
  /** Moments a range can start from, such as deploys; the latest first. */
  since?: readonly { id: number; title: string; time: number }[];
  onChange: (range: TimeRange) => void;
}

/** Picks a range: by name, by two instants, or one step back, forward or out. */
export function TimePicker({ range, resolved, since = [], onChange }: TimePickerProps) {
  const zone = useZone();
  const [opened, setOpened] = useState(false);
  const now = Date.now() / 1000;
  const bounds = resolved ?? ("from" in range ? range : { from: now - widthOf(range), to: now });
  const choose = (next: TimeRange) => {
    setOpened(false);
    onChange(next);
  };
  return (
    <div className={classes.picker}>
      <Step
        label={words.time.back}
        icon={<IconChevronLeft size={16} />}
        onClick={() => onChange(neighbour(bounds, -1, now))}
      />
      <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            size="xs"
            h={32}
            leftSection={<IconClock size={15} />}
            rightSection={<IconChevronDown size={14} />}
            onClick={() => setOpened(!opened)}
            aria-label={words.time.time(labelOf(range, zone))}
            classNames={{ label: classes.label }}
          >
            {labelOf(range, zone)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown}>
          <Presets range={range} since={since} onChoose={choose} />
          <div>
            <Span onChoose={choose} />
            <Absolute key={`${bounds.from} ${bounds.to} ${zone}`} bounds={bounds} zone={zone} onChoose={choose} />
          </div>
        </Popover.Dropdown>
      </Popover>
      <Step
        label={words.time.forward}
        icon={<IconChevronRight size={16} />}
        isOff={bounds.to >= now - 1}
        onClick={() => onChange(neighbour(bounds, 1, now))}
      />
      <Step label={words.time.wider} icon={<IconZoomOut size={16} />} onClick={() => onChange(widened(bounds, now))} />
    </div>
  );
}

function Step({
  label,
  icon,
  isOff,
  onClick,
}: {
  label: string;
  icon: React.ReactNode;
  isOff?: boolean;
  onClick: () => void;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={32} aria-label={label} disabled={isOff} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

interface PresetsProps extends Required<Pick<TimePickerProps, "range" | "since">> {
  onChoose: (range: TimeRange) => void;
}

/** More would push the other entries out of view. */
const sinceMax = 4;

function Presets({ range, since, onChoose }: PresetsProps) {
  const now = Math.ceil(Date.now() / 1000);
  return (
    <ul className={classes.presets}>
      {presets.map((preset) => (
        <li key={preset}>
          <UnstyledButton
            className={classes.preset}
            aria-current={writeRange(range) === preset || undefined}
            onClick={() => onChoose({ preset })}
          >
            {words.time.presets[preset]}
          </UnstyledButton>
        </li>
      ))}
      {since
        .filter(({ time }) => time < now)
        .slice(0, sinceMax)
        .map(({ id, title, time }) => (
          <li key={id}>
            <UnstyledButton
              className={classes.preset}
              title={title}
              onClick={() => onChoose({ from: Math.floor(time), to: now })}
            >
              {words.time.since(title)}
            </UnstyledButton>
          </li>
        ))}
    </ul>
  );
}

/** As long as the reader types, up to now. */
function Span({ onChoose }: { onChoose: (range: TimeRange) => void }) {
  const [text, setText] = useState("");
  const [isSent, setSent] = useState(false);
  const preset = readSpan(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (preset !== undefined) onChoose({ preset });
  };
  return (
    <form className={classes.span} onSubmit={submit}>
      <TextInput
        size="xs"
        label={words.time.span}
        placeholder={words.time.spanHint}
        autoComplete="off"
        maxLength={40}
        value={text}
        error={isSent && preset === undefined ? words.time.noSpan : undefined}
        onChange={({ target }) => {
          setSent(false);
          setText(target.value);
        }}
      />
    </form>
  );
}

interface AbsoluteProps {
  bounds: { from: number; to: number };
  zone: string;
  onChoose: (range: TimeRange) => void;
}

function Absolute({ bounds, zone, onChoose }: AbsoluteProps) {
  const [from, setFrom] = useState(typedTime(bounds.from, zone));
  const [to, setTo] = useState(typedTime(bounds.to, zone));
  const range = readBounds(from, to, zone);
  /** What is taken from a log, with its zone, is shown in the reader's. */
  const take = (set: (text: string) => void) => (text: string) => {
    const instant = readInstant(text);
    set(instant === undefined ? text : typedTime(instant, zone));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typeof range !== "string") onChoose(range);
  };
  return (
    <form className={classes.absolute} onSubmit={submit}>
      <TimeField size="xs" label={words.time.from} value={from} onChange={take(setFrom)} />
      <TimeField size="xs" label={words.time.to} value={to} onChange={take(setTo)} />
      <Select
        label={words.time.zone}
        data={listZones()}
        value={zone}
        onChange={(name) => name !== null && chooseZone(name)}
        searchable
        size="xs"
        comboboxProps={{ withinPortal: false }}
        maxDropdownHeight={220}
        limit={80}
        nothingFoundMessage={words.time.noZone}
      />
      <p className={classes.problem} role="alert">
        {typeof range === "string" ? range : ""}
      </p>
      <Button type="submit" disabled={typeof range === "string"}>
        {words.time.show}
      </Button>
    </form>
  );
}

/** The range of two fields, or what is wrong with them. */
function readBounds(fromText: string, toText: string, zone: string): { from: number; to: number } | string {
  const [from, to] = [readTyped(fromText), readTyped(toText)];
  if (from === undefined || to === undefined) return words.time.bothNeeded;
  const bounds = { from: epochOf(from, zone), to: epochOf(to, zone) };
  return bounds.from < bounds.to ? bounds : words.time.endFirst;
}
