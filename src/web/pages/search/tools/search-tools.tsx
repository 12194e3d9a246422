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
  IconTerminal2,
} from "@tabler/icons-react";
import { lazy, Suspense, useRef, useState } from "react";
import { type Action, useActions } from "../../../actions/action-store.ts";
import type { SearchAnswer } from "../../../events/search-results.ts";
import { useZone } from "../../../time/zone.ts";
import { copy } from "../../../toasts/copy.ts";
import { words } from "../../../words/words.ts";
import type { Address, SetAddress } from "../address.ts";
import { BehindRows } from "../behind-rows.tsx";
import type { Search } from "../use-search.ts";
import { searchAsCurl } from "./search-as-curl.ts";

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
  search: Search;
  /** Goes on when the line is asked as it stands there. */
  withLine: (then: () => void) => void;
}

type Dialog = "export" | "history" | "markers" | "save" | "saved" | "task" | "trigger" | "widget";

/** Those that make nothing of the question. */
const others: ReadonlySet<Dialog> = new Set(["history", "markers", "saved"]);

/** Turns a search into a link, a file, a saved search, a widget, a trigger or a task. */
export function SearchTools({ address, set, search, withLine }: SearchToolsProps) {
  const [dialog, setDialog] = useState<Dialog>();
  const zone = useZone();
  const latest = useRef(address);
  latest.current = address;
  const open = (id: Dialog) => (others.has(id) ? setDialog(id) : withLine(() => setDialog(id)));
  const command = () =>
    withLine(() => void copy(searchAsCurl(latest.current, zone, location.origin), words.keeping.theCommand));
  const share = () => withLine(() => void copy(location.href, words.keeping.theLink));
  const opens = (id: Dialog, label: string, keys?: string): Action => {
    return { id, label, group: "This page", ...(keys !== undefined && { keys }), run: () => open(id) };
  };
  useActions([
    { id: "share", label: words.keeping.linkHere, group: "This page", keys: "y", run: share },
    { id: "curl", label: words.keeping.copyCommand, group: "This page", run: command },
    opens("export", words.keeping.exportAll, "e"),
    opens("save", words.keeping.saveThis, "s"),
    opens("saved", words.keeping.openSaved, "o"),
    opens("history", words.keeping.before, "h"),
    opens("markers", words.keeping.markers.title, "m"),
    opens("trigger", words.keeping.makeTrigger),
    opens("task", words.keeping.makeTask),
    opens("widget", words.keeping.makeWidget),
  ]);
  return (
    <>
      <BehindRows search={search}>
        <ToolButtons onDialog={open} onShare={share} onCommand={command} />
      </BehindRows>
      <ToolDialog
        dialog={dialog}
        address={address}
        set={set}
        answer={countedAnswer(search)}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}

/** Undefined also while the rows stand and their number does not. */
function countedAnswer({ events }: Search): SearchAnswer | undefined {
  const isCounted = !events.isPlaceholderData && typeof events.data?.results.totals.count === "number";
  return isCounted ? events.data : undefined;
}

interface ToolButtonsProps {
  onDialog: (dialog: Dialog) => void;
  onShare: () => void;
  onCommand: () => void;
}

function ToolButtons({ onDialog, onShare, onCommand }: ToolButtonsProps) {
  return (
    <>
      <Tooltip label={words.keeping.savedAndHistory}>
        <ActionIcon size={32} aria-label={words.keeping.savedAndHistory} onClick={() => onDialog("saved")}>
          <IconBookmarks size={17} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={words.keeping.markers.title}>
        <ActionIcon size={32} aria-label={words.keeping.markers.title} onClick={() => onDialog("markers")}>
          <IconFlag size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={words.keeping.copyLink}>
        <ActionIcon size={32} aria-label={words.keeping.linkHere} onClick={onShare}>
          <IconLink size={17} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={words.search.export.title}>
        <ActionIcon size={32} aria-label={words.search.export.title} onClick={() => onDialog("export")}>
          <IconDownload size={17} />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" h={32} rightSection={<IconChevronDown size={14} />}>
            {words.parts.save}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconBookmark size={16} />} onClick={() => onDialog("save")}>
            {words.keeping.asSearch}
          </Menu.Item>
          <Menu.Item leftSection={<IconLayoutDashboard size={16} />} onClick={() => onDialog("widget")}>
            {words.keeping.asWidget}
          </Menu.Item>
          <Menu.Item leftSection={<IconBell size={16} />} onClick={() => onDialog("trigger")}>
            {words.keeping.asTrigger}
          </Menu.Item>
          <Menu.Item leftSection={<IconChecklist size={16} />} onClick={() => onDialog("task")}>
            {words.keeping.asTask}
          </Menu.Item>
          <Menu.Item leftSection={<IconTerminal2 size={16} />} onClick={onCommand}>
            {words.keeping.copyCommand}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

interface ToolDialogProps extends Pick<SearchToolsProps, "address" | "set"> {
  dialog: Dialog | undefined;
  answer: SearchAnswer | undefined;
  onClose: () => void;
}

function ToolDialog({ dialog, address, set, answer, onClose }: ToolDialogProps) {
  return (
    <Suspense>
      {dialog === "export" && <ExportDialog answer={answer} onClose={onClose} />}
      {dialog === "markers" && <MarkersDialog onClose={onClose} />}
      {dialog === "save" && <SaveDialog address={address} set={set} onClose={onClose} />}
      {(dialog === "saved" || dialog === "history") && <SearchesDialog at={dialog} set={set} onClose={onClose} />}
      {dialog === "task" && <TaskDialog address={address} onClose={onClose} />}
      {dialog === "trigger" && <TriggerDialog address={address} onClose={onClose} />}
      {dialog === "widget" && <WidgetDialog address={address} onClose={onClose} />}
    </Suspense>
  );
}
