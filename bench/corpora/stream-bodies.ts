import { Encoder, encode } from "@msgpack/msgpack";
import type { CorpusEvent } from "./protocol-bodies.ts";

/** The lines of a corpus in the form of a protocol that has a port of its own. */
export interface StreamBody {
  name: string;
  /** The port's name in the ready file. */
  port: string;
  /** Condition for the sender to go on after each body: none, or that its bytes are acknowledged. */
  acknowledgement: "none" | "forward";
  write(events: readonly CorpusEvent[]): Uint8Array<ArrayBuffer>;
}

export const streamBodies: StreamBody[] = [
  {
    name: "Forward",
    port: "forward",
    acknowledgement: "forward",
    write: writeForward,
  },
  {
    name: "syslog TCP",
    port: "syslog-tcp",
    acknowledgement: "none",
    write: (events) => {
      const lines = events.map((event) => Buffer.from(syslogLine(event, structuredData(event))));
      return new Uint8Array(Buffer.concat(lines.flatMap((line) => [Buffer.from(`${line.length} `), line])));
    },
  },
];

/** In the form that devices send, without structured data. */
export function datagram(event: CorpusEvent): Uint8Array {
  return Buffer.from(syslogLine(event, "-"));
}

function syslogLine({ ts, host, program, severity, message }: CorpusEvent, data: string): string {
  return `<${8 + severity}>1 ${new Date(ts * 1000).toISOString()} ${host} ${program} - - ${data} ${message}`;
}

function structuredData({ user_tags }: CorpusEvent): string {
  const pairs = Object.entries(user_tags).map(([name, value]) => `${name}="${value}"`);
  return `[event@32473 ${pairs.join(" ")}]`;
}

const encoder = new Encoder({ ignoreUndefined: true });

/** Entries packed in a binary, with a chunk that must be acknowledged, as Fluentd and Fluent Bit send. */
function writeForward(events: readonly CorpusEvent[]): Uint8Array<ArrayBuffer> {
  const entries = events.map(({ ts, user_tags, ...event }) =>
    Buffer.concat([Uint8Array.of(0x92), eventTime(ts), encoder.encode({ ...event, ...user_tags })]),
  );
  const chunk = Buffer.from(String(events[0]!.user_tags.request_id)).toString("base64");
  return new Uint8Array(encode(["bench", new Uint8Array(Buffer.concat(entries)), { size: events.length, chunk }]));
}

/** Extension 0: seconds and nanoseconds. */
function eventTime(ts: number): Uint8Array {
  const bytes = Buffer.alloc(10);
  const seconds = Math.floor(ts);
  bytes.set([0xd7, 0]);
  bytes.writeUInt32BE(seconds, 2);
  bytes.writeUInt32BE(Math.round((ts - seconds) * 1000) * 1_000_000, 6);
  return bytes;
}
