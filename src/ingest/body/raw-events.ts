import { BadEvent } from "../event/bad-event.ts";
import type { MapContext, MappedEvent } from "../event/finish-event.ts";
import { parseRecord } from "../event/parse-event.ts";
import { programOfFile } from "../event/program-of-file.ts";
import type { Delivery } from "../intake.ts";
import { rawSampleLinesMax } from "../limits.ts";
import { DayCounter } from "../line-formats/learn/day-counter.ts";
import { describeFinding } from "../line-formats/learn/describe-finding.ts";
import { type LearnedLayout, learnLayout, mayNeedLearning } from "../line-formats/learn/learn-layout.ts";
import type { LineContext } from "../line-formats/line-fields.ts";
import { localContext } from "../line-formats/local-context.ts";
import { LineStream } from "../line-formats/records/line-stream.ts";
import { describeTable } from "../line-formats/tables/learn-table.ts";
import { LineReader } from "./line-reader.ts";

/**
 * The events of a body of lines, read like the lines of a file: the first ones tell where their times stand, and
 * whether they are rows with a header. Joins lines where the sender asks for it. In the intake thread; reads on only as
 * far as the next event needs.
 */
export class RawEvents {
  readonly #lines: LineReader;
  readonly #context: MapContext;
  readonly #isMultiline: boolean;
  /** The time of lines without one. */
  readonly #program: string;
  #stream: LineStream | undefined;
  readonly #ready: (MappedEvent | BadEvent)[] = [];
  #at = 0;
  #learned: LearnedLayout | undefined;
  #inherited = 0;
  /** A line of the next event held bytes that are not UTF-8. */
  #isGarbled = false;
  #isEnded = false;

  /** `hints`: the sender's description of the lines. */
  constructor(lines: LineReader, context: MapContext, hints: Delivery["hints"] = {}) {
    this.#lines = lines;
    this.#context = context;
    this.#isMultiline = hints.multiline === "true";
    this.#program = programOfFile(hints.file ?? "");
  }

  /** Undefined at the end. */
  next(): MappedEvent | BadEvent | undefined {
    this.#stream ??= this.#begin();
    while (this.#at >= this.#ready.length) {
      this.#ready.length = 0;
      this.#at = 0;
      if (this.#isEnded) return undefined;
      if (this.#lines.find()) this.#push(this.#lines.read(), this.#lines.garbled);
      else {
        this.#isEnded = true;
        this.#stream.flush();
      }
    }
    return this.#ready[this.#at++];
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

  #begin(): LineStream {
    const sample: { line: string | BadEvent; isGarbled: boolean }[] = [];
    while (sample.length < rawSampleLinesMax && this.#lines.find())
      sample.push({ line: this.#lines.read(), isGarbled: this.#lines.garbled });
    const texts = sample.flatMap(({ line }) => (typeof line === "string" ? [line] : []));
    const context = localContext(this.#context.arrival);
    if (mayNeedLearning(texts, context)) this.#learned = learnLayout(texts, context);
    const { allTimed = false, table } = this.#learned ?? {};
    const options = { context: this.#withLayout(context), oneLine: !this.#isMultiline, allTimed, table };
    this.#stream = new LineStream(options, (record) => {
      const event = parseRecord(record, this.#context, this.#program);
      if (!(event instanceof BadEvent) && this.#isGarbled) event.cut = true;
      this.#isGarbled = false;
      if (record.before.time !== undefined && record.fields.format !== "json" && record.fields.time === undefined)
        this.#inherited++;
      this.#ready.push(event);
    });
    for (const { line, isGarbled } of sample) this.#push(line, isGarbled);
    return this.#stream;
  }

  #push(line: string | BadEvent, isGarbled: boolean): void {
    if (typeof line === "string") {
      // Garbled if any of its lines is; an event of one line is returned at once.
      this.#isGarbled ||= isGarbled;
      this.#stream!.push(line);
    } else {
      this.#stream!.flush();
      this.#ready.push(line);
    }
  }

  #withLayout(context: LineContext): LineContext {
    const { layout, dateOrder, hostBehind = false } = this.#learned ?? {};
    const known = { ...context, ...(dateOrder && { dateOrder }), hostBehind };
    if (layout === undefined) return known;
    if (layout.kind !== "clock") return { ...known, layout };
    const days = new DayCounter(context.reference, context.timezone, this.#countMidnights({ ...known, layout }));
    return { ...known, layout: { ...layout, days } };
  }

  /** Clocks without dates passed their last midnight before now. */
  #countMidnights(context: LineContext & { layout: object }): number {
    const days = new DayCounter(context.reference, context.timezone, 0);
    const counting = { ...context, layout: { ...context.layout, days } } as LineContext;
    const stream = new LineStream({ context: counting, oneLine: true }, () => {});
    const lines = new LineReader(this.#lines.bytes, 0);
    for (let line = lines.next(); line !== undefined; line = lines.next())
      if (typeof line === "string") stream.push(line);
    return days.midnights;
  }
}
