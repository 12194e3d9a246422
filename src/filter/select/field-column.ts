import type { Column, Segment } from "../../eventstore/segment.ts";
import type { ConditionField } from "../condition/fields.ts";
import { familyColumn } from "../patterns/family-column.ts";
import { patternColumn } from "../patterns/pattern-column.ts";

/**
 * The column that has the values of a field; undefined of fields that are no columns, and where no row has the tag.
 * `tick` is called at least every few milliseconds and may throw.
 */
export function fieldColumn(segment: Segment, field: ConditionField, tick: () => void): Column | undefined {
  switch (field.kind) {
    case "text":
    case "code":
    case "code-name":
      return segment.base(field.column);
    case "pattern":
      return patternColumn(segment, tick);
    case "pattern-families":
      return familyColumn(segment, tick);
    case "tag":
      return segment.tag(field.name);
    default:
      return undefined;
  }
}
