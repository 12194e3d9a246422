import { parserBodyBytes, parserBodyEvents } from "./limits.ts";
import { type RunControl, Workload } from "./workload.ts";

/** A line as a program writes it, or an event as in `POST /incoming`. */
export type SampleEvent = string | Record<string, unknown>;

export interface ParserOrder {
  samples: readonly SampleEvent[];
  eventCount: number;
}

export interface ParserResult {
  event_count: number;
  /** Of parsing alone; rests do not count. */
  seconds: number;
  eps: number;
  /** Slowest first. Empty: no rule is enabled, so none has taken time. */
  rules: never[];
}

/** Reads a body as the intake does, up to events ready to be stored, and gives how many there were. */
export type ParseBody = (body: SampleBody) => number;

export interface SampleBody {
  format: "events" | "raw";
  bytes: Uint8Array<ArrayBuffer>;
}

/** Sends the samples in turn through the parser until there were as many as ordered. */
export async function measureParser(
  { samples, eventCount }: ParserOrder,
  parse: ParseBody,
  control: RunControl,
): Promise<ParserResult> {
  const workload = new Workload(control);
  let done = 0;
  let totalMs = 0;
  for (const body of sampleBodies(samples, eventCount)) {
    const { value, ms } = await workload.measure(() => parse(body));
    totalMs += ms;
    done += value;
    control.progress = (99 * done) / eventCount;
  }
  return { event_count: done, seconds: totalMs / 1000, eps: Math.round(done / (totalMs / 1000)), rules: [] };
}

/** Bodies of lines, of one format each, made when they are needed. */
export function* sampleBodies(samples: readonly SampleEvent[], eventCount: number): Generator<SampleBody> {
  const entries = samples.map((sample) => ({
    format: formatOf(sample),
    text: typeof sample === "string" ? sample : JSON.stringify(sample),
  }));
  let texts: string[] = [];
  let characters = 0;
  for (let index = 0; index < eventCount; index++) {
    const { format, text } = entries[index % entries.length]!;
    texts.push(text);
    characters += text.length;
    const next = entries[(index + 1) % entries.length]!;
    const isFull = texts.length >= parserBodyEvents || characters + next.text.length > parserBodyBytes;
    if (index + 1 < eventCount && next.format === format && !isFull) continue;
    yield { format, bytes: new TextEncoder().encode(texts.join("\n")) };
    texts = [];
    characters = 0;
  }
}

function formatOf(sample: SampleEvent): SampleBody["format"] {
  return typeof sample === "string" ? "raw" : "events";
}
