/** The lines of a corpus in the form of each protocol. */
export interface ProtocolBody {
  name: string;
  path: string;
  mediaType: string;
  write(events: readonly CorpusEvent[]): Uint8Array<ArrayBuffer>;
}

export interface CorpusEvent {
  ts: number;
  host: string;
  program: string;
  severity: number;
  message: string;
  user_tags: Record<string, string | number>;
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const nanos = (ts: number) => `${Math.round(ts * 1000)}000000`;
/** SeverityNumber of OpenTelemetry by syslog's. */
const severityNumbers = [21, 19, 18, 17, 13, 10, 9, 5];

/** Events in groups with a common key. */
function groupBy(events: readonly CorpusEvent[], keyOf: (event: CorpusEvent) => string): CorpusEvent[][] {
  const groups = new Map<string, CorpusEvent[]>();
  for (const event of events) {
    const group = groups.get(keyOf(event)) ?? [];
    group.push(event);
    groups.set(keyOf(event), group);
  }
  return [...groups.values()];
}

const byProgram = (events: readonly CorpusEvent[]) => groupBy(events, ({ host, program }) => `${host} ${program}`);

export const protocolBodies: ProtocolBody[] = [
  {
    name: "POST /incoming",
    path: "/incoming",
    mediaType: "application/x-ndjson",
    write: (events) => bytes(events.map((event) => JSON.stringify(event)).join("\n")),
  },
  {
    name: "Elasticsearch _bulk",
    path: "/_bulk",
    mediaType: "application/x-ndjson",
    write: (events) =>
      bytes(
        events
          .map(({ ts, user_tags, ...event }) => {
            const document = { "@timestamp": new Date(ts * 1000).toISOString(), ...event, ...user_tags };
            return `{"create":{"_index":"logs"}}\n${JSON.stringify(document)}\n`;
          })
          .join(""),
      ),
  },
  {
    name: "Loki JSON",
    path: "/loki/api/v1/push",
    mediaType: "application/json",
    write: (events) => {
      const streams = byProgram(events).map((group) => {
        const { host, program } = group[0]!;
        const values = group.map(({ ts, message, severity, user_tags }) => {
          const metadata = Object.entries({ severity, ...user_tags }).map(([name, value]) => [name, String(value)]);
          return [nanos(ts), message, Object.fromEntries(metadata)];
        });
        return { stream: { host, app: program }, values };
      });
      return bytes(JSON.stringify({ streams }));
    },
  },
  {
    name: "Splunk HEC",
    path: "/services/collector",
    mediaType: "application/json",
    write: (events) =>
      bytes(
        events
          .map(({ ts, host, program, severity, message, user_tags }) =>
            JSON.stringify({ time: ts, host, event: { message, severity, program, ...user_tags } }),
          )
          .join(""),
      ),
  },
  {
    name: "OTLP JSON",
    path: "/v1/logs",
    mediaType: "application/json",
    write: (events) => {
      const text = (key: string, value: string | number) => ({
        key,
        value: typeof value === "number" ? { doubleValue: value } : { stringValue: value },
      });
      const resourceLogs = byProgram(events).map((group) => ({
        resource: { attributes: [text("host.name", group[0]!.host), text("service.name", group[0]!.program)] },
        scopeLogs: [
          {
            logRecords: group.map(({ ts, severity, message, user_tags }) => ({
              timeUnixNano: nanos(ts),
              severityNumber: severityNumbers[severity],
              body: { stringValue: message },
              attributes: Object.entries(user_tags).map(([key, value]) => text(key, value)),
            })),
          },
        ],
      }));
      return bytes(JSON.stringify({ resourceLogs }));
    },
  },
  { name: "OTLP protobuf", path: "/v1/logs", mediaType: "application/x-protobuf", write: writeOtlp },
];

function writeOtlp(events: readonly CorpusEvent[]): Uint8Array<ArrayBuffer> {
  const logs = byProgram(events).map((group) => {
    const resource = [attribute("host.name", group[0]!.host), attribute("service.name", group[0]!.program)];
    const records = group.map(({ ts, severity, message, user_tags }) => {
      const attributes = Object.entries(user_tags).map(([name, value]) => field(6, attribute(name, value)));
      const head = [fixed64(1, BigInt(nanos(ts))), Uint8Array.of(16, severityNumbers[severity]!)];
      return field(2, Buffer.concat([...head, field(5, field(1, Buffer.from(message))), ...attributes]));
    });
    const parts = resource.map((one) => field(1, one));
    return field(1, Buffer.concat([field(1, Buffer.concat(parts)), field(2, Buffer.concat(records))]));
  });
  return new Uint8Array(Buffer.concat(logs));
}

function attribute(name: string, value: string | number): Uint8Array {
  const written = typeof value === "number" ? double(4, value) : field(1, Buffer.from(value));
  return Buffer.concat([field(1, Buffer.from(name)), field(2, written)]);
}

function field(number: number, content: Uint8Array): Uint8Array {
  const length: number[] = [];
  let rest = content.length;
  for (; rest > 127; rest = rest >> 7) length.push((rest & 127) | 128);
  return Buffer.concat([Uint8Array.from([number * 8 + 2, ...length, rest]), content]);
}

function fixed64(number: number, value: bigint): Uint8Array {
  const bytesOf = Buffer.alloc(9);
  bytesOf[0] = number * 8 + 1;
  bytesOf.writeBigUInt64LE(value, 1);
  return bytesOf;
}

function double(number: number, value: number): Uint8Array {
  const bytesOf = Buffer.alloc(9);
  bytesOf[0] = number * 8 + 1;
  bytesOf.writeDoubleLE(value, 1);
  return bytesOf;
}
