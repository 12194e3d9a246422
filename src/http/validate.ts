import type * as z from "zod";
import { invalidField, invalidFields, invalidParameter, notFound } from "../lib/errors.ts";
import { faultsMax, namedKeysMax } from "./limits.ts";

/** The body as its schema reads it; a misfit is 400 with a list of messages under each dotted path. */
export function validateBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = parse(schema, body);
  if (result === "too many faults") throw invalidField("non_field_errors", "Most of its values do not fit.");
  if (result.success) return result.data;
  const fields: Record<string, string[]> = Object.create(null);
  for (const { path, message } of result.error.issues.flatMap(innermost)) {
    const name = path.length === 0 ? "non_field_errors" : path.map(String).join(".");
    fields[name] ??= [];
    if (!fields[name].includes(message)) fields[name].push(message);
  }
  throw invalidFields({ ...fields });
}

/** Query parameters; a misfit is 400 with one message under the parameter's name. */
export function validateQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const result = parse(schema, query);
  if (result === "too many faults") throw invalidParameter("query", "Does not fit.");
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalidParameter(String(issue?.path[0] ?? "query"), issue?.message ?? "Does not fit.");
}

/** A path whose parameters do not fit names nothing that exists. */
export function validatePath<Schema extends z.ZodType>(schema: Schema, parameters: unknown): z.output<Schema> {
  const result = schema.safeParse(parameters);
  if (result.success) return result.data;
  throw notFound();
}

/**
 * To tell a fault takes longer than to send many values, so that reading ends when there are very many. Some are found
 * and forgotten where a value fits another of several shapes.
 */
function parse<Schema extends z.ZodType>(schema: Schema, input: unknown) {
  let faults = 0;
  const error = (issue: z.core.$ZodRawIssue) => {
    if (++faults > faultsMax) throw tooManyFaults;
    return messageOfIssue(issue);
  };
  try {
    return schema.safeParse(input, { error, reportInput: true });
  } catch (thrown) {
    if (thrown !== tooManyFaults) throw thrown;
    return "too many faults";
  }
}

const tooManyFaults = new Error("There are too many faults.");

type Issue = z.core.$ZodIssue;
interface Fault {
  path: PropertyKey[];
  message: string;
}

/** For a value that fits none of several shapes: the problem in the closest shape, if that is nested deeper. */
function innermost(issue: Issue): Fault[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys
      .slice(0, namedKeysMax)
      .map((key) => ({ path: [...issue.path, cut(key)], message: issue.message }));
  if (issue.code !== "invalid_union") return [{ path: issue.path, message: issue.message }];
  const branches = issue.errors.map((issues) =>
    issues.flatMap(innermost).map(({ path, message }) => ({ path: [...issue.path, ...path], message })),
  );
  const deeper = branches.filter((findings) => findings.some(({ path }) => path.length > issue.path.length));
  if (deeper.length === 0) return [{ path: issue.path, message: issue.message }];
  return deeper.reduce((best, findings) => (findings.length < best.length ? findings : best));
}

/** Texts for people; undefined leaves zod's own, and a schema's own message precedes both. */
function messageOfIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type" || issue.code === "invalid_value" || issue.code === "invalid_union") {
    if (issue.input === undefined) return "This field is required.";
  }
  if (issue.code === "invalid_type")
    return `Expected ${nameOfType(String(issue.expected))}, got ${shown(issue.input)}.`;
  if (issue.code === "invalid_value")
    return `Expected one of ${issue.values.map(String).join(", ")}, got ${shown(issue.input)}.`;
  if (issue.code === "too_small" && issue.origin === "string" && issue.minimum === 1)
    return "This field may not be blank.";
  if (issue.code === "unrecognized_keys") return "Not known here.";
  if (issue.code === "too_big" && issue.inclusive) return `Expected at most ${issue.maximum}${unitOf(issue.origin)}.`;
  if (issue.code === "too_small" && issue.inclusive)
    return `Expected at least ${issue.minimum}${unitOf(issue.origin)}.`;
  return undefined;
}

function unitOf(origin: string): string {
  return { string: " characters", array: " entries" }[origin] ?? "";
}

const typeNames: Record<string, string> = {
  int: "a whole number",
  number: "a number",
  string: "text",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
};

function nameOfType(expected: string): string {
  return typeNames[expected] ?? expected;
}

function shown(input: unknown): string {
  if (input === null) return "null";
  if (Array.isArray(input)) return "a list";
  if (typeof input === "object") return "an object";
  const text = cut(String(input));
  return typeof input === "string" ? `"${text}"` : text;
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
