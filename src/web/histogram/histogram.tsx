import { Menu, UnstyledButton } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import type { CSSProperties, ReactNode } from "react";
import { useBrush } from "../charts/use-brush.ts";
import { duration, spanText } from "../time/format-time.ts";
import type { BarStep } from "../time/time-range.ts";
import { leftOfTick, timeTicks } from "../time/time-ticks.ts";
import { writeNumber } from "../words/formats.ts";
import { words } from "../words/words.ts";
import classes from "./histogram.module.css";
import { type HistogramData, type HistogramStep, severityField } from "./histogram-data.ts";
import { keyOfValue, lookOfValue } from "./look-of-value.ts";
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
  /** The choice of the field that the colours stand for. */
  byField: ReactNode;
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

/** Events over time, by severity or another field. Drag to zoom in; by keys: ← → with Shift, then Enter. */
export function Histogram({
  data,
  zone,
  markers = [],
  markersInAll = 0,
  asked,
  bars,
  byField,
  onZoom,
}: HistogramProps) {
  const { steps } = data;
  const { cursor, anchor, handlers } = useBrush(steps.length, (a, b) => onZoom(steps[a]!.from, steps[b]!.to));
  const most = Math.max(0, ...steps.map(({ total }) => total));
  if (steps.length === 0) return <div className={classes.histogram} />;
  const told = data.isWhole ? words.search.histogram.inAll : words.search.histogram.soFar;
  const chosen = cursor === undefined ? undefined : steps[cursor];
  return (
    <div className={classes.histogram}>
      <div className={classes.head}>
        <BarsMenu bars={bars}>
          {data.isWhole
            ? words.search.histogram.scale(writeNumber(most), duration(widthOf(steps)))
            : words.search.histogram.stillCounted(writeNumber(most))}
        </BarsMenu>
        {byField}
      </div>
      {markersInAll > markers.length && (
        <span className={classes.unshown}>{words.search.histogram.latestMarkers(markers.length, markersInAll)}</span>
      )}
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={words.search.histogram.label(data.field === severityField ? undefined : data.field)}
        aria-valuemin={0}
        aria-valuemax={steps.length - 1}
        aria-valuenow={cursor ?? steps.length - 1}
        aria-valuetext={chosen ? describe(data, chosen, zone) : told(writeNumber(data.total))}
        {...handlers}
      >
        <Bars data={data} most={most} />
        <Brush anchor={anchor} cursor={cursor} count={steps.length} />
        {asked && <Outside steps={steps} asked={asked} />}
        {gatherMarkers(markers, steps[0]!.from, steps.at(-1)!.to).map((group) => (
          <Marker key={group.markers[0]!.id} group={group} />
        ))}
        {chosen && <Reading data={data} step={chosen} zone={zone} place={(cursor! + 0.5) / steps.length} />}
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

/** Calm severities are at the bottom, so the ones that matter stand out on top; of other values the frequent ones. */
function Bars({ data, most }: { data: HistogramData; most: number }) {
  const { steps, values } = data;
  const order = [...values.keys()];
  const fromTop = data.field === severityField ? order : order.reverse();
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${steps.length} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {fromTop.map((index, place) => (
        <path
          key={keyOfValue(data, index)}
          d={barsOf(steps, { index, below: fromTop.slice(place + 1) }, most)}
          fill={lookOfValue(data, index).color}
        />
      ))}
    </svg>
  );
}

interface Layer {
  index: number;
  /** Values that stand below this one. */
  below: readonly number[];
}

/** All bars of a value as one path: eight elements at most, however many steps there are. */
function barsOf(steps: readonly HistogramStep[], layer: Layer, most: number): string {
  return steps
    .map(({ counts, total }, step) => {
      const count = counts[layer.index]!;
      if (count === 0) return "";
      // Every bar is at least one pixel high, so nothing is invisible.
      const scale = Math.max(total / most, 1 / height) / total;
      const below = layer.below.reduce((sum, index) => sum + counts[index]!, 0);
      const [bottom, top] = [below, below + count].map((value) => (height * (1 - value * scale)).toFixed(2));
      return `M${step + 0.08} ${bottom}V${top}h.84V${bottom}z`;
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

interface ReadingProps {
  data: HistogramData;
  step: HistogramStep;
  zone: string;
  place: number;
}

/** The figures under the pointer. */
function Reading({ data, step, zone, place }: ReadingProps) {
  const style =
    place < 0.5 ? { left: `calc(${place * 100}% + 12px)` } : { right: `calc(${(1 - place) * 100}% + 12px)` };
  return (
    <div className={classes.reading} style={style} aria-hidden>
      <div className={classes.span}>{spanText(step.from, step.to, zone)}</div>
      {step.total === 0 && <div>{words.search.histogram.nothing}</div>}
      {step.counts.map((count, index) => {
        if (count === 0) return null;
        const { label, color } = lookOfValue(data, index);
        return (
          <div key={keyOfValue(data, index)} className={classes.entry}>
            <i style={{ background: color }} />
            <span>{label}</span>
            <b>{writeNumber(count)}</b>
          </div>
        );
      })}
    </div>
  );
}

function describe(data: HistogramData, { from, to, counts }: HistogramStep, zone: string): string {
  const byValue = counts.flatMap((count, index) =>
    count === 0 ? [] : [`${writeNumber(count)} ${lookOfValue(data, index).label}`],
  );
  return words.search.histogram.step(spanText(from, to, zone), byValue);
}
