import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../../support/service/start-service.ts";

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { name: string; in: string; description?: string; schema: object }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { $ref?: string; content?: object }>;
}

let service: Service;
// biome-ignore lint/suspicious/noExplicitAny: the document is looked into everywhere
let document: any;
let operations: [name: string, operation: Operation][];
beforeAll(async () => {
  service = await startService();
  document = (await service.call("GET", "/api/openapi.json", { token: "" })).body;
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});
afterAll(() => service.close());

describe("the description of the API", () => {
  test("when it is held against the rules of OpenAPI, then it is a 3.1 document", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect([valid, validator.version]).toEqual([true, "3.1"]);
  });

  test("when it refers to something, then that is there, and nothing is there that nobody refers to", () => {
    const text = JSON.stringify(document);
    const references = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
    );
    const there = ["schemas", "responses", "headers"].flatMap((kind) =>
      Object.keys(document.components[kind]).map((name) => `${kind}/${name}`),
    );
    expect([...references].filter((reference) => !there.includes(reference))).toEqual([]);
    const shown = there.filter((name) => !references.has(name));
    expect(shown.filter((name) => !["responses/Timeout", "schemas/TimeoutDetail"].includes(name))).toEqual([]);
    expect(text.match(/"\$ref":"(?!#\/components\/)[^"]*"/g)).toBeNull();
    expect(text).not.toContain("$defs");
  });

  test("when an operation is looked at, then it, its parameters and its answers are described", () => {
    const undescribed = operations.flatMap(([name, { summary, parameters = [], responses }]) => [
      ...(summary ? [] : [name]),
      ...parameters.filter(({ description }) => !description).map((parameter) => `${name} ${parameter.name}`),
      ...["405", "500"].filter((status) => !(status in responses)).map((status) => `${name} ${status}`),
    ]);
    expect(undescribed).toEqual([]);
  });

  test("when operations are told apart, then by a name that only one has", () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.every((id) => /^[a-z][A-Za-z0-9_]*$/.test(id))).toBe(true);
  });

  test("when the types of the interface are looked for, then they have their names", () => {
    const types = [
      "AuthToken",
      "AuthInfo",
      "AuthShort",
      "Detail",
      "Dashboard",
      "PatchedDashboard",
      "DashboardTemplatePath",
    ];
    const more = ["Widget", "PatchedWidget", "Task", "PatchedTask", "ShortReport", "GenericQuery", "AsyncTask"];
    const lists = ["AuthToken", "Dashboard", "Task", "Widget", "ShortReport"].map((name) => `Paginated${name}List`);
    const missing = [...types, ...more, ...lists].filter((name) => !(name in document.components.schemas));
    expect(missing).toEqual([]);
  });

  test("when a method or path is described, then it is served, and HEAD is left to the reader", async () => {
    for (const [name] of operations) {
      const [method = "", path = ""] = name.split(" ");
      const allow = (await service.call("OPTIONS", path.replaceAll(/\{\w+\}/g, "1"))).headers.get("allow") ?? "";
      expect([name, allow.split(", ").includes(method)]).toEqual([name, true]);
    }
    expect(operations.filter(([name]) => /^(HEAD|OPTIONS)/.test(name))).toEqual([]);
  });
});

describe("the paths of the description", () => {
  test.each(["/api/openapi.json", "/api/openapi.json/", "/api/docs", "/api/docs/", "/api/docs/start.js"])(
    "when a guest asks for %s, then it is there, and a browser that has it is told so",
    async (path) => {
      const first = await service.call("GET", path, { token: "" });
      expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-store"]);
      const headers = { "if-none-match": first.headers.get("etag")! };
      expect((await service.call("GET", path, { token: "", headers })).status).toBe(304);
      expect((await service.call("HEAD", path, { token: "" })).status).toBe(200);
    },
  );

  test("when the page is asked for, then only what this service serves may be loaded by it", async () => {
    const { headers, text } = await service.call("GET", "/api/docs", { token: "" });
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; img-src 'self' data:",
    );
    const parts = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part]) => part!);
    expect(parts.length).toBe(4);
    for (const part of parts) expect((await service.call("GET", part, { token: "" })).status).toBe(200);
  });

  test.each(["swagger-ui.css.map", "__proto__", "..%2findex.html", "x".repeat(200)])(
    "when %s is asked for, then it is 404",
    async (part) => {
      expect((await service.call("GET", `/api/docs/${part}`, { token: "" })).status).toBe(404);
    },
  );
});
