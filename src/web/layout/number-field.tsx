import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useState } from "react";
import { separators, writeNumber } from "../words/formats.ts";
import { words } from "../words/words.ts";

/**
 * A number. What is none is refused in words, and a pasted text whole: left out unseen, the letter of `1e9` would make
 * 19 of it, and the point of `1.5` 15 where only whole numbers fit. Whoever empties a field that must have a number is
 * told which one stays, and finds it there when he comes back.
 */
export function NumberField({ error, onFocus, onBlur, onChange, ...props }: NumberInputProps) {
  const [refused, setRefused] = useState<string>();
  const [isEmptied, setEmptied] = useState(false);
  const [restored, setRestored] = useState(0);
  const { value } = props;
  const stays = isEmptied && typeof value === "number" ? words.parts.numberStays(writeNumber(value)) : undefined;
  return (
    <NumberInput
      key={restored}
      {...separators}
      {...props}
      error={refused === undefined ? (stays ?? error) : words.parts.noNumber(refused)}
      onChange={(next) => {
        setEmptied(next === "");
        onChange?.(next);
      }}
      onBlur={(event) => {
        if (stays !== undefined) setRestored((count) => count + 1);
        setEmptied(false);
        onBlur?.(event);
      }}
      onFocus={(event) => {
        setRefused(undefined);
        onFocus?.(event);
      }}
      onBeforeInput={(event) => {
        const text = (event.nativeEvent as InputEvent).data?.trim();
        if (!text || isOfNumber(text, props.allowDecimal !== false)) return;
        event.preventDefault();
        setRefused(text);
      }}
    />
  );
}

const { thousandSeparator: group, decimalSeparator: decimal } = separators;
const wholeNumber = new RegExp(`^[-+]?(\\d+|\\d{1,3}([${group}]\\d{3})+)$`);

/** Whether a sign that is typed may stand in a number, or a text that is pasted is one. */
function isOfNumber(text: string, allowsDecimal: boolean): boolean {
  if (text.length === 1) return /[-+\d]/.test(text) || text === group || (allowsDecimal && /[.,]/.test(text));
  const [whole, fraction, ...more] = text.split(decimal);
  if (fraction === undefined) return wholeNumber.test(text);
  return allowsDecimal && wholeNumber.test(whole!) && /^\d*$/.test(fraction) && more.length === 0;
}
