import type * as z from "zod";
import type { Route } from "../route.ts";
import { errorResponses, requestIdHeader } from "./openapi-errors.ts";
import type { JsonSchema, WrittenSchemas } from "./openapi-schemas.ts";

/** A route as an OpenAPI operation; `answered`: the answer to its example. */
export function describeOperation(route: Route, written: WrittenSchemas, answered: unknown): Record<string, unknown> {
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...description(route),
    security: securityOf[route.who],
    ...parameters(route, written),
    ...requestBody(route, written),
    responses: { [route.answer.status]: success(route, written, answered), ...errorResponses(route) },
  };
}

/** GET /api/tasks/{id}/comments → getTasksByIdComments. */
function operationId({ method, path }: Route): string {
  const words = path
    .replace(/^\/api\//, "")
    .split(/[^A-Za-z0-9_{}]+/)
    .filter((word) => word !== "")
    .map((word) => (word.startsWith("{") ? `By${capital(word.slice(1, -1))}` : capital(word)));
  return method.toLowerCase() + words.join("");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function description({ description: own, permission, acts, method }: Route): { description?: string } {
  const sentences = own === undefined ? [] : [own];
  if (permission !== undefined) sentences.push(`Needs the permission \`${permission}\`.`);
  if (acts && method === "GET")
    sentences.push(
      "Changes something although it is a GET: refused when another site asks with the session of its visitor.",
    );
  return sentences.length === 0 ? {} : { description: sentences.join(" ") };
}

/** Names of `securitySchemes`. */
const tokens: Record<string, string[]>[] = [{ token: [] }, { bearer: [] }, { tokenInUrl: [] }];
const securityOf: Record<Route["who"], Record<string, string[]>[]> = {
  anyone: [],
  user: [{ session: [] }, ...tokens],
  shipper: [...tokens, { basic: [] }],
};

function parameters(route: Route, written: WrittenSchemas): { parameters?: unknown[] } {
  const all = [
    ...parametersIn("path", pathParameters(route), route.example?.path ?? {}, written),
    ...parametersIn("query", route.query?.shape ?? {}, route.example?.query ?? {}, written),
  ];
  return all.length === 0 ? {} : { parameters: all };
}

function pathParameters({ path, parameters }: Route): Record<string, z.ZodType> {
  const shape = (parameters?.shape ?? {}) as Record<string, z.ZodType>;
  for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g))
    if (shape[name] === undefined) throw new Error(`The route "${path}" has no schema for its parameter "${name}".`);
  return shape;
}

/** Parameters: place, description, format, values; all small. */
function parametersIn(
  place: "path" | "query",
  shape: object,
  values: Readonly<Record<string, string | number>>,
  written: WrittenSchemas,
): unknown[] {
  return Object.entries(shape as Record<string, z.ZodType>).map(([name, zodSchema]) => {
    const { description, examples, ...schema } = written.input(zodSchema);
    const required = place === "path" || !zodSchema.safeParse(undefined).success;
    // A list stands between commas in one parameter; one parameter per item is read as well.
    const style = schema.type === "array" ? { style: "form", explode: false } : {};
    const example = values[name] ?? (examples as unknown[] | undefined)?.[0] ?? (place === "path" ? 1 : undefined);
    return {
      ...{ name, in: place, required, ...style, schema },
      ...(description === undefined ? {} : { description }),
      ...(example === undefined ? {} : { example }),
    };
  });
}

function requestBody(
  { body, describedBody, rawBody, isDocument, example }: Route,
  written: WrittenSchemas,
): { requestBody?: unknown } {
  if (body === undefined) return {};
  const shown = example?.body === undefined ? {} : { example: example.body };
  if (body === "raw") return { requestBody: { required: true, content: rawContent(rawBody ?? {}, shown, written) } };
  const schema = written.input(describedBody ?? body);
  const ways = waysOf(schema, written);
  const form = { schema, ...encodingOf(Object.assign({}, ...ways.map(({ properties }) => properties)), written) };
  return {
    requestBody: {
      required: ways.every(({ required }) => Array.isArray(required) && required.length > 0),
      content: {
        "application/json": { schema, ...shown },
        ...(isDocument && { "application/yaml": { schema } }),
        "application/x-www-form-urlencoded": form,
        "multipart/form-data": form,
      },
    },
  };
}

function rawContent(types: Readonly<Record<string, z.ZodType>>, shown: object, written: WrittenSchemas): unknown {
  const isText = typeof (shown as { example?: unknown }).example === "string";
  const names = Object.keys(types);
  const shownType = isText ? names.find((type) => type !== "application/json") : names[0];
  const entries = Object.entries(types).map(([type, schema]) => {
    return [type, { schema: written.input(schema), ...(type === shownType ? shown : {}) }];
  });
  return Object.fromEntries(entries);
}

/** In a form, objects and lists are JSON text. */
function encodingOf(properties: Record<string, JsonSchema>, written: WrittenSchemas): { encoding?: unknown } {
  const names = Object.entries(properties)
    .filter(([, property]) => ["object", "array"].includes(resolve(property, written).type as string))
    .map(([name]) => [name, { contentType: "application/json" }]);
  return names.length === 0 ? {} : { encoding: Object.fromEntries(names) };
}

/** The objects that a body may be: itself, or those of its union. */
function waysOf(schema: JsonSchema, written: WrittenSchemas): JsonSchema[] {
  const full = resolve(schema, written);
  return Array.isArray(full.anyOf) ? (full.anyOf as JsonSchema[]).map((way) => resolve(way, written)) : [full];
}

function resolve(schema: JsonSchema, { components }: WrittenSchemas): JsonSchema {
  const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1)! : undefined;
  return name === undefined ? schema : (components[name] ?? schema);
}

function success({ answer }: Route, written: WrittenSchemas, answered: unknown): unknown {
  const { status, schema, description = status === 204 ? "Done; there is no body." : "Success." } = answer;
  const head = { description, headers: requestIdHeader };
  if (schema === "none") return head;
  const shown = answered === undefined ? {} : { example: answered };
  if (schema === "file")
    return { ...head, content: { [answer.mediaType ?? "application/octet-stream"]: { ...bytes, ...shown } } };
  return { ...head, content: { "application/json": { schema: written.output(schema), ...shown } } };
}

const bytes = { schema: { type: "string", format: "binary" } };
