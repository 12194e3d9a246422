import type * as z from "zod";
import { AppError, invalidField } from "../../lib/errors.ts";
import { formFieldsMax } from "../limits.ts";
import { fieldSchemas, readFormField } from "./form-field.ts";

/**
 * A form as the object a JSON body would have been: the schema says which fields are numbers, booleans or JSON text.
 * Fields the schema does not know are left out, `__proto__` among them.
 */
export async function readForm(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  schema: z.ZodType,
): Promise<unknown> {
  const texts = await readTexts(bytes, contentType);
  const body: Record<string, unknown> = Object.create(null);
  const schemas = fieldSchemas(schema);
  for (const [name, values] of texts) {
    const fieldSchema = schemas.get(name);
    if (fieldSchema !== undefined) body[name] = readFormField(name, values, fieldSchema);
  }
  return body;
}

async function readTexts(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Map<string, string[]>> {
  const texts = new Map<string, string[]>();
  let count = 0;
  for (const [name, value] of await entriesOf(bytes, contentType)) {
    count += 1;
    if (count > formFieldsMax) throw tooManyFields();
    const text = typeof value === "string" ? value : await textOfFile(name, value);
    texts.set(name, [...(texts.get(name) ?? []), text]);
  }
  return texts;
}

async function entriesOf(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<Iterable<[string, string | File]>> {
  if (!contentType.trim().toLowerCase().startsWith("multipart/")) {
    refuseManyPairs(bytes);
    return new URLSearchParams(new TextDecoder().decode(bytes)) as unknown as Iterable<[string, string]>;
  }
  try {
    const form = await new Response(bytes, { headers: { "content-type": contentType } }).formData();
    return form as unknown as Iterable<[string, string | File]>;
  } catch (error) {
    throw new AppError("invalid", "The multipart body cannot be read.", {}, { cause: error });
  }
}

/** Before they are parsed: ten megabytes of separators would hold the main thread for a second. */
function refuseManyPairs(bytes: Uint8Array): void {
  let pairs = 1;
  for (let at = bytes.indexOf(ampersand); at >= 0; at = bytes.indexOf(ampersand, at + 1)) {
    pairs += 1;
    if (pairs > formFieldsMax) throw tooManyFields();
  }
}

const ampersand = 0x26;

function tooManyFields(): AppError {
  return new AppError("invalid", `The form has more than ${formFieldsMax} fields.`);
}

/** A file part stands for its text: the form in which a browser sends an exported dashboard. */
async function textOfFile(name: string, file: File): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw invalidField(name, "Expected text in UTF-8.");
  }
}
