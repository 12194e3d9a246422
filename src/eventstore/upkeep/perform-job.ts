import { rowsByDay } from "../catalog/rows-by-day.ts";
import type { DayRef, DayRows, JobOf, JobSource, UpkeepJob } from "../catalog/upkeep-jobs.ts";
import { faultOf, HeavyMergeError } from "../errors.ts";
import { dayName } from "../event/days.ts";
import { removeDatabase } from "../files/database-files.ts";
import { type DayFile, dayPath } from "../files/day-file.ts";
import { type DayManifestEntry, isConclusive, markOf } from "../files/day-manifest.ts";
import type { FileSink } from "../files/segment-parts.ts";
import { decodeSegment } from "../format/segment-bytes.ts";
import { hasUnnumberedTemplates } from "../format/segment-format.ts";
import { mergedBytesPerCollection, overflowTagBytesMax } from "../limits.ts";
import { checkMerged } from "../merge/check-merged.ts";
import { examineInSteps } from "../merge/examine-segment.ts";
import { mergeInMemory } from "../merge/merge-in-memory.ts";
import type { MergeSource } from "../merge/merge-order.ts";
import { lacksPatterns, writePatterns } from "../merge/merge-patterns.ts";
import { mergeSegments } from "../merge/merge-segments.ts";
import { noCache } from "../read/decoded-cache.ts";
import { StoredSegment } from "../read/stored-segment.ts";
import type { MemorySegment, SegmentSummary } from "../snapshot.ts";
import type { DayFiles } from "./day-files.ts";

export type Steps<Result> = Generator<void, Result>;

/**
 * Performs a job in steps and returns its answer. Each job may be abandoned between steps; one step is done as a whole
 * or not at all.
 */
export function performJob(job: UpkeepJob, files: DayFiles, eventsFolder: string): Steps<unknown> {
  switch (job.kind) {
    case "divide":
      return divide(job);
    case "merge":
      return merge(job);
    case "examine":
      return examine(job, files);
    case "build":
      return pinned(files, job.day, (file) => build(file, job));
    case "inspect":
      return pinned(files, job.day, (file) => inspect(file, job));
    case "delete":
      return pinned(files, job.day, (file) => deleteSegments(file, job));
    default:
      return oneStep(job, files, eventsFolder);
  }
}

function* divide({ sources }: JobOf<"divide">): Steps<DayRows[][]> {
  const divided: DayRows[][] = [];
  for (const source of sources) {
    const days = rowsByDay(viewOfMemory(source));
    divided.push(Array.from(days, ([day, rows]) => ({ day: dayName(day), rows })));
    yield;
  }
  return divided;
}

function merge({ sources }: JobOf<"merge">): Steps<SharedArrayBuffer> {
  return mergeInMemory(sources.map((source) => ({ view: viewOfMemory(source) })));
}

/** Keeps the file open from step to step. */
function* pinned<Result>(files: DayFiles, day: DayRef, work: (file: DayFile) => Steps<Result>): Steps<Result> {
  files.pin(day.name);
  try {
    const steps = work(files.get(day));
    for (let step = 1; ; step++) {
      const { done, value } = steps.next();
      if (done) return value;
      yield;
      // Also looks whether it is still the file of that name.
      if (step % stepsPerLook === 0) files.get(day);
    }
  } finally {
    files.unpin(day.name);
  }
}

/** Some milliseconds of work. Writes to a file that was taken away are lost, but nothing of them becomes visible. */
const stepsPerLook = 16;

function* build(file: DayFile, { segmentId, sources, isDoubted }: JobOf<"build">): Steps<SegmentSummary> {
  const sink = file.begin(segmentId);
  const views = sources.map((source) => sourceOf(file, source));
  if (sources.length > 1 && sources.every(({ place }) => place === "file")) requireLight(views);
  if (isDoubted) for (const source of sources) yield* examineInSteps(sourceOf(file, source).view);
  return yield* collecting(buildChecked(file, segmentId, views, sink), sink);
}

/** Sealed segments may just as well stay apart. */
function requireLight(sources: readonly MergeSource[]): void {
  const bytes = sources.reduce((sum, { view }) => sum + overflowTagBytes(view), 0);
  if (bytes > overflowTagBytesMax)
    throw new HeavyMergeError(`Tags that share a column have ${bytes} bytes, ${overflowTagBytesMax} may be merged.`);
}

function overflowTagBytes({ directory: { rest } }: StoredSegment): number {
  return rest?.column.encoding === "text" ? rest.column.bytes : 0;
}

function* buildChecked(
  file: DayFile,
  segmentId: number,
  sources: readonly MergeSource[],
  sink: FileSink,
): Steps<SegmentSummary> {
  const merged = yield* mergeSegments(sources, sink, false);
  if (lacksPatterns(merged)) {
    sink.flush();
    merged.patterns = yield* writePatterns(sink, new StoredSegment(merged, file.parts(segmentId)));
  }
  const summary = file.finish(segmentId, sink, merged);
  const { directory, source } = file.directory(segmentId);
  yield* checkMerged(new StoredSegment(directory, source), sources);
  return summary;
}

/**
 * A merge leaves garbage column by column. During a large merge the collector would keep fifty megabytes of it until
 * long after the end.
 */
function* collecting<Result>(merging: Steps<Result>, sink: FileSink): Steps<Result> {
  let collectedAt = 0;
  for (;;) {
    const { done, value } = merging.next();
    const isOver = done && collectedAt > 0;
    if (isOver || sink.addedBytes - collectedAt >= mergedBytesPerCollection) {
      Bun.gc(true);
      collectedAt = sink.addedBytes;
    }
    if (done) return value;
    yield;
  }
}

function* examine({ day, source }: JobOf<"examine">, files: DayFiles): Steps<string | undefined> {
  try {
    if (source.place === "memory") yield* examineInSteps(viewOfMemory(source));
    else yield* pinned(files, day, (file) => examineInSteps(sourceOf(file, source).view));
    return undefined;
  } catch (error) {
    if (faultOf(error) !== "content") throw error;
    return String(error);
  }
}

function* inspect(file: DayFile, { segmentIds }: JobOf<"inspect">): Steps<number[]> {
  const found: number[] = [];
  for (const segmentId of segmentIds) {
    try {
      if (hasUnnumberedTemplates(file.directory(segmentId).directory)) found.push(segmentId);
    } catch (error) {
      // Its first reader finds the damage, and then this segment alone is set aside.
      if (faultOf(error) !== "content") throw error;
    }
    yield;
  }
  return found;
}

function* deleteSegments(file: DayFile, { segmentIds }: JobOf<"delete">): Steps<undefined> {
  for (const segmentId of segmentIds) yield* file.delete(segmentId);
  return undefined;
}

function* oneStep(
  job: JobOf<"apply"> | JobOf<"fold"> | JobOf<"list"> | JobOf<"visit"> | JobOf<"unlink">,
  files: DayFiles,
  eventsFolder: string,
): Steps<boolean | DayManifestEntry | undefined> {
  // Not divided: the first step does everything.
  yield* [];
  const { day } = job;
  const path = dayPath(eventsFolder, day.name);
  if (job.kind === "unlink") {
    files.close(day.name);
    removeDatabase(path);
    return undefined;
  }
  try {
    const file = files.get(day);
    if (job.kind === "apply") file.apply(job.change);
    else if (job.kind === "fold") return file.fold();
    else if (job.kind === "list") return entryOf(file, path, job.isLast);
    return undefined;
  } finally {
    files.closeIdle();
  }
}

/** Undefined while the file may still get another change that leaves it the same mark. */
function entryOf(file: DayFile, path: string, isLast: boolean): DayManifestEntry | undefined {
  const contents = file.contents();
  const mark = markOf(path);
  return mark && (isLast || isConclusive(mark, Date.now())) ? { mark, contents } : undefined;
}

function sourceOf(file: DayFile, source: JobSource): MergeSource {
  const { some: rows } = source;
  if (source.place === "memory") return { view: viewOfMemory(source), ...(rows && { rows }) };
  const { directory, source: parts } = file.directory(source.segmentId);
  return { view: new StoredSegment(directory, parts, noCache, source, source.repeats), ...(rows && { rows }) };
}

/** Includes all repeats that were pending for it. */
function viewOfMemory(segment: MemorySegment): StoredSegment {
  const { directory, source } = decodeSegment(segment.bytes, false);
  return new StoredSegment(directory, source, noCache, segment, segment.repeats);
}
