import type { Segment, SegmentCache } from "../../eventstore/segment.ts";
import { type DamagedDay, type SegmentHandle, touches } from "../../eventstore/snapshot.ts";
import { type CompiledElement, compilePresence } from "../../filter/condition/compile-element.ts";
import { findField } from "../../filter/condition/fields.ts";
import { RowSet } from "../../filter/rows/row-set.ts";
import { Selection } from "../../filter/rows/selection.ts";
import { wholeSegmentCache } from "../../filter/select/asked-segment.ts";
import { type CompiledFilter, compileFilter } from "../../filter/select/compile-filter.ts";
import { recallSelection, selectRows } from "../../filter/select/select-rows.ts";
import { newHashKey } from "../execution/keyed-hash.ts";
import { PreemptionBudget } from "../execution/preemption-budget.ts";
import type { HelpTask, QueryAnswer, QueryTask, Remark } from "../execution/task.ts";
import type { PackedArray } from "../execution/team.ts";
import { TeamMember } from "../execution/team.ts";
import { StopRequested, WorkClock } from "../execution/work-clock.ts";
import { filterOf } from "../parse/filter-cache.ts";
import { conditionsOf, requireKind } from "../parse/parse-query.ts";
import type { Accumulation, ChosenRows, CommonParams, OpenQuestion } from "../query-kind.ts";
import { defaultQueryMemory, type ThreadMemory } from "../query-memory.ts";
import { hullOf } from "../time/compared-range.ts";
import { resolveSteps, resolveTimeRange, toMicros } from "../time/time-range.ts";
import { spanOfSteps } from "../time/time-steps.ts";
import type { QuestionReader } from "./damage.ts";
import { findUnknownFields } from "./unknown-fields.ts";

/**
 * Answers a task from its snapshot, in any thread that has a reader; the snapshot's lease must last as long. Checks the
 * stop flag every few milliseconds and, when it is set, answers with its findings so far. Throws AppError when the
 * question is too large, and DamagedSegmentError: ask again of a snapshot without that day. With a budget it also
 * throws BudgetSpent.
 */
export function answerQuery(
  task: QueryTask,
  reader: QuestionReader,
  memory: ThreadMemory = defaultQueryMemory,
): QueryAnswer {
  const member = task.team && new TeamMember(task.team);
  try {
    const work = beginWork(task, reader, memory);
    const stopped = !work.clock.during(() => runPasses(work, member));
    const results = withWarnings(work.accumulation.results(), task.snapshot.warnings);
    // Days that are missing may have any field.
    const isWhole = !stopped && task.snapshot.warnings.length === 0;
    const { accumulation, question } = work;
    const remarks = isWhole ? [...unknownFields(question), ...(accumulation.remarks?.() ?? [])] : [];
    return { results, stopped, rowsRead: work.rowsRead, ...(remarks.length > 0 && { remarks }) };
  } finally {
    member?.close();
    memory.tables?.tidy();
  }
}

/** None when it is told to stop meanwhile: the answer is known by then. */
function unknownFields(question: OpenQuestion<Record<string, unknown>>): readonly Remark[] {
  try {
    return findUnknownFields(question.params, question);
  } catch (error) {
    if (error instanceof StopRequested) return [];
    throw error;
  }
}

/**
 * Does a share of another thread's task and hands over its findings. It never throws: any failure here repeats in the
 * thread that answers the question, which then does this share, too.
 */
export function helpQuery(task: HelpTask, reader: QuestionReader, memory: ThreadMemory): void {
  const member = new TeamMember(task.team);
  if (!member.join()) return;
  let found: PackedArray[] | undefined;
  try {
    const work = beginWork(task, reader, memory);
    const { share } = work.accumulation;
    // From the oldest on, so that each thread mostly meets the same segments again, whose columns it has cached.
    work.clock.during(() => {
      for (let index = work.question.segments.length - 1; share && index >= 0; index--)
        if (!memory.watch?.isShort && share.isOfUse?.() !== false && member.takes(index))
          addSegment(work, index, member);
    });
    found = share?.handOver() ?? [];
  } catch {
    found = undefined;
  }
  member.handOver(found);
  memory.tables?.tidy();
}

interface Work {
  readonly clock: WorkClock;
  readonly question: OpenQuestion<Record<string, unknown>>;
  readonly filter: CompiledFilter;
  readonly presence: TagPresence | undefined;
  readonly accumulation: Accumulation;
  /** Of all segments. */
  readonly rows: number;
  rowsRead: number;
}

function beginWork(task: QueryTask | HelpTask, reader: QuestionReader, memory: ThreadMemory): Work {
  const isTried = task.budgetMs !== undefined;
  const clock = new WorkClock(task.control, isTried ? new PreemptionBudget(task.budgetMs!) : undefined);
  // The watch accounts for the shared memory of the thread's own task, not of a preempting question.
  if (!isTried) memory.watch?.begin(sharedBytesOf(task.snapshot.segments));
  const params = task.params as unknown as CommonParams;
  const question = openQuestion(task, params, reader, memory, clock);
  // It may preempt a question with the same filter.
  const filter = isTried ? compileFilter(conditionsOf(params), task.hosts) : filterOf(params, task.hosts);
  const accumulation = requireKind(task.type).begin(question);
  const { conditions = [], counted } = accumulation;
  const narrowed = conditions.length === 0 ? filter : { conditions: [...filter.conditions, ...conditions] };
  const rows = task.snapshot.segments.reduce((sum, segment) => sum + segment.rows, 0);
  const presence = narrowed.conditions.length > 0 ? presenceOf(counted) : undefined;
  return { clock, question, filter: narrowed, presence, accumulation, rows, rowsRead: 0 };
}

/** That a row has the tag. */
interface TagPresence {
  readonly tag: string;
  readonly condition: CompiledElement;
}

function presenceOf(name: string | undefined): TagPresence | undefined {
  const field = name === undefined ? undefined : findField(name);
  return field?.kind === "tag" ? { tag: field.name, condition: compilePresence(name!) } : undefined;
}

function sharedBytesOf(segments: readonly SegmentHandle[]): number {
  return segments.reduce((sum, segment) => sum + (segment.place === "memory" ? segment.bytes.byteLength : 0), 0);
}

/** False when it was told to stop before the end. */
function runPasses(work: Work, member: TeamMember | undefined): boolean {
  const { accumulation, clock } = work;
  try {
    for (let pass = 0; ; pass++) {
      clock.beginPass(pass, accumulation.passes);
      if (pass === 0 && member && accumulation.share) sharePass(work, member, accumulation.share);
      else runPass(work);
      if (!accumulation.endPass()) return true;
    }
  } catch (error) {
    if (error instanceof StopRequested) return false;
    throw error;
  }
}

/** Newest segments first, as the snapshot has them. */
function runPass(work: Work): void {
  const { segments } = work.question;
  let done = 0;
  for (const [index, { rows }] of segments.entries()) {
    addSegment(work, index);
    done += rows;
    work.clock.report(done / work.rows);
  }
}

function sharePass(work: Work, member: TeamMember, share: NonNullable<Accumulation["share"]>): void {
  const { segments, tick } = work.question;
  for (const index of segments.keys()) if (member.takes(index)) addSegment(work, index, member);
  const { found, left } = member.gather(segments.length, tick);
  for (const arrays of found) share.takeOver(arrays);
  for (const index of left) addSegment(work, index);
}

function addSegment(work: Work, index: number, member?: TeamMember): void {
  const { accumulation, clock } = work;
  const { segments, span, tick } = work.question;
  const handle = segments[index]!;
  tick();
  if (touches(handle, span) && accumulation.wants(handle)) {
    const part = new Part(index, handle, work.question, work);
    try {
      accumulation.add(part);
    } finally {
      part.close();
    }
    work.rowsRead += handle.rows;
  }
  if (member) clock.report(member.addDone(handle.rows) / work.rows);
}

function openQuestion(
  { type, baseTime, hosts, page, snapshot, recordBytes, team, budgetMs }: QueryTask | HelpTask,
  params: CommonParams,
  reader: QuestionReader,
  { distinctBytes, tables, watch }: ThreadMemory,
  clock: WorkClock,
): OpenQuestion<Record<string, unknown>> {
  const isHelper = team !== undefined && "number" in team;
  const kind = requireKind(type);
  const steps = kind.withSteps ? resolveSteps(params.time_range, baseTime) : undefined;
  const range = steps ? spanOfSteps(steps) : toMicros(resolveTimeRange(params.time_range, baseTime));
  const base = kind.comparesWith?.(params as CommonParams & Record<string, unknown>, baseTime);
  return {
    params: params as CommonParams & Record<string, unknown>,
    steps,
    span: base ? hullOf({ range, base }) : range,
    range,
    base,
    hosts,
    page,
    distinctBytes,
    tables,
    hashKey: team?.hashKey ?? newHashKey(),
    recordBytes: recordBytes ?? distinctBytes * 4,
    isHelper,
    segments: snapshot.segments,
    open: (handle) => reader.open(handle, snapshot.eventsFolder),
    cache: (handle) => reader.cache(handle, snapshot.eventsFolder),
    tick: () => {
      clock.tick();
      if (!isHelper && budgetMs === undefined) return watch?.lookOrRefuse();
      // A helper hands over its findings and leaves; a preempting question waits.
      watch?.look();
      if (!isHelper && watch?.isShort) clock.giveUp();
    },
    hasRoom: (bytes) => watch?.hasRoom(bytes) ?? true,
  };
}

class Part implements ChosenRows {
  #segment: Segment | undefined;
  #selection: Selection | undefined;

  readonly #question: Pick<OpenQuestion<unknown>, "open" | "cache" | "tick" | "span">;
  readonly #asked: Pick<Work, "filter" | "presence">;

  constructor(
    readonly index: number,
    readonly handle: SegmentHandle,
    question: Pick<OpenQuestion<unknown>, "open" | "cache" | "tick" | "span">,
    asked: Pick<Work, "filter" | "presence">,
  ) {
    this.#question = question;
    this.#asked = asked;
  }

  /** Opened when first asked for: many segments are answered from the cache alone. */
  get segment(): Segment {
    this.#segment ??= this.#question.open(this.handle);
    return this.#segment;
  }

  /** Nothing that is found in it may be an array of its rows. */
  close(): void {
    this.#segment?.giveBackRows?.();
  }

  get wholeCache(): SegmentCache | undefined {
    const question = this.#question;
    return wholeSegmentCache(question.cache(this.handle), this.handle, question.span);
  }

  get conditions(): readonly CompiledElement[] {
    return this.#asked.filter.conditions;
  }

  get counted(): string | undefined {
    return this.#asked.presence?.tag;
  }

  get selected(): Selection | undefined {
    this.#selection ??= recallSelection(this.segment, this.#asked.filter, this.#question.span);
    return this.#selection;
  }

  selectOf(slice: Segment): Selection {
    return selectRows(slice, this.#asked.filter, this.#question.span, this.#question.tick);
  }

  get selection(): Selection {
    this.#selection ??= this.#select();
    return this.#selection;
  }

  /** Where few rows have the tag that counts, the filter is asked about these alone. */
  #select(): Selection {
    const { filter, presence } = this.#asked;
    const { span, tick } = this.#question;
    const { segment } = this;
    const having = presence === undefined ? segment.rows : (segment.rowsWithTag?.(presence.tag) ?? segment.rows);
    if (having === 0) return Selection.of(RowSet.none(segment.rows));
    if (presence === undefined || having * fewShare > segment.rows) return selectRows(segment, filter, span, tick);
    const conditions = [presence.condition, ...filter.conditions];
    return this.selected ?? selectRows(segment, { conditions }, span, tick);
  }
}

/** Rows of a segment for each that has the tag, where it pays to look for these first. */
const fewShare = 8;

/** Days that could not be read are named in the results, so that an export names them too. */
function withWarnings(results: Record<string, unknown>, warnings: readonly DamagedDay[]): Record<string, unknown> {
  return warnings.length === 0 ? results : { ...results, warnings };
}
