import { eventValuesMax, passedPerStepMax } from "../../limits.ts";
import { ProtoCursor } from "../protobuf/proto-cursor.ts";
import { resource, resourceLogs, scopeLogs } from "./otlp-shapes.ts";

/** Goes from record to record. The resource and the scope apply to their records wherever they stand. */
export class RecordFinder {
  /** Position of the record. */
  start = 0;
  end = 0;
  /** Number of its resource, from 1. */
  resource = 0;
  /** Positions of the resource's attributes: start, end, start, end … */
  readonly attributes: number[] = [];
  /** It has more of them than an event may have; then none is kept. */
  isOverfull = false;
  /** Position of its scope; -1 where it has none. */
  scopeStart = -1;
  scopeEnd = -1;
  readonly #request: ProtoCursor;
  readonly #logs: ProtoCursor;
  readonly #records: ProtoCursor;
  readonly #ahead: ProtoCursor;
  readonly #inner: ProtoCursor;

  constructor(bytes: Uint8Array) {
    this.#request = new ProtoCursor(bytes, 0, bytes.length);
    this.#logs = new ProtoCursor(bytes);
    this.#records = new ProtoCursor(bytes);
    this.#ahead = new ProtoCursor(bytes);
    this.#inner = new ProtoCursor(bytes);
  }

  /** Undefined: there is no further one; "pending": it passed many fields and goes on with the next call. */
  next(): "record" | "pending" | undefined {
    const request = this.#request;
    const logs = this.#logs;
    const records = this.#records;
    for (let passed = 0; passed < passedPerStepMax; passed++)
      if (records.next()) {
        if (records.field !== scopeLogs.records) continue;
        this.start = records.start;
        this.end = records.end;
        return "record";
      } else if (logs.next()) {
        if (logs.field !== resourceLogs.scopes) continue;
        this.#findScope(logs.start, logs.end);
        records.open(logs.start, logs.end);
      } else if (request.next()) {
        if (request.field !== 1) continue;
        this.resource++;
        this.#findAttributes(request.start, request.end);
        logs.open(request.start, request.end);
      } else return undefined;
    return "pending";
  }

  #findAttributes(start: number, end: number): void {
    const { attributes } = this;
    const logs = this.#ahead;
    const inner = this.#inner;
    attributes.length = 0;
    this.isOverfull = false;
    logs.open(start, end);
    while (!this.isOverfull && logs.next()) {
      if (logs.field !== resourceLogs.resource) continue;
      inner.open(logs.start, logs.end);
      while (!this.isOverfull && inner.next())
        if (inner.field === resource.attributes) {
          this.isOverfull = attributes.length === 2 * eventValuesMax;
          attributes.push(inner.start, inner.end);
        }
    }
    if (this.isOverfull) attributes.length = 0;
  }

  #findScope(start: number, end: number): void {
    const cursor = this.#ahead;
    cursor.open(start, end);
    this.scopeStart = -1;
    this.scopeEnd = -1;
    while (cursor.next())
      if (cursor.field === scopeLogs.scope) {
        this.scopeStart = cursor.start;
        this.scopeEnd = cursor.end;
        return;
      }
  }
}
