/**
 * Parses YAML, and so JSON. Throws an Error that describes the problem in words. The caller bounds the text, and the
 * size of its expanded aliases.
 */
export function readYaml(text: string): unknown {
  try {
    return Bun.YAML.parse(text);
  } catch (error) {
    // The reader calls itself for each level.
    if (error instanceof RangeError) throw new Error("it is nested too deep", { cause: error });
    throw error;
  }
}

/**
 * Whether a parsed value expands to more than allowed. Aliases of YAML share values, so that few bytes can stand for
 * many values, or for endless ones; each is counted at every use, a long text as several.
 */
export function isTooLarge(value: unknown, { valuesMax, depthMax }: { valuesMax: number; depthMax: number }): boolean {
  const count = (one: unknown, before: number, depth: number): number => {
    if (depth > depthMax) return Number.POSITIVE_INFINITY;
    let sum = before + 1 + (typeof one === "string" ? one.length / charactersPerValue : 0);
    if (typeof one !== "object" || one === null) return sum;
    for (const inner of Object.values(one)) {
      if (sum > valuesMax) return sum;
      sum = count(inner, sum, depth + 1);
    }
    return sum;
  };
  return count(value, 0, 0) > valuesMax;
}

const charactersPerValue = 64;
