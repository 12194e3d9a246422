import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { spoken } from "../ingest/protocols/spoken.ts";
import { startServiceProcess, testPassword } from "../support/service/service-process.ts";

async function call(url: string, headers: Record<string, string>, body: unknown): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function newToken(url: string): Promise<string> {
  const login = await call(`${url}/api/auth/`, {}, { username: "admin", password: testPassword });
  const cookie = login.headers.getSetCookie()[0]!.split(";")[0]!;
  return ((await (await call(`${url}/api/authtokens`, { cookie }, {})).json()) as { secret_key: string }).secret_key;
}

test("when the service is killed right after its answers, then every event that any protocol acknowledged is there, once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vigie-crash-"));
  try {
    const first = await startServiceProcess(folder);
    const token = await newToken(first.url);
    const sent: string[] = [];
    await Promise.all(
      spoken.map(async (how) => {
        const messages = Array.from({ length: 50 }, (_, index) => `${how.name} number ${index}`);
        const headers = { ...how.headers, ...how.token(token) };
        const answer = await fetch(`${first.url}${how.path}`, { method: "POST", headers, body: how.body(messages) });
        if (answer.status === how.accepted) sent.push(...messages);
      }),
    );
    await first.end("SIGKILL");
    expect(sent).toHaveLength(spoken.length * 50);
    const second = await startServiceProcess(folder);
    const params = { page_size: 1000, time_range: { ts_from: -86_400, ts_to: 0 } };
    const headers = { authorization: `token ${token}` };
    const asked = await call(`${second.url}/api/query`, headers, { type: "Search", params });
    let answer = (await asked.json()) as Answer;
    while (answer.status === "PENDING" || answer.status === "IN_PROGRESS")
      answer = (await (await fetch(`${second.url}/api/query/${answer.qid}`, { headers })).json()) as Answer;
    const found = answer.results!.events.objects.flatMap(({ message, counter }) =>
      Array<string>(counter).fill(message),
    );
    expect(found.sort()).toEqual(sent.sort());
    const system = await fetch(`${second.url}/api/system`, { headers });
    expect(await system.json()).toMatchObject({ received: sent.length, stored: sent.length, lost: 0 });
    await second.end("SIGTERM");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

interface Answer {
  qid: string;
  status: string;
  results: { events: { objects: Found[] } } | null;
}

interface Found {
  message: string;
  counter: number;
}
