import { isDeepStrictEqual } from "node:util";
import type { StoredEvent } from "../../src/eventstore/event/event.ts";
import { eventShapes, shapedEvent } from "../../test/support/store/event-shapes.ts";
import { askAbout, shownBy } from "../../test/support/store/stream-judge.ts";
import type { Random } from "../corpora/random.ts";
import { type BenchService, startBenchService } from "./service.ts";

export interface SoakBounds {
  sealEvents: number;
  /** Events at most. */
  rows: number;
  /** Events of a body at most. */
  bodyEvents: number;
  /** Bodies between two ends of the service, in either way. */
  unrest: number;
}

/**
 * One stream through one service and its successors in one folder. Events follow from their numbers, so none is kept.
 */
export class ShapeSoak {
  #service: BenchService | undefined;
  #sent = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #ends = { kills: 0, stops: 0, slow: 0 };
  #answers = 0;
  /** Answers beyond a stated bound. */
  #refused = 0;
  #peakMb = 0;
  /** Two days ago, so that days are over and become one segment at each start. */
  readonly #begin = (Math.floor(Date.now() / 86_400_000) - 2) * 86_400e6;

  /** Parameters: the program, the place and the extent of one run. */
  constructor(
    private readonly name: string,
    private readonly command: readonly string[],
    private readonly folder: string,
    private readonly bounds: SoakBounds,
    private readonly random: Random,
  ) {}

  /**
   * Runs until the time is over or all rows are sent; then asks everything once more. Returns a summary line. Throws
   * the first wrong answer.
   */
  async run(milliseconds: number): Promise<string> {
    const end = performance.now() + milliseconds;
    const { random, bounds } = this;
    while (performance.now() < end && this.#sent < bounds.rows) {
      const count = Math.min(bounds.rows - this.#sent, 1 + random.below(bounds.bodyEvents));
      await this.#send(count, random.next() < bounds.unrest / 2);
      if (random.next() < bounds.unrest / 2) await this.#stop();
      if (random.next() < bounds.unrest && this.#sent < 200_000) await this.#ask(3);
    }
    await this.#stop();
    await this.#untilQuiet();
    const { segments } = await this.#checkSystem();
    await this.#ask(6);
    const { kills, stops, slow } = this.#ends;
    return `${this.name}, seals of ${bounds.sealEvents}: ${this.#sent} events, ${kills} kills, ${stops} stops (${slow} without waiting), ${segments} segments left, ${this.#answers} answers right, ${this.#refused} refused for memory, peak ${this.#peakMb} MB`;
  }

  async end(): Promise<void> {
    await this.#service?.kill();
  }

  #event(number: number): StoredEvent {
    return { id: number + 1, ...shapedEvent(eventShapes[this.name]!, number, this.#begin) };
  }

  async #send(count: number, isKilled: boolean): Promise<void> {
    const lines: string[] = [];
    for (let i = 0; i < count; i++) {
      const event = this.#event(this.#sent + i);
      this.#first = Math.min(this.#first, event.times[0]!);
      this.#last = Math.max(this.#last, event.times[0]!);
      lines.push(lineOf(event));
    }
    const body = lines.join("\n");
    const key = `${this.#begin} ${this.#sent}`;
    if (isKilled) {
      const { url, token } = await this.#running();
      const lost = post(url, token, body, key).catch(() => undefined);
      await Bun.sleep(this.random.below(60));
      await this.#kill();
      await lost;
    }
    for (let wait = 50; ; wait *= 2) {
      const { url, token } = await this.#running();
      const answer = await post(url, token, body, key);
      const text = await answer.text();
      if (answer.status === 200) {
        if (!text.includes(`"accepted":${count}`)) throw new Error(`Of ${count} events: ${text.slice(0, 300)}`);
        break;
      }
      if (answer.status !== 429 || wait > 20_000) throw new Error(`Sending was answered ${answer.status}: ${text}`);
      await Bun.sleep(wait);
    }
    this.#sent += count;
  }

  async #ask(count: number): Promise<void> {
    const { random } = this;
    const sample = { any: () => this.#event(random.below(this.#sent)), first: this.#first, last: this.#last };
    const questions = askAbout(sample, random, count, this.#repeats);
    for (let number = 0; number < this.#sent; number++) {
      const event = this.#event(number);
      for (const question of questions) question.take(event);
    }
    for (const question of questions) {
      const found = await answerTo(await this.#running(), question.body);
      if (found === tooMuch) {
        this.#refused++;
        continue;
      }
      const expected = question.expected();
      if (!isDeepStrictEqual(found, JSON.parse(JSON.stringify(expected))))
        throw new Error(
          `${this.#sent} events, ${JSON.stringify(question.body)}\nexpected ${JSON.stringify(expected).slice(0, 2_000)}\ngot      ${JSON.stringify(found).slice(0, 2_000)}`,
        );
      this.#answers++;
    }
  }

  /** Waits until nothing is being merged. */
  async #untilQuiet(): Promise<void> {
    for (let before = ""; ; ) {
      const { storage } = await this.#system();
      const now = JSON.stringify([storage.days.map(({ segments, bytes }) => [segments, bytes]), storage.tail.segments]);
      if (now === before) return;
      before = now;
      await Bun.sleep(1_500);
    }
  }

  async #checkSystem(): Promise<{ segments: number }> {
    const { storage, damaged, loss } = await this.#system();
    // A body that was refused for overload was sent again; the occurrences tell whether it arrived.
    const lost = Object.entries(loss).filter(([cause, count]) => cause !== "overload" && count !== 0);
    if (damaged.length > 0 || lost.length > 0) throw new Error(`The system says ${JSON.stringify({ damaged, lost })}`);
    const occurrences = storage.days.reduce((sum, day) => sum + day.occurrences, 0);
    if (occurrences !== this.#sent && storage.tail.events === 0)
      throw new Error(`${this.#sent} events were sent, ${occurrences} are there.`);
    return { segments: storage.days.reduce((sum, day) => sum + day.segments, 0) };
  }

  async #system(): Promise<SystemAnswer> {
    const { url, token } = await this.#running();
    const answer = await fetch(`${url}/api/system`, { headers: { authorization: `token ${token}` } });
    return (await answer.json()) as SystemAnswer;
  }

  async #running(): Promise<BenchService> {
    if (this.#service?.hasEnded()) throw new Error("The service ended by itself.");
    this.#service ??= await startBenchService(this.command, this.folder, {
      VIGIE_SEAL_EVENTS: String(this.bounds.sealEvents),
      VIGIE_DEDUP_SECONDS: this.#repeats ? "60" : "0",
    });
    return this.#service;
  }

  /** Repeated events are counted, and not stored again. */
  get #repeats(): boolean {
    return eventShapes[this.name]!.repeats === true;
  }

  async #kill(): Promise<void> {
    const service = await this.#running();
    this.#leave(service);
    await service.kill();
    this.#ends.kills++;
  }

  async #stop(): Promise<void> {
    const service = await this.#running();
    this.#leave(service);
    const code = await service.close();
    this.#ends.stops++;
    // On a busy machine it ends before everything is tidy; the folder must then be as good as after a kill.
    if (code !== 0) this.#ends.slow++;
  }

  #leave(service: BenchService): void {
    this.#peakMb = Math.max(this.#peakMb, service.residentMb().peak);
    this.#service = undefined;
  }
}

interface SystemAnswer {
  damaged: unknown[];
  loss: Record<string, number>;
  storage: {
    days: { occurrences: number; segments: number; bytes: number }[];
    tail: { events: number; segments: number };
  };
}

function lineOf({ times, host, program, message, severity, facility, tags }: StoredEvent): string {
  const userTags: Record<string, string> = {};
  for (let i = 0; i < tags.length; i += 2) userTags[tags[i]!] = tags[i + 1]!;
  return JSON.stringify({ ts: times[0]! / 1e6, host, program, message, severity, facility, user_tags: userTags });
}

function post(url: string, token: string, body: string, key: string): Promise<Response> {
  const headers = {
    authorization: `token ${token}`,
    "content-type": "application/x-ndjson",
    "idempotency-key": key,
  };
  return fetch(`${url}/incoming`, { method: "POST", headers, body });
}

async function answerTo({ url, token }: BenchService, body: { type: string; params: object }): Promise<unknown> {
  const headers = { authorization: `token ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${url}/api/query`, { method: "POST", headers, body: JSON.stringify(body) });
  let record = (await answer.json()) as QueryRecord;
  while (record.status === "PENDING" || record.status === "IN_PROGRESS") {
    await Bun.sleep(5);
    record = (await (await fetch(`${url}/api/query/${record.qid}`, { headers })).json()) as QueryRecord;
  }
  if (record.status === "FAILURE" && /different values/.test(record.error ?? "")) return tooMuch;
  if (record.status !== "SUCCESS") throw new Error(`${JSON.stringify(body)} was answered ${JSON.stringify(record)}`);
  if (record.results!.warnings) throw new Error(`An answer warns: ${JSON.stringify(record.results!.warnings)}`);
  return shownBy(body.type, record.results!);
}

const tooMuch = Symbol("too much");

interface QueryRecord {
  qid: string;
  status: string;
  error: string | null;
  results: Record<string, unknown> | null;
}
