import { BadEvent } from "../event/bad-event.ts";
import type { MapContext, MappedEvent } from "../event/finish-event.ts";
import { parseRecord } from "../event/parse-event.ts";
import { programOfFile } from "../event/program-of-file.ts";
import type { Delivery } from "../intake.ts";
import { rawLineBytesMax, rawSampleLinesMax } from "../limits.ts";
import { describeFinding } from "../line-formats/learn/describe-finding.ts";
import { type LearnedLayout, learnLayout, mayNeedLearning } from "../line-formats/learn/learn-layout.ts";
import { MidnightCounter } from "../line-formats/learn/midnight-counter.ts";
import type { LineContext } from "../line-formats/line-fields.ts";
import { localContext } from "../line-formats/local-context.ts";
import { LineStream } from "../line-formats/records/line-stream.ts";
import { describeTable } from "../line-formats/tables/learn-table.ts";
import type { LineReader } from "./line-reader.ts";

/**
 * The events of a body of lines, read like the lines of a file: the first ones tell where their times stand, and
 * whether they are rows with a header. Where they are clocks without dates, all lines are read twice. Joins lines
 * where the sender asks for it. In the intake thread; reads on only as far as the next event needs.
 */
export class RawEvents {
  readonly #lines: LineReader;
  readonly #context: MapContext;
  readonly #isMultiline: boolean;
  /** The time of lines without one. */
  readonly #program: string;
  /** While they are counted. */
  #midnights: MidnightCounter | undefined;
  #stream: LineStream | undefined;
  readonly #ready: (MappedEvent | BadEvent)[] = [];
  #at = 0;
  #learned: LearnedLayout | undefined;
  #inherited = 0;
  /** A line of the next event held bytes that are not UTF-8, or was cut. */
  #isGarbled = false;
  #isEnded = false;

  /** `hints`: the sender's description of the lines. */
  constructor(lines: LineReader, context: MapContext, hints: Delivery["hints"] = {}) {
    this.#lines = lines;
    this.#context = context;
    this.#isMultiline = hints.multiline === "true";
    this.#program = programOfFile(hints.file ?? "");
  }

  /** Goes one step on, of a line or of the first ones: "pending" where it completes no event. Undefined at the end. */
  next(): MappedEvent | BadEvent | "pending" | undefined {
    if (this.#at >= this.#ready.length) {
      this.#ready.length = 0;
      this.#at = 0;
      if (this.#isEnded) return undefined;
      if (this.#stream !== undefined) this.#readLine(this.#stream);
      else if (this.#midnights !== undefined) this.#countMidnight(this.#midnights);
      else this.#learn();
    }
    return this.#ready[this.#at++] ?? "pending";
  }

  /** Remarks for the sender on how its lines were read; at the end. */
  notes(): string[] {
    const { finding, table } = this.#learned ?? {};
    const { headerLines = 0 } = this.#stream ?? {};
    return [
      ...(table === undefined ? [] : [describeTable(table)]),
      ...(finding === undefined ? [] : [describeFinding(finding)]),
      ...(headerLines === 0 ? [] : [`${headerLines} of the lines told what the others are, and are no events.`]),
      ...(this.#inherited === 0 ? [] : [`${this.#inherited} events without a time took that of the one before.`]),
    ];
  }

  #learn(): void {
    const sample: string[] = [];
    for (let count = 0; count < rawSampleLinesMax && this.#lines.find(); count++) {
      const line = this.#lines.read(rawLineBytesMax);
      if (typeof line === "string") sample.push(line);
    }
    this.#lines.rewind();
    const context = localContext(this.#context.arrival);
    if (mayNeedLearning(sample, context)) this.#learned = learnLayout(sample, context);
    const { layout, dateOrder, hostBehind = false } = this.#learned ?? {};
    const known = { ...context, ...(dateOrder && { dateOrder }), hostBehind };
    if (layout?.kind === "clock") this.#midnights = new MidnightCounter(known, layout);
    else this.#begin({ ...known, ...(layout && { layout }) });
  }

  /** Of one line. */
  #countMidnight(midnights: MidnightCounter): void {
    const line = this.#lines.next(rawLineBytesMax);
    if (typeof line === "string") midnights.push(line);
    if (line !== undefined) return;
    this.#lines.rewind();
    this.#begin(midnights.context);
  }

  #begin(context: LineContext): void {
    const { allTimed = false, table } = this.#learned ?? {};
    this.#stream = new LineStream({ context, oneLine: !this.#isMultiline, allTimed, table }, (record) => {
      const event = parseRecord(record, this.#context, this.#program);
      if (!(event instanceof BadEvent) && this.#isGarbled) event.cut = true;
      this.#isGarbled = false;
      if (record.before.time !== undefined && record.fields.format !== "json" && record.fields.time === undefined)
        this.#inherited++;
      this.#ready.push(event);
    });
  }

  #readLine(stream: LineStream): void {
    const line = this.#lines.next(rawLineBytesMax);
    if (typeof line === "string") {
      // Garbled if any of its lines is; an event of one line is returned at once.
      this.#isGarbled ||= this.#lines.garbled;
      stream.push(line);
      return;
    }
    stream.flush();
    if (line === undefined) this.#isEnded = true;
    else this.#ready.push(line);
  }
}
