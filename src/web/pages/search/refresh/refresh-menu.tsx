import { Button, Menu } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { duration } from "../../../time/format-time.ts";
import { words } from "../../../words/words.ts";
import type { Address, SetAddress } from "../address.ts";
import { refreshSeconds } from "./refresh-seconds.ts";

/** Chooses how often the page asks again by itself. */
export function RefreshMenu({ every, set }: { every: Address["every"]; set: SetAddress }) {
  const said = every === null ? words.search.refresh.never : words.search.refresh.every(duration(every));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant={every === null ? "default" : "light"}
          h={32}
          px={6}
          aria-label={words.search.refresh.label(said)}
          rightSection={every !== null && <IconChevronDown size={14} />}
        >
          {every === null ? <IconChevronDown size={14} /> : duration(every)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.search.refresh.title}</Menu.Label>
        {[null, ...refreshSeconds].map((seconds) => (
          <Menu.Item
            key={seconds}
            rightSection={seconds === every && <IconCheck size={14} />}
            onClick={() => void set({ every: seconds }, { history: "replace" })}
          >
            {seconds === null ? words.search.refresh.never : words.search.refresh.every(duration(seconds))}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
