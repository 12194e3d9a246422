/**
 * The value of a text in YAML, of which JSON is a part. Throws an Error that says in words why there is none. Whoever
 * asks bounds the text before, and what its aliases stand for afterwards.
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
