import { describe, expect, test } from "vitest";
import { QuestionThreads } from "../../src/engine/question-threads.ts";
import type { SegmentHandle } from "../../src/eventstore/snapshot.ts";
import { AppError } from "../../src/lib/errors.ts";
import type { Also } from "../../src/pool/pool-task.ts";
import type { WorkerPool } from "../../src/pool/worker-pool.ts";
import type { EncodedTask } from "../../src/query/answer/encode-answer.ts";
import type { QueryTask } from "../../src/query/execution/task.ts";
import { type HelperTask, TeamMember, type TeamTask } from "../../src/query/execution/team.ts";
import { parseQuery } from "../../src/query/parse/parse-query.ts";
import { AwaitedAnswers } from "../../src/runtime/awaited-answers.ts";

const base = 1_700_000_000;

/** A question about a million events in two segments. */
function questionOf(type: string, params: object = {}): EncodedTask {
  const times = { minTime: base * 1e6, maxTime: (base + 60) * 1e6 };
  const segment = { place: "file", day: "", segmentId: 1, rows: 500_000, occurrences: 500_000, minId: 1, ...times };
  const snapshot = { lease: 1, commit: 0, eventsFolder: "", segments: [segment, segment], warnings: [] };
  const time_range = { ts_from: base, ts_to: base + 100, timezone: "UTC" };
  const question = parseQuery({ type, params: { ...params, time_range } }, { timezone: "UTC", now: base });
  return {
    ...question,
    baseTime: base,
    hosts: [],
    snapshot: { ...snapshot, segments: snapshot.segments as unknown as SegmentHandle[] },
    control: new SharedArrayBuffer(8),
    links: undefined,
  };
}

interface Run {
  task: QueryTask & { kind: string; team?: TeamTask };
  weight: string;
  owner: unknown;
  also: Also | undefined;
}

/** A pool whose tasks end as the test says; `answers`: one for each run. */
function openThreads(answers: ((run: Run) => unknown)[], threads = 2) {
  const runs: Run[] = [];
  const pool = {
    async run(_worker: string, task: unknown, weight: string, owner?: unknown, also?: Also) {
      const run = { task, weight, owner, also } as Run;
      runs.push(run);
      return answers[runs.length - 1]!(run);
    },
  } as Pick<WorkerPool, "run">;
  const records = { bytes: 1_000, threads };
  const awaited = new AwaitedAnswers();
  return { runs, awaited, threads: new QuestionThreads({ pool, records, awaited, budgetMs: 40, rehearseMs: 1 }) };
}

function helperOf({ also }: Run, number: number): TeamMember {
  const { team } = also!.help!.tasks[number - 1]!.task as { team: HelperTask };
  return new TeamMember(team);
}

/** Whether the helper of this number got the segment. */
function takeAsHelper(run: Run, segment: number, number = 1): boolean {
  const helper = helperOf(run, number);
  return helper.join() && helper.takes(segment);
}

/** As the thread that answers does, which reads their rows. */
function takeAll(team: TeamTask): void {
  const own = new TeamMember(team);
  expect([0, 1].map((segment) => own.takes(segment))).toEqual([true, true]);
  own.addDone(1_000_000);
}

const tooLarge = new AppError("too_large", "Too much.");
const refuse = () => Promise.reject(tooLarge);
const answered = { itemCount: 1 };

describe("work that can wait", () => {
  test("when a heavy question is answered or refused, then it is told of it until then; of light ones never", async () => {
    const seen: boolean[] = [];
    const look = () => {
      seen.push(awaited.isAny);
      return answered;
    };
    const { threads, awaited } = openThreads([look, look, refuse, look]);
    await threads.answer(questionOf("LastN", { field: "host" }), 1);
    await threads.answer(questionOf("TopN", { field: "host" }), 1);
    expect([seen, awaited.isAny]).toEqual([[true, true], false]);
    await expect(threads.answer(questionOf("LastN", { field: "host" }), 1)).rejects.toBe(tooLarge);
    expect(awaited.isAny).toBe(false);
    const { snapshot, ...light } = questionOf("LastN", { field: "host" });
    await threads.answer({ ...light, snapshot: { ...snapshot, segments: [] } }, 1);
    expect(seen).toEqual([true, true, false]);
  });
});

describe("a rehearsal", () => {
  const usual = [{ type: "Search" }, { type: "TopN", field: "host" }, { type: "Patterns" }];
  const ready = () => usual;
  const { snapshot } = questionOf("LastN", { field: "host" });
  const kinds = (runs: readonly Run[]) => runs.map(({ task }) => (task.kind === "query" ? task.type : task.kind));
  const prepared = ["rehearse", "rehearse"];

  test("when its threads are ready, then they are asked the usual questions with helpers, which preempt nothing", async () => {
    const seen: boolean[] = [];
    const look = () => {
      seen.push(awaited.isAny);
      return answered;
    };
    const { threads, runs, awaited } = openThreads([ready, ready, look, look, look]);
    expect(await threads.rehearse(snapshot)).toBeUndefined();
    expect(kinds(runs)).toEqual([...prepared, "Search", "TopN", "Patterns"]);
    expect(runs.map(({ also }) => also?.preempting)).toEqual(runs.map(() => undefined));
    expect(runs[2]!.also!.help!.tasks).toHaveLength(1);
    // Nobody waits for these, and the memory of rankings is left for those of people.
    expect(seen).toEqual([false, false, false]);
    expect(runs[3]!.task.recordBytes).toBeUndefined();
  });

  test("when a heavy question comes, then no more are asked", async () => {
    const come = () => {
      threads.endRehearsal();
      return answered;
    };
    const { threads, runs } = openThreads([ready, ready, come]);
    await threads.rehearse(snapshot);
    expect(kinds(runs)).toEqual([...prepared, "Search"]);
  });

  test("when one finds damage, or is too much, then that ends it", async () => {
    const damaged = { damaged: { day: "2023-11-14", reason: "a part is missing" } };
    const first = openThreads([ready, ready, () => answered, () => damaged]);
    expect(await first.threads.rehearse(snapshot)).toBe(damaged as never);
    expect(kinds(first.runs)).toEqual([...prepared, "Search", "TopN"]);
    const second = openThreads([ready, ready, refuse, refuse]);
    await expect(second.threads.rehearse(snapshot)).rejects.toBe(tooLarge);
    expect(kinds(second.runs)).toEqual([...prepared, "Search"]);
  });

  test("when a thread finds damage while it gets ready, then nothing is asked", async () => {
    const damaged = { damaged: { day: "2023-11-14", reason: "a part is missing" } };
    const { threads, runs } = openThreads([ready, () => damaged]);
    expect(await threads.rehearse(snapshot)).toBe(damaged as never);
    expect(kinds(runs)).toEqual(prepared);
  });
});

describe("a heavy question that is refused as too large", () => {
  test("when a helper had taken a segment, then it is asked once more, without a team, for the same user", async () => {
    for (const threadCount of [2, 4]) {
      const first = (run: Run) => {
        expect(new TeamMember(run.task.team!).takes(0)).toBe(true);
        expect(takeAsHelper(run, 0, 1)).toBe(false);
        expect(takeAsHelper(run, 1, threadCount - 1)).toBe(true);
        return refuse();
      };
      const question = questionOf("LastN", { field: "host" });
      const { threads, runs } = openThreads([first, () => answered], threadCount);
      expect(await threads.answer(question, 7)).toBe(answered as never);
      expect(runs).toHaveLength(2);
      expect(runs[0]!.also!.help!.tasks).toHaveLength(threadCount - 1);
      expect(runs[1]).toEqual({ task: { ...question, kind: "query" }, weight: "heavy", owner: 7, also: undefined });
    }
  });

  test("when it is refused once more without helpers, then that is the answer", async () => {
    const again = new AppError("too_large", "Still too much.");
    const first = (run: Run) => {
      takeAsHelper(run, 0);
      return refuse();
    };
    const { threads, runs } = openThreads([first, () => Promise.reject(again)]);
    await expect(threads.answer(questionOf("LastN", { field: "host" }), 1)).rejects.toBe(again);
    expect(runs).toHaveLength(2);
  });

  test("when it is a ranking, then it has the same share of the memory both times, and gives it back", async () => {
    const first = (run: Run) => {
      takeAsHelper(run, 1);
      return refuse();
    };
    const { threads, runs } = openThreads([first, () => answered, () => answered]);
    const question = questionOf("TopN", { field: "host" });
    for (let round = 0; round < 2; round++) expect(await threads.answer(question, 1)).toBe(answered as never);
    expect(runs.map(({ task }) => task.recordBytes)).toEqual([800, 800, 800]);
    expect(runs.map(({ task }) => task.team !== undefined)).toEqual([true, false, true]);
  });

  test.each<[string, (run: Run) => void]>([
    ["no helper came", () => undefined],
    ["the thread that answers had taken all segments", ({ task }) => void takeAll(task.team!)],
    [
      "a helper joined and found nothing to do",
      (run) => {
        takeAll(run.task.team!);
        expect(takeAsHelper(run, 1)).toBe(false);
      },
    ],
    [
      "a helper failed before it took one",
      (run) => {
        const helper = helperOf(run, 1);
        expect(helper.join()).toBe(true);
        helper.handOver(undefined);
      },
    ],
    [
      "helpers were told to leave before they took one",
      (run) => {
        run.also!.help!.leave();
        expect(takeAsHelper(run, 1)).toBe(false);
      },
    ],
    ["a helper was lost before it took one", (run) => run.also!.help!.lost()],
  ])("when %s, then it stays refused", async (_, meanwhile) => {
    const first = (run: Run) => {
      meanwhile(run);
      return refuse();
    };
    const { threads, runs } = openThreads([first]);
    await expect(threads.answer(questionOf("LastN", { field: "host" }), 1)).rejects.toBe(tooLarge);
    expect(runs).toHaveLength(1);
  });

  test("when there are no threads to help, or the question is answered alone, then it stays refused", async () => {
    for (const [question, count] of [
      [questionOf("LastN", { field: "host" }), 1],
      [questionOf("Search", { q: "refused", count: false }), 2],
    ] as const) {
      const { threads, runs } = openThreads([refuse], count);
      await expect(threads.answer(question, 1)).rejects.toBe(tooLarge);
      expect(runs.map(({ task, also }) => [task.team, also!.help])).toEqual([[undefined, undefined]]);
    }
  });
});

describe("a heavy question that fails otherwise", () => {
  test.each([
    ["the thread died", new AppError("unavailable", "The thread ended.")],
    ["too many wait", new AppError("too_many", "Try again.")],
    ["it failed by its own fault", new RangeError("expected 3 rows, got 4")],
    ["something else was thrown that looks like it", Object.assign(new Error("Too much."), { code: "too_large" })],
  ])("when a helper had taken a segment and %s, then it is not asked again", async (_, error) => {
    const first = (run: Run) => {
      expect(takeAsHelper(run, 1)).toBe(true);
      return Promise.reject(error);
    };
    const { threads, runs } = openThreads([first]);
    await expect(threads.answer(questionOf("LastN", { field: "host" }), 1)).rejects.toBe(error);
    expect(runs).toHaveLength(1);
  });

  test("when it is answered with a helper, then it is asked once", async () => {
    const first = (run: Run) => {
      expect(takeAsHelper(run, 1)).toBe(true);
      return answered;
    };
    const { threads, runs } = openThreads([first]);
    expect(await threads.answer(questionOf("LastN", { field: "host" }), 1)).toBe(answered as never);
    expect(runs).toHaveLength(1);
  });
});
