import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLError,
} from "yaml";
import type * as z from "zod";
import { compileRuleFile } from "../compile/compile-rule.ts";
import { fileBytesMax, yamlDepthMax, yamlValuesMax } from "../limits.ts";
import { RuleFileError, RuleProblem } from "../rule-problem.ts";
import { ruleFileSchema } from "../rule-schema.ts";
import type { RuleFile } from "./rule-reading.ts";

/**
 * Reads YAML (JSON is YAML) and compiles it. Undefined: it has the name that it states. Throws RuleFileError, which
 * names the first fault and its line.
 */
export function readRuleFile(name: string | undefined, text: string): RuleFile {
  return compileSource(name, parseYaml(text));
}

/** The same for a file that came as a value, as in a body of the API; values have no lines. */
export function readRuleFields(name: string | undefined, value: unknown): RuleFile {
  return compileSource(name, withoutLines(value));
}

function compileSource(name: string | undefined, source: YamlSource): RuleFile {
  const model = checkShape(ruleFileSchema, source);
  return { model, compiled: withLines(source, () => compileRuleFile(name ?? model.name ?? "tried", model)) };
}

function withoutLines(value: unknown): YamlSource {
  return { value, document: undefined, lines: new LineCounter() };
}

/** A value with the lines that its parts stand on. */
export interface YamlSource {
  value: unknown;
  document: Document.Parsed | undefined;
  lines: LineCounter;
}

/** Throws RuleFileError for a text that is no YAML, is too large, or expands to too much. */
export function parseYaml(text: string): YamlSource {
  if (Buffer.byteLength(text) > fileBytesMax)
    throw new RuleFileError(0, "", `A rule file has at most ${fileBytesMax} bytes.`);
  const lines = new LineCounter();
  // The parser's own search for duplicate keys takes seconds for a large file; findExcess does it.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined) throw new RuleFileError(lineOfError(error, text, lines), "", reasonOf(error));
  const problem = findExcess(document, lines);
  if (problem !== undefined) throw problem;
  return { value: document.toJS({ maxAliasCount: 1000 }), document, lines };
}

const outdentedList = "BLOCK_AS_IMPLICIT_KEY";

/** For a list that is indented too little, the parser points at the blanks before it. */
function lineOfError({ code, pos: [start] }: YAMLError, text: string, lines: LineCounter): number {
  const blanks = code === outdentedList ? /^\s*/.exec(text.slice(start))![0].length : 0;
  return lines.linePos(start + blanks).line;
}

/** The parser says so when its stack is used up, far deeper than the bound here. */
function reasonOf({ code, message }: YAMLError): string {
  if (code === outdentedList) return 'An entry of a list ("- …") stands further left than the others.';
  return code === "RESOURCE_EXHAUSTION" ? `Nested deeper than ${yamlDepthMax}.` : message;
}

/** Applies the schema to the value. Throws RuleFileError for the first misfit. */
export function checkShape<Schema extends z.ZodType>(schema: Schema, source: YamlSource): z.output<Schema> {
  const result = schema.safeParse(source.value, { error: messageOfIssue, reportInput: true });
  if (result.success) return result.data;
  const [first] = result.error.issues.map(innermost);
  return withLines(source, () => {
    throw new RuleProblem(first!.path, first!.message);
  });
}

/** Gives a RuleProblem its line. */
function withLines<Value>(source: YamlSource, step: () => Value): Value {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    throw new RuleFileError(lineOf(source, error.path), shownPath(error.path), error.message, { cause: error });
  }
}

/** `rewrite_rules[0].tag.user`, counted as a list is. */
function shownPath(path: readonly PropertyKey[]): string {
  let text = "";
  for (const key of path) text += typeof key === "number" ? `[${key}]` : `${text === "" ? "" : "."}${String(key)}`;
  return text;
}

/** The line of the place, or of what contains it when it is missing. */
function lineOf({ document, lines }: YamlSource, path: readonly PropertyKey[]): number {
  if (document === undefined) return 0;
  let node: unknown = document.contents;
  let offset = (node as Node | null)?.range?.[0] ?? 0;
  for (const key of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (!isCollection(node)) break;
    if (isMap(node)) {
      const pair = node.items.find(
        (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(key),
      );
      if (pair === undefined) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else {
      node = isSeq(node) ? node.items[Number(key)] : undefined;
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    }
  }
  return lines.linePos(offset).line;
}

/**
 * Checked before anything is made of it: depth, the number of values with each alias counted as its target, and
 * duplicate keys.
 */
function findExcess(document: Document.Parsed, lines: LineCounter): RuleFileError | undefined {
  let values = 0;
  const anchors = new Map<string, Node>();
  const refuse = (node: unknown, reason: string) =>
    new RuleFileError(lines.linePos((node as Node | null)?.range?.[0] ?? 0).line, "", reason);
  const visit = (node: unknown, depth: number): RuleFileError | undefined => {
    values++;
    if (depth > yamlDepthMax) return refuse(node, `Nested deeper than ${yamlDepthMax}.`);
    if (values > yamlValuesMax) return refuse(node, `More than ${yamlValuesMax} values.`);
    if (isAlias(node)) return visit(anchors.get(node.source), depth + 1);
    if (isNode(node) && "anchor" in node && node.anchor !== undefined) anchors.set(node.anchor, node);
    if (!isCollection(node)) return undefined;
    const keys = new Set<string>();
    for (const item of node.items) {
      if (isPair(item) && isScalar(item.key)) {
        const key = String(item.key.value);
        if (keys.has(key)) return refuse(item.key, `The key "${key}" stands here twice.`);
        keys.add(key);
      }
      const excess = isPair(item) ? visit(item.value, depth + 1) : visit(item, depth + 1);
      if (excess !== undefined) return excess;
    }
    return undefined;
  };
  return visit(document.contents, 0);
}

interface Fault {
  path: PropertyKey[];
  message: string;
}

/** For a value that fits none of several shapes: the errors of the shape it comes nearest to. */
function innermost(issue: z.core.$ZodIssue): Fault {
  if (issue.code === "unrecognized_keys")
    return {
      path: [...issue.path, issue.keys[0]!],
      message: `There is no "${issue.keys[0]}" here.`,
    };
  if (issue.code !== "invalid_union") return { path: issue.path, message: issue.message };
  const findings = issue.errors
    .flatMap((issues) => issues.slice(0, 1))
    // A value of another kind says only that this shape was not meant.
    .filter((inner) => inner.code !== "invalid_type" || inner.path.length > 0)
    .map(innermost)
    .sort((a, b) => b.path.length - a.path.length);
  const [nearest] = findings;
  return nearest === undefined
    ? { path: issue.path, message: issue.message }
    : { path: [...issue.path, ...nearest.path], message: nearest.message };
}

function messageOfIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return "This is required.";
  if (issue.code === "invalid_type")
    return `Expected ${typeNames[String(issue.expected)] ?? issue.expected}, got ${shown(issue.input)}.`;
  if (issue.code === "invalid_value")
    return `Expected one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}, got ${shown(issue.input)}.`;
  if (issue.code === "invalid_union") return `A value of this kind cannot stand here: ${shown(issue.input)}.`;
  if (issue.code === "too_big" || issue.code === "too_small") {
    const bound = issue.code === "too_big" ? `at most ${issue.maximum}` : `at least ${issue.minimum}`;
    const size = Array.isArray(issue.input) || typeof issue.input === "string" ? issue.input.length : undefined;
    const unit = typeof issue.input === "string" ? " characters" : Array.isArray(issue.input) ? " entries" : "";
    return `Expected ${bound}${unit}, got ${size ?? shown(issue.input)}.`;
  }
  return undefined;
}

const typeNames: Partial<Record<string, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
};

function shown(input: unknown): string {
  if (input === null) return "nothing";
  if (Array.isArray(input)) return "a list";
  if (typeof input === "object") return "an object";
  const text = String(input);
  const cut = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return typeof input === "string" ? `"${cut}"` : cut;
}
