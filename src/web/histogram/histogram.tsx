import { Menu, UnstyledButton } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { useBrush } from "../charts/use-brush.ts";
import { severities } from "../theme/severity.ts";
import { duration, spanText } from "../time/format-time.ts";
import type { BarStep } from "../time/time-range.ts";
import { leftOfTick, timeTicks } from "../time/time-ticks.ts";
import { writeNumber } from "../words/formats.ts";
import { words } from "../words/words.ts";
import classes from "./histogram.module.css";
import type { HistogramData, HistogramStep } from "./histogram-data.ts";
import { gatherMarkers, type HistogramMarker, type MarkerGroup } from "./marker-groups.ts";

interface HistogramProps {
  data: HistogramData;
  zone: string;
  markers?: readonly HistogramMarker[];
  /** Number of all markers; `markers` are the latest of them. */
  markersInAll?: number;
  /** The range that was asked; steps are whole ones, so the first and the last may reach beyond it. */
  asked?: { from: number; to: number };
  bars: BarsChoice;
  /** Called with the part the reader selected. */
  onZoom(from: number, to: number): void;
}

/** The choice of how long a bar is. */
export interface BarsChoice {
  /** Seconds; null: as fits the range. */
  chosen: BarStep | null;
  offered: readonly BarStep[];
  onChoose(seconds: BarStep | null): void;
}

/** Length of a bar in seconds; the range may cut the first and the last one. */
function widthOf(steps: readonly HistogramStep[]): number {
  const { from, to } = steps[Math.floor(steps.length / 2)]!;
  return to - from;
}

/** Pixels of the bars; the axis stands below. */
const height = 64;

/** Events over time, by severity. Drag to zoom in; by keys: ← → with Shift, then Enter. */
export function Histogram({ data, zone, markers = [], markersInAll = 0, asked, bars, onZoom }: HistogramProps) {
  const { steps } = data;
  const { cursor, anchor, handlers } = useBrush(steps.length, (a, b) => onZoom(steps[a]!.from, steps[b]!.to));
  const most = Math.max(0, ...steps.map(({ total }) => total));
  if (steps.length === 0) return <div className={classes.histogram} />;
  const told = data.isWhole ? words.search.histogram.inAll : words.search.histogram.soFar;
  const chosen = cursor === undefined ? undefined : steps[cursor];
  return (
    <div className={classes.histogram}>
      <BarsMenu bars={bars}>
        {data.isWhole
          ? words.search.histogram.scale(writeNumber(most), duration(widthOf(steps)))
          : words.search.histogram.stillCounted(writeNumber(most))}
      </BarsMenu>
      {markersInAll > markers.length && (
        <span className={classes.unshown}>{words.search.histogram.latestMarkers(markers.length, markersInAll)}</span>
      )}
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={words.search.histogram.label}
        aria-valuemin={0}
        aria-valuemax={steps.length - 1}
        aria-valuenow={cursor ?? steps.length - 1}
        aria-valuetext={chosen ? describe(chosen, zone) : told(writeNumber(data.total))}
        {...handlers}
      >
        <Bars steps={steps} most={most} />
        <Brush anchor={anchor} cursor={cursor} count={steps.length} />
        {asked && <Outside steps={steps} asked={asked} />}
        {gatherMarkers(markers, steps[0]!.from, steps.at(-1)!.to).map((group) => (
          <Marker key={group.markers[0]!.id} group={group} />
        ))}
        {chosen && <Reading step={chosen} zone={zone} place={(cursor! + 0.5) / steps.length} />}
      </div>
      <div className={classes.axis} aria-hidden>
        {timeTicks(steps[0]!.from, steps.at(-1)!.to, zone).map((tick) => (
          <span key={tick.place} className={classes.tick} style={{ left: leftOfTick(tick) }}>
            {tick.label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Calm severities are at the bottom, so the ones that matter stand out on top. */
function Bars({ steps, most }: { steps: readonly HistogramStep[]; most: number }) {
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${steps.length} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {severities.map(({ name }, severity) => (
        <path key={name} d={barsOf(steps, severity, most)} fill={`var(--bar-${severity})`} />
      ))}
    </svg>
  );
}

/** All bars of a severity as one path: eight elements, however many steps there are. */
function barsOf(steps: readonly HistogramStep[], severity: number, most: number): string {
  return steps
    .map(({ counts, total }, index) => {
      const count = counts[severity]!;
      if (count === 0) return "";
      // Every bar is at least one pixel high, so nothing is invisible.
      const scale = Math.max(total / most, 1 / height) / total;
      const below = counts.slice(severity + 1).reduce((sum, value) => sum + value, 0);
      const [bottom, top] = [below, below + count].map((value) => (height * (1 - value * scale)).toFixed(2));
      return `M${index + 0.08} ${bottom}V${top}h.84V${bottom}z`;
    })
    .join("");
}

function Brush({ anchor, cursor, count }: { anchor?: number; cursor?: number; count: number }) {
  if (cursor === undefined) return null;
  const [from, to] = [Math.min(anchor ?? cursor, cursor), Math.max(anchor ?? cursor, cursor) + 1];
  const style = { left: `${(from / count) * 100}%`, width: `${((to - from) / count) * 100}%` };
  return <div className={anchor === undefined ? classes.cursor : classes.brush} style={style} />;
}

/** Markers too close to each other share one line, which tells how many they are. */
function Marker({ group: { place, room, isLate, markers } }: { group: MarkerGroup }) {
  const [first, second] = markers;
  const titles = markers.slice(0, titlesMax).map(({ title }) => title);
  if (markers.length > titlesMax) titles.push(words.search.histogram.moreMarkers(markers.length - titlesMax));
  return (
    <div
      className={classes.marker}
      style={{ left: `${place * 100}%`, "--room": room * 100 } as CSSProperties}
      title={titles.join("\n")}
      data-late={isLate}
      data-title={second === undefined ? first!.title : words.search.histogram.markers(markers.length)}
    />
  );
}

/** Lines of a tooltip that are read. */
const titlesMax = 12;

/** Pales what of the first and the last step lies beyond the range that was asked. */
function Outside({ steps, asked }: { steps: readonly HistogramStep[]; asked: { from: number; to: number } }) {
  const [from, to] = [steps[0]!.from, steps.at(-1)!.to];
  const share = (seconds: number) => `${(Math.max(0, seconds) / (to - from)) * 100}%`;
  return (
    <>
      <div className={classes.outside} style={{ left: 0, width: share(asked.from - from) }} />
      <div className={classes.outside} style={{ right: 0, width: share(to - asked.to) }} />
    </>
  );
}

/** The scale, and the choice how long a bar is. */
function BarsMenu({ bars, children }: { bars: BarsChoice; children: string }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.most} aria-label={words.search.histogram.chooseBars(children)}>
          {children} <IconChevronDown size={11} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.search.histogram.barsTitle}</Menu.Label>
        {[null, ...bars.offered].map((seconds) => (
          <Menu.Item
            key={seconds}
            rightSection={seconds === bars.chosen && <IconCheck size={14} />}
            onClick={() => bars.onChoose(seconds)}
          >
            {seconds === null ? words.search.histogram.barsFit : duration(seconds)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The figures under the pointer. */
function Reading({ step, zone, place }: { step: HistogramStep; zone: string; place: number }) {
  const style =
    place < 0.5 ? { left: `calc(${place * 100}% + 12px)` } : { right: `calc(${(1 - place) * 100}% + 12px)` };
  return (
    <div className={classes.reading} style={style} aria-hidden>
      <div className={classes.span}>{spanText(step.from, step.to, zone)}</div>
      {step.total === 0 && <div>{words.search.histogram.nothing}</div>}
      {step.counts.map(
        (count, severity) =>
          count > 0 && (
            <div key={severities[severity]!.name} className={classes.entry}>
              <i style={{ background: `var(--bar-${severity})` }} />
              <span>{severities[severity]!.label}</span>
              <b>{writeNumber(count)}</b>
            </div>
          ),
      )}
    </div>
  );
}

function describe({ from, to, counts }: HistogramStep, zone: string): string {
  const bySeverity = counts.flatMap((count, severity) =>
    count === 0 ? [] : [`${writeNumber(count)} ${severities[severity]!.label}`],
  );
  return words.search.histogram.step(spanText(from, to, zone), bySeverity);
}
