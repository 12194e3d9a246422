import { type CompiledElement, compileElements } from "../condition/compile-element.ts";
import { conditionKey } from "../condition/condition-key.ts";
import { findField } from "../condition/fields.ts";
import type { FilterElement } from "../condition/filter-element.ts";
import { takeWordsApart } from "../condition/take-words-apart.ts";
import { testAny, type ValueTest } from "../condition/value-test.ts";
import { compilePattern } from "../words/compile-pattern.ts";
import { foldCase } from "../words/fold-case.ts";
import { anyOne, anyRun } from "../words/wildcard.ts";

/** Elements that all must hold, ready to be asked of events and segments, in any thread. Stateless. */
export interface CompiledFilter {
  readonly conditions: readonly CompiledElement[];
}

/**
 * Makes conditions ready. `hosts`: patterns with `*` and `?` of the hosts that the caller may see, as one more
 * condition; empty: all. Throws FilterError for conditions that did not pass `filterSchema`.
 */
export function compileFilter(conditions: readonly FilterElement[], hosts: readonly string[] = []): CompiledFilter {
  const compiled = compileElements(conditions.map(takeWordsApart));
  if (hosts.length > 0)
    compiled.push({
      key: conditionKey(["hosts", ...hosts]),
      field: findField("host"),
      negated: false,
      isSlow: false,
      test: testHosts(hosts),
    });
  return { conditions: compiled };
}

/** In these patterns nothing is escaped, and `*` is any host, also an unknown one. */
function testHosts(hosts: readonly string[]): ValueTest {
  return testAny(
    hosts.map((host) => {
      const tokens = [...host].map((character) =>
        character === "*" ? anyRun : character === "?" ? anyOne : character,
      );
      const matches = compilePattern(tokens, true);
      return { text: (text) => matches(foldCase(text)) };
    }),
  );
}
