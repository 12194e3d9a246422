import { ActionIcon, CloseButton, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { ask } from "../../../api/ask.ts";
import type { EventListHandle } from "../../../events/event-list.tsx";
import type { SearchAnswer, SearchResults } from "../../../events/search-results.ts";
import { explain } from "../../../states/explain.ts";
import { writeNumber } from "../../../words/formats.ts";
import { words } from "../../../words/words.ts";
import { joinLines } from "../signals/signal-lines.ts";
import type { Asked } from "../use-search.ts";
import classes from "./find-bar.module.css";
import { type AnsweredSearch, findRow, firstRowFrom, readRow } from "./find-row.ts";

interface FindBarProps {
  /** The words as they stand in the address. */
  find: string;
  onFind: (find: string | null) => void;
  /** Undefined while the search is being answered. */
  asked: Asked | undefined;
  answer: SearchAnswer;
  isNewestFirst: boolean;
  list: RefObject<EventListHandle | null>;
}

/** Jumps from hit to hit among all rows of the list, also those that were never scrolled to. */
export function FindBar({ find, onFind, asked, answer, isNewestFirst, list }: FindBarProps) {
  const [draft, setDraft] = useState(find);
  const { at, count, problem, jump } = useHits({ find, asked, answer, isNewestFirst, list });
  const said = problem ?? (find === "" || count === undefined ? "" : count === 0 ? words.finding.noHit : undefined);
  return (
    <search className={classes.bar}>
      <TextInput
        size="xs"
        className={classes.words}
        aria-label={words.finding.findLabel}
        placeholder={words.finding.findHint}
        leftSection={<IconSearch size={14} />}
        value={draft}
        autoFocus
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onFind(null);
          else if (event.key === "Enter" && draft.trim() === find) jump(event.shiftKey ? -1 : 1);
          else if (event.key === "Enter") onFind(draft.trim());
          // A second time it is the browser's own, which knows what is in sight.
          else if (!(event.key === "f" && (event.ctrlKey || event.metaKey))) return;
          event.stopPropagation();
        }}
      />
      <output className={classes.said} aria-live="polite">
        {said ??
          (at === undefined ? writeNumber(count!) : words.finding.hits(writeNumber(at + 1), writeNumber(count!)))}
      </output>
      <ActionIcon size={24} aria-label={words.finding.findBefore} disabled={!count} onClick={() => jump(-1)}>
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon size={24} aria-label={words.finding.findNext} disabled={!count} onClick={() => jump(1)}>
        <IconChevronDown size={16} />
      </ActionIcon>
      <CloseButton size="sm" aria-label={words.finding.findClose} onClick={() => onFind(null)} />
    </search>
  );
}

/** The hits, and which of them the list shows. */
function useHits({ find, asked, answer, isNewestFirst, list }: Omit<FindBarProps, "onFind">) {
  const { q = "", from = 0, to = 0 } = asked ?? {};
  const [at, setAt] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const hits = useQuery({
    queryKey: ["find", q, from, to, find, isNewestFirst],
    queryFn: ({ signal }) => {
      const sort = isNewestFirst ? "-last_occurrence" : "last_occurrence";
      const params = { q: joinLines(q, find), time_range: { ts_from: from, ts_to: to }, sort, page_size: 1 };
      return ask<SearchResults>("Search", params, { signal });
    },
    enabled: find !== "" && asked !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const count = hits.data && (hits.data.results.events.item_count ?? 0);
  const rows: AnsweredSearch = {
    q,
    from,
    to,
    qid: answer.qid,
    rowCount: answer.results.events.item_count ?? 0,
    isNewestFirst,
  };
  const latest = useRef(0);
  const show = async (which: () => Promise<number>) => {
    const mine = ++latest.current;
    setProblem(undefined);
    try {
      const next = await which();
      const event = await readRow(hits.data!.qid, next);
      const row = event && (await findRow(event, rows));
      if (mine !== latest.current) return;
      setAt(next);
      if (row === undefined) setProblem(words.finding.hitMoved);
      else list.current?.show(row);
    } catch (error) {
      if (mine === latest.current) setProblem(explain(error).text);
    }
  };
  /** The one at the row that is looked at, or below it. */
  const first = async () => {
    const here = list.current?.lookedAt();
    if (here === undefined) return 0;
    const found = { ...rows, q: joinLines(q, find), rowCount: count! };
    return (await firstRowFrom(here, found)) % count!;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    setAt(undefined);
    if (count !== undefined && count > 0) void show(first);
  }, [hits.data]);
  return {
    at,
    count,
    problem: problem ?? (hits.error ? explain(hits.error).text : undefined),
    jump: (step: 1 | -1) => {
      if (count) void show(async () => (at === undefined ? 0 : (at + step + count) % count));
    },
  };
}
