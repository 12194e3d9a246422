import { passedPerStepMax } from "../../limits.ts";
import { JsonCursor } from "../json/json-cursor.ts";
import { bytesOf, memberOf } from "../json/json-document.ts";
import type { PlainParts } from "./plain-parts.ts";

/**
 * Goes from record to record. The resource and the scope apply to their records wherever they stand; senders put them
 * first, otherwise they are searched for. The reader of a record sets its end, so that nothing is scanned twice.
 */
export class JsonRecordFinder {
  /** Start of a record, and the parts that apply to all records; -1 for none. */
  start = 0;
  attributes = -1;
  scope = -1;
  /** Position after the record; set by its reader. */
  end = 0;
  readonly #bytes: Uint8Array;
  /** In the list of each level. */
  readonly #resources: JsonCursor;
  readonly #scopes: JsonCursor;
  readonly #records: JsonCursor;
  /** How many levels are open. */
  #level: 0 | 1 | 2 | 3 = 0;
  /** Position of the next `"scope"`; the body is searched only once. */
  #nextScope = -1;

  constructor(bytes: Uint8Array, start: number, parts: PlainParts) {
    this.#bytes = bytes;
    this.#resources = new JsonCursor(bytes, start, parts);
    this.#scopes = new JsonCursor(bytes, start);
    this.#records = new JsonCursor(bytes, start);
    if (this.#resources.find(names.resourceLogs) && this.#resources.isList) {
      this.#resources.enter();
      this.#level = 1;
    }
  }

  /** Undefined: there is no further one; "pending": it passed many lists and goes on with the next call. */
  next(): "record" | "pending" | undefined {
    if (this.#level === 3) this.#records.at = this.end;
    for (let passed = 0; passed < passedPerStepMax; passed++) {
      if (this.#level === 0) return undefined;
      if (this.#level === 1) this.#openResource();
      else if (this.#level === 2) this.#openScope();
      else if (this.#records.element()) {
        this.start = this.#records.at;
        return "record";
      } else this.#close(this.#scopes, this.#records, 2);
    }
    this.end = this.#records.at;
    return "pending";
  }

  #openResource(): void {
    const cursor = this.#resources;
    if (!cursor.element()) {
      this.#level = 0;
      return;
    }
    const logs = cursor.at;
    let resource = -1;
    this.attributes = -1;
    if (!cursor.isObject) cursor.skipValue();
    else {
      cursor.enter();
      while (cursor.member()) {
        if (cursor.nameAmong(names.scopeLogs) >= 0 && cursor.isList) {
          if (resource < 0) resource = memberOf(this.#bytes, logs, names.resource);
          this.attributes = memberOf(this.#bytes, resource, names.attributes);
          this.#enter(this.#scopes, cursor.at, 2);
          return;
        }
        if (resource < 0 && cursor.nameAmong(names.resource) >= 0) resource = cursor.at;
        cursor.skipValue();
      }
    }
  }

  #openScope(): void {
    const cursor = this.#scopes;
    if (!cursor.element()) {
      this.#close(this.#resources, cursor, 1);
      return;
    }
    const logs = cursor.at;
    this.scope = -1;
    if (!cursor.isObject) cursor.skipValue();
    else {
      cursor.enter();
      while (cursor.member()) {
        if (cursor.nameAmong(names.logRecords) >= 0 && cursor.isList) {
          if (this.scope < 0 && this.#isScopeAhead(cursor.at)) this.scope = memberOf(this.#bytes, logs, names.scope);
          this.#enter(this.#records, cursor.at, 3);
          return;
        }
        if (this.scope < 0 && cursor.nameAmong(names.scope) >= 0) this.scope = cursor.at;
        cursor.skipValue();
      }
    }
  }

  #enter(list: JsonCursor, at: number, level: 2 | 3): void {
    list.at = at;
    list.enter();
    this.#level = level;
  }

  /** Moves past the object whose list `inner` has finished. */
  #close(outer: JsonCursor, inner: JsonCursor, level: 1 | 2): void {
    outer.at = inner.at;
    while (outer.member()) outer.skipValue();
    this.#level = level;
  }

  /** Many senders name no scope at all, and a group of records may be long. */
  #isScopeAhead(at: number): boolean {
    if (this.#nextScope < at) {
      const { buffer, byteOffset, length } = this.#bytes;
      const found = Buffer.from(buffer, byteOffset, length).indexOf(quotedScope, at);
      this.#nextScope = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#nextScope < Number.POSITIVE_INFINITY;
  }
}

const names = {
  resourceLogs: bytesOf("resourceLogs", "resource_logs"),
  resource: bytesOf("resource"),
  attributes: bytesOf("attributes"),
  scopeLogs: bytesOf("scopeLogs", "scope_logs"),
  scope: bytesOf("scope"),
  logRecords: bytesOf("logRecords", "log_records"),
};

const quotedScope = Buffer.from('"scope"');
