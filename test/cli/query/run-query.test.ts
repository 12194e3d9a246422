import { afterEach, expect, test } from "vitest";
import { createClient } from "../../../src/cli/http-client.ts";
import { runQuery } from "../../../src/cli/query/run-query.ts";

let server: Bun.Server<undefined> | undefined;
afterEach(() => server?.stop(true));

/** A service whose query ends after so many looks at it. */
function serveQuery(looks: number) {
  const requests: string[] = [];
  let left = looks;
  let stopped = false;
  const record = () => {
    const running = left-- > 0;
    return {
      qid: "q1",
      status: stopped ? "STOPPED" : running ? "IN_PROGRESS" : "SUCCESS",
      progress: 40,
      results: {},
      error: null,
    };
  };
  server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      requests.push(`${request.method} ${pathname}`);
      if (pathname.endsWith("/stop")) stopped = true;
      if (pathname === "/api/query") expect(await request.json()).toMatchObject({ params: { freeze_time: true } });
      return Response.json(record());
    },
  });
  return { client: createClient({ url: `http://127.0.0.1:${server.port}`, credentials: {} }), requests };
}

const body = { type: "Search", params: {} };

test("when a query takes long, then it is asked for until it ends, its progress is told and its place is given back", async () => {
  const { client, requests } = serveQuery(3);
  const progress: number[] = [];
  const record = await runQuery(client, body, new AbortController().signal, (percent) => progress.push(percent));
  expect(record.status).toBe("SUCCESS");
  expect(progress).toEqual([40, 40, 40]);
  expect(requests).toEqual(["POST /api/query", ...Array(3).fill("GET /api/query/q1"), "GET /api/query/q1/remove"]);
});

test("when it is interrupted, then the query is stopped in the service and what was found is the answer", async () => {
  const { client, requests } = serveQuery(1_000_000);
  const interrupt = new AbortController();
  const record = await runQuery(client, body, interrupt.signal, () => interrupt.abort());
  expect(record.status).toBe("STOPPED");
  expect(requests.slice(-2)).toEqual(["POST /api/query/q1/stop", "GET /api/query/q1/remove"]);
});
