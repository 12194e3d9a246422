import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { AppError } from "../../../lib/errors.ts";
import { BadEvent } from "../../event/bad-event.ts";
import { EventLeaves } from "../../event/event-leaves.ts";
import type { Delivery } from "../../intake.ts";
import { bulkActionsMax, passedPerStepMax } from "../../limits.ts";
import { JsonCheck, skipBlanks } from "../json/json-check.ts";
import { JsonCursor } from "../json/json-cursor.ts";
import { JsonLeaves } from "../json/json-leaves.ts";
import { excessOf } from "../json/json-values.ts";
import type { ProtocolReader } from "../protocol-reader.ts";
import { type BodyCheck, readChecked } from "../read-checked.ts";
import { type BulkAction, parseAction } from "./bulk-action.ts";
import { BulkAnswer, documentAnswer } from "./bulk-answer.ts";

/**
 * A body of `_bulk`: lines in pairs, an action and its document. Documents are logs, so `create` and `index` store
 * them; `update` and `delete` are answered with an error of their own. The hint `index` is the one in the path.
 */
export function openBulk(bytes: Uint8Array, { hints = {} }: Delivery): ProtocolReader {
  const { index = "", id = "", is_document } = hints;
  if (is_document !== undefined) return openDocument(bytes, { kind: "index", index, id });
  const lines = new BulkLines(bytes, index);
  const documents = new BulkDocuments(bytes);
  const answer = new BulkAnswer();
  const next = () => {
    const action = lines.next();
    if (action === undefined) return undefined;
    answer.add(action);
    if (action.kind === "update" || action.kind === "delete")
      return new BadEvent(`Logs are only added to: ${action.kind} is not supported.`);
    if (lines.start === lines.end) return new BadEvent("The action has no document behind it.");
    return documents.read(lines.start, lines.end, action);
  };
  return {
    ...readChecked(actionsCheck(bytes, index), "bulk request", () => next),
    reject: (error) => answer.fail(lines.action!, 400, "mapper_parsing_exception", error),
    answer: () => answer.text(),
  };
}

/** A body that is one document. */
function openDocument(bytes: Uint8Array, action: BulkAction): ProtocolReader {
  const documents = new BulkDocuments(bytes);
  let isRead = false;
  return {
    next() {
      if (isRead) return undefined;
      isRead = true;
      return documents.read(0, bytes.length, action);
    },
    answer: () => documentAnswer(action),
  };
}

class BulkDocuments {
  readonly #bytes: Uint8Array;
  readonly #check: JsonCheck;
  readonly #leaves: EventLeaves;
  readonly #cursor: JsonCursor;
  readonly #values: JsonLeaves;
  readonly #strict: JsonCursor;
  readonly #strictValues: JsonLeaves;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#strict = JsonCursor.strict(bytes);
    this.#check = new JsonCheck(bytes);
    this.#leaves = new EventLeaves(bytes, isUtf8(bytes));
    this.#cursor = new JsonCursor(bytes, 0);
    this.#values = new JsonLeaves(this.#cursor, this.#leaves);
    this.#strictValues = new JsonLeaves(this.#strict, this.#leaves);
  }

  /** A document without a message is the message itself. */
  read(start: number, end: number, { kind, index, id }: BulkAction): EventLeaves | BadEvent {
    const fault = this.#readPlain(start, end) ? undefined : this.#readAny(start, end);
    if (fault !== undefined) return fault;
    const leaves = this.#leaves;
    // The same document under the same id is a repeated request; a different one under it is another event.
    if (id !== "") leaves.eventId = `${kind} ${hashOf(index, id, this.#bytes.subarray(start, end))}`;
    leaves.setText("fallback", start, end);
    return leaves;
  }

  /** False: it has more in it than most, or is broken. */
  #readPlain(start: number, end: number): boolean {
    const cursor = this.#strict;
    cursor.open(start);
    if (!cursor.isObject) return false;
    this.#leaves.begin();
    this.#strictValues.addMembers();
    return !cursor.isBroken && cursor.at <= end && skipBlanks(this.#bytes, cursor.at) >= end;
  }

  #readAny(start: number, end: number): BadEvent | undefined {
    const bytes = this.#bytes;
    const cursor = this.#cursor;
    cursor.at = skipBlanks(bytes, start);
    const behind = cursor.isObject ? this.#check.endOfValue(cursor.at) : -1;
    if (behind < 0 || behind > end || skipBlanks(bytes, behind) < end)
      return new BadEvent("failed to parse: expected a JSON object.");
    const excess = excessOf(this.#check);
    if (excess !== undefined) return excess;
    this.#leaves.begin();
    this.#values.addMembers();
    return undefined;
  }
}

function hashOf(index: string, id: string, document: Uint8Array): string {
  return createHash("sha256").update(`${index}\0${id}\0`).update(document).digest("base64");
}

/** All actions must be known to be valid before the first document is taken. */
function actionsCheck(bytes: Uint8Array, index: string): BodyCheck {
  const lines = new BulkLines(bytes, index);
  let count = 0;
  return {
    step() {
      for (let passed = 0; passed < passedPerStepMax; passed++) {
        if (lines.next() === undefined) {
          if (count === 0) throw new AppError("invalid", "request body is required");
          return true;
        }
        if (++count > bulkActionsMax)
          throw new AppError(
            "too_large",
            `More than ${bulkActionsMax} actions in a bulk request: send less at a time.`,
          );
      }
      return "pending";
    },
  };
}

/** Goes from action to action. */
class BulkLines {
  /** Bounds of the document after the action; equal when there is none. */
  start = 0;
  end = 0;
  action: BulkAction | undefined;
  readonly #buffer: Buffer;
  readonly #index: string;
  /** Bytes of the last action, since the next one is nearly always the same. */
  #known: Uint8Array = new Uint8Array(0);
  #at: number;
  #line = 0;

  constructor(bytes: Uint8Array, index: string) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#index = index;
    this.#at = bytes[0] === 0xef ? 3 : 0;
  }

  next(): BulkAction | undefined {
    if (!this.#toLine()) return undefined;
    const { start, end } = this;
    if (this.action === undefined || !this.#isKnown(start, end)) {
      this.action = parseAction(this.#buffer.toString("utf8", start, end), this.#line, this.#index);
      this.#known = this.#buffer.subarray(start, end);
    }
    if (this.action.kind === "delete" || !this.#toLine()) this.start = this.end;
    return this.action;
  }

  /** Actions are short, so a loop is faster than a call. */
  #isKnown(start: number, end: number): boolean {
    const known = this.#known;
    if (known.length !== end - start) return false;
    for (let at = 0; at < known.length; at++) if (known[at] !== this.#buffer[start + at]) return false;
    return true;
  }

  /** Blank lines do not count. */
  #toLine(): boolean {
    while (this.#at < this.#buffer.length) {
      const start = this.#at;
      const lineFeed = this.#buffer[start] === 10 ? start : this.#buffer.indexOf(10, start);
      this.#at = lineFeed < 0 ? this.#buffer.length : lineFeed + 1;
      this.end = lineFeed < 0 ? this.#buffer.length : lineFeed;
      this.#line++;
      if (this.#buffer[this.end - 1] === 13 && this.end > start) this.end--;
      if (this.end === start) continue;
      this.start = start;
      return true;
    }
    return false;
  }
}
