import type * as z from "zod";
import { AppError, messageOf } from "../../lib/errors.ts";
import { isTooLarge, readYaml } from "../../lib/yaml.ts";
import { jsonDepthMax, jsonValuesMax, yamlBodyBytesMax } from "../limits.ts";
import type { BodyBudget } from "./body-budget.ts";
import { readForm } from "./form.ts";
import { checkJsonBounds } from "./json-bounds.ts";

/**
 * The value of an API body in any of the three media types, not yet validated. A missing body reads as {}. A document
 * may also be YAML, and be the only item of a list.
 */
export async function readBody(
  request: Request,
  schema: z.ZodType,
  bodies: BodyBudget,
  { limitBytes, isDocument }: { limitBytes: number; isDocument: boolean },
): Promise<unknown> {
  const contentType = request.headers.get("content-type") ?? "";
  const mediaType = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  const asYaml = isDocument && yamlTypes.includes(mediaType);
  if (!asYaml) requireReadable(mediaType);
  requirePlain(request);
  const bytes = await bodies.read(request, asYaml ? Math.min(limitBytes, yamlBodyBytesMax) : limitBytes);
  if (bytes.length === 0) return {};
  if (asYaml) return onlyOne(parseYaml(bytes));
  if (mediaType === "" || isJson(mediaType)) return isDocument ? onlyOne(parseJson(bytes)) : parseJson(bytes);
  return readForm(bytes, contentType, schema);
}

function isJson(mediaType: string): boolean {
  return mediaType === "application/json" || /^application\/[\w.-]+\+json$/.test(mediaType);
}

/** Before the body is read: a wrong type is not worth ten megabytes. */
function requireReadable(mediaType: string): void {
  const known = ["", "application/x-www-form-urlencoded", "multipart/form-data"];
  if (!known.includes(mediaType) && !isJson(mediaType))
    throw unsupported(
      `Expected application/json, application/x-www-form-urlencoded or multipart/form-data, got "${mediaType}".`,
    );
}

function requirePlain(request: Request): void {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    throw unsupported(`A body with Content-Encoding "${encoding}" is not taken here.`);
}

const yamlTypes = ["application/yaml", "text/yaml", "application/x-yaml", "text/x-yaml"];

/** The only item of a list; a longer list is refused as such. */
function onlyOne(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function parseYaml(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = readYaml(decode(bytes));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid", `The body is not valid YAML: ${messageOf(error)}`, {}, { cause: error });
  }
  if (isTooLarge(value, { valuesMax: jsonValuesMax, depthMax: jsonDepthMax }))
    throw new AppError("invalid", "The body is too large or nested too deep.");
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError("invalid", "The body is not valid UTF-8.", {}, { cause: error });
  }
}

function parseJson(bytes: Uint8Array): unknown {
  checkJsonBounds(bytes);
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("invalid", `The body is not valid JSON: ${(error as Error).message}`, {}, { cause: error });
  }
}

function unsupported(message: string): AppError {
  return new AppError("unsupported_media_type", message);
}
