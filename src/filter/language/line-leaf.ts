import type { Condition } from "../condition/condition.ts";
import type { WordLeaf } from "../words/word-query.ts";

/** A leaf of the query language: a word or phrase of the message, or a condition on a field. */
export type LineLeaf = WordLeaf | { condition: Condition };
