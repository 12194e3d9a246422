import * as z from "zod";
import { trigger, triggerPatch } from "../../api/triggers/schema.ts";
import { nearestName } from "../../query/parse/nearest-name.ts";

/**
 * Says which key of a trigger nothing reads, and which one may be meant; undefined: all are known. The service ignores
 * them: a misspelt filter would be none, and the trigger would fire for every event. What `show` writes is known, too.
 */
export function unknownKeyIn(value: object): string | undefined {
  const forms = [triggerPatch, trigger].flatMap((zod) => {
    const schema = z.toJSONSchema(zod, { io: "input", unrepresentable: "any" }) as Schema;
    return formsOf(schema, schema);
  });
  return findUnknown(value, forms, "");
}

/** As far as it is read here. */
interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** A schema without alternatives and references, and where its references lead. */
interface Form {
  schema: Schema;
  root: Schema;
}

function findUnknown(value: unknown, forms: readonly Form[], path: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const known = forms.filter(({ schema }) => schema.properties !== undefined);
  for (const [key, inner] of Object.entries(value)) {
    if (
      !Array.isArray(value) &&
      known.length > 0 &&
      !known.some(({ schema }) => Object.hasOwn(schema.properties!, key))
    )
      return describe(path + key, key, known);
    const below = forms.flatMap(({ schema, root }) =>
      formsOf(Array.isArray(value) ? schema.items : schema.properties?.[key], root),
    );
    const found = findUnknown(inner, below, Array.isArray(value) ? path : `${path}${key}.`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function formsOf(schema: Schema | undefined, root: Schema): Form[] {
  if (schema === undefined) return [];
  if (schema.$ref !== undefined) return formsOf(root.$defs?.[schema.$ref.slice("#/$defs/".length)], root);
  const others = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return others.length === 0 ? [{ schema, root }] : others.flatMap((one) => formsOf(one, root));
}

function describe(shown: string, key: string, known: readonly Form[]): string {
  const near = nearestName(
    key,
    known.flatMap(({ schema }) => Object.keys(schema.properties!)),
  );
  return `the key "${shown}" is not known${near === undefined ? "." : `; did you mean "${near}"?`}`;
}
