import { afterEach, expect, test } from "vitest";
import { createClient, RequestError } from "../../src/cli/http-client.ts";

type Answer = (request: Request) => Response | Promise<Response>;

const servers: Bun.Server<undefined>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.stop(true);
});

/** A real server that gives these answers in turn, the last one again and again. */
function serve(...answers: Answer[]) {
  const requests: { path: string; headers: Headers; body: string }[] = [];
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      requests.push({
        path: new URL(request.url).pathname,
        headers: request.headers,
        body: await request.clone().text(),
      });
      return answers[Math.min(requests.length, answers.length) - 1]!(request);
    },
  });
  servers.push(server);
  const waits: number[] = [];
  const client = createClient({
    url: `http://127.0.0.1:${server.port}`,
    credentials: { authorization: "Token key" },
    sleep: async (ms) => void waits.push(ms),
    random: () => 1,
  });
  return { client, requests, waits };
}

const ok: Answer = () => Response.json({ fine: true });
const overfull: Answer = () => Response.json({ detail: "Overfull." }, { status: 429, headers: { "Retry-After": "2" } });
const restarting: Answer = () => Response.json({ detail: "Later." }, { status: 503 });

test("when the service is overfull or restarting, then the same request is sent again after what it asked for or a growing wait", async () => {
  const { client, requests, waits } = serve(overfull, restarting, restarting, ok);
  const request = {
    method: "POST" as const,
    path: "/incoming",
    body: "x",
    headers: { "idempotency-key": "k" },
    retry: true,
  };
  expect(await client.send<object>(request)).toEqual({ fine: true });
  expect(waits).toEqual([2000, 400, 800]);
  expect(requests.map(({ body, headers }) => [body, headers.get("idempotency-key")])).toEqual(
    Array(4).fill(["x", "k"]),
  );
});

test("when a request may not be tried again, then the first refusal is the answer", async () => {
  const { client, requests } = serve(overfull, ok);
  await expect(client.send({ method: "POST", path: "/api/tasks", json: {} })).rejects.toThrow(
    "answered 429: Overfull.",
  );
  expect(requests).toHaveLength(1);
});

test("when the service refuses for good, then it is not asked again and the message says why", async () => {
  const { client, requests } = serve(() =>
    Response.json({ title: ["Too long."], non_field_errors: ["No."] }, { status: 400 }),
  );
  const error = (await client.send({ path: "/x", retry: true }).catch((thrown) => thrown)) as RequestError;
  expect(error).toBeInstanceOf(RequestError);
  expect(error.message).toContain("answered 400: title: Too long. No.");
  expect(error.status).toBe(400);
  expect(requests).toHaveLength(1);
});

test("when the token is refused, then the message says what to give", async () => {
  const { client } = serve(() => Response.json({ detail: "Invalid token." }, { status: 401 }));
  await expect(client.send({ path: "/x" })).rejects.toThrow(
    "refused the token (401): Invalid token. Give a valid one with --token",
  );
});

test("when nobody listens, then the message says so at once", async () => {
  const { client, waits } = serve(ok);
  servers.splice(0)[0]!.stop(true);
  await expect(client.send({ path: "/x", retry: true })).rejects.toThrow("No service answers at");
  expect(waits).toEqual([]);
});

test("when a service that answered goes away, then it is waited for with growing patience and five minutes at most", async () => {
  const { client } = serve(ok);
  const waits: number[] = [];
  let time = 0;
  const patient = createClient({
    url: client.url,
    credentials: {},
    sleep: async (ms) => {
      waits.push(ms);
      time += ms;
    },
    random: () => 1,
    now: () => time,
  });
  await patient.send({ path: "/x" });
  await servers.splice(0)[0]!.stop(true);
  await expect(patient.send({ path: "/x", retry: true })).rejects.toThrow("No service answers at");
  expect(Math.max(...waits)).toBe(10_000);
  expect(time).toBeLessThanOrEqual(300_000);
  expect(time).toBeGreaterThan(250_000);
});

test("when the answer is a page and not JSON, then the message asks whether it is the right service", async () => {
  const { client } = serve(() => new Response("<html>", { headers: { "content-type": "text/html" } }));
  await expect(client.send({ path: "/x" })).rejects.toThrow("not JSON");
});
