import type * as z from "zod";
import { AppError } from "../../lib/errors.ts";
import type { BodyBudget } from "./body-budget.ts";
import { readForm } from "./form.ts";
import { checkJsonBounds } from "./json-bounds.ts";

/** The value of an API body in any of the three media types, not yet validated. No body at all reads as {}. */
export async function readBody(
  request: Request,
  schema: z.ZodType,
  bodies: BodyBudget,
  limitBytes: number,
): Promise<unknown> {
  const contentType = request.headers.get("content-type") ?? "";
  const mediaType = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  requireReadable(request, mediaType);
  const bytes = await bodies.read(request, limitBytes);
  if (bytes.length === 0) return {};
  if (mediaType === "" || isJson(mediaType)) return parseJson(bytes);
  return readForm(bytes, contentType, schema);
}

function isJson(mediaType: string): boolean {
  return mediaType === "application/json" || /^application\/[\w.-]+\+json$/.test(mediaType);
}

/** Before the body is read: a wrong type is not worth ten megabytes. */
function requireReadable(request: Request, mediaType: string): void {
  const known = ["", "application/x-www-form-urlencoded", "multipart/form-data"];
  if (!known.includes(mediaType) && !isJson(mediaType))
    throw unsupported(
      `Expected application/json, application/x-www-form-urlencoded or multipart/form-data, got "${mediaType}".`,
    );
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    throw unsupported(`A body with Content-Encoding "${encoding}" is not taken here.`);
}

function parseJson(bytes: Uint8Array): unknown {
  checkJsonBounds(bytes);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError("invalid", "The body is not valid UTF-8.", {}, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("invalid", `The body is not valid JSON: ${(error as Error).message}`, {}, { cause: error });
  }
}

function unsupported(message: string): AppError {
  return new AppError("unsupported_media_type", message);
}
