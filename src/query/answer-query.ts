import type { Segment } from "../eventstore/segment.ts";
import type { SegmentReader } from "../eventstore/segment-reader.ts";
import type { DamagedDay, SegmentHandle, TimeSpan } from "../eventstore/snapshot.ts";
import type { CompiledCondition } from "../filter/compile-condition.ts";
import { type CompiledFilter, compileFilter } from "../filter/compile-filter.ts";
import { selectRows } from "../filter/select-rows.ts";
import type { Selection } from "../filter/selection.ts";
import { Pace, StopRequested } from "./pace.ts";
import { conditionsOf, requireKind } from "./parse-query.ts";
import type { Accumulation, CommonParams, OpenQuestion, SegmentPart } from "./query-kind.ts";
import { defaultQueryMemory, type QueryMemory } from "./query-memory.ts";
import type { QueryAnswer, QueryTask } from "./question.ts";
import { resolveSteps, resolveTimeRange, toMicros } from "./time-range.ts";
import { spanOfSteps } from "./time-steps.ts";

/**
 * Answers a task from its snapshot, in any thread that has a reader; the snapshot's lease must last as long. Looks at the stop
 * flag every few milliseconds and then answers what it has. Throws AppError when the question is too large, and
 * DamagedSegmentError: the question is then to be asked again of a snapshot without that day.
 */
export function answerQuery(
  task: QueryTask,
  reader: Pick<SegmentReader, "open">,
  memory: QueryMemory = defaultQueryMemory,
): QueryAnswer {
  const pace = new Pace(task.control);
  const params = task.params as unknown as CommonParams;
  const question = openQuestion(task, params, reader, memory, pace);
  const filter = compileFilter(conditionsOf(params), task.hosts);
  const accumulation = requireKind(task.type).begin(question);
  const counter = { rowsRead: 0 };
  const stopped = !runPasses(accumulation, question, filter, pace, counter);
  return { results: withWarnings(accumulation.results(), task.snapshot.warnings), stopped, ...counter };
}

/** False when it was told to stop before the end. */
function runPasses(
  accumulation: Accumulation,
  question: OpenQuestion<unknown>,
  filter: CompiledFilter,
  pace: Pace,
  counter: { rowsRead: number },
): boolean {
  try {
    for (let pass = 0; ; pass++) {
      pace.beginPass(pass, accumulation.passes);
      runPass(accumulation, question, filter, pace, counter);
      if (!accumulation.endPass()) return true;
    }
  } catch (error) {
    if (error instanceof StopRequested) return false;
    throw error;
  }
}

function openQuestion(
  { type, baseTime, page, snapshot }: QueryTask,
  params: CommonParams,
  reader: Pick<SegmentReader, "open">,
  { distinctBytes }: QueryMemory,
  pace: Pace,
): OpenQuestion<Record<string, unknown>> {
  const steps = requireKind(type).withSteps ? resolveSteps(params.time_range, baseTime) : undefined;
  return {
    params: params as CommonParams & Record<string, unknown>,
    steps,
    span: steps ? spanOfSteps(steps) : toMicros(resolveTimeRange(params.time_range, baseTime)),
    page,
    distinctBytes,
    segments: snapshot.segments,
    open: (handle) => reader.open(handle, snapshot.eventsFolder),
    tick: () => pace.tick(),
  };
}

/** Newest segments first, as the snapshot has them. */
function runPass(
  accumulation: Accumulation,
  { segments, span, open }: OpenQuestion<unknown>,
  filter: CompiledFilter,
  pace: Pace,
  counter: { rowsRead: number },
): void {
  const tick = () => pace.tick();
  const total = segments.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const [index, handle] of segments.entries()) {
    tick();
    const isOutside = handle.minTime >= span.to || handle.maxTime < span.from;
    if (!isOutside && accumulation.wants(handle)) {
      accumulation.add(new Part(index, handle, open(handle), filter, () => tick(), span));
      counter.rowsRead += handle.rows;
    }
    done += handle.rows;
    pace.report(done / total);
  }
}

class Part implements SegmentPart {
  #selection: Selection | undefined;

  constructor(
    readonly index: number,
    readonly handle: SegmentHandle,
    readonly segment: Segment,
    private readonly filter: CompiledFilter,
    private readonly tick: () => void,
    private readonly span: TimeSpan,
  ) {}

  get conditions(): readonly CompiledCondition[] {
    return this.filter.conditions;
  }

  get selected(): Selection | undefined {
    return this.#selection;
  }

  selectOf(slice: Segment): Selection {
    return selectRows(slice, this.filter, this.span, this.tick);
  }

  get selection(): Selection {
    this.#selection ??= selectRows(this.segment, this.filter, this.span, this.tick);
    return this.#selection;
  }
}

/** Days that could not be read are named in the results, so that an export names them too. */
function withWarnings(results: Record<string, unknown>, warnings: readonly DamagedDay[]): Record<string, unknown> {
  return warnings.length === 0 ? results : { ...results, warnings };
}
