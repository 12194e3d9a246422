import type { Segment, SegmentCache } from "../../eventstore/segment.ts";
import { type CompiledElement, everyCondition } from "../condition/compile-element.ts";
import { conditionKey, sortedKeys } from "../condition/condition-key.ts";
import type { ConditionField } from "../condition/fields.ts";
import type { RowSet } from "../rows/row-set.ts";
import type { Selection } from "../rows/selection.ts";
import type { CompiledFilter } from "./compile-filter.ts";

/**
 * Caches the rows that conditions chose in a sealed segment for the next question: the next page, the same widget, one
 * more condition. Rows of such a segment never change, so an entry holds as long as the segment exists.
 */
export class RowCache {
  readonly #cache: SegmentCache | undefined;
  readonly #only: CompiledElement | undefined;
  readonly #filterKey: string | undefined;
  readonly #rows: number;

  constructor(segment: Segment, { conditions }: CompiledFilter) {
    this.#cache = conditions.length > 0 ? segment.cache : undefined;
    this.#only = conditions.length === 1 ? conditions[0] : undefined;
    this.#rows = segment.rows;
    if (this.#cache && conditions.length > 1 && conditions.every((condition) => this.keeps(condition)))
      this.#filterKey = conditionKey(sortedKeys(conditions));
  }

  /** For all conditions together. */
  ofFilter(): RowSet | undefined {
    if (this.#only) return this.of(this.#only);
    return this.#filterKey === undefined ? undefined : this.#cache!.recall(this.#filterKey);
  }

  of(condition: CompiledElement): RowSet | undefined {
    return this.keeps(condition) ? this.#cache!.recall(condition.key) : undefined;
  }

  /** Whether the rows chosen by the condition may be cached: it must choose the same ones next time. */
  keeps(element: CompiledElement): boolean {
    return (
      this.#cache !== undefined &&
      everyCondition(element, ({ field, isPassing }) => !isPassing && this.#isLasting(field))
    );
  }

  keep({ key }: CompiledElement, set: RowSet): RowSet {
    this.#cache!.keep(key, set);
    return set;
  }

  #isLasting(field: ConditionField): boolean {
    if (isOfMessageOrTag(field)) return true;
    if (field.kind !== "code" && field.kind !== "code-name") return false;
    return field.column !== "status" || this.#cache!.isFinal;
  }

  keepFilter(selection: Selection): void {
    if (this.#filterKey !== undefined) this.#cache!.keep(this.#filterKey, selection.toSet(this.#rows));
  }
}

/** Fields whose values never change, whatever comes later. */
function isOfMessageOrTag({ kind }: ConditionField): boolean {
  return kind === "text" || kind === "pattern" || kind === "pattern-families" || kind === "tag";
}
