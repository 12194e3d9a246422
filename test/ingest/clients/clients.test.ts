import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../../support/service/start-service.ts";
import { comeFrom, expectAll, type FoundEvent } from "./found-events.ts";
import { sentCount } from "./odd-events.ts";

const sender = join(import.meta.dirname, "send.ts");
let service: Service;
let token: string;

beforeAll(async () => {
  service = await startService({ settings: { otlpGrpc: 0 } });
  token = (await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } })).body.secret_key;
});
afterAll(() => service.close());

const clients = [
  ...["@opensearch-project/opensearch", "pino-loki", "splunk-logging", "otlp-http", "otlp-proto"],
  ...["otlp-grpc", "datadog", "seq-logging", "pino-seq"],
];
/** Their HTTP client does not run in Bun. */
const clientsOfNode = ["@elastic/elasticsearch", "pino-elasticsearch", "winston-elasticsearch"];

const sinceMs = Date.now();
const baseMs = sinceMs - 60_000;
/** They tell when something was logged, and take no other time. */
const clientsWithClocks = ["pino-elasticsearch", "winston-elasticsearch", "pino-loki", "datadog", "pino-seq"];
/** Tags that they add by themselves. */
const ownOf: Record<string, string[]> = {
  "pino-loki": ["level", "time"],
  datadog: ["env"],
  "splunk-logging": ["source"],
  "otlp-http": ["otel.scope.name"],
  "otlp-proto": ["otel.scope.name"],
  "otlp-grpc": ["otel.scope.name"],
  "seq-logging": ["Text", "message_template"],
  "pino-seq": ["message_template"],
};
const timesOf = (name: string) => (clientsWithClocks.includes(name) ? { sinceMs } : { baseMs });

describe("a client of others that is pointed here", () => {
  test.each(clients)(
    "when %s sends events, then all are found with host, program, severity, time and tags",
    async (name) => {
      expectAll(await sentBy(process.execPath, sender, name), { ...timesOf(name), own: ownOf[name] ?? [] });
    },
  );

  test("when winston-loki sends protobuf, then all are found under its labels", async () => {
    const events = await sentBy(process.execPath, sender, "winston-loki");
    // It writes what it has beside the message behind it.
    const rest = / \{"level":"\w+"\}$/;
    expectAll(
      events.map((event) => ({ ...event, message: event.message.replace(rest, "") })),
      { tags: (index) => ({ odd_name: String(index % 3) }), sinceMs },
    );
  });

  const hasNode = spawnSync("node", ["--version"]).status === 0;
  test.skipIf(!hasNode).each(clientsOfNode)(
    "when %s sends events from Node, then all are found likewise",
    async (name) => {
      const bundle = join(import.meta.dirname, `../../../node_modules/.cache-clients-${process.pid}.mjs`);
      const built = spawnSync(process.execPath, [
        "build",
        "--target=node",
        "--packages=external",
        sender,
        "--outfile",
        bundle,
      ]);
      expect(built.status).toBe(0);
      try {
        expectAll(await sentBy("node", bundle, name), { ...timesOf(name), own: ownOf[name] ?? [] });
      } finally {
        rmSync(bundle, { force: true });
      }
    },
  );
});

/** Runs a client until all that it sends is found. */
async function sentBy(program: string, script: string, name: string): Promise<FoundEvent[]> {
  const place = [service.url, token, String(service.ports["otlp-grpc"])];
  const child = spawn(program, [script, name, ...place, String(sentCount), String(baseMs)]);
  let told = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      told += String(chunk);
    });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const failed = ended.then((code) => (code === 0 ? new Promise<never>(() => undefined) : Promise.reject(told)));
  const events = await Promise.race([comeFrom(service, `shop ${name}`), failed]);
  child.stdin.on("error", () => undefined).end();
  expect([await ended, told]).toEqual([0, ""]);
  return events;
}
