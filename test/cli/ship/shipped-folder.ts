import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../../../src/cli/command.ts";
import type { Batch } from "../../../src/cli/import/batch.ts";
import { readOptions } from "../../../src/cli/import/read-options.ts";
import { FollowedFiles } from "../../../src/cli/ship/followed-files.ts";
import { ShipState } from "../../../src/cli/ship/ship-state.ts";
import { Shipper } from "../../../src/cli/ship/shipper.ts";

/**
 * A folder of logs and what follows them, look by look: the parts of `vigie ship` are the real ones, its clock is
 * turned by the test, and its service knows places of streams as the real one does.
 */
export class ShippedFolder {
  readonly logs: string;
  readonly statePath: string;
  /** Lines as they were stored, in this order. */
  readonly stored: string[] = [];
  /** The same as they came. */
  readonly events: { message: string; user_tags?: Record<string, string> }[] = [];
  /** What was said to people. */
  readonly told: string[] = [];
  /** When the next batch is sent, this side is killed: before the service has it, or before it hears of it. */
  killAt: "unsent" | "unheard" | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), "vigie-shipped-"));
  /** Up to where the service has each stream. */
  readonly #known = new Map<string, number>();
  #running: { files: FollowedFiles; shipper: Shipper } | undefined;
  #nowMs = 0;

  constructor() {
    this.logs = join(this.#folder, "logs");
    this.statePath = join(this.#folder, "ship.json");
    mkdirSync(this.logs);
  }

  path(name: string): string {
    return join(this.logs, name);
  }

  write(name: string, ...lines: string[]): void {
    appendFileSync(this.path(name), lines.map((line) => `${line}\n`).join(""));
  }

  copy(name: string, to: string): void {
    copyFileSync(this.path(name), this.path(to));
  }

  empty(name: string): void {
    truncateSync(this.path(name), 0);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  start(fromEnd = false): void {
    const state = ShipState.open(this.statePath);
    const tell = (text: string) => void this.told.push(text);
    const sources = { patterns: [join(this.logs, "*")], dockerPatterns: [], fromEnd };
    const files = new FollowedFiles(sources, readOptions({ host: "here" }, []), state, tell, () => this.#nowMs);
    const destination = { send: async (batch: Batch) => this.#receive(batch) };
    const signal = new AbortController().signal;
    this.#running = { files, shipper: new Shipper({ files, journal: undefined, destination, state, tell, signal }) };
  }

  /** As by a kill: nothing is written any more. */
  stop(): void {
    this.#running?.files.close();
    this.#running = undefined;
  }

  /** Everything that is new is sent; false: it was killed meanwhile. `isPause`: unfinished events, too. */
  async pass(isPause = true): Promise<boolean> {
    try {
      while (await this.#running!.shipper.pass(isPause)) this.#nowMs += 1;
      return true;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      this.stop();
      return false;
    }
  }

  /** A second passes: new files are looked for, and everything is sent. */
  async look(isPause = true): Promise<boolean> {
    this.discover();
    return this.pass(isPause);
  }

  /** The first half of a look: nothing is read yet. */
  discover(): void {
    this.#nowMs += 1_000;
    this.#running!.files.discover();
  }

  async looks(count: number): Promise<void> {
    for (let i = 0; i < count; i++) await this.look();
  }

  get isUndecided(): boolean {
    return this.#running!.files.isUndecided;
  }

  remove(): void {
    this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #receive({ body }: Batch) {
    const { killAt } = this;
    this.killAt = undefined;
    if (killAt === "unsent") throw new CommandError("killed");
    const events = body.trimEnd().split("\n");
    for (const text of events) {
      const event = JSON.parse(text) as { message: string; event_id: string };
      const [, stream, to] = /^(.+)\.\d+-(\d+)$/.exec(event.event_id)!;
      if (Number(to) <= (this.#known.get(stream!) ?? 0)) continue;
      this.#known.set(stream!, Number(to));
      this.events.push(event);
      this.stored.push(...event.message.split("\n").map((line) => line.trim()));
    }
    if (killAt === "unheard") throw new CommandError("killed");
    return {
      accepted: events.length,
      duplicates: 0,
      cut: 0,
      outOfTime: 0,
      withoutTime: 0,
      rejected: [],
      rejectedCount: 0,
    };
  }
}
