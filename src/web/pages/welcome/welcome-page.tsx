import { ActionIcon, Button, Tabs, Tooltip } from "@mantine/core";
import { IconCircleCheckFilled, IconCopy } from "@tabler/icons-react";
import { useRef } from "react";
import { Link } from "wouter";
import { useIngestToken } from "../../access/ingest-token.ts";
import { may, useUser } from "../../api/session.ts";
import { explain } from "../../states/explain.ts";
import { FailedState } from "../../states/failed-state.tsx";
import { LoadingState } from "../../states/loading-state.tsx";
import { allMonths } from "../../time/time-range.ts";
import { copy } from "../../toasts/copy.ts";
import { words } from "../../words/words.ts";
import { needsOf } from "./needs.ts";
import { SamplesBox } from "./samples-box.tsx";
import { fillIn, type HowPage, type Target, useHowPages } from "./snippets.ts";
import { UploadBox } from "./upload-box.tsx";
import { useReceived } from "./use-received.ts";
import classes from "./welcome-page.module.css";

/** Shown where the token will stand, before there is one. */
const placeholder = "YOUR-TOKEN";

/** Leads from an empty service to the first event: a token, something to paste, and a notice when it has come. */
export default function WelcomePage() {
  const said = words.welcome;
  const { secret, make: token } = useIngestToken();
  const getToken = () => token.mutateAsync();
  const target: Target = { origin: location.origin, token: secret ?? placeholder };
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <h1 className={classes.title}>{words.welcome.title}</h1>
        <Received />
        <section className={classes.part}>
          <h2>{said.token.title}</h2>
          {secret === undefined ? (
            <p className={classes.row}>
              {said.token.text}
              <Button loading={token.isPending} onClick={() => token.mutate()}>
                {said.token.make}
              </Button>
            </p>
          ) : (
            <p className={classes.row}>
              <code className={classes.token}>{secret}</code>
              <CopyButton getText={async () => secret} what={said.token.what} />
              <span className={classes.faint}>{said.token.once}</span>
            </p>
          )}
          {token.error && <p className={classes.problem}>{explain(token.error).text}</p>}
        </section>
        <section className={classes.part}>
          <h2>{said.sender.title}</h2>
          <Senders target={target} getToken={getToken} />
        </section>
        <section className={classes.part}>
          <h2>{said.file.title}</h2>
          <UploadBox getToken={getToken} />
        </section>
        <section className={classes.part}>
          <h2>{said.samples.title}</h2>
          <SamplesBox getToken={getToken} />
        </section>
      </div>
    </div>
  );
}

interface SendersProps {
  target: Target;
  getToken(): Promise<string>;
}

/** Text to paste, by the kind of sender. */
function Senders({ target, getToken }: SendersProps) {
  const pages = useHowPages();
  if (pages.error) return <FailedState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (pages.data === undefined) return <LoadingState lines={8} />;
  return (
    <Tabs variant="pills" defaultValue={pages.data[0]!.name} keepMounted={false}>
      <Tabs.List aria-label={words.welcome.sender.senders}>
        {pages.data.map(({ name, title }) => (
          <Tabs.Tab key={name} value={name} className={classes.sender}>
            {words.welcome.sender.ofService(title)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {pages.data.map((page) => (
        <Tabs.Panel key={page.name} value={page.name}>
          <SnippetBox page={page} target={target} getToken={getToken} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function SnippetBox({ page, target, getToken }: SendersProps & { page: HowPage }) {
  const text = fillIn(page, target);
  const needs = needsOf(page, target.origin);
  /** Text that is pasted must work: who has made no token yet gets one with it, if he may. */
  const getFilled = async () => {
    if (!text.includes(placeholder)) return text;
    const token = await getToken().catch(() => placeholder);
    return fillIn(page, { ...target, token });
  };
  return (
    <div className={classes.snippet}>
      {needs !== "" && (
        <p className={classes.needs}>
          {needs.startsWith("vigie serve") ? words.welcome.sender.needsStart : words.welcome.sender.needs}{" "}
          <code>{words.welcome.sender.ofService(needs)}</code>
        </p>
      )}
      <p className={classes.faint}>{words.welcome.sender.ofService(page.place)}</p>
      <div className={classes.pasted}>
        <pre>{text}</pre>
        <span className={classes.copy}>
          <CopyButton getText={getFilled} what={words.welcome.sender.what} />
        </span>
      </div>
    </div>
  );
}

function CopyButton({ getText, what }: { getText(): Promise<string>; what: string }) {
  return (
    <Tooltip label={words.welcome.copy}>
      <ActionIcon
        aria-label={words.welcome.copyOne(what)}
        onClick={() => void getText().then((text) => copy(text, what))}
      >
        <IconCopy size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Turns to "received" when something came since the page was opened. */
function Received() {
  const user = useUser();
  const canSee = may(user, "search_events");
  const received = useReceived(canSee);
  const first = useRef(received.data);
  first.current ??= received.data;
  if (!canSee) return null;
  const more = (received.data?.ever ?? 0) - (first.current?.ever ?? 0);
  const lately = (received.data?.lately ?? 0) - (first.current?.lately ?? 0);
  if (more <= 0)
    return (
      <p className={classes.received} role="status" aria-live="polite">
        <span className={classes.pulse} aria-hidden /> {words.welcome.waiting}
      </p>
    );
  return (
    <p className={classes.received} data-done role="status" aria-live="polite">
      <IconCircleCheckFilled size={18} aria-hidden />
      {words.welcome.received(more)}
      <Link href={lately < more / 2 ? `/search?t=${allMonths}` : "/search"}>{words.welcome.lookAtThem}</Link>
    </p>
  );
}
