import { join } from "node:path";
import { openReportStore, type ReportStore } from "../../../src/api/reports/report-store.ts";
import { createReportRepository } from "../../../src/api/reports/repository.ts";
import { openDatabase } from "../../../src/db/open-database.ts";
import { permissions } from "../../../src/http/access/principal.ts";
import { createLog } from "../../../src/lib/log.ts";
import {
  adminPassword,
  login,
  type Reply,
  request,
  type Service,
  startService,
} from "../../support/service/start-service.ts";

/** Whoever may call, from nobody to everybody. */
export const callerNames = ["guest", "shipper", "outsider", "user", "owner", "manager", "admin"] as const;
export type CallerName = (typeof callerNames)[number];

export interface Person {
  id: number;
  username: string;
  password: string;
  /** Header fields that say who it is. */
  headers: Record<string, string>;
}

/** A service with one caller of each kind, an event and a place for reports. */
export interface World {
  service: Service;
  people: Record<CallerName, Person>;
  eventId: string;
  reports: ReportStore;
  /** What may stand in no answer. */
  secrets: string[];
  /** As the owner of everything; throws when it does not succeed. */
  asOwner(method: string, path: string, body?: unknown): Promise<Reply["body"]>;
  /** Id of something that the owner was told. */
  tellOwner(): Promise<number>;
  /** Id of something that the owner has searched for. */
  searchAsOwner(): Promise<number>;
  /** Resolves when no background run of anybody is in progress. */
  noRuns(): Promise<void>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const service = await startService();
  const people = await invitePeople(service);
  const database = openDatabase(service.dataFolder);
  const reports = openReportStore({
    repository: createReportRepository(database.db),
    folder: join(service.dataFolder, "reports"),
    log: createLog("silent"),
  });
  const asOwner = async (method: string, path: string, body?: unknown) => {
    const reply = await request(service.url + path, method, { headers: { ...people.owner.headers }, body });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.body;
  };
  await service.call("POST", "/incoming", { body: [{ host: "web-1", program: "sshd", message: "hello" }] });
  const found = await asOwner("POST", "/api/query", { type: "Search", params: {} });
  return {
    service,
    people,
    eventId: found.results.events.objects[0].id,
    reports,
    secrets: Object.values(people).flatMap(({ password, headers }) => [password, ...keysIn(headers)]),
    asOwner,
    tellOwner: () => tellOwner(service, asOwner),
    searchAsOwner: () => searchAsOwner(service, people.owner, asOwner),
    noRuns: async () => {
      for (const { headers } of [people.manager, people.admin])
        while (await revokeRuns(service, headers)) await Bun.sleep(5);
    },
    close: async () => {
      database.close();
      await service.close();
    },
  };
}

async function invitePeople(service: Service): Promise<Record<CallerName, Person>> {
  const invite = async (username: string, fields: Record<string, unknown> = {}): Promise<Person> => {
    const { id, token } = await service.createUser({ username, ...fields });
    return { id, username, password: `password of ${username}`, headers: { authorization: `token ${token}` } };
  };
  const owner = await invite("owner", { permissions: ["search_events", "manage_triggers"] });
  const ingest = await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST", owner: owner.id } });
  return {
    guest: { ...owner, headers: {} },
    shipper: { ...owner, headers: { authorization: `token ${ingest.body.secret_key}` } },
    outsider: await invite("outsider", { permissions: [] }),
    user: await invite("user"),
    owner,
    manager: await invite("manager", { permissions }),
    admin: { id: 1, username: "admin", password: adminPassword, headers: { cookie: service.adminCookie } },
  };
}

/** By a trigger of his, as people are told of things. */
async function tellOwner(service: Service, asOwner: World["asOwner"]): Promise<number> {
  const host = `told-${crypto.randomUUID()}`;
  const filter = [{ field: "host", value: host }];
  const { id } = await asOwner("POST", "/api/triggers", { name: host, filter, notify: true });
  await service.call("POST", "/incoming", { body: [{ host, message: "look" }] });
  for (;;) {
    const { objects } = await asOwner("GET", "/api/notifications?page_size=1000");
    const told = objects.find(({ title }: { title: string }) => title.includes(host));
    if (told === undefined) continue;
    await asOwner("DELETE", `/api/triggers/${id}`);
    return told.id;
  }
}

/** As people do, who are logged in. */
async function searchAsOwner(service: Service, owner: Person, asOwner: World["asOwner"]): Promise<number> {
  const cookie = await login(service.url, owner.username, owner.password);
  const q = `searched ${crypto.randomUUID()}`;
  const body = { type: "Search", params: { q } };
  await request(`${service.url}/api/query`, "POST", { headers: { cookie }, body });
  const { objects } = await asOwner("GET", "/api/search-history?page_size=1000");
  return objects.find((entry: { q: string }) => entry.q === q).id;
}

/** Whether there were any that had not ended. */
async function revokeRuns(service: Service, headers: Record<string, string>): Promise<boolean> {
  const { body } = await request(`${service.url}/api/async-tasks`, "GET", { headers });
  const running = body.objects.filter(({ finished_at }: { finished_at: number | null }) => finished_at === null);
  for (const { id } of running) await request(`${service.url}/api/async-tasks/${id}`, "DELETE", { headers });
  return running.length > 0;
}

function keysIn(headers: Record<string, string>): string[] {
  return Object.values(headers).map((value) => value.split(/[ =]/).at(-1)!);
}
