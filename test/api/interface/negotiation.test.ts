import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawExchange } from "../../support/service/raw-exchange.ts";
import { type Reply, type Service, startService } from "../../support/service/start-service.ts";
import { later, nameOf, rows } from "./rows.ts";

let service: Service;
let taskId: number;
beforeAll(async () => {
  service = await startService();
  taskId = (await service.call("POST", "/api/tasks", { body: { title: "a,b" } })).body.id;
});
afterAll(() => service.close());

const fieldsOf = ({ body }: Reply) => Object.keys(body).sort();

/**
 * Three resources that take bodies: where one is created, what a body of one field that fits is, and what the answer is
 * then.
 */
const resources: [path: string, field: string, fits: string, status: number][] = [
  ["/api/tasks", "title", "Look", 200],
  ["/api/dashboards", "title", "Board", 201],
  ["/api/authtokens", "description", "one", 201],
];

describe("methods", () => {
  const paths = [...new Set(rows.filter((row) => !later.includes(nameOf(row))).map(({ path }) => path))];
  test.each(paths)("when %s is asked with a method it has not, then it is 405 and names those it has", async (path) => {
    const promised = rows.filter((row) => row.path === path).map(({ method }) => method);
    const url = path.replaceAll(/\{\w+\}/g, "1");
    for (const slash of ["", "/"]) {
      const options = await service.call("OPTIONS", url + slash);
      const allowed = options.headers.get("allow")?.split(", ") ?? [];
      expect([options.status, options.text]).toEqual([204, ""]);
      expect(allowed).toEqual(expect.arrayContaining([...promised, "OPTIONS"]));
      expect(allowed.includes("HEAD")).toBe(allowed.includes("GET"));
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"].filter(
        (one) => !allowed.includes(one),
      )) {
        const reply = await service.call(method, url + slash);
        expect([method, reply.status, fieldsOf(reply)]).toEqual([method, 405, ["detail"]]);
        expect(reply.headers.get("allow")).toBe(options.headers.get("allow"));
      }
    }
  });

  test.each(["/api/tasks", "/api/dashboards/", "/api/auth", "/api/openapi.json", "/api/docs"])(
    "when HEAD %s is asked, then it has the fields of GET and no body",
    async (path) => {
      const port = Number(new URL(service.url).port);
      const ask = (method: string) =>
        rawExchange(
          port,
          `${method} ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: token ${service.adminToken}\r\nConnection: close\r\n\r\n`,
        );
      const [head, get] = [await ask("HEAD"), await ask("GET")];
      const names = (text: string) =>
        text
          .slice(0, text.indexOf("\r\n\r\n"))
          .split("\r\n")
          .map((line) => line.split(":")[0]!.toLowerCase())
          // Bun's server leaves it out of answers to HEAD.
          .filter((name) => name !== "date")
          .sort();
      expect(head.startsWith("HTTP/1.1 200 ")).toBe(true);
      expect(head.endsWith("\r\n\r\n")).toBe(true);
      expect(names(head)).toEqual(names(get));
      expect(/content-length: (\d+)/i.exec(head)?.[1]).toBe(/content-length: (\d+)/i.exec(get)?.[1]);
    },
  );
});

describe("what is accepted", () => {
  test.each([
    ["text/html", 406],
    ["application/json;q=0", 406],
    ["application/json; q=0, */*", 406],
    ["text/csv, application/*;q=0", 406],
    ["*/*", 200],
    ["application/*", 200],
    ["APPLICATION/JSON; charset=utf-8", 200],
    ["text/html, application/json;q=0.1", 200],
    ["", 200],
  ])("when %j is accepted, then lists and records are %d", async (accept, status) => {
    for (const path of ["/api/tasks", `/api/tasks/${taskId}`, "/api/dashboards", "/api/authtokens", "/api/reports"]) {
      const reply = await service.call("GET", path, { headers: { accept } });
      expect([path, reply.status]).toEqual([path, status]);
      expect(fieldsOf(reply).includes("detail")).toBe(status === 406);
    }
  });

  test("when nothing can be answered in an accepted type, then nothing is done either", async () => {
    const headers = { accept: "text/html" };
    expect((await service.call("POST", "/api/tasks", { headers, body: { title: "not made" } })).status).toBe(406);
    expect((await service.call("GET", "/api/tasks?title=not made")).body.item_count).toBe(0);
  });

  test.each(["text/html", "application/json;q=0", "garbage", "*/*"])(
    "when an answer has no body, then %s is as good as any",
    async (accept) => {
      const { id } = (await service.call("POST", "/api/tasks", { body: { title: "to go" } })).body;
      const headers = { accept };
      expect((await service.call("DELETE", `/api/tasks/${id}`, { headers })).status).toBe(204);
      expect((await service.call("GET", `/api/tasks/${id}`)).status).toBe(404);
      expect((await service.call("DELETE", "/api/auth/", { headers, token: "" })).status).toBe(204);
    },
  );
});

describe.each(resources)("bodies sent to %s", (path, field, fits, status) => {
  const json = () => JSON.stringify({ [field]: fits });
  const urlencoded = () => String(new URLSearchParams({ [field]: fits }));
  const send = (body: string | Uint8Array, type?: string, more: Record<string, string> = {}) =>
    service.call("POST", path, { body, headers: { ...(type === undefined ? {} : { "content-type": type }), ...more } });

  test.each([
    ["application/json", json],
    ["Application/JSON", json],
    ["application/json;charset=UTF-8", json],
    ['application/json ; charset="utf-8"; version=1', json],
    ["application/vnd.vigie+json", json],
    ["application/x-www-form-urlencoded", urlencoded],
    ["APPLICATION/X-WWW-Form-UrlEncoded; charset=utf-8", urlencoded],
    ["Multipart/Form-Data; BOUNDARY=xyz", () => multipart(field, fits)],
    ['multipart/form-data; charset=utf-8; boundary="xyz"', () => multipart(field, fits)],
  ])("when the type is %s, then it is read as what it is", async (type, body) => {
    const reply = await send(body(), type);
    expect([reply.status, reply.body[field]]).toEqual([status, fits]);
  });

  test.each([
    ["text/plain", {}],
    ["application/xml", {}],
    ["application/jsonp", {}],
    ["multipart/mixed; boundary=xyz", {}],
    ["application/octet-stream", {}],
    ["application/json", { "content-encoding": "gzip" }],
    ["application/json", { "content-encoding": "br, identity" }],
  ])("when the type is %s with %j, then it is 415", async (type, headers) => {
    const reply = await send(json(), type, headers as Record<string, string>);
    expect([reply.status, fieldsOf(reply)]).toEqual([415, ["detail"]]);
  });

  test.each([
    ["{", "application/json"],
    ['{"a":1}x', "application/json"],
    ["\u0000", "application/json"],
    ["no boundary", "multipart/form-data"],
    ["not of it", "multipart/form-data; boundary=xyz"],
  ])("when the body is %j as %s, then it is 400 with detail", async (body, type) => {
    const reply = await send(body, type);
    expect([reply.status, fieldsOf(reply)]).toEqual([400, ["detail"]]);
  });

  test("when the body is larger than 10 MiB, then it is 413, and the service goes on", async () => {
    const reply = await send(new Uint8Array(10 * 1024 * 1024 + 1).fill(0x20), "application/json");
    expect([reply.status, fieldsOf(reply)]).toEqual([413, ["detail"]]);
    expect((await send(json(), "application/json")).status).toBe(status);
  });

  test("when a form carries names of prototypes, then they are nothing", async () => {
    const body = new URLSearchParams({
      [field]: fits,
      __proto__: '{"polluted":1}',
      "constructor.prototype": "1",
      constructor: "1",
    });
    body.append("__proto__", '{"polluted":1}');
    const form = await service.call("POST", path, { body });
    const asJson = await send(`{"${field}":"${fits}","__proto__":{"polluted":1},"constructor":1}`, "application/json");
    for (const reply of [form, asJson]) {
      expect([reply.status, reply.body[field]]).toEqual([status, fits]);
      expect([reply.body.polluted, ({} as { polluted?: unknown }).polluted]).toEqual([undefined, undefined]);
    }
  });

  test("when a form names one field twice, then it is refused by its name", async () => {
    const reply = await send(`${field}=a&${field}=b`, "application/x-www-form-urlencoded");
    expect([reply.status, fieldsOf(reply)]).toEqual([400, [field]]);
  });

  test("when what only the service sets is sent, then it is not taken", async () => {
    const sent = {
      [field]: fits,
      id: 999_999,
      secret_key: "user-1",
      is_read_only: true,
      created_at: 1,
      is_superuser: true,
    };
    const reply = await service.call("POST", path, { body: sent });
    expect(reply.status).toBe(status);
    expect(reply.body.id).not.toBe(999_999);
    expect(reply.body.created_at).toBeGreaterThan(1_000_000_000);
    expect(reply.body.is_superuser).toBeUndefined();
    if (path === "/api/authtokens") expect(reply.body.secret_key).toMatch(/^user-[0-9a-f]{48}$/);
  });
});

describe("empty bodies", () => {
  const types = [
    undefined,
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=xyz",
  ];
  test.each(types)("when a body of type %s is empty, then it is one without fields", async (type) => {
    const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
    const missing = await service.call("POST", "/api/tasks", { headers });
    expect([missing.status, missing.body]).toEqual([400, { title: ["This field is required."] }]);
    expect((await service.call("PATCH", `/api/tasks/${taskId}`, { headers })).status).toBe(200);
    expect((await service.call("POST", "/api/authtokens", { headers })).status).toBe(201);
  });
});

describe("query parameters", () => {
  test("when a value has commas or looks like JSON, then it stays the text it is", async () => {
    const titles = ["a,b", '{"a":1}', "[1,2]", "true", "1", "null", "%25", "a+b", "ü,ö"];
    for (const title of titles) {
      const made = await service.call("POST", "/api/tasks", { body: { title } });
      const list = await service.call("GET", `/api/tasks?title=${encodeURIComponent(title)}`);
      const ids = list.body.objects.map(({ id }: { id: number }) => id);
      expect([title, ids.includes(made.body.id)]).toEqual([title, true]);
      expect(list.body.objects.every((task: { title: string }) => task.title === title)).toBe(true);
    }
  });

  test("when a parameter is repeated, then a list has all its values, and what takes one refuses several", async () => {
    const both = await service.call("GET", "/api/dashboards?owner=1&owner=2");
    expect([both.status, both.body.item_count]).toEqual([
      200,
      (await service.call("GET", "/api/dashboards?owner=1,2")).body.item_count,
    ]);
    for (const [query, name] of [
      ["page=1&page=1", "page"],
      ["is_open=true&is_open=true", "is_open"],
    ] as const) {
      const reply = await service.call("GET", `/api/tasks?${query}`);
      expect([reply.status, fieldsOf(reply)]).toEqual([400, [name]]);
    }
  });

  test("when parameters are unknown, nameless or named like prototypes, then the answer is the same", async () => {
    const plain = (await service.call("GET", "/api/authtokens?page_size=1")).body.item_count;
    for (const more of ["&other=1", "&__proto__=1", "&constructor[prototype]=1", "&=1", "&&", "&%FF=1"])
      expect((await service.call("GET", `/api/authtokens?page_size=1${more}`)).body.item_count).toBe(plain);
  });
});

function multipart(name: string, value: string): string {
  return `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--xyz--\r\n`;
}
