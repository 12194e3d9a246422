import type { BaseColumn } from "../segment.ts";

/** Base columns that are kept as numbers; the others never are. */
export const numberColumns: ReadonlySet<BaseColumn> = new Set(["severity", "facility", "type", "status"]);
