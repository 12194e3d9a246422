import { ActionIcon, Tooltip } from "@mantine/core";
import { IconPin, IconPinFilled } from "@tabler/icons-react";
import { words } from "../../../words/words.ts";

/** Keeps the event in sight above the list, or lets it go. */
export function PinButton({ isPinned, onPin }: { isPinned: boolean; onPin: () => void }) {
  const label = isPinned ? words.search.pins.loose : words.search.pins.pin;
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-pressed={isPinned} onClick={onPin}>
        {isPinned ? <IconPinFilled size={16} /> : <IconPin size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
