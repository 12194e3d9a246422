import type { EventRow } from "../../eventstore/event/event.ts";

/**
 * Makes bodies of `POST /incoming` from real events in turn. Each time an event is used, its last long number changes,
 * so that it is new, but of the same length and kind as the real ones; an event without one gets a number at its end.
 */
export class SampleBodies {
  private readonly writers: EventWriter[];
  private index = 0;

  constructor(rows: readonly EventRow[]) {
    this.writers = rows.map(writerOf);
  }

  next(events: number): Uint8Array<ArrayBuffer> {
    const lines: string[] = [];
    const ts = (Date.now() / 1000).toFixed(3);
    for (let i = 0; i < events; i++) {
      const { head, before, digits, after } = this.writers[this.index % this.writers.length]!;
      lines.push(`{"ts":${ts}${head}${before}${numberOf(this.index++, digits)}${after}`);
    }
    return new TextEncoder().encode(lines.join("\n"));
  }
}

/** JSON text of an event around the number in its message. */
interface EventWriter {
  head: string;
  before: string;
  digits: number;
  after: string;
}

function writerOf({ host, program, message, severity, facility, tags, extra }: EventRow): EventWriter {
  const user_tags = Object.fromEntries(tags.flatMap((name, i) => (i % 2 === 0 ? [[name, tags[i + 1]!]] : [])));
  const fields = JSON.stringify({ host, program, severity, facility, user_tags }).slice(1, -1);
  const head = `,${fields}${extra === "" ? "" : `,"extra_fields":${extra}`},"message":`;
  const found = longNumber.exec(message);
  const [start, end] = found === null ? [message.length, message.length] : [found.index, found.index + found[0].length];
  const before = JSON.stringify(found === null ? `${message} ` : message.slice(0, start)).slice(0, -1);
  return { head, before, digits: end - start || newDigits, after: `${JSON.stringify(message.slice(end)).slice(1)}}` };
}

/** Statuses and addresses have at most three digits in a row, and rules and triggers look at them. */
const longNumber = /\d{4,15}(?!.*\d{4})/su;
const newDigits = 6;

/** Other digits for each index; the first is not 0. Multiplying by an odd number gives no value twice (mod 2^32). */
function numberOf(index: number, digits: number): string {
  const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 0;
  const text = String(mixed).padStart(10, "1");
  return digits <= 10 ? text.slice(10 - digits).replace(/^0/, "7") : text.padStart(digits, "4");
}
