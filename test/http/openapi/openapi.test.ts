import { describe, expect, test } from "vitest";
import * as z from "zod";
import { describeApi } from "../../../src/http/openapi/openapi.ts";
import { listParameters, listSchema } from "../../../src/http/pagination.ts";
import { booleanParameter, idInPath, idListParameter } from "../../../src/http/parameters.ts";
import { type Route, route } from "../../../src/http/route.ts";

const plain = {
  method: "GET",
  path: "/api/things",
  who: "user",
  tag: "things",
  summary: "Things",
  answer: { status: 200, schema: z.object({}) },
  handle: () => ({}),
} as const;

// biome-ignore lint/suspicious/noExplicitAny: tests look into a document of every shape
const describeRoutes = (...routes: Route[]): any => describeApi(routes, "1");
// biome-ignore lint/suspicious/noExplicitAny: tests look into a document of every shape
const operationOf = (definition: Partial<Route>): any => {
  const all = { ...plain, ...definition } as Route;
  return describeRoutes(route(all)).paths[all.path][all.method.toLowerCase()];
};
const statusesOf = (definition: Partial<Route>) => Object.keys(operationOf(definition).responses).map(Number);

describe("parameters", () => {
  test("when parameters are read from text, then they are described as what they stand for, all of them optional", () => {
    const query = z.object({
      flag: booleanParameter().describe("A flag."),
      owner: idListParameter().describe("Owners."),
      ...listParameters(["id", "name"]),
    });
    const parameters = operationOf({ query }).parameters;
    expect(parameters.slice(0, 3)).toEqual([
      { name: "flag", in: "query", required: false, description: "A flag.", schema: { type: "boolean" } },
      {
        name: "owner",
        in: "query",
        required: false,
        description: "Owners.",
        style: "form",
        explode: false,
        schema: { type: "array", items: { type: "integer" } },
      },
      expect.objectContaining({ name: "page", schema: { type: "integer", minimum: 1 } }),
    ]);
    expect(parameters.at(-1).description).toContain("id, name");
  });

  test("when a path has parameters, then they are required", () => {
    const parameters = z.object({ id: idInPath("Which.") });
    expect(operationOf({ path: "/api/things/{id}", parameters }).parameters).toEqual([
      { name: "id", in: "path", required: true, description: "Which.", schema: { type: "integer" }, example: 1 },
    ]);
  });

  test("when a route has an example, then its parts stand where readers look for them", () => {
    const schema = z.object({ name: z.string() });
    const example = { path: { id: 7 }, query: { q: "a" }, body: { name: "b" } };
    const document = describeApi(
      [
        route({
          ...plain,
          ...{ method: "POST", path: "/api/things/{id}", parameters: z.object({ id: idInPath() }), example },
          ...{ query: z.object({ q: z.string().optional() }), body: schema, answer: { status: 200, schema } },
        }),
      ],
      "1",
      { answers: { "POST /api/things/{id}": { name: "c" } } },
      // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
    ) as any;
    const { parameters, requestBody, responses } = document.paths["/api/things/{id}"].post;
    expect(parameters.map((parameter: { example: unknown }) => parameter.example)).toEqual([7, "a"]);
    expect(requestBody.content["application/json"].example).toEqual({ name: "b" });
    expect(responses[200].content["application/json"].example).toEqual({ name: "c" });
  });

  test("when the example of a raw body is a text, then it stands under a type of texts", () => {
    const rawBody = { "application/json": z.unknown(), "text/plain": z.string() };
    const { requestBody } = operationOf({ method: "POST", body: "raw", rawBody, example: { body: "a line" } });
    expect(requestBody.content["application/json"].example).toBeUndefined();
    expect(requestBody.content["text/plain"].example).toBe("a line");
  });

  test("when a path names a parameter without a schema, then there is no description", () => {
    expect(() => operationOf({ path: "/api/things/{id}" })).toThrow('"id"');
  });
});

describe("shapes", () => {
  const part = z.object({ a: z.int() }).meta({ id: "Part" });

  test("when a shape has a name, then it is one component, and a list of it another", () => {
    const document = describeRoutes(
      route({ ...plain, answer: { status: 200, schema: listSchema(part) } }),
      route({ ...plain, path: "/api/part", answer: { status: 200, schema: part } }),
    );
    const reference = { $ref: "#/components/schemas/Part" };
    expect(document.paths["/api/part"].get.responses[200].content["application/json"].schema).toEqual(reference);
    expect(document.components.schemas.PaginatedPartList.properties.objects.items).toEqual(reference);
    expect(JSON.stringify(document)).not.toContain("$defs");
  });

  test("when a shape is another one sent than answered, then the sent one has Request behind its name", () => {
    const both = z.object({ size: z.int().default(3), part }).meta({ id: "Both" });
    const { components } = describeRoutes(
      route({ ...plain, method: "POST", body: both, answer: { status: 200, schema: both } }),
    );
    expect(components.schemas.Both.required).toEqual(["size", "part"]);
    expect(components.schemas.BothRequest.required).toEqual(["part"]);
    expect(components.schemas.PartRequest).toBeUndefined();
  });

  test("when two shapes have one name, then there is no description", () => {
    const other = z.object({ b: z.int() }).meta({ id: "Part" });
    const schema = z.object({ part, other });
    expect(() => operationOf({ answer: { status: 200, schema } })).toThrow("Part");
    const detail = z.object({ b: z.int() }).meta({ id: "Detail" });
    expect(() => operationOf({ answer: { status: 200, schema: detail } })).toThrow("Detail");
  });
});

describe("bodies", () => {
  test("when a body is taken, then it is in three media types, with JSON text for what is no scalar in forms", () => {
    const body = z.object({ name: z.string(), config: z.record(z.string(), z.unknown()), list: z.array(z.int()) });
    const { requestBody } = operationOf({ method: "POST", body });
    expect(Object.keys(requestBody.content)).toEqual([
      "application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
    ]);
    expect(requestBody.required).toBe(true);
    expect(requestBody.content["multipart/form-data"].encoding).toEqual({
      config: { contentType: "application/json" },
      list: { contentType: "application/json" },
    });
  });

  test("when nothing of a body is required, then it may be absent", () => {
    expect(operationOf({ method: "PATCH", body: z.object({ a: z.int().optional() }) }).requestBody.required).toBe(
      false,
    );
  });

  test("when the handler reads a body itself, then its media types are those it names", () => {
    const rawBody = { "application/x-ndjson": z.string() };
    const { requestBody } = operationOf({ method: "POST", body: "raw", rawBody });
    expect(requestBody).toEqual({
      required: true,
      content: { "application/x-ndjson": { schema: { type: "string" } } },
    });
  });
});

describe("answers", () => {
  const always = [200, 405, 406, 500];
  const body = z.object({ a: z.int() });
  test.each<[string, Partial<Route>, number[]]>([
    ["anyone may ask", { who: "anyone" }, always],
    ["a user may ask", {}, [...always, 401]],
    ["a permission is needed", { permission: "manage_users" }, [...always, 401, 403]],
    ["a GET acts", { acts: true }, [...always, 401, 403]],
    ["there is a query", { query: z.object({ flag: booleanParameter() }) }, [...always, 400, 401]],
    ["it is a list", { query: z.object(listParameters(["id"])) }, [...always, 400, 401, 404]],
    ["it names one", { path: "/a/{id}", parameters: z.object({ id: idInPath() }) }, [...always, 401, 404]],
    ["it deletes", { method: "DELETE" }, [...always, 401, 403]],
    ["it takes a body", { method: "POST", body }, [...always, 400, 401, 403, 408, 413, 415, 429, 503]],
    [
      "it stores nothing",
      { method: "POST", body, worksOnFullDisk: true },
      [...always, 400, 401, 403, 408, 413, 415, 429, 503],
    ],
    ["shippers may", { method: "POST", body: "raw", who: "shipper" }, [...always, 400, 401, 408, 413, 415, 429, 503]],
    ["its handler knows more", { moreErrors: [409, 429] }, [...always, 401, 409, 429]],
    ["it answers a file", { answer: { status: 200, schema: "file" } }, [200, 401, 405, 500]],
  ])("when %s, then all it can answer is there", (_, definition, expected) => {
    expect(statusesOf(definition)).toEqual([...expected].sort((a, b) => a - b));
  });

  test("when there is nothing to answer, then there is no content; a file is bytes of its type", () => {
    expect(operationOf({ answer: { status: 204, schema: "none" } }).responses[204].content).toBeUndefined();
    const file = (mediaType?: string) =>
      operationOf({ answer: { status: 200, schema: "file", mediaType } }).responses[200];
    expect(Object.keys(file().content)).toEqual(["application/octet-stream"]);
    expect(Object.keys(file("text/html").content)).toEqual(["text/html"]);
  });

  test("when a body or a parameter does not fit, then each 400 is one of the shapes it can have", () => {
    const shapes = (definition: Partial<Route>) => {
      const { schema } = operationOf(definition).responses[400].content["application/json"];
      return (schema.anyOf ?? [schema]).map(({ $ref }: { $ref: string }) => $ref.split("/").at(-1));
    };
    const query = z.object({ flag: booleanParameter() });
    expect(shapes({ query })).toEqual(["ParameterErrors"]);
    expect(shapes({ method: "POST", body })).toEqual(["FieldErrors", "Detail"]);
    expect(shapes({ method: "POST", body, query })).toEqual(["ParameterErrors", "FieldErrors", "Detail"]);
    expect(shapes({ method: "POST", body, detailBesideFields: true })).toEqual(["Detail"]);
  });
});

test("when callers are told apart, then a session opens no path for shippers, and open paths ask for nothing", () => {
  const names = (who: Route["who"]) => operationOf({ who }).security.flatMap(Object.keys);
  expect(names("anyone")).toEqual([]);
  expect(names("user")).toEqual(["session", "token", "bearer", "tokenInUrl"]);
  expect(names("shipper")).toEqual(["token", "bearer", "tokenInUrl", "basic"]);
});
