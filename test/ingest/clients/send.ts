/** Sends events with a client of others, as a process of its own: `bun send.ts CLIENT URL TOKEN GRPC_PORT COUNT BASE_MS`. */
import { setTimeout } from "node:timers/promises";
import { Client as ElasticClient } from "@elastic/elasticsearch";
import { Client as OpenSearchClient } from "@opensearch-project/opensearch";
import { messageOf, oddTags, severities, severityOf, storedTags, timeOf } from "./odd-events.ts";

const [name = "", url = "", token = "", grpcPort = "", count = "", baseMs = ""] = process.argv.slice(2);
const { hostname } = new URL(url);
const total = Number(count);

const when = (index: number) => timeOf(Number(baseMs), index);
const host = "client-host";
const program = `shop ${name}`;
const numbers = Array.from({ length: total }, (_, index) => index);
/** In the words of most clients. */
const levelOf = (index: number) =>
  ({ DEBUG: "debug", INFO: "info", WARNING: "warn", ERROR: "error", CRITICAL: "fatal" })[severityOf(index)] as "error";

const documents = numbers.map((index) => ({
  "@timestamp": new Date(when(index)).toISOString(),
  message: messageOf(index),
  host: { name: host },
  service: { name: program },
  log: { level: levelOf(index) },
  ...oddTags(index),
}));

/** Of winston, the most severe first. */
const levels = { fatal: 0, error: 1, warn: 2, info: 3, debug: 4 };

const clients: Record<string, () => Promise<unknown>> = {
  async "@elastic/elasticsearch"() {
    const client = new ElasticClient({ node: `${url}/es`, auth: { apiKey: token } });
    await client.info();
    const told = await client.helpers.bulk({
      datasource: documents,
      onDocument: () => ({ create: { _index: "logs-shop-default" } }),
      onDrop: (dropped) => fail(JSON.stringify(dropped)),
    });
    if (told.successful !== total) fail(JSON.stringify(told));
  },
  async "@opensearch-project/opensearch"() {
    const client = new OpenSearchClient({ node: `${url}/es`, auth: { username: "x", password: token } });
    const told = await client.helpers.bulk({
      datasource: documents,
      onDocument: () => ({ index: { _index: "logs" } }),
      onDrop: (dropped) => fail(JSON.stringify(dropped)),
    });
    if (told.successful !== total) fail(JSON.stringify(told));
  },
  async "pino-elasticsearch"() {
    const { default: pinoElastic } = await import("pino-elasticsearch");
    const { default: pino } = await import("pino");
    const stream = pinoElastic({
      index: "pino",
      node: `${url}/es`,
      esVersion: 9,
      flushBytes: 100_000,
      auth: { apiKey: token },
    } as never);
    stream.on("insertError", (error: unknown) => fail(String(error)));
    stream.on("error", (error: unknown) => fail(String(error)));
    const log = pino({ level: "trace", base: { hostname: host, app: program } }, stream as never);
    for (const index of numbers) log[levelOf(index)](oddTags(index), messageOf(index));
    const stored = new Promise<void>((resolve) => stream.on("insert", () => resolve()));
    stream.end();
    await stored;
  },
  async "winston-elasticsearch"() {
    const { ElasticsearchTransport } = await import("winston-elasticsearch");
    const { createLogger } = await import("winston");
    const transport = new ElasticsearchTransport({
      index: "logs-app",
      // Only when it is asked to, below.
      flushInterval: 60_000,
      clientOpts: { node: `${url}/es`, auth: { username: "x", password: token } },
      transformer: ({ message, level, meta }) => ({
        "@timestamp": new Date().toISOString(),
        ...{ message, severity: level, host: { name: host }, service: { name: program }, ...meta },
      }),
    });
    for (const kind of ["error", "warning"]) transport.on(kind, (error: unknown) => fail(String(error)));
    const log = createLogger({ levels, level: "debug", transports: [transport] });
    let logged = 0;
    transport.on("logged", () => logged++);
    for (const index of numbers) log.log({ level: levelOf(index), message: messageOf(index), ...oddTags(index) });
    while (logged < total) await setTimeout(10);
    await transport.flush();
  },
  async "pino-loki"() {
    const { pinoLoki } = await import("pino-loki");
    const { default: pino } = await import("pino");
    const stream = pinoLoki({
      host: url,
      basicAuth: { username: "x", password: token },
      labels: { app: program, host },
      batching: { interval: 1 },
      convertArrays: false,
    } as never);
    const log = pino({ level: "trace", base: null }, stream as never);
    for (const index of numbers) log[levelOf(index)](oddTags(index), messageOf(index));
    await new Promise<void>((resolve) => (stream as { end(done: () => void): void }).end(() => resolve()));
    await ended();
  },
  async "winston-loki"() {
    const { default: LokiTransport } = await import("winston-loki");
    const { createLogger } = await import("winston");
    const transport = new LokiTransport({
      host: url,
      basicAuth: `x:${token}`,
      json: false,
      batching: true,
      interval: 1,
      labels: { app: program, host },
      onConnectionError: (error: unknown) => fail(String(error)),
    });
    const log = createLogger({ levels, level: "debug", transports: [transport] });
    for (const index of numbers)
      log.log({ level: levelOf(index), message: messageOf(index), labels: { odd_name: index % 3 } });
    await transport.flush();
  },
  async "splunk-logging"() {
    const { Logger } = (await import("splunk-logging" as string)) as { Logger: new (options: object) => SplunkLogger };
    const log = new Logger({ token, url: `${url}/services/collector`, maxBatchCount: 0 });
    log.error = (error) => fail(String(error));
    for (const index of numbers)
      log.send({
        message: { message: messageOf(index), ...oddTags(index), program },
        severity: levelOf(index),
        metadata: { time: when(index) / 1000, host, source: "test" },
      });
    await new Promise<void>((resolve, reject) => log.flush((error) => (error ? reject(error) : resolve())));
    await ended();
  },
  "otlp-http": () => sendOtlp("http"),
  "otlp-proto": () => sendOtlp("proto"),
  "otlp-grpc": () => sendOtlp("grpc"),
  async datadog() {
    const { client, v2 } = await import("@datadog/datadog-api-client");
    const configuration = client.createConfiguration({ authMethods: { apiKeyAuth: token } });
    configuration.setServerVariables({});
    const base = new client.BaseServerConfiguration(url, {});
    const api = new v2.LogsApi(
      client.createConfiguration({ authMethods: { apiKeyAuth: token }, baseServer: base } as never),
    );
    for (let from = 0; from < total; from += 1000)
      await api.submitLog({
        body: numbers.slice(from, from + 1000).map((index) => ({
          message: messageOf(index),
          hostname: host,
          service: program,
          ddtags: "env:test",
          additionalProperties: { status: levelOf(index), ...storedTags(index) },
        })) as never,
        contentEncoding: "gzip",
      });
  },
  async "seq-logging"() {
    const seq = (await import("seq-logging" as string)) as { Logger: new (options: object) => SeqLogger };
    const log = new seq.Logger({ serverUrl: url, apiKey: token, onError: (error: unknown) => fail(String(error)) });
    for (const index of numbers)
      log.emit({
        timestamp: new Date(when(index)),
        level: ["Debug", "Information", "Warning", "Error", "Fatal"][severities.indexOf(severityOf(index))],
        messageTemplate: "{Text}",
        properties: { Text: messageOf(index), Application: program, MachineName: host, ...oddTags(index) },
      });
    await log.close();
  },
  async "pino-seq"() {
    const { default: pinoSeq } = await import("pino-seq" as string);
    const { default: pino } = await import("pino");
    const stream = pinoSeq.createStream({ serverUrl: url, apiKey: token });
    const log = pino({ level: "trace", base: { MachineName: host, Application: program } }, stream);
    for (const index of numbers) log[levelOf(index)](oddTags(index), messageOf(index));
    await stream.flush();
    await new Promise<void>((resolve) => stream.end(() => resolve()));
    await ended();
  },
};

interface SplunkLogger {
  error(error: unknown): void;
  send(event: object): void;
  flush(done: (error: unknown) => void): void;
}

interface SeqLogger {
  emit(event: object): void;
  close(): Promise<void>;
}

async function sendOtlp(kind: "http" | "proto" | "grpc"): Promise<void> {
  const { LoggerProvider, BatchLogRecordProcessor } = await import("@opentelemetry/sdk-logs");
  const { resourceFromAttributes } = await import("@opentelemetry/resources");
  const exporters = {
    http: () => import("@opentelemetry/exporter-logs-otlp-http"),
    proto: () => import("@opentelemetry/exporter-logs-otlp-proto"),
    grpc: () => import("@opentelemetry/exporter-logs-otlp-grpc"),
  };
  const { OTLPLogExporter } = (await exporters[kind]()) as { OTLPLogExporter: new (options: object) => never };
  const headers = { authorization: `Bearer ${token}` };
  let options: object = { url: `${url}/v1/logs`, headers, compression: "gzip" };
  if (kind === "grpc") {
    const { Metadata, credentials } = await import("@grpc/grpc-js");
    const metadata = new Metadata();
    metadata.set("authorization", headers.authorization);
    options = { url: `http://${hostname}:${grpcPort}`, metadata, credentials: credentials.createInsecure() };
  }
  const processor = new BatchLogRecordProcessor({
    exporter: new OTLPLogExporter(options),
    maxQueueSize: total + 1,
    maxExportBatchSize: 500,
  } as never);
  const provider = new LoggerProvider({
    resource: resourceFromAttributes({ "service.name": program, "host.name": host }),
    processors: [processor],
  });
  const log = provider.getLogger("test");
  for (const index of numbers)
    log.emit({
      timestamp: when(index),
      severityNumber: [5, 9, 13, 17, 21][severities.indexOf(severityOf(index))],
      body: messageOf(index),
      attributes: oddTags(index) as never,
    });
  await provider.forceFlush();
  await provider.shutdown();
}

/** They do not tell when all is sent: the one who started this does, once all has come. */
async function ended(): Promise<void> {
  await new Promise((resolve) => process.stdin.once("end", resolve).resume());
}

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}

await clients[name]!();
process.exit(0);
