import { ActionIcon, Menu } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import type { LogEvent } from "../events/log-event.ts";
import { useZone } from "../time/zone.ts";
import { copy } from "../toasts/copy.ts";
import { eventAsCurl, eventAsJson, eventAsLink, eventAsText } from "./copy-text.ts";

export function CopyMenu({ event }: { event: LogEvent }) {
  const zone = useZone();
  const { origin } = location;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label="Copy the event">
          <IconCopy size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Copy</Menu.Label>
        <Menu.Item onClick={() => void copy(event.message, "The message")}>Message</Menu.Item>
        <Menu.Item onClick={() => void copy(eventAsText(event, zone), "The line")}>As a line of text</Menu.Item>
        <Menu.Item onClick={() => void copy(eventAsJson(event), "The JSON")}>As JSON</Menu.Item>
        <Menu.Item onClick={() => void copy(eventAsCurl(event, origin), "The command")}>As a cURL command</Menu.Item>
        <Menu.Item onClick={() => void copy(eventAsLink(event, origin), "The link")}>Link to it</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
