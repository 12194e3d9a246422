import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import {
  IconBell,
  IconBookmark,
  IconBookmarks,
  IconChecklist,
  IconChevronDown,
  IconDownload,
  IconFlag,
  IconLayoutDashboard,
  IconLink,
} from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useActions } from "../../../actions/action-store.ts";
import type { SearchAnswer } from "../../../events/search-results.ts";
import { copy } from "../../../toasts/copy.ts";
import type { Address, SetAddress } from "../address.ts";

const ExportDialog = lazy(() => import("./export-dialog.tsx"));
const TriggerDialog = lazy(() => import("./trigger-dialog.tsx"));
const MarkersDialog = lazy(() => import("../../../markers/markers-dialog.tsx"));
const SaveDialog = lazy(() => import("../saved/save-dialog.tsx"));
const SearchesDialog = lazy(() => import("../saved/searches-dialog.tsx"));
const TaskDialog = lazy(() => import("./task-dialog.tsx"));
const WidgetDialog = lazy(() => import("./widget-dialog.tsx"));

interface SearchToolsProps {
  address: Address;
  set: SetAddress;
  answer: SearchAnswer | undefined;
}

type Dialog = "export" | "history" | "markers" | "save" | "saved" | "task" | "trigger" | "widget";

/** Turns a search into a link, a file, a saved search, a widget, a trigger or a task. */
export function SearchTools({ address, set, answer }: SearchToolsProps) {
  const [dialog, setDialog] = useState<Dialog>();
  const share = () => void copy(location.href, "The link to this search");
  useActions([
    { id: "share", label: "Copy the link to this search", group: "This page", keys: "y", run: share },
    { id: "export", label: "Export all that was found", group: "This page", keys: "e", run: () => setDialog("export") },
    { id: "save", label: "Save this search", group: "This page", keys: "s", run: () => setDialog("save") },
    { id: "saved", label: "Open a saved search", group: "This page", keys: "o", run: () => setDialog("saved") },
    {
      id: "history",
      label: "What was searched for before",
      group: "This page",
      keys: "h",
      run: () => setDialog("history"),
    },
    { id: "markers", label: "Markers", group: "This page", keys: "m", run: () => setDialog("markers") },
    { id: "trigger", label: "Make a trigger of this search", group: "This page", run: () => setDialog("trigger") },
    { id: "task", label: "Make a task of this search", group: "This page", run: () => setDialog("task") },
    { id: "widget", label: "Make a widget of this search", group: "This page", run: () => setDialog("widget") },
  ]);
  return (
    <>
      <Tooltip label="Saved searches and history">
        <ActionIcon size={32} aria-label="Saved searches and history" onClick={() => setDialog("saved")}>
          <IconBookmarks size={17} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Markers">
        <ActionIcon size={32} aria-label="Markers" onClick={() => setDialog("markers")}>
          <IconFlag size={16} />
        </ActionIcon>
      </Tooltip>
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
          <Menu.Item leftSection={<IconBookmark size={16} />} onClick={() => setDialog("save")}>
            As a saved search
          </Menu.Item>
          <Menu.Item leftSection={<IconLayoutDashboard size={16} />} onClick={() => setDialog("widget")}>
            As a widget of a dashboard
          </Menu.Item>
          <Menu.Item leftSection={<IconBell size={16} />} onClick={() => setDialog("trigger")}>
            As a trigger
          </Menu.Item>
          <Menu.Item leftSection={<IconChecklist size={16} />} onClick={() => setDialog("task")}>
            As a task
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ToolDialog dialog={dialog} address={address} set={set} answer={answer} onClose={() => setDialog(undefined)} />
    </>
  );
}

interface ToolDialogProps extends SearchToolsProps {
  dialog: Dialog | undefined;
  onClose: () => void;
}

function ToolDialog({ dialog, address, set, answer, onClose }: ToolDialogProps) {
  return (
    <Suspense>
      {dialog === "export" && <ExportDialog answer={answer} onClose={onClose} />}
      {dialog === "markers" && <MarkersDialog onClose={onClose} />}
      {dialog === "save" && <SaveDialog address={address} onClose={onClose} />}
      {(dialog === "saved" || dialog === "history") && <SearchesDialog at={dialog} set={set} onClose={onClose} />}
      {dialog === "task" && <TaskDialog address={address} onClose={onClose} />}
      {dialog === "trigger" && <TriggerDialog address={address} onClose={onClose} />}
      {dialog === "widget" && <WidgetDialog address={address} onClose={onClose} />}
    </Suspense>
  );
}
