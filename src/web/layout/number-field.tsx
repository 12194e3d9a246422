import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { readNumber, writeExact } from "../words/read-number.ts";
import { words } from "../words/words.ts";

interface NumberFieldProps extends Omit<TextInputProps, "value" | "onChange" | "min" | "max"> {
  value: number | "";
  /** A number outside these is set to the nearer one when the field is left; without them the service decides. */
  min?: number;
  max?: number;
  /** Whole numbers only. */
  isWhole?: boolean;
  /** `""`: it was emptied. */
  onChange(value: number | ""): void;
}

/**
 * A number, written as the reader's language does. What is none stays as it was typed, with a word on which number
 * holds meanwhile: signs that were left out unseen would make another number of it.
 */
export function NumberField({ value, min, max, isWhole = false, error, onChange, onBlur, ...props }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed?.trim() ?? "";
  const read = text === "" ? "" : readNumber(text, isWhole);
  const stays = typed !== undefined && typeof value === "number" && value !== read;
  const problem = [
    read === undefined && (isWhole ? words.parts.noWhole(text) : words.parts.noNumber(text)),
    stays && (read === undefined || read === "") && words.parts.numberStays(writeExact(value)),
  ].filter(Boolean);
  const take = (next: number | "" | undefined) => {
    if (next !== undefined && next !== value) onChange(next);
  };
  return (
    <TextInput
      {...props}
      // Else a form would be sent as if nothing stood here: without a bound, where one was meant.
      ref={(input) => input?.setCustomValidity(read === undefined ? problem.join(" ") : "")}
      inputMode={isWhole ? "numeric" : "decimal"}
      autoComplete="off"
      value={typed ?? (value === "" ? "" : writeExact(value))}
      error={problem.length > 0 ? problem.join(" ") : error}
      onChange={({ target }) => {
        setTyped(target.value);
        take(target.value.trim() === "" ? "" : readNumber(target.value.trim(), isWhole));
      }}
      onBlur={(event) => {
        if (read !== undefined) setTyped(undefined);
        if (typeof read === "number") take(Math.min(max ?? read, Math.max(min ?? read, read)));
        onBlur?.(event);
      }}
    />
  );
}
