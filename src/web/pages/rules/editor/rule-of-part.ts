export interface MarkedPart {
  program: string;
  message: string;
  /** The part, in characters. */
  from: number;
  to: number;
  tag: string;
}

/**
 * A file of one rule that finds this part in messages like this one: what stands before it stays as it is, but for
 * numbers; the part itself is what goes on until the sign behind it.
 */
export function ruleOfPart({ program, message, from, to, tag }: MarkedPart): string {
  const line = message.lastIndexOf("\n", from - 1) + 1;
  const before = message.slice(line, from).slice(-contextCharactersMax);
  const behind = message[to];
  const begin = before.length === from - line && line === 0 ? "^" : "";
  const pattern = `${begin}${literal(before)}(?P<${tag}>${shapeOf(message.slice(from, to), behind)})${endOf(behind)}`;
  return [
    `description: ${JSON.stringify(`${tag} of ${program}`)}`,
    ...(program === "" ? [] : ["pre_match:", `  - {field: program, value: ${JSON.stringify(program)}}`]),
    "rewrite_rules:",
    `  - name: ${JSON.stringify(tag)}`,
    "    match:",
    `      - {field: message, op: "=~", value: '${pattern.replaceAll("'", "''")}'}`,
    `    tag: {${tag}: "\${${tag}}"}`,
    "",
  ].join("\n");
}

/** More of what stands before would bind the rule to this very message. */
const contextCharactersMax = 80;

function literal(text: string): string {
  return text
    .replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&")
    .replaceAll(/\d+/g, "\\d+")
    .replaceAll(/\s+/g, "\\s+");
}

/** Numbers stay numbers; a text goes on until the sign behind it, or to the end of the line. */
function shapeOf(part: string, behind: string | undefined): string {
  if (/^\d+$/.test(part)) return "\\d+";
  if (behind === undefined || behind === "\n") return /\s/.test(part) ? ".+" : "\\S+";
  if (part.includes(behind)) return ".+?";
  if (/\s/.test(behind)) return "\\S+";
  return `[^${/[\]\\^-]/.test(behind) ? `\\${behind}` : behind}]+`;
}

function endOf(behind: string | undefined): string {
  if (behind === undefined || behind === "\n") return "";
  return /\s/.test(behind) ? "\\s" : literal(behind);
}
