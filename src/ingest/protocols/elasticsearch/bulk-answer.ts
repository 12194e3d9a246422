import { randomHex } from "../../../lib/ids.ts";
import type { BulkAction } from "./bulk-action.ts";

/**
 * The answer to a bulk request: an item for each action, in their order, each under the key of its own action. Written
 * without blanks, since some clients search for the letters `"errors":false`.
 */
export class BulkAnswer {
  readonly #startMs = performance.now();
  readonly #items: string[] = [];
  /** Prefix of ids for documents without one. */
  readonly #idPrefix = randomHex(8);
  #hasErrors = false;
  /** The next action is nearly always the same. */
  #last: BulkAction | undefined;
  #begin = "";

  /** Accepted, unless `fail` follows. */
  add(action: BulkAction): void {
    if (action !== this.#last) {
      this.#last = action;
      this.#begin = `{"${action.kind}":{"_index":${JSON.stringify(action.index)},"_id":`;
    }
    const { id } = action;
    const text = id === "" ? `"${this.#idPrefix}${this.#items.length.toString(36)}"` : JSON.stringify(id);
    this.#items.push(`${this.#begin}${text},"_version":1,"result":"created","status":201}}`);
  }

  /** Marks the action added last as failed. */
  fail({ kind, index, id }: BulkAction, status: number, type: string, reason: string): void {
    this.#hasErrors = true;
    const item = { _index: index, _id: id === "" ? null : id, status, error: { type, reason } };
    this.#items[this.#items.length - 1] = JSON.stringify({ [kind]: item });
  }

  text(): string {
    const took = Math.ceil(performance.now() - this.#startMs);
    return `{"took":${took},"errors":${this.#hasErrors},"items":[${this.#items.join(",")}]}`;
  }
}

/** The answer to a request with one document. */
export function documentAnswer({ index, id }: BulkAction): string {
  const shards = { total: 1, successful: 1, failed: 0 };
  const document = { _index: index, _id: id || randomHex(10), _version: 1, result: "created", status: 201 };
  return JSON.stringify({ ...document, _shards: shards, _seq_no: 0, _primary_term: 1 });
}
