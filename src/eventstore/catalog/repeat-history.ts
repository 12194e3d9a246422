import type { Micros } from "../event/event.ts";
import { historyHours, historyRepeatsMax } from "../limits.ts";
import { PendingRepeats } from "../occurrences/pending-repeats.ts";
import type { LaterRepeats } from "../snapshot.ts";

/**
 * The repeats of the last hour with the commits that brought them. They show a snapshot as of an earlier commit after
 * its lease is gone, however often segments were merged since. In memory only: a client that remembers a commit does
 * not outlive the process.
 */
export class RepeatHistory {
  /** Oldest first. */
  private chunks: Chunk[] = [];
  /** Repeats up to and including this commit may be forgotten. */
  private forgottenThrough = 0;

  constructor(private readonly monotonicMs: () => number = () => performance.now()) {}

  add(id: number, time: Micros, commit: number, fired = ""): void {
    let chunk = this.chunks.at(-1);
    if (!chunk || chunk.count === chunkRepeats) {
      this.forget();
      chunk = newChunk();
      this.chunks.push(chunk);
    }
    const at = chunk.count++;
    chunk.ids[at] = id;
    chunk.times[at] = time;
    chunk.commits[at] = commit;
    if (fired !== "") chunk.fired.set(at, fired);
    chunk.newestMs = this.monotonicMs();
  }

  /** From the commits after `commit`. */
  after(commit: number): LaterRepeats {
    const found = new PendingRepeats();
    for (const { count, ids, times, commits, fired } of this.chunks) {
      if (count === 0 || commits[count - 1]! <= commit) continue;
      for (let at = 0; at < count; at++)
        if (commits[at]! > commit) found.add(ids[at]!, times[at]!, commits[at]!, fired.get(at));
    }
    return { repeats: found.list(), isComplete: commit >= this.forgottenThrough };
  }

  private forget(): void {
    const since = this.monotonicMs() - historyHours * 3_600_000;
    const kept = this.chunks.slice(1 - chunksMax).filter(({ newestMs }) => newestMs >= since);
    const lost = this.chunks[this.chunks.length - kept.length - 1];
    if (lost) this.forgottenThrough = lost.commits[lost.count - 1]!;
    this.chunks = kept;
  }
}

interface Chunk {
  count: number;
  ids: Float64Array;
  times: Float64Array;
  /** Rising. */
  commits: Float64Array;
  /** Sets of triggers that fired, by place; few have any. */
  fired: Map<number, string>;
  newestMs: number;
}

const chunkRepeats = 8_192;
const chunksMax = historyRepeatsMax / chunkRepeats;

function newChunk(): Chunk {
  const column = () => new Float64Array(chunkRepeats);
  return { count: 0, ids: column(), times: column(), commits: column(), fired: new Map(), newestMs: 0 };
}
