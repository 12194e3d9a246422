/**
 * Parses YAML, and so JSON. Throws an Error that says in words what is wrong. The caller bounds the text, and the size
 * of what its aliases expand to.
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
