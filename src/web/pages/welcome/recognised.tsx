import { useQuery } from "@tanstack/react-query";
import { ask } from "../../api/ask.ts";
import { may, useUser } from "../../api/session.ts";
import type { LogEvent } from "../../events/log-event.ts";
import type { SearchResults } from "../../events/search-results.ts";
import { spanText } from "../../time/format-time.ts";
import { useZone } from "../../time/zone.ts";
import type { UploadTotals } from "../../uploads/upload.ts";
import { words } from "../../words/words.ts";
import classes from "./welcome-page.module.css";

interface RecognisedProps {
  /** The line that means the file's events. */
  q: string;
  totals: UploadTotals;
}

const sampleMax = 200;
const fieldsMax = 12;

/** Shows what was understood of a file (times, hosts, fields) and what was not. */
export function Recognised({ q, totals }: RecognisedProps) {
  const said = words.welcome.found;
  const zone = useZone();
  const canSee = may(useUser(), "search_events");
  const found = useQuery({
    queryKey: ["recognised", q, totals.accepted],
    queryFn: ({ signal }) => look(q, signal),
    enabled: canSee && totals.accepted > 0,
  });
  const facts: [string, string][] = [];
  if (found.data !== undefined) {
    const { from, to, hosts, programs, fields } = found.data;
    facts.push([said.times, spanText(Math.floor(from), Math.ceil(to), zone)]);
    if (hosts.length > 0) facts.push([said.hosts, listed(hosts)]);
    if (programs.length > 0) facts.push([said.programs, listed(programs)]);
    facts.push([said.fields, fields.length === 0 ? said.noFields : listed(fields)]);
  }
  const { without_time, cut, out_of_time, notes } = totals;
  if (without_time > 0) facts.push([said.noTime, said.noTimeText(without_time)]);
  if (out_of_time > 0) facts.push([said.tooOld, said.tooOldText(out_of_time)]);
  if (cut > 0) facts.push([said.cut, said.cutText(cut)]);
  for (const note of notes) facts.push([said.note, note]);
  if (facts.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {facts.map(([name, text]) => (
        <div key={`${name} ${text}`}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** From the newest events and the oldest one. */
async function look(q: string, signal: AbortSignal) {
  const time_range = { ts_from: 1, ts_to: Math.ceil(Date.now() / 1000) + 86_400 };
  const read = async (sort: string, page_size: number) => {
    const params = { q, time_range, sort, page_size, count: false };
    return (await ask<SearchResults>("Search", params, { signal })).results.events.objects;
  };
  const [newest, [oldest]] = await Promise.all([read("-last_occurrence", sampleMax), read("last_occurrence", 1)]);
  return {
    from: oldest?.first_occurrence ?? 0,
    to: newest[0]?.last_occurrence ?? 0,
    hosts: distinct(newest, ({ host }) => [host]),
    programs: distinct(newest, ({ program }) => [program]),
    fields: distinct(newest, ({ user_tags }) => Object.keys(user_tags).filter((name) => name !== "source")),
  };
}

/** The most frequent first. */
function distinct(events: readonly LogEvent[], read: (event: LogEvent) => string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of events.flatMap(read)) if (name !== "") counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

function listed(names: readonly string[]): string {
  const more = names.length - fieldsMax;
  const shown = names.slice(0, fieldsMax).join(", ");
  return more > 0 ? words.welcome.found.more(shown, more) : shown;
}
