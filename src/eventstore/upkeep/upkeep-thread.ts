import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Logger } from "../../lib/log.ts";
import { AwaitedAnswers } from "../../runtime/awaited-answers.ts";
import { waitForSpareDescriptors } from "../../runtime/descriptor-limit.ts";
import { workerEntry } from "../../runtime/worker-entry.ts";
import type { Lane, Upkeep, UpkeepAnswer, UpkeepJob } from "../catalog/upkeep-jobs.ts";
import { upkeepCallMs, upkeepDeathsMax, upkeepIdleMs } from "../limits.ts";
import type { UpkeepMessage, UpkeepRequest, UpkeepStart } from "./upkeep-messages.ts";

/**
 * The one thread that writes, merges and deletes day files; only a damaged one is renamed by the intake thread. It
 * starts with the first job and ends a minute after the last, because it takes 15 MB. When it dies, another one gets
 * its jobs.
 */
export class UpkeepThread implements Upkeep {
  onAnswer: () => void = () => {};
  private connection: Connection | undefined;
  private readonly answers: UpkeepAnswer[] = [];
  private readonly underWay = new Map<Lane, UpkeepJob>();
  private idleTimer: ReturnType<typeof setTimeout> | undefined;
  /** Since the last answer. */
  private deaths = 0;

  constructor(
    private readonly eventsFolder: string,
    private readonly log: Logger,
    private readonly awaited: SharedArrayBuffer = new AwaitedAnswers().shared,
    private readonly entry = workerEntry("upkeep"),
  ) {}

  begin(lane: Lane, job: UpkeepJob): void {
    clearTimeout(this.idleTimer);
    this.underWay.set(lane, job);
    this.connect().send({ kind: "begin", lane, job });
  }

  take(): UpkeepAnswer | undefined {
    this.connection?.receive();
    return this.answers.shift();
  }

  wait(timeoutMs: number): void {
    this.connection?.receive();
    if (this.answers.length === 0) this.connection?.wait(timeoutMs);
  }

  release(day: string): void {
    const { connection } = this;
    if (!connection) return;
    connection.released = false;
    connection.send({ kind: "release", day });
    if (!connection.waitFor(() => connection.released || connection.hasEnded))
      this.log.error({ day }, "the upkeep thread does not answer, its files stay open");
  }

  stop(lane: Lane): void {
    this.connection?.send({ kind: "stop", lane });
  }

  end(): void {
    clearTimeout(this.idleTimer);
    const { connection } = this;
    if (!connection) return;
    this.connection = undefined;
    if (!connection.end()) this.log.error("the upkeep thread does not answer, its files stay open");
  }

  private connect(): Connection {
    // Two threads must not have one file open for writing.
    if (this.connection?.isEnding) this.end();
    if (this.connection === undefined) waitForSpareDescriptors();
    this.connection ??= new Connection(
      this.entry,
      { eventsFolder: this.eventsFolder, awaited: this.awaited },
      (connection, message) => this.accept(connection, message),
      (connection, reason) => this.replace(connection, reason),
    );
    return this.connection;
  }

  private accept(connection: Connection, message: UpkeepMessage): void {
    if (message.kind === "ended") {
      if (message.error) this.log.warn({ error: message.error }, "closing a day file failed");
      if (this.connection === connection) this.connection = undefined;
    }
    if (message.kind !== "answer") return;
    this.deaths = 0;
    this.underWay.delete(message.answer.lane);
    this.answers.push(message.answer);
    if (this.underWay.size === 0) this.endWhenIdle();
    if (!connection.isBlocking) this.onAnswer();
  }

  private endWhenIdle(): void {
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => this.connection?.beginEnd(), upkeepIdleMs);
    this.idleTimer.unref();
  }

  /** The thread died: all of its work is done again, unless it dies again and again. */
  private replace(connection: Connection, reason: string): void {
    if (this.connection !== connection) return;
    this.connection = undefined;
    this.log.error({ reason }, "the upkeep thread ended, its work is done again");
    const isHopeless = ++this.deaths > upkeepDeathsMax;
    for (const [lane, job] of [...this.underWay])
      if (!isHopeless) this.begin(lane, job);
      else {
        this.underWay.delete(lane);
        this.answers.push({ lane, failure: { kind: "failed", message: `the upkeep thread ended: ${reason}` } });
      }
    if (isHopeless) this.onAnswer();
  }
}

/** One thread and the way to talk to it, also without turning to the event loop. */
class Connection {
  released = false;
  /** All files are closed. */
  hasEnded = false;
  isEnding = false;
  /** While true, the waiting caller reads the messages itself. */
  isBlocking = false;
  private received = 0;
  private readonly sent = new Int32Array(new SharedArrayBuffer(4));
  private readonly port: MessagePort;

  constructor(
    entry: string,
    start: Omit<UpkeepStart, "port" | "sent">,
    private readonly onMessage: (connection: Connection, message: UpkeepMessage) => void,
    onDeath: (connection: Connection, reason: string) => void,
  ) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const workerData: UpkeepStart = { ...start, port: port2, sent: this.sent.buffer };
    const worker = new Worker(entry, { workerData, transferList: [port2] });
    worker.on("error", (error) => onDeath(this, String(error)));
    worker.on("exit", (code) => this.isEnding || onDeath(this, `exit code ${code}`));
    worker.unref();
    port1.on("message", (message: UpkeepMessage) => this.take(message));
    port1.unref();
  }

  send(request: UpkeepRequest): void {
    this.port.postMessage(request);
  }

  /** Takes the messages that have arrived. */
  receive(): void {
    this.isBlocking = true;
    try {
      for (let next = receiveMessageOnPort(this.port); next; next = receiveMessageOnPort(this.port))
        this.take(next.message as UpkeepMessage);
    } finally {
      this.isBlocking = false;
    }
  }

  wait(timeoutMs: number): void {
    Atomics.wait(this.sent, 0, this.received, timeoutMs);
    this.receive();
  }

  waitFor(isDone: () => boolean): boolean {
    const end = performance.now() + upkeepCallMs;
    this.receive();
    while (!isDone() && performance.now() < end) this.wait(end - performance.now());
    return isDone();
  }

  beginEnd(): void {
    if (!this.isEnding) this.send({ kind: "end" });
    this.isEnding = true;
  }

  end(): boolean {
    this.beginEnd();
    return this.waitFor(() => this.hasEnded);
  }

  private take(message: UpkeepMessage): void {
    this.received++;
    if (message.kind === "released") this.released = true;
    if (message.kind === "ended") {
      this.hasEnded = true;
      this.port.close();
    }
    this.onMessage(this, message);
  }
}
