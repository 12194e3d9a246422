import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../../support/service/start-service.ts";
import { eventsOf, expectAll, sentCount, timeOf } from "./found-events.ts";

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
const timesOf = (name: string) => (clientsWithClocks.includes(name) ? { sinceMs } : { baseMs });

describe("a client of others that is pointed here", () => {
  test.each(clients)(
    "when %s sends events, then all are found with host, program, severity, time and tags",
    async (name) => {
      await run(process.execPath, sender, name);
      expectAll(await eventsOf(service, `shop ${name}`), timesOf(name));
    },
  );

  test("when winston-loki sends protobuf, then all are found under its labels", async () => {
    await run(process.execPath, sender, "winston-loki");
    const events = await eventsOf(service, "shop winston-loki");
    // It writes what it has beside the message behind it.
    const rest = ' {"level":"error"}';
    expectAll(
      events.map((event) => ({ ...event, message: event.message.replace(rest, "") })),
      { tags: (index) => ({ odd_name: index % 3 }), sinceMs },
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
        await run("node", bundle, name);
      } finally {
        rmSync(bundle, { force: true });
      }
      expectAll(await eventsOf(service, `shop ${name}`), timesOf(name));
    },
  );
});

async function run(program: string, script: string, name: string): Promise<void> {
  const child = spawn(program, [
    script,
    name,
    service.url,
    token,
    String(service.ports["otlp-grpc"]),
    String(sentCount),
    String(timeOf(baseMs, 0)),
  ]);
  let told = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      told += String(chunk);
    });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect([code, code === 0 ? "" : told]).toEqual([0, ""]);
}
