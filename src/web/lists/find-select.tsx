import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Choice, ChoiceSource } from "../api/choices.ts";
import { words } from "../words/words.ts";

interface FindSelectProps extends Omit<SelectProps, "data" | "value"> {
  source: ChoiceSource;
  value: string | null;
  /** Offered above what is found. */
  always?: readonly Choice[];
  /** Name of the chosen entry when it cannot be read. */
  unknown?: (value: string) => string;
}

/** Typing faster than this asks nothing. */
const typedMs = 200;

/** Finds entries whose names contain the text, once typing pauses. */
export function useFound(source: ChoiceSource, typed: string) {
  const [settled] = useDebouncedValue(typed, typedMs);
  return useQuery({
    queryKey: [source.key, "choices", settled],
    queryFn: ({ signal }) => source.find(settled || undefined, signal),
    placeholderData: (previous) => previous,
  });
}

/** Chooses one of many; the service finds them while the reader types. */
export function FindSelect({ source, value, always = [], unknown, ...select }: FindSelectProps) {
  const [typed, setTyped] = useState("");
  const own = always.find((choice) => choice.value === value);
  const chosen = useQuery({
    queryKey: [source.key, "choice", value],
    queryFn: ({ signal }) => source.get(value!, signal),
    enabled: value !== null && own === undefined,
  });
  const label = own?.label ?? chosen.data?.label ?? (chosen.error && value !== null ? unknown?.(value) : undefined);
  const found = useFound(source, typed === label ? "" : typed);
  const known = [...always, ...(found.data ?? [])];
  const isListed = value === null || known.some((choice) => choice.value === value);
  const data = isListed || label === undefined ? known : [{ value: value!, label }, ...known];
  return (
    <Select
      nothingFoundMessage={found.isPending ? words.parts.loading : words.parts.noneSo}
      {...select}
      searchable
      data={data}
      filter={({ options }) => options}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  );
}
