import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { askNewest, briefly, useNewest } from "../../events/newest-event.ts";
import { EmptyState } from "../../states/empty-state.tsx";
import { LoadingState } from "../../states/loading-state.tsx";
import { shortTime } from "../../time/format-time.ts";
import { labelOf } from "../../time/time-range.ts";
import { words } from "../../words/words.ts";
import type { Address, SetAddress } from "./address.ts";
import { useNamed } from "./use-named.ts";

interface NothingFoundProps {
  address: Address;
  set: SetAddress;
  zone: string;
}

/** Half a day around the newest event. */
const aroundSeconds = 43_200;

/** No match in this range: offers where there is one. */
export function NothingFound({ address, set, zone }: NothingFoundProps) {
  const { q, t } = address;
  const [, navigate] = useLocation();
  const newest = useNewest(q);
  const any = useNewest("", q !== "" && newest.data === null);
  const within = useWithinWords(q, newest.data === null);
  const named = useNamed(q, t, zone);
  if (newest.isPending || any.isLoading || within.isLoading || named.isLoading) return <LoadingState lines={4} />;
  const title = words.search.nothing.title(labelOf(t, zone), q === "");
  if (named.data && (named.data.count > 0 || newest.data === null)) {
    const { line, count } = named.data;
    return (
      <EmptyState
        title={title}
        text={words.search.nothing.named(line, count)}
        action={{ label: line, run: () => void set({ q: line }) }}
      />
    );
  }
  if (newest.data !== undefined && newest.data !== null) {
    const at = newest.data;
    return (
      <EmptyState
        title={title}
        text={words.search.nothing.newest(shortTime(at, zone))}
        action={{
          label: words.search.nothing.showDay,
          run: () => void set({ t: { from: Math.floor(at - aroundSeconds), to: Math.ceil(at + aroundSeconds) } }),
        }}
      />
    );
  }
  if (within.data)
    return (
      <EmptyState
        title={words.search.nothing.atAnyTime}
        text={words.search.nothing.withinWords}
        action={{ label: within.data, run: () => void set({ q: within.data! }) }}
      />
    );
  if (any.data !== undefined && any.data !== null)
    return (
      <EmptyState
        title={words.search.nothing.atAnyTime}
        text={words.search.nothing.atAnyTimeText}
        action={{ label: words.search.nothing.showAll, run: () => void set({ q: "", signals: [] }) }}
      />
    );
  return (
    <EmptyState
      title={words.search.nothing.noneYet}
      text={words.search.nothing.noneYetText}
      action={{ label: words.search.nothing.sendFirst, run: () => navigate("/welcome") }}
    />
  );
}

/** The line that finds its words within longer ones, as "exception" in "IllegalStateException"; null: nor does that. */
function useWithinWords(q: string, enabled: boolean) {
  return useQuery({
    queryKey: ["within words", q],
    queryFn: async ({ signal }) => {
      const { widenWords } = await import("../../query-line/widen-words.ts");
      const widened = widenWords(q);
      return widened !== q && (await askNewest(widened, signal)) !== null ? widened : null;
    },
    enabled,
    ...briefly,
  });
}
