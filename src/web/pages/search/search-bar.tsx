import { Button, Tooltip } from "@mantine/core";
import { IconPlayerStopFilled, IconRefresh } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode, Ref } from "react";
import { ApiError } from "../../api/api-error.ts";
import { useFieldKnowledge } from "../../api/fields.ts";
import { useLatestMarkers } from "../../markers/markers.ts";
import { QueryLine, type QueryLineHandle } from "../../query-line/query-line.tsx";
import { TimePicker } from "../../time/time-picker.tsx";
import { words } from "../../words/words.ts";
import type { Address, SetAddress } from "./address.ts";
import { RefreshMenu } from "./refresh/refresh-menu.tsx";
import { useRefresh } from "./refresh/use-refresh.ts";
import { readPastLines } from "./saved/saved-searches.ts";
import classes from "./search-bar.module.css";
import type { Search } from "./use-search.ts";

interface SearchBarProps {
  address: Address;
  set: SetAddress;
  search: Search;
  line: Ref<QueryLineHandle>;
  onAsk: (line: string) => void;
  onAgain: () => void;
  /** Further actions on the search. */
  tools: ReactNode;
}

/** The search form: line, time, button. */
export function SearchBar({ address, set, search, line, onAsk, onAgain, tools }: SearchBarProps) {
  const queryClient = useQueryClient();
  const { events, histogram, isSlow } = search;
  const totals = events.data?.results.totals;
  const resolved = totals && !events.isPlaceholderData ? { from: totals.ts_from, to: totals.ts_to } : undefined;
  const latest = useLatestMarkers();
  const fields = useFieldKnowledge(resolved);
  const isAsking = events.isFetching || histogram.isFetching;
  useRefresh(address.every, isAsking, search.runAgain);
  const stop = () => {
    void queryClient.cancelQueries({ queryKey: ["search"] });
    void queryClient.cancelQueries({ queryKey: ["histogram"] });
  };
  return (
    <div className={classes.bar}>
      <QueryLine
        ref={line}
        value={address.q}
        placeholder={words.search.lineHint}
        fields={fields}
        refusal={refusalOf(events.error)}
        past={readPastLines}
        onSubmit={onAsk}
      />
      <div className={classes.tools}>
        <TimePicker
          range={address.t}
          resolved={resolved}
          since={latest.data}
          onChange={(t) => void set({ t, event: null })}
        />
        <Tooltip label={isSlow ? words.search.stop : words.search.askAgain}>
          <Button
            className={classes.run}
            variant={isSlow ? "light" : "default"}
            h={32}
            px={9}
            aria-label={isSlow ? words.search.stop : words.search.askAgain}
            onClick={isSlow ? stop : onAgain}
          >
            {isSlow ? <IconPlayerStopFilled size={15} /> : <IconRefresh size={16} />}
          </Button>
        </Tooltip>
        <RefreshMenu every={address.every} set={set} />
        {tools}
      </div>
    </div>
  );
}

/** The service's message about the line itself. Other messages stand in place of the events. */
function refusalOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 400 ? (error.fields["params.q"] ?? error.message) : undefined;
}
