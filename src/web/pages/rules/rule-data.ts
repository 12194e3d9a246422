import { useQuery } from "@tanstack/react-query";
import type {
  ParserRuleWithText,
  RuleCheckAnswer,
  RuleFileTests,
  RuleTestAnswer,
  TestRunAnswer,
} from "../../../api/parser-rules/schema.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";
import { words } from "../../words/words.ts";

export const rulesPath = "/api/parser-rules";

/** The name under which rules are written that are not stored yet. */
export const newName = "new";

export function useRule(name: string) {
  return useQuery({
    queryKey: [rulesPath, name],
    queryFn: ({ signal }) => call<ParserRuleWithText>("GET", `${rulesPath}/${encodeURIComponent(name)}`, { signal }),
    enabled: name !== newName,
    staleTime: 0,
  });
}

function testsPathOf(name: string): string {
  return `${rulesPath}/${encodeURIComponent(name)}/tests`;
}

export function useFileTests(name: string) {
  return useQuery({
    queryKey: [rulesPath, name, "tests"],
    queryFn: ({ signal }) => call<RuleFileTests>("GET", testsPathOf(name), { signal }),
    staleTime: 0,
  });
}

export async function saveFileTests(name: string, text: string): Promise<RuleFileTests> {
  const saved = await call<RuleFileTests>("PUT", testsPathOf(name), { body: { text } });
  queryClient.setQueryData([rulesPath, name, "tests"], saved);
  return saved;
}

/** Rules and tests as they are written now, saved or not. */
export function runFileTests(name: string, text: string, tests: string): Promise<TestRunAnswer> {
  return call<TestRunAnswer>("POST", testsPathOf(name), { body: { text, tests } });
}

export function refreshRules(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [rulesPath] });
}

/** A line as a program writes it, or an event as JSON. */
export function readSamples(text: string): (string | object)[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      try {
        const value: unknown = JSON.parse(line);
        return typeof value === "object" && value !== null ? value : line;
      } catch {
        return line;
      }
    });
}

/** `name`: of the stored file. One that is not stored yet has the name that it states. */
export function tryRules(
  name: string | undefined,
  text: string,
  samples: (string | object)[],
): Promise<RuleTestAnswer> {
  return call<RuleTestAnswer>("POST", `${rulesPath}/test`, { body: { name, text, samples } });
}

/** The first fault of a text that is being written. */
export async function findFault(
  name: string | undefined,
  text: string,
  signal: AbortSignal,
): Promise<RuleProblem | undefined> {
  const body = { name, text };
  const { fault } = await call<RuleCheckAnswer>("POST", `${rulesPath}/check`, { body, signal });
  if (fault === null) return undefined;
  const { line, path, reason } = fault;
  return { line, reason: words.service.field(path === "" ? reason : `${path}: ${reason}`) };
}

export interface RuleProblem {
  /** 0: of no line. */
  line: number;
  reason: string;
}

/** Reads the place of a fault from the service's message: `line 4: rewrite_rules[0].tag: …`. */
export function problemOf(error: unknown): RuleProblem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const said = error.fields.text ?? error.fields.tests;
  const found = said === undefined ? null : /^line (\d+): ([\s\S]*)$/.exec(said);
  if (found !== null) return { line: Number(found[1]), reason: found[2]! };
  return said === undefined ? undefined : { line: 0, reason: said };
}

const micros = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

export function writeMicros(value: number): string {
  return micros.format(value);
}
