import { ActionIcon, Menu } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import type { LogEvent } from "../events/log-event.ts";
import { useZone } from "../time/zone.ts";
import { copy } from "../toasts/copy.ts";
import { words } from "../words/words.ts";
import { eventAsCurl, eventAsJson, eventAsLink, eventAsText } from "./copy-text.ts";

export function CopyMenu({ event }: { event: LogEvent }) {
  const zone = useZone();
  const { origin } = location;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={words.event.copy.event}>
          <IconCopy size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.event.copy.title}</Menu.Label>
        <Menu.Item onClick={() => void copy(event.message, words.event.copy.theMessage)}>
          {words.event.copy.message}
        </Menu.Item>
        <Menu.Item onClick={() => void copy(eventAsText(event, zone), words.event.copy.theLine)}>
          {words.event.copy.asLine}
        </Menu.Item>
        <Menu.Item onClick={() => void copy(eventAsJson(event), words.event.copy.theJson)}>
          {words.event.copy.asJson}
        </Menu.Item>
        <Menu.Item onClick={() => void copy(eventAsCurl(event, origin), words.event.copy.theCommand)}>
          {words.event.copy.asCommand}
        </Menu.Item>
        <Menu.Item onClick={() => void copy(eventAsLink(event, origin), words.event.copy.theLink)}>
          {words.event.copy.asLink}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
