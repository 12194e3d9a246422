import { Button, SegmentedControl } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useRef } from "react";
import type { AuthToken } from "../../api/authtokens/schema.ts";
import { useActions } from "../actions/action-store.ts";
import { writeNumber } from "../charts/write-number.ts";
import { PageHead } from "../layout/page-head.tsx";
import { leaveSafely } from "../layout/unsaved.tsx";
import { useNameFinder } from "../layout/use-name-finder.tsx";
import { useApiPages } from "../lists/use-api-pages.ts";
import { VirtualList, type VirtualListHandle } from "../lists/virtual-list.tsx";
import { EmptyState } from "../states/empty-state.tsx";
import { FailedState } from "../states/failed-state.tsx";
import { LoadingState } from "../states/loading-state.tsx";
import { shortTime } from "../time/format-time.ts";
import { useZone } from "../time/zone.ts";
import { words } from "../words/words.ts";
import classes from "./access.module.css";
import { NewTokenDialog } from "./new-token-dialog.tsx";
import { hasEnded, tokensPath } from "./token-data.ts";
import { TokenPanel } from "./token-panel.tsx";

const parsers = {
  type: parseAsStringLiteral(["INGEST", "USER"]),
  /** Short key of the one beside the list. */
  token: parseAsString,
  new: parseAsBoolean.withDefault(false),
};

/** Keys that programs show. One's own, or everybody's. */
export function TokensList({ ofAll }: { ofAll: boolean }) {
  const [address, set] = useQueryStates(parsers, { history: "push", clearOnDefault: true });
  const list = useRef<VirtualListHandle>(null);
  const finder = useNameFinder();
  const query = { show_all: ofAll || undefined, token_type: address.type ?? undefined, find: finder.find };
  const pages = useApiPages<AuthToken>(tokensPath, query);
  const { access, parts } = words;
  const make = () => void set({ new: true });
  const open = (token: string | null) => leaveSafely(() => void set({ token }));
  useActions([
    { id: "new-token", label: access.makeToken, group: "This page", keys: "n", run: make },
    { id: "find-name", label: parts.find, group: "This page", keys: "/", run: finder.focus },
    { id: "next", label: parts.nextEntry, group: "This page", keys: "j", run: () => list.current?.move(1) },
    { id: "previous", label: parts.previousEntry, group: "This page", keys: "k", run: () => list.current?.move(-1) },
    { id: "open", label: parts.openEntry, group: "This page", keys: "Enter", run: () => list.current?.openChosen() },
    { id: "close-token", label: parts.closeEntry, group: "This page", keys: "Escape", run: () => open(null) },
  ]);
  return (
    <div className={classes.split}>
      <div className={classes.list}>
        <PageHead title={access.tokens} note={pages.count ? access.tokenCount(pages.count) : undefined}>
          {finder.field}
          <SegmentedControl
            aria-label={access.type}
            value={address.type ?? "all"}
            onChange={(type) => void set({ type: type === "all" ? null : (type as "USER" | "INGEST") })}
            data={[
              { value: "all", label: access.anyType },
              { value: "INGEST", label: access.ingest },
              { value: "USER", label: access.user },
            ]}
          />
          <Button leftSection={<IconPlus size={15} />} onClick={make}>
            {access.makeToken}
          </Button>
        </PageHead>
        {pages.error ? <FailedState error={pages.error} onRetry={pages.askAgain} /> : null}
        {!pages.error && pages.count === undefined && <LoadingState lines={8} />}
        {pages.count === 0 && finder.find !== undefined && <EmptyState title={parts.noneSo} />}
        {pages.count === 0 && finder.find === undefined && (
          <EmptyState
            title={address.type === null ? access.noToken : access.noTokenFits}
            text={access.noTokenText}
            action={{ label: access.makeToken, run: make }}
          />
        )}
        {!pages.error && (pages.count ?? 0) > 0 && (
          <VirtualList
            ref={list}
            label={access.tokens}
            pages={pages}
            rowHeight={52}
            idOf={({ secret_key }) => secret_key}
            openId={address.token}
            onOpen={({ secret_key }) => open(secret_key)}
          >
            {(token) => <Entry token={token} ofAll={ofAll} />}
          </VirtualList>
        )}
      </div>
      {address.token !== null && <TokenPanel key={address.token} shortKey={address.token} onClose={() => open(null)} />}
      {address.new && <NewTokenDialog ofAll={ofAll} onClose={() => void set({ new: false })} />}
    </div>
  );
}

function Entry({ token, ofAll }: { token: AuthToken; ofAll: boolean }) {
  const zone = useZone();
  const { access } = words;
  const { description, secret_key, owner, token_type, bytes_today, bytes_per_day, last_used_at, expires_at } = token;
  return (
    <div className={classes.token} role="presentation" data-ended={hasEnded(token)}>
      <span role="gridcell" className={classes.name}>
        <b data-faint={description === ""}>{description || access.unnamed}</b>
        <span className={classes.facts}>
          <code>{secret_key}</code>
          {ofAll && <span>{owner.fullname || owner.username}</span>}
        </span>
      </span>
      <span role="gridcell" className={classes.kind}>
        {token_type === "INGEST" ? access.ingest : access.user}
      </span>
      <span role="gridcell" className={classes.quota}>
        {bytes_per_day === null
          ? bytes_today > 0 && access.sentToday(writeNumber(bytes_today, "bytes"))
          : access.ofQuota(writeNumber(bytes_today, "bytes"), writeNumber(bytes_per_day, "bytes"))}
        {bytes_per_day !== null && (
          <i className={classes.meter} aria-hidden>
            <i style={{ width: `${Math.min(1, bytes_today / bytes_per_day) * 100}%` }} />
          </i>
        )}
      </span>
      <span role="gridcell" className={classes.time}>
        <span>{last_used_at === null ? access.neverUsed : access.lastUsedAt(shortTime(last_used_at, zone))}</span>
        {expires_at !== null && (
          <span data-ended={hasEnded(token)}>
            {(hasEnded(token) ? access.ended : access.expiresOn)(shortTime(expires_at, zone))}
          </span>
        )}
      </span>
    </div>
  );
}
