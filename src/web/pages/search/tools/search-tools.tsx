import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import { IconBell, IconChevronDown, IconDownload, IconLayoutDashboard, IconLink } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useActions } from "../../../actions/action-store.ts";
import { copy } from "../../../event/copy.ts";
import type { SearchAnswer } from "../../../events/search-results.ts";
import type { Address } from "../address.ts";

const ExportDialog = lazy(() => import("./export-dialog.tsx"));
const TriggerDialog = lazy(() => import("./trigger-dialog.tsx"));
const WidgetDialog = lazy(() => import("./widget-dialog.tsx"));

interface SearchToolsProps {
  address: Address;
  answer: SearchAnswer | undefined;
}

/** What a search can become: a link, a file, a widget, a trigger. */
export function SearchTools({ address, answer }: SearchToolsProps) {
  const [dialog, setDialog] = useState<"export" | "trigger" | "widget">();
  const close = () => setDialog(undefined);
  const share = () => void copy(location.href, "The link to this search");
  useActions([
    { id: "share", label: "Copy the link to this search", group: "This page", keys: "y", run: share },
    { id: "export", label: "Export all that was found", group: "This page", keys: "e", run: () => setDialog("export") },
    { id: "trigger", label: "Make a trigger of this search", group: "This page", run: () => setDialog("trigger") },
    { id: "widget", label: "Make a widget of this search", group: "This page", run: () => setDialog("widget") },
  ]);
  return (
    <>
      <Tooltip label="Copy the link">
        <ActionIcon size={32} aria-label="Copy the link to this search" onClick={share}>
          <IconLink size={17} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Export">
        <ActionIcon size={32} aria-label="Export" onClick={() => setDialog("export")}>
          <IconDownload size={17} />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" h={32} rightSection={<IconChevronDown size={14} />}>
            Save
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLayoutDashboard size={16} />} onClick={() => setDialog("widget")}>
            As a widget of a dashboard
          </Menu.Item>
          <Menu.Item leftSection={<IconBell size={16} />} onClick={() => setDialog("trigger")}>
            As a trigger
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === "export" && <ExportDialog answer={answer} onClose={close} />}
        {dialog === "trigger" && <TriggerDialog address={address} onClose={close} />}
        {dialog === "widget" && <WidgetDialog address={address} onClose={close} />}
      </Suspense>
    </>
  );
}
