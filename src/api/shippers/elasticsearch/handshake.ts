import type { Call } from "../../../http/route.ts";
import { versionFor } from "./client-version.ts";
import { elasticsearchJson } from "./dialect.ts";

/** Answers to the requests of clients before they send, by path. All of them are GET, and HEAD with it. */
export const questions: Readonly<Record<string, (call: Call) => unknown>> = {
  "/_license": () => ({ license }),
  "/_xpack": () => ({ build: {}, license, features: {} }),
  "/_cluster/health": () => health,
  "/_cluster/health/{name}": () => health,
  "/_cluster/settings": () => ({ persistent: {}, transient: {} }),
  "/_cat/health": () => healthLine(),
  "/_nodes": nodes,
  "/_nodes/{name}": nodes,
  "/_nodes/{name}/{other}": nodes,
  "/_alias": () => ({}),
  "/_alias/{name}": () => ({}),
};

/** Kinds of objects that clients look for and set up before they send; all of them exist, and none does anything. */
export const kept = [
  "/_template/{name}",
  "/_index_template/{name}",
  "/_component_template/{name}",
  "/_ilm/policy/{name}",
  "/_ingest/pipeline/{name}",
  "/_data_stream/{name}",
];

/** The same of indexes; below a prefix alone, since at the root they would look like paths of ours. */
export const keptIndexes = [
  "/{index}",
  "/{index}/_mapping",
  "/{index}/_settings",
  "/{index}/_refresh",
  "/{index}/_alias/{name}",
];

/** Answer to `GET /`. */
export function describeCluster(call: Call): Response {
  return elasticsearchJson(call.request, {
    name: "vigie",
    cluster_name: clusterName,
    cluster_uuid: "dmlnaWUtbG9nLXN0b3Jl",
    version: {
      number: versionFor(call.request.headers),
      ...{ build_flavor: "default", build_type: "tar", build_hash: "vigie", build_date: "2026-01-01T00:00:00.000Z" },
      ...{ build_snapshot: false, lucene_version: "9.12.0" },
      ...{ minimum_wire_compatibility_version: "7.17.0", minimum_index_compatibility_version: "7.0.0" },
    },
    tagline: "You Know, for Search",
  });
}

const clusterName = "vigie";

const license = {
  ...{ status: "active", uid: "6c8a2a5c-0000-4000-8000-766967696500", type: "basic", mode: "basic" },
  ...{ issue_date_in_millis: 0, expiry_date_in_millis: 4_102_444_800_000, max_nodes: 1000, issued_to: clusterName },
};

const health = {
  ...{ cluster_name: clusterName, status: "green", timed_out: false, number_of_nodes: 1, number_of_data_nodes: 1 },
  ...{ active_primary_shards: 1, active_shards: 1, relocating_shards: 0, initializing_shards: 0, unassigned_shards: 0 },
  ...{ delayed_unassigned_shards: 0, number_of_pending_tasks: 0, number_of_in_flight_fetch: 0 },
  ...{ task_max_waiting_in_queue_millis: 0, active_shards_percent_as_number: 100 },
};

function healthLine(): Response {
  const now = new Date();
  const line = `${Math.floor(now.getTime() / 1000)} ${now.toISOString().slice(11, 19)} ${clusterName} green 1 1 1 1 0 0 0 0 - 100.0%\n`;
  return new Response(line, {
    headers: { "Content-Type": "text/plain; charset=UTF-8", "X-Elastic-Product": "Elasticsearch" },
  });
}

/** A client that looks for other nodes gets the address that it used. */
function nodes({ host, request }: Call): unknown {
  const http = { bound_address: [host], publish_address: host, max_content_length_in_bytes: 67_108_864 };
  const roles = ["data", "ingest", "master"];
  const node = {
    name: "vigie",
    transport_address: host,
    host,
    ip: host,
    version: versionFor(request.headers),
    roles,
    http,
  };
  return { _nodes: { total: 1, successful: 1, failed: 0 }, cluster_name: clusterName, nodes: { vigie: node } };
}
