import { type CompiledFilter, compileFilter } from "../../filter/select/compile-filter.ts";
import { cachedFiltersMax, cachedQuestionCharactersMax } from "../limits.ts";
import type { CommonParams } from "../query-kind.ts";
import { conditionsOf } from "./parse-query.ts";

/** The filter of a checked question under host limits, compiled once for all callers with the same one. Any thread. */
export function filterOf(params: Pick<CommonParams, "filter" | "q">, hosts: readonly string[]): CompiledFilter {
  const text = JSON.stringify([params.filter, params.q, hosts]);
  const known = recent.get(text);
  if (known !== undefined) return known;
  const compiled = compileFilter(conditionsOf(params), hosts);
  if (text.length > cachedQuestionCharactersMax || compiled.conditions.some(({ isSlow }) => isSlow)) return compiled;
  if (recent.size >= cachedFiltersMax) recent.delete(recent.keys().next().value!);
  recent.set(text, compiled);
  return compiled;
}

/** For when memory runs short: a compiled filter also keeps its findings about templates. */
export function forgetFilters(): void {
  recent.clear();
}

/**
 * Compiled filters have no state, and compiling often takes longer than the rest of the question. Regular expressions
 * are not kept: their automata grow to several megabytes with the texts they see.
 */
const recent = new Map<string, CompiledFilter>();
