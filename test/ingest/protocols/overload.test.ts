import { describe, expect, test } from "vitest";
import { datadogRoutes } from "../../../src/api/shippers/datadog/routes.ts";
import { elasticsearchRoutes } from "../../../src/api/shippers/elasticsearch/routes.ts";
import { lokiRoutes } from "../../../src/api/shippers/loki/routes.ts";
import { otlpRoutes } from "../../../src/api/shippers/otlp/routes.ts";
import { seqRoutes } from "../../../src/api/shippers/seq/routes.ts";
import { splunkRoutes } from "../../../src/api/shippers/splunk/routes.ts";
import { grpcCodeOf } from "../../../src/ingest/protocols/otlp/grpc-code.ts";
import { AppError } from "../../../src/lib/errors.ts";

const busy = new AppError("too_many", "Too much.", { headers: { "Retry-After": "1" } });
const full = new AppError("unavailable", "The disk is full.", { headers: { "Retry-After": "30" } });

const receive = () => Promise.reject(busy);
const isReady = () => undefined;

/** What each protocol's clients send again after, and what they read beside it. */
const protocols = [
  {
    name: "Elasticsearch",
    routes: elasticsearchRoutes(receive),
    path: "/_bulk",
    busy: 429,
    told: "es_rejected_execution",
  },
  { name: "Loki", routes: lokiRoutes(receive, isReady), path: "/loki/api/v1/push", busy: 429, told: "Too much." },
  { name: "Splunk", routes: splunkRoutes(receive, isReady), path: "/services/collector", busy: 503, told: '"code":9' },
  { name: "OTLP", routes: otlpRoutes(receive), path: "/v1/logs", busy: 429, told: '"code":14' },
  { name: "Datadog", routes: datadogRoutes(receive), path: "/api/v2/logs", busy: 429, told: '"429"' },
  { name: "Seq", routes: seqRoutes(receive), path: "/ingest/clef", busy: 429, told: '"Error":"Too much."' },
];

describe.each(protocols)("$name", ({ routes, path, busy: status, told }) => {
  const { dialect } = routes.find((route) => route.path === path)!;
  const request = new Request("http://vigie/", { method: "POST", headers: { "content-type": "application/json" } });

  test("when more comes than can be stored, then the client is told to send again, and when", async () => {
    const answer = dialect!.errorResponse(busy, request);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([status, "1"]);
    expect(await answer.text()).toContain(told);
  });

  test("when the disk is full, then the client is told to send again later", () => {
    const answer = dialect!.errorResponse(full, request);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
  });

  test("when the body itself is at fault, then it is told not to", () => {
    expect(dialect!.errorResponse(new AppError("invalid", "Broken."), request).status).toBe(400);
  });
});

test("when a call over gRPC comes at a bad time, then its code is one that clients send again after", () => {
  expect([grpcCodeOf("too_many"), grpcCodeOf("unavailable")]).toEqual([14, 14]);
  expect([grpcCodeOf("invalid"), grpcCodeOf("unauthorized")]).toEqual([3, 16]);
});
