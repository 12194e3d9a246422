import { AppError } from "../../../lib/errors.ts";
import { indexBytesMax } from "../../limits.ts";

/** The line before a document: `{"create":{"_index":"logs","_id":"1"}}`. */
export interface BulkAction {
  kind: "create" | "index" | "update" | "delete";
  index: string;
  /** "" when there is none. */
  id: string;
}

/** `line`: counted from 1, for the message. `defaultIndex`: of the path. Throws AppError `invalid`. */
export function parseAction(text: string, line: number, defaultIndex: string): BulkAction {
  // winston-elasticsearch counts its attempts beside the action.
  const [[kind, meta] = [], another] = Object.entries(parseObject(text, line)).filter(([key]) => isKind(key));
  if (another !== undefined || !isKind(kind) || typeof meta !== "object" || meta === null)
    throw malformed(line, "expected one of create, index, update, delete with an object");
  const { _index, _id } = meta as { _index?: unknown; _id?: unknown };
  const index = textOf(_index) || defaultIndex;
  if (!isIndexName(index))
    throw malformed(line, `the index name has more than ${indexBytesMax} bytes, or control characters`);
  return { kind, index, id: textOf(_id) };
}

/** The answer repeats it for each action. */
function isIndexName(index: string): boolean {
  return Buffer.byteLength(index) <= indexBytesMax && !hasControls.test(index);
}

const hasControls = /[\0-\x1f]/;

function parseObject(text: string, line: number): object {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === "object" && json !== null && !Array.isArray(json)) return json;
  } catch {
    // Reported below, like JSON that is no object.
  }
  throw malformed(line, "expected a JSON object");
}

function malformed(line: number, reason: string): AppError {
  return new AppError("invalid", `Malformed action/metadata line [${line}], ${reason}. Nothing was stored.`);
}

function isKind(text: unknown): text is BulkAction["kind"] {
  return text === "create" || text === "index" || text === "update" || text === "delete";
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
