import { ActionIcon, Loader, Popover, TextInput, type TextInputProps } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { lazy, Suspense, useRef, useState } from "react";
import { words } from "../words/words.ts";
import { readTyped } from "./read-typed.ts";
import { writeTyped } from "./typed-time.ts";

/** Loaded when somebody first opens it. */
const CalendarBox = lazy(() => import("./calendar-box.tsx"));

interface TimeFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** The text as typed; `readTyped` reads it. */
  value: string;
  onChange: (text: string) => void;
}

/**
 * Date and time, typed or taken from a calendar. A field of the browser's own would speak the browser's language, not
 * the one that was chosen.
 */
export function TimeField({ value, onChange, onBlur, error, disabled, ...others }: TimeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isWritten, setWritten] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const wall = readTyped(value);
  const isWrong = !isWritten && value.trim() !== "" && wall === undefined;
  const take = (day: string) => {
    const known = wall ?? { hour: 0, minute: 0, second: 0 };
    onChange(
      writeTyped({ ...known, ...readTyped(day)!, hour: known.hour, minute: known.minute, second: known.second }),
    );
    setOpen(false);
    input.current?.focus();
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withRoles={false} withinPortal={false}>
      <Popover.Target refProp="rootRef">
        <TextInput
          {...others}
          ref={input}
          disabled={disabled}
          autoComplete="off"
          placeholder={words.time.typedHint}
          value={value}
          error={isWrong ? words.time.noTime : error}
          onFocus={() => setWritten(true)}
          onChange={({ target }) => onChange(target.value)}
          onBlur={(event) => {
            setWritten(false);
            if (wall !== undefined && writeTyped(wall) !== value) onChange(writeTyped(wall));
            onBlur?.(event);
          }}
          rightSection={
            <ActionIcon
              size={26}
              disabled={disabled}
              aria-label={words.time.calendar}
              aria-expanded={isOpen}
              onClick={() => setOpen((known) => !known)}
            >
              <IconCalendar size={15} />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={words.time.calendar}>
        <Suspense fallback={<Loader size={18} />}>
          <CalendarBox wall={wall} onTake={take} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
