import { Button, Modal, Tabs, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch, IconTrash, IconWorld } from "@tabler/icons-react";
import { memo, useCallback, useState } from "react";
import type { HistoryEntry } from "../../../../api/search-history/schema.ts";
import type { SavedSearch } from "../../../../api/searches/schema.ts";
import { explain } from "../../../states/explain.ts";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { writeNumber } from "../../../words/formats.ts";
import { words } from "../../../words/words.ts";
import { readAddress, type SetAddress } from "../address.ts";
import { forgetHistory, removeSearch, restoreSearch, useSavedSearches, useSearchHistory } from "./saved-searches.ts";
import classes from "./searches-dialog.module.css";

interface SearchesDialogProps {
  at: "saved" | "history";
  set: SetAddress;
  onClose: () => void;
}

/** Saved and earlier searches; one click opens one. */
export default function SearchesDialog({ at, set, onClose }: SearchesDialogProps) {
  const open = useCallback(
    (link: string, saved: number | null = null) => {
      onClose();
      void set({ ...readAddress(link), saved });
    },
    [onClose, set],
  );
  const [wanted, setWanted] = useState("");
  return (
    <Modal opened onClose={onClose} title={words.keeping.searches.title} size={620}>
      <TextInput
        data-autofocus
        mt={4}
        aria-label={words.keeping.searches.find}
        placeholder={words.keeping.searches.find}
        leftSection={<IconSearch size={14} />}
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <Tabs defaultValue={at} keepMounted={false} mt={6}>
        <Tabs.List>
          <Tabs.Tab value="saved">{words.keeping.searches.saved}</Tabs.Tab>
          <Tabs.Tab value="history">{words.keeping.searches.history}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="saved">
          <Saved wanted={wanted.toLowerCase()} onOpen={open} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <History wanted={wanted.toLowerCase()} onOpen={open} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}

interface TabProps {
  wanted: string;
  onOpen: (link: string, saved?: number) => void;
}

function Saved({ wanted, onOpen }: TabProps) {
  const [find] = useDebouncedValue(wanted, 200);
  const searches = useSavedSearches(find);
  if (searches.error) return <FailedState error={searches.error} onRetry={() => void searches.refetch()} />;
  if (searches.data === undefined) return <LoadingState lines={4} />;
  const { objects: found, item_count: all } = searches.data;
  if (found.length === 0)
    return (
      <p className={classes.nothing}>{find === "" ? words.keeping.searches.noneYet : words.keeping.searches.noneSo}</p>
    );
  return (
    <>
      <ul className={classes.list}>
        {found.map((search) => (
          <SavedOnce key={search.id} search={search} onOpen={onOpen} />
        ))}
      </ul>
      {all > found.length && <p className={classes.nothing}>{words.keeping.searches.more(found.length, all)}</p>}
    </>
  );
}

interface SavedEntryProps {
  search: SavedSearch;
  onOpen: TabProps["onOpen"];
}

function SavedEntry({ search, onOpen }: SavedEntryProps) {
  const remove = async () => {
    try {
      await removeSearch(search);
      toast(words.keeping.searches.removed(search.title), {
        action: { label: words.parts.undo, run: () => void restoreSearch(search) },
      });
    } catch (error) {
      toast(words.parts.refused(explain(error).title, explain(error).text), { kind: "bad" });
    }
  };
  const { title, q, link, is_public, is_read_only, owner } = search;
  return (
    <li className={classes.entry}>
      <button type="button" className={classes.open} disabled={link === null} onClick={() => onOpen(link!, search.id)}>
        <span className={classes.title}>
          {title}
          {is_public && <IconWorld size={13} aria-label={words.keeping.searches.public} />}
          {is_read_only && <span className={classes.faint}>{owner.fullname || owner.username}</span>}
        </span>
        <code className={classes.line}>
          {link === null ? words.keeping.searches.notShown : q || words.keeping.searches.allEvents}
        </code>
      </button>
      {!is_read_only && (
        <button
          type="button"
          className={classes.tool}
          title={words.parts.remove}
          aria-label={words.keeping.searches.remove(title)}
          onClick={() => void remove()}
        >
          <IconTrash size={15} />
        </button>
      )}
    </li>
  );
}

/** Hundreds are listed: with parts of the kit, or drawn again for each key, they hold up whoever types. */
const SavedOnce = memo(SavedEntry);

function History({ wanted, onOpen }: TabProps) {
  const history = useSearchHistory();
  if (history.error) return <FailedState error={history.error} onRetry={() => void history.refetch()} />;
  if (history.data === undefined) return <LoadingState lines={4} />;
  const found = history.data.filter(({ q, filter }) => filter.length === 0 && q.toLowerCase().includes(wanted));
  if (found.length === 0)
    return (
      <p className={classes.nothing}>
        {wanted === "" ? words.keeping.searches.noHistory : words.keeping.searches.noLine}
      </p>
    );
  return (
    <>
      <ul className={classes.list}>
        {found.map((entry) => (
          <HistoryLine key={entry.id} entry={entry} onOpen={onOpen} />
        ))}
      </ul>
      <Button variant="subtle" color="gray" size="compact-sm" mt={8} onClick={() => void forgetHistory()}>
        {words.keeping.searches.forget}
      </Button>
    </>
  );
}

function HistoryLine({ entry, onOpen }: { entry: HistoryEntry; onOpen: TabProps["onOpen"] }) {
  const zone = useZone();
  const { q, times, time_range, searched_at } = entry;
  const open = () => {
    const { preset, ts_from, ts_to } = time_range as { preset?: string; ts_from?: number; ts_to?: number };
    const t =
      preset ?? (ts_from !== undefined && ts_to !== undefined && ts_to > ts_from ? `${ts_from}..${ts_to}` : undefined);
    onOpen(`/search?${new URLSearchParams({ ...(q !== "" && { q }), ...(t !== undefined && { t }) })}`);
  };
  return (
    <li className={classes.entry}>
      <button type="button" className={classes.open} onClick={open}>
        <code className={classes.line}>{q || words.keeping.searches.allEvents}</code>
      </button>
      <span className={classes.faint}>
        {times > 1 && `${writeNumber(times)}× · `}
        <time title={exactTime(searched_at, zone)}>{shortTime(searched_at, zone)}</time>
      </span>
    </li>
  );
}
