import * as z from "zod";
import { severityNames } from "../../eventstore/event/event.ts";
import type { Segment } from "../../eventstore/segment.ts";
import { sliceOfRow } from "../../eventstore/segment.ts";
import { type TimeSpan, touches } from "../../eventstore/snapshot.ts";
import { findField } from "../../filter/condition/fields.ts";
import { patternColumn } from "../../filter/patterns/pattern-column.ts";
import { familiesOf } from "../../pattern/families.ts";
import { cachedTextOf } from "../../pattern/pattern-id.ts";
import { patternText } from "../../pattern/pattern-text.ts";
import { cacheArrays } from "../counting/count-cache.ts";
import { countPatterns, type PatternCounts } from "../counting/count-patterns.ts";
import { StepCounts } from "../counting/step-counts.ts";
import type { PackedArray } from "../execution/team.ts";
import { groupValues } from "../groups/group-rows.ts";
import { familySearchMax, patternHolesMax, patternOffsetMax, rankingMax } from "../limits.ts";
import { wholeNumber } from "../parameters.ts";
import { type Accumulation, type ChosenRows, type CommonParams, type OpenQuestion, queryKind } from "../query-kind.ts";
import { AnswerSizeLimit } from "../ranking/answer-size-limit.ts";
import { countGroupSteps } from "../ranking/count-group-steps.ts";
import { type FoundFamily, findFamilies } from "../ranking/find-families.ts";
import { findPatternTexts } from "../ranking/find-pattern-texts.ts";
import { HoleCounts } from "../ranking/hole-counts.ts";
import { type PatternEntry, PatternList, type PatternOrder, patternOrders } from "../ranking/pattern-list.ts";
import { type EventRow, PatternSums } from "../ranking/pattern-sums.ts";
import { resolveSteps } from "../time/time-range.ts";
import { spanOfSteps, type TimeSteps } from "../time/time-steps.ts";
import { ValueTable } from "../values/value-table.ts";

/** The kinds of messages there are. The counts of all patterns add up to the count of the range. */
export const patterns = queryKind({
  type: "Patterns",
  parameters: {
    limit: wholeNumber(1, rankingMax).default(20),
    offset: wholeNumber(0, patternOffsetMax)
      .default(0)
      .describe(
        "So many of the first ones are left out, for the next page; name a range that ends to keep pages stable.",
      ),
    order: z.enum(patternOrders).default("count").describe("newest and oldest: by the first occurrence in the range."),
    with_families: z
      .boolean()
      .default(true)
      .describe(
        "Ten patterns or more that differ in one word alone are listed as one, their family, with <*> in its place; " +
          "`pattern:<id>` finds the events of a family, too. False: each pattern by itself. Of more than 50,000 patterns none is joined.",
      ),
    with_subperiods: z.boolean().default(false),
    with_bytes: z
      .boolean()
      .default(false)
      .describe("Also the bytes of messages, which takes a few times as long; by themselves with the order bytes."),
    with_new: z
      .boolean()
      .default(false)
      .describe("Also says of each pattern whether it is new, which reads as long a time right before, too."),
    hole_values: wholeNumber(0, patternHolesMax)
      .default(0)
      .describe("So many of the most frequent values of each hole; this reads the texts of all events that are shown."),
  },
  withSteps: true,
  comparesWith: (params, now) => (params.with_new ? rightBefore(params as unknown as CommonParams, now) : undefined),
  begin: (question) => new PatternsAccumulation(question),
});

interface PatternsParams {
  limit: number;
  offset: number;
  order: PatternOrder;
  with_families: boolean;
  with_subperiods: boolean;
  with_bytes: boolean;
  with_new: boolean;
  hole_values: number;
}

/** The first pass counts; others, only for values of holes, read the texts of the patterns that are shown. */
class PatternsAccumulation implements Accumulation {
  readonly passes: number;
  readonly #question: OpenQuestion<PatternsParams>;
  readonly #table: ValueTable;
  readonly #sums = new PatternSums();
  readonly #steps: StepCounts | undefined;
  readonly #news: NewPatterns | undefined;
  /** Since the end of the first pass. */
  #list: PatternList | undefined;
  #holes: HoleCounts | undefined;

  constructor(question: OpenQuestion<PatternsParams>) {
    const { params, tables, distinctBytes } = question;
    this.#question = question;
    this.passes = params.hole_values > 0 ? 2 : 1;
    this.#table = tables?.of("pattern", distinctBytes) ?? new ValueTable("pattern", distinctBytes);
    if (params.with_subperiods) this.#steps = new StepCounts();
    if (question.base) this.#news = new NewPatterns(stepsWithBase(question, params.with_subperiods));
  }

  wants(): boolean {
    return true;
  }

  add(chosen: ChosenRows): void {
    const { range, steps, tick } = this.#question;
    if (this.#news && !this.#holes) this.#addSteps(chosen, this.#news.steps);
    if (!touches(chosen.handle, range)) return;
    const column = patternColumn(chosen.segment, tick);
    if (this.#holes) {
      this.#holes.add(chosen, column, range, tick);
      return;
    }
    const counts = countedPatterns(chosen, this.#withBytes, this.#question);
    const groupOf = groupValues(column, this.#table);
    for (let number = 0; number < column.valueCount; number++)
      if (counts.last[number]! > Number.NEGATIVE_INFINITY)
        this.#sums.add(groupOf(number), counts, number, chosen.index);
    if (this.#steps && !this.#news) this.#addSteps(chosen, steps!);
  }

  /** In steps that begin with those of the time before, where there is one. */
  #addSteps(chosen: ChosenRows, steps: TimeSteps): void {
    const first = this.#news?.first ?? 0;
    countGroupSteps(chosen, findField("pattern"), this.#table, steps, this.#question.tick, (step, group, count) => {
      if (step < first) this.#news!.before.add(group);
      else this.#steps?.add(step - first, group, count);
    });
  }

  readonly share = {
    handOver: (): PackedArray[] => {
      // Steps, and the time before, may name any group of the table.
      const namesAll = this.#steps !== undefined || this.#news !== undefined;
      const groups = namesAll ? Uint32Array.from({ length: this.#table.size }, (_, i) => i) : this.#groups();
      const before = this.#news ? [Uint32Array.from(this.#news.before)] : [];
      return [...this.#table.pack(groups), ...this.#sums.pack(groups), ...before, ...(this.#steps?.pack() ?? [])];
    },
    takeOver: ([bytes, offsets, ...others]: PackedArray[]): void => {
      const { tick } = this.#question;
      const groups = this.#table.merge(bytes as Uint8Array, offsets as Uint32Array, tick);
      const rest = this.#sums.merge(others, groups);
      if (this.#news) for (const group of rest.shift()!) this.#news.before.add(groups[group]!);
      this.#steps?.merge(rest[0]!, rest[1]!, rest[2]!, groups, tick);
    },
  };

  endPass(): boolean {
    if (this.#holes) return this.#holes.endPass();
    const { params, tick } = this.#question;
    const groups = this.#groups();
    const joins = params.with_families && groups.length <= familySearchMax;
    const families = joins ? findFamilies(this.#textsOf(groups), tick) : [];
    this.#list = new PatternList(this.#table, this.#sums, groups, families);
    if (this.#news) this.#noteKnownFamilies(this.#news, families);
    if (params.hole_values === 0) return false;
    this.#holes = new HoleCounts(this.#ranked(this.#list).map((place) => this.#wantedHoles(place)));
    return true;
  }

  /** In order of the groups. */
  #textsOf(groups: ArrayLike<number>): string[] {
    const ids = Array.from(groups, (group) => this.#table.nameOf(group));
    const texts = findPatternTexts(ids, this.#question);
    return ids.map((id) => texts.get(id) ?? "");
  }

  /** A family is known by any pattern of it that occurred before, whether or not it occurs in the range. */
  #noteKnownFamilies(news: NewPatterns, families: readonly FoundFamily[]): void {
    if (families.length === 0) return;
    const before = this.#textsOf(Uint32Array.from(news.before)).flatMap(familiesOf);
    const known = new Set(before.map(({ text }) => text));
    for (const { text } of families) if (known.has(text)) news.familiesBefore.add(text);
  }

  #wantedHoles(place: number) {
    const { id, text, members } = this.#list!.entries[place]!;
    const texts = this.#textsOf(members);
    const patterns = new Map(members.map((group, i) => [this.#table.nameOf(group), texts[i]!]));
    return { id, text, count: this.#list!.sums.countOf(place), patterns };
  }

  results(): Record<string, unknown> {
    const { range } = this.#question;
    const groups = this.#groups();
    // Stopped early, it has looked for no families.
    const list = this.#list ?? new PatternList(this.#table, this.#sums, groups, []);
    const ranked = this.#ranked(list);
    const room = new AnswerSizeLimit();
    return {
      totals: {
        ts_from: range.from / 1e6,
        ts_to: range.to / 1e6,
        count: list.count,
        pattern_count: groups.length,
        item_count: list.entries.length,
        values: ranked.map((place) => this.#write(list, place, room)),
      },
      ...(this.#steps ? { details: this.#details(this.#steps, list, ranked, room) } : {}),
    };
  }

  get #withBytes(): boolean {
    const { with_bytes: asked, order } = this.#question.params;
    return asked || order === "bytes";
  }

  /** Those that occur. */
  #groups(): Uint32Array {
    return Uint32Array.from({ length: this.#table.size }, (_, group) => group).filter(
      (group) => this.#sums.countOf(group) > 0,
    );
  }

  #ranked(list: PatternList): number[] {
    const { limit, offset, order } = this.#question.params;
    return list.ranked(order, offset, limit);
  }

  #write({ entries, sums, count: total }: PatternList, place: number, room: AnswerSizeLimit): Record<string, unknown> {
    const entry = entries[place]!;
    const { hole_values: holes } = this.#question.params;
    const { view, at } = this.#exampleOf(sums.exampleOf(place));
    const text = entry.text ?? cachedTextOf(entry.id) ?? patternText([view.base("message").text(at)]);
    const count = sums.countOf(place);
    room.take([{ name: text + entry.id, count }]);
    const found = this.#holes?.of(entry.id, holes);
    for (const { values } of found ?? []) room.take(values);
    return {
      id: entry.id,
      text,
      count,
      share: count / total,
      bytes: this.#withBytes ? sums.bytesOf(place) : null,
      first_seen: sums.firstOf(place) / 1e6,
      last_seen: sums.lastOf(place) / 1e6,
      is_new: this.#news?.isNew(entry) ?? null,
      severities: Object.fromEntries(
        severityNames
          .map((name, severity) => [name, sums.countOfSeverity(place, severity)] as const)
          .filter(([, ofSeverity]) => ofSeverity > 0),
      ),
      pattern_count: entry.members.length,
      example_id: String(view.ids()[at]!),
      ...(found ? { holes: found } : {}),
    };
  }

  #exampleOf({ segment, row }: EventRow): { view: Segment; at: number } {
    const { segments, open } = this.#question;
    return sliceOfRow(open(segments[segment]!), row);
  }

  #details(steps: StepCounts, list: PatternList, ranked: readonly number[], room: AnswerSizeLimit) {
    const { bounds, count } = this.#question.steps!;
    return Array.from({ length: count }, (_, step) => {
      const ofGroups = steps.of(step);
      const counts = list.byPlace(ofGroups);
      const values = ranked.map((place) => ({ id: list.entries[place]!.id, count: counts.get(place) ?? 0 }));
      room.take(values.map((value) => ({ name: value.id, count: value.count })));
      let total = 0;
      for (const ofGroup of ofGroups.values()) total += ofGroup;
      return { ts_from: bounds[step]! / 1e6, ts_to: bounds[step + 1]! / 1e6, values, total_count: total };
    });
  }
}

/** The patterns that occurred in as long a time right before. */
class NewPatterns {
  readonly before = new Set<number>();
  /** Texts of families of which some pattern occurred. */
  readonly familiesBefore = new Set<string>();
  /** How many steps are of the time before. */
  readonly first: number;

  constructor(readonly steps: TimeSteps & { first: number }) {
    this.first = steps.first;
  }

  /** Null where nothing at all occurred before, so that nothing tells which patterns are new. */
  isNew({ text, members }: PatternEntry): boolean | null {
    if (this.before.size === 0) return null;
    return text === undefined ? !this.before.has(members[0]!) : !this.familiesBefore.has(text);
  }
}

/** As long as the range and right before it; undefined where that lies before 1970. */
function rightBefore({ time_range: timeRange }: CommonParams, now: number): TimeSpan | undefined {
  const { from, to } = spanOfSteps(resolveSteps(timeRange, now));
  return from > 0 ? { from: Math.max(0, from - (to - from)), to: from } : undefined;
}

/** The steps of the range behind those of the time before: as many of the same width, or else one. */
function stepsWithBase({ steps, range, base }: OpenQuestion<PatternsParams>, withSubperiods: boolean) {
  const { bounds, width, count } = withSubperiods
    ? steps!
    : { bounds: Float64Array.of(range.from, range.to), width: range.to - range.from, count: 1 };
  const isEven = width > 0 && base!.to - base!.from === count * width;
  const before = isEven ? Array.from({ length: count }, (_, step) => base!.from + step * width) : [base!.from];
  return {
    bounds: Float64Array.from([...before, ...bounds]),
    width: isEven ? width : 0,
    count: before.length + count,
    first: before.length,
  };
}

/** Counted once for a sealed segment that the span does not cut. */
function countedPatterns(
  chosen: ChosenRows,
  withBytes: boolean,
  { range, base, tick }: OpenQuestion<PatternsParams>,
): PatternCounts {
  const count = () => countPatterns(chosen, patternColumn(chosen.segment, tick), { withBytes, span: range, tick });
  // A segment that is whole in both ranges together may be cut by the one that is counted.
  const { minTime, maxTime } = chosen.handle;
  if (base && (minTime < range.from || maxTime >= range.to)) return count();
  let counted: PatternCounts | undefined;
  const arrays = cacheArrays(chosen, ["patterns", withBytes], () => {
    counted = count();
    const { occurrences, first, last, row, bytes } = counted;
    return [occurrences, first, last, row, bytes];
  });
  if (counted) return counted;
  if (!arrays) return count();
  const [occurrences, first, last, row, bytes] = arrays as Float64Array[];
  return { occurrences: occurrences!, first: first!, last: last!, row: row!, bytes: bytes! };
}
