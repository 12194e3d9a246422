import { isDeepStrictEqual } from "node:util";
import * as z from "zod";

export type JsonSchema = Record<string, unknown>;

/** The JSON schema of a zod schema that was written; shapes with a name are references to `components`. */
export interface WrittenSchemas {
  /** The shape as sent: before defaults and transformations. */
  input(schema: z.ZodType): JsonSchema;
  /** The shape of the answer. */
  output(schema: z.ZodType): JsonSchema;
  /** The named shapes (`.meta({ id })`), for `components.schemas`. */
  components: Record<string, JsonSchema>;
}

/**
 * Writes all schemas of an API at once, so that a shape has one name wherever it is used. A name whose request and
 * answer shapes differ is two components, the request with the suffix `Request`. Two shapes of one name: zod throws.
 */
export function writeSchemas(inputs: Iterable<z.ZodType>, outputs: Iterable<z.ZodType>): WrittenSchemas {
  const answered = convert(outputs, "output");
  const sent = convert(inputs, "input");
  const nameOfSent = (name: string): string =>
    name in answered.named && !isDeepStrictEqual(answered.named[name], sent.named[name]) ? `${name}Request` : name;
  const components: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(answered.named)) components[name] = pointToComponents(schema);
  for (const [name, schema] of Object.entries(sent.named))
    components[nameOfSent(name)] = pointToComponents(schema, nameOfSent);
  return {
    input: (schema) => pointToComponents(schemaIn(sent.schemas, schema), nameOfSent),
    output: (schema) => pointToComponents(schemaIn(answered.schemas, schema)),
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

interface Converted {
  schemas: Map<z.ZodType, JsonSchema>;
  named: Record<string, JsonSchema>;
}

function convert(schemas: Iterable<z.ZodType>, io: "input" | "output"): Converted {
  const list = [...new Set(schemas)];
  const wrapped = z.object(Object.fromEntries(list.map((schema, index) => [`s${index}`, schema])));
  const converted = z.toJSONSchema(wrapped, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      tidy(jsonSchema);
      if (io === "input") tellDefault(jsonSchema);
    },
  });
  const properties = (converted.properties ?? {}) as Record<string, JsonSchema>;
  return {
    schemas: new Map(list.map((schema, index) => [schema, properties[`s${index}`] ?? {}])),
    named: (converted.$defs ?? {}) as Record<string, JsonSchema>,
  };
}

/** Removes true statements without content, and those that would forbid answers to gain a field. */
function tidy(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.type !== "string") delete schema.pattern;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

/** Generators of clients demand fields with a `default`, although these are optional: words say it as well. */
function tellDefault(schema: JsonSchema): void {
  if (!("default" in schema)) return;
  const { default: value, description } = schema;
  delete schema.default;
  const told = `Default: ${JSON.stringify(value)}.`;
  schema.description = description === undefined ? told : `${String(description).replace(/[.]?$/, ".")} ${told}`;
}

function schemaIn(schemas: Map<z.ZodType, JsonSchema>, schema: z.ZodType): JsonSchema {
  const written = schemas.get(schema);
  if (written === undefined) throw new Error("A schema is asked for that was not among those to write.");
  return written;
}

const definitions = "#/$defs/";

function pointToComponents(schema: JsonSchema, rename = (name: string) => name): JsonSchema {
  const revive = (key: string, value: unknown) =>
    key === "$ref" && typeof value === "string" && value.startsWith(definitions)
      ? `#/components/schemas/${rename(value.slice(definitions.length))}`
      : value;
  return JSON.parse(JSON.stringify(schema), revive) as JsonSchema;
}
