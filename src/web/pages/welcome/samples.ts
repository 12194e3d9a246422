import type { Accepted } from "../../../api/incoming/schema.ts";
import { call } from "../../api/call.ts";

/** The source of each sample begins with this, so samples can be found again. */
export const sampleSource = "sample";

const hourSeconds = 3_600;
const visitors = 40;
const paths = ["/", "/cart", "/checkout", "/product/17", "/product/4711", "/api/stock", "/login", "/static/app.js"];

/**
 * Stores the last hour of a small shop, as its programs would have written it: a web server, logins over ssh, and an
 * application whose database is away for five minutes. Gives how many events there are now.
 */
export async function sendSamples(token: string, nowSeconds: number): Promise<number> {
  const random = createRandom(nowSeconds);
  const bodies = { access: accessLines(nowSeconds, random), auth: authLines(nowSeconds, random) };
  const headers = { authorization: `token ${token}`, "content-type": "text/plain" };
  let accepted = 0;
  for (const [name, lines] of Object.entries(bodies)) {
    const body = lines.join("\n");
    accepted += (await call<Accepted>("POST", `/incoming/raw/${sampleSource}-${name}`, { body, headers })).accepted;
  }
  const events = shopEvents(nowSeconds, random);
  accepted += (
    await call<Accepted>("POST", "/incoming", {
      body: { events },
      headers: { authorization: headers.authorization },
    })
  ).accepted;
  return accepted;
}

/** From a quarter of an hour ago for five minutes the database does not answer. */
function isAway(ago: number): boolean {
  return ago > 600 && ago < 900;
}

/** The combined log of a web server. */
function accessLines(now: number, random: () => number): string[] {
  return Array.from({ length: 1_800 }, (_, index) => {
    const ago = hourSeconds - index * 2;
    const path = paths[Math.floor(random() ** 2 * paths.length)]!;
    const fails = isAway(ago) && path.startsWith("/ch");
    const code = fails ? 503 : random() < 0.02 ? 404 : 200;
    const address = `192.0.2.${1 + Math.floor(random() * visitors)}`;
    const time = new Date((now - ago) * 1000);
    const [, month, day, year, clock] = /^\w+ (\w+) (\d+) (\d+) ([\d:]+)/.exec(utcText(time))!;
    const request = `"GET ${path} HTTP/1.1" ${code} ${Math.floor(200 + random() * 9_000)}`;
    return `${address} - - [${day}/${month}/${year}:${clock} +0000] ${request} "-" "Mozilla/5.0"`;
  });
}

/** Syslog lines of logins, some of which are refused. */
function authLines(now: number, random: () => number): string[] {
  return Array.from({ length: 240 }, (_, index) => {
    const time = new Date((now - hourSeconds + index * 15) * 1000).toISOString();
    const port = 30_000 + Math.floor(random() * 30_000);
    const guess = `Failed password for invalid user admin from 203.0.113.${1 + (index % 9)} port ${port} ssh2`;
    const login = `Accepted publickey for deploy from 198.51.100.7 port ${port} ssh2`;
    const [priority, message] = random() < 0.7 ? [84, guess] : [86, login];
    return `<${priority}>1 ${time} shop-1 sshd ${1_000 + index} - - ${message}`;
  });
}

/** Events of an application, with numbers as fields. */
function shopEvents(now: number, random: () => number): object[] {
  return Array.from({ length: 600 }, (_, index) => {
    const ago = hourSeconds - index * 6;
    const order = 20_000 + index;
    const common = { ts: now - ago, host: `shop-${1 + (index % 2)}`, program: "orders" };
    const source = `${sampleSource}-shop`;
    if (isAway(ago))
      return {
        ...common,
        severity: 3,
        message: `order ${order}: no connection to the database`,
        user_tags: { source },
      };
    const ms = Math.round(20 + random() ** 4 * 900);
    return {
      ...common,
      severity: 6,
      message: `order ${order} was taken in ${ms} ms`,
      user_tags: { source, ms: String(ms) },
    };
  });
}

/** `Sun Nov 22 2026 14:02:31` in UTC. */
function utcText(time: Date): string {
  const [, weekday, day, month, year, clock] = /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(time.toUTCString())!;
  return `${weekday} ${month} ${day} ${year} ${clock}`;
}

/** Numbers from 0 to 1 that are no secrets. */
function createRandom(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
