import { TextInput } from "@mantine/core";
import { useState } from "react";
import { words } from "../words/words.ts";
import { readClock } from "./read-typed.ts";

interface ClockFieldProps {
  label: string;
  /** `22:00` */
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

/** A time of any day, in 24 hours as everywhere on the page. */
export function ClockField({ label, value, error, onChange }: ClockFieldProps) {
  const [isWritten, setWritten] = useState(false);
  const time = readClock(value);
  const leave = () => {
    setWritten(false);
    if (time === undefined) return;
    onChange(`${String(time.hour).padStart(2, "0")}:${String(time.minute).padStart(2, "0")}`);
  };
  return (
    <TextInput
      label={label}
      autoComplete="off"
      inputMode="numeric"
      placeholder="08:00"
      maxLength={5}
      value={value}
      error={!isWritten && time === undefined ? words.time.noClock : error}
      onFocus={() => setWritten(true)}
      onChange={({ target }) => onChange(target.value)}
      onBlur={leave}
    />
  );
}
