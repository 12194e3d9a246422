import { Button } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from "@tabler/icons-react";
import { useState } from "react";
import type { Session } from "../../api/sessions/schema.ts";
import { call } from "../api/call.ts";
import { queryClient } from "../api/query-client.ts";
import { ConfirmDialog } from "../layout/confirm-dialog.tsx";
import { PageHead } from "../layout/page-head.tsx";
import { useNameFinder } from "../layout/use-name-finder.tsx";
import { useApiPages } from "../lists/use-api-pages.ts";
import { VirtualList } from "../lists/virtual-list.tsx";
import { EmptyState } from "../states/empty-state.tsx";
import { FailedState } from "../states/failed-state.tsx";
import { LoadingState } from "../states/loading-state.tsx";
import { shortTime } from "../time/format-time.ts";
import { useZone } from "../time/zone.ts";
import { toast } from "../toasts/toast-store.ts";
import { words } from "../words/words.ts";
import classes from "./access.module.css";
import { describeAgent, kindOfAgent } from "./user-agent.ts";

const sessionsPath = "/api/sessions";

/** Lists sessions: the reader's own, or everybody's. */
export function SessionsList({ ofAll }: { ofAll: boolean }) {
  const finder = useNameFinder();
  const pages = useApiPages<Session>(sessionsPath, { show_all: ofAll || undefined, find: finder.find });
  const [ending, setEnding] = useState<Session | "others">();
  const { access } = words;
  return (
    <div className={classes.list}>
      <PageHead title={access.sessions} note={pages.count ? access.sessionCount(pages.count) : undefined}>
        {ofAll && finder.field}
        {!ofAll && (pages.count ?? 0) > 1 && (
          <Button variant="light" color="red" onClick={() => setEnding("others")}>
            {access.endOthers}
          </Button>
        )}
      </PageHead>
      {pages.error ? <FailedState error={pages.error} onRetry={pages.askAgain} /> : null}
      {!pages.error && pages.count === undefined && <LoadingState lines={8} />}
      {pages.count === 0 && finder.find !== undefined && <EmptyState title={words.parts.noneSo} />}
      {pages.count === 0 && finder.find === undefined && (
        <EmptyState title={access.noSession} text={access.noSessionText} />
      )}
      {!pages.error && (pages.count ?? 0) > 0 && (
        <VirtualList
          label={access.sessions}
          pages={pages}
          rowHeight={52}
          idOf={({ id }) => id}
          openId={null}
          onOpen={() => undefined}
        >
          {(session) => <Entry session={session} ofAll={ofAll} onEnd={() => setEnding(session)} />}
        </VirtualList>
      )}
      {ending !== undefined && <EndDialog ending={ending} onClose={() => setEnding(undefined)} />}
    </div>
  );
}

function Entry({ session, ofAll, onEnd }: { session: Session; ofAll: boolean; onEnd: () => void }) {
  const zone = useZone();
  const { access } = words;
  const { user, user_agent, address, created_at, last_used_at, is_current } = session;
  const kind = kindOfAgent(user_agent);
  const Icon = { desktop: IconDeviceDesktop, phone: IconDeviceMobile, program: IconTerminal2 }[kind];
  const where = describeAgent(user_agent);
  const name = ofAll ? user.fullname || user.username : where;
  return (
    <div className={classes.session} role="presentation">
      <span role="gridcell" className={classes.icon}>
        <Icon size={18} stroke={1.6} aria-hidden />
      </span>
      <span role="gridcell" className={classes.name}>
        <b>
          {name}
          {is_current && <em className={classes.current}>{access.thisOne}</em>}
        </b>
        <span className={classes.facts}>
          {ofAll && <span>{where}</span>}
          {address !== "" && <span>{access.from(address)}</span>}
        </span>
      </span>
      <span role="gridcell" className={classes.time}>
        <span>{access.used(shortTime(last_used_at, zone))}</span>
        <span>{access.loggedIn(shortTime(created_at, zone))}</span>
      </span>
      <span role="gridcell" className={classes.end}>
        {!is_current && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-label={access.endSessionOf(name)}
            onClick={onEnd}
          >
            {access.endSession}
          </Button>
        )}
      </span>
    </div>
  );
}

function EndDialog({ ending, onClose }: { ending: Session | "others"; onClose: () => void }) {
  const { access } = words;
  const isOthers = ending === "others";
  const end = async () => {
    await call("DELETE", isOthers ? sessionsPath : `${sessionsPath}/${ending.id}`);
    toast(isOthers ? access.othersEnded : access.sessionEnded);
    await queryClient.invalidateQueries({ queryKey: [sessionsPath] });
  };
  return (
    <ConfirmDialog
      title={isOthers ? access.endOthers : access.endSessionOf(describeAgent(ending.user_agent))}
      text={isOthers ? access.endOthersAsk : access.endAsk(ending.user.fullname || ending.user.username)}
      does={isOthers ? access.endOthers : access.endSession}
      run={end}
      onClose={onClose}
    />
  );
}
