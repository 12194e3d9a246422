import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type Ref, useState } from "react";
import classes from "./name-finder.module.css";

interface NameFinderProps {
  label: string;
  name: string;
  /** Called when typing pauses. */
  onChange: (name: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Narrows a list to what has this in its name; the service looks, since a list is never here as a whole. */
export function NameFinder({ label, name, onChange, ref }: NameFinderProps) {
  const [text, setText] = useState(name);
  const tell = useDebouncedCallback(onChange, 200);
  return (
    <TextInput
      ref={ref}
      className={classes.finder}
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} />}
      maxLength={150}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        tell(target.value.trim());
      }}
    />
  );
}
