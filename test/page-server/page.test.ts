import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { request, type Service, startService } from "../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const get = (path: string, headers: Record<string, string> = html, method = "GET") =>
  request(`${service.url}${path}`, method, { headers });

describe("the document", () => {
  test.each([
    "/",
    "/search",
    "/search/?q=host:web",
    "/dashboards",
    "/dashboards/7",
    "/dashboards/7/",
    "/dashboards/7/widgets/3",
    "/shared/0123456789abcdef",
    "/changes?since=1",
    "/no/such/page",
    "/dashboards/_doc",
    "/search/_search",
  ])("when a browser goes to %s, then it gets the document, which is never kept", async (path) => {
    const { status, headers, text } = await get(path);
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "text/html; charset=utf-8",
      "no-store",
    ]);
    expect(text).toContain('<div id="page">');
  });

  test.each(["/api", "/api/", "/api/search", "/api/query/x"])(
    "when a browser goes to %s, then the API answers, not the page",
    async (path) => {
      const { status, headers } = await get(path);
      expect([status, headers.get("content-type")?.split(";")[0]]).toEqual([401, "application/json"]);
    },
  );

  test.each([
    ["a program that wants no document asks", "/search", "GET", { accept: "application/json" }],
    ["something is sent there", "/search", "POST", html],
    ["something is deleted there", "/", "DELETE", html],
  ])("when %s, then it is refused as everywhere", async (_, path, method, headers) => {
    expect((await get(path, headers, method)).status).toBe(401);
  });

  test("when a program without a token asks at the root, then it is refused as by Elasticsearch, and told what this is", async () => {
    const { status, headers, text } = await get("/", { accept: "*/*" });
    expect([status, headers.get("x-elastic-product")]).toEqual([401, "Elasticsearch"]);
    expect(JSON.parse(text)).toEqual({
      error: expect.objectContaining({ type: "security_exception", reason: expect.any(String) }),
      status: 401,
      hint: expect.stringMatching(/This is vigie.*browser.*\/api\/docs/),
    });
  });

  test("when it is asked for twice, then each has a nonce of its own, the same in policy and document", async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { headers, text } = await get("/");
        const policy = headers.get("content-security-policy") ?? "";
        const nonce = /style-src 'self' 'nonce-([0-9a-f]{32})'/.exec(policy)?.[1];
        expect(text).toContain(`nonce="${nonce}"`);
        expect(policy).not.toContain("unsafe");
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test("when it is read, then nothing inline runs, and all it loads is there", async () => {
    const { text } = await get("/");
    const scripts = [...text.matchAll(/<script([^>]*)>([^<]*)/g)];
    expect(scripts.filter(([, attributes = "", inline]) => !attributes.includes("src=") || inline !== "")).toEqual([]);
    expect(text).not.toMatch(/<style|style=|\son\w+=/);
    const parts = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, part]) => part!);
    expect(parts.length).toBeGreaterThan(5);
    for (const part of parts) expect([part, (await get(part)).status]).toEqual([part, 200]);
  });

  test("when the service has an operation, then the document says so, for pages that need it", async () => {
    const { text } = await get("/");
    const facts = JSON.parse(/content="([^"]+)" nonce/.exec(text)![1]!.replaceAll("&quot;", '"'));
    expect(facts.operations).toContain("POST /api/query");
    expect(facts.version).toMatch(/^\d/);
  });
});

describe("the files it loads", () => {
  test("when one is asked for, then it may be kept for ever, and who has it is told so", async () => {
    const script = /src="(\/assets\/main-[^"]+\.js)"/.exec((await get("/")).text)![1]!;
    const { status, headers } = await get(script, {});
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "public, max-age=31536000, immutable",
    ]);
    const again = await get(script, { "if-none-match": headers.get("etag")! });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  test.each(["main-00000000.js", "__proto__", "..%2f..%2fpackage.json", "manifest.json", ""])(
    "when the file %j is asked for, then it is not there",
    async (name) => {
      expect((await get(`/assets/${name}`)).status).toBe(401);
    },
  );
});
