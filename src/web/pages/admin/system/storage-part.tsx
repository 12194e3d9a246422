import { SegmentedControl } from "@mantine/core";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Link } from "wouter";
import type { System } from "../../../../api/system/schema.ts";
import { may, useUser } from "../../../api/session.ts";
import { TimeChart } from "../../../charts/time-chart.tsx";
import { ValueBars } from "../../../charts/value-bars.tsx";
import { writeNumber } from "../../../charts/write-number.ts";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { dayOf, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { words } from "../../../words/words.ts";
import { Part } from "./part.tsx";
import classes from "./system.module.css";
import { useFillers } from "./system-data.ts";

type Storage = System["storage"];
const daySeconds = 86_400;
/** A longer forecast changes nothing that people do today. */
const farSeconds = 20 * 365 * daySeconds;

/** The space that events take, how long it will last, and which sources fill it. */
export function StoragePart({ storage }: { storage: Storage }) {
  const { system } = words;
  const maySearch = may(useUser(), "search_events");
  const { sealed_bytes, free_bytes, forecast, tail } = storage;
  return (
    <Part title={system.storage} tools={<Link href="/admin/settings">{system.setRetention}</Link>}>
      <dl className={classes.row}>
        <Figure label={system.sealed} value={writeNumber(sealed_bytes, "bytes")} />
        <Figure label={system.free} value={writeNumber(free_bytes, "bytes")} isBad={storage.is_full} />
        <Figure
          label={system.perDay}
          value={forecast.bytes_per_day === null ? "–" : writeNumber(forecast.bytes_per_day, "bytes")}
        />
        <Figure label={system.tail} value={system.events(tail.events)} />
      </dl>
      <Outlook storage={storage} />
      {storage.days.length > 0 && <Days days={storage.days} />}
      {maySearch && <Fillers />}
    </Part>
  );
}

function Figure({ label, value, isBad }: { label: string; value: string; isBad?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-bad={isBad}>{value}</dd>
    </div>
  );
}

function Outlook({ storage: { kept, forecast } }: { storage: Storage }) {
  const zone = useZone();
  const { system } = words;
  const { retention_days, retention_bytes } = kept;
  const { bytes_per_day, full_at, deletes_from, deletes_because } = forecast;
  const farAway = Date.now() / 1000 + farSeconds;
  const when = (at: number) => (at * 1000 - Date.now() < 2 * daySeconds * 1000 ? shortTime(at, zone) : dayOf(at, zone));
  return (
    <p className={classes.outlook} data-bad={full_at !== null && full_at * 1000 - Date.now() < 7 * daySeconds * 1000}>
      {retention_days === 0 && retention_bytes === 0
        ? system.keptAll
        : system.kept(retention_days, retention_bytes === 0 ? "" : writeNumber(retention_bytes, "bytes"))}{" "}
      {deletes_from !== null &&
        (deletes_because === "age" ? system.deletesAge : system.deletesSize)(when(deletes_from))}{" "}
      {bytes_per_day === null
        ? system.unknownYet
        : full_at === null || full_at > farAway
          ? system.neverFull
          : system.fullAt(when(full_at))}
    </p>
  );
}

function Days({ days }: { days: Storage["days"] }) {
  const { system } = words;
  const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
  const first = startOf(days[0]!.day);
  const count = Math.round((startOf(days.at(-1)!.day) - first) / daySeconds) + 1;
  const shown = Math.min(count, daysShownMax);
  const bytes = new Map(days.map((day) => [startOf(day.day), day.bytes]));
  const steps = Array.from({ length: shown }, (_, at) => {
    const from = first + (count - shown + at) * daySeconds;
    return { from, to: from + daySeconds };
  });
  const series = [
    { name: system.byDay, color: "var(--series-0)", values: steps.map(({ from }) => bytes.get(from) ?? 0) },
  ];
  return (
    <div className={classes.chart}>
      <TimeChart steps={steps} series={series} kind="bars" unit="bytes" zone="UTC" label={system.byDay} />
    </div>
  );
}

/** The last ones; a bar of a year is a pixel wide. */
const daysShownMax = 180;

function Fillers() {
  const [by, setBy] = useQueryState(
    "by",
    parseAsStringLiteral(["host", "program", "pattern"])
      .withDefault("host")
      .withOptions({ history: "push", clearOnDefault: true }),
  );
  const found = useFillers(by);
  const { system } = words;
  return (
    <section className={classes.fillers} aria-label={system.most}>
      <header className={classes.head}>
        <h3>{system.most}</h3>
        <SegmentedControl
          aria-label={system.mostBy}
          value={by}
          onChange={(next) => void setBy(next as typeof by)}
          data={[
            { value: "host", label: system.byHost },
            { value: "program", label: system.byProgram },
            { value: "pattern", label: system.byPattern },
          ]}
        />
      </header>
      <p className={classes.calm}>{system.mostHint}</p>
      {found.error && <FailedState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <LoadingState lines={5} />}
      {found.data?.length === 0 && <p className={classes.calm}>{system.nothingStored}</p>}
      {found.data !== undefined && (
        <ValueBars
          bars={found.data.map(({ name, share, count, bytes }) => ({
            key: name,
            name: name || "–",
            share,
            figure: bytes === undefined ? writeNumber(count) : writeNumber(bytes, "bytes"),
            more: bytes === undefined ? undefined : writeNumber(count),
          }))}
        />
      )}
    </section>
  );
}
