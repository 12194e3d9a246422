import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../lib/errors.ts";
import { sha256Hex } from "../../lib/ids.ts";
import { fileBytesMax, filesMax } from "../limits.ts";
import { RuleFileError } from "../rule-problem.ts";
import { openReading, type RuleFile, type RuleReading, readTestedRuleFile } from "./rule-reading.ts";

/** Source of a rule's text. */
export interface RuleSource {
  name: string;
  /** With its ending. */
  fileName: string;
  text: string;
}

/** A rule file of a folder, read or refused. */
export interface LoadedRule extends RuleSource {
  origin: "user" | "shipped";
  /** See `hashOfRule`. */
  hash: string;
  file: RuleFile | undefined;
  error: RuleFileError | undefined;
}

export const ruleEndings = [".yaml", ".yml", ".json"] as const;
export const testsEnding = ".tests.yaml";

/** Names that a rule may have: a valid file name everywhere, and never a hidden one. */
export const ruleName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The name of the rule in a file of this name; undefined: it is none. */
export function ruleNameOf(fileName: string): string | undefined {
  const ending = ruleEndings.find((known) => fileName.endsWith(known));
  if (ending === undefined) return undefined;
  const name = fileName.slice(0, -ending.length);
  return ruleName.test(name) && !name.endsWith(".tests") ? name : undefined;
}

/**
 * The rules of both sources in the order in which they run; a user's file replaces the shipped one of its name. A file
 * that cannot be read is listed with its error and does not run. Files with the same text as in `known` are taken from
 * there.
 */
export function loadRules(
  userFolder: string | undefined,
  shipped: readonly RuleSource[],
  known: readonly LoadedRule[] = [],
): LoadedRule[] {
  return inOrder([...loadRulesInTurn(userFolder, shipped, known)].filter((rule) => rule !== undefined));
}

export function inOrder(rules: readonly LoadedRule[]): LoadedRule[] {
  return [...rules].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/**
 * The same, one file at a time and in no particular order, for a thread that others need, too; undefined is a pause
 * within a file. Takes a user's file from `readings`, or else reads it at once, which may take a second.
 */
export function* loadRulesInTurn(
  userFolder: string | undefined,
  shipped: readonly RuleSource[],
  known: readonly LoadedRule[] = [],
  readings: readonly RuleReading[] = [],
): Generator<LoadedRule | undefined> {
  const users = userFolder === undefined ? [] : listRuleSources(userFolder);
  const own = new Set(users.map(({ name }) => name));
  for (const source of users) {
    const reading = readings.find(({ fileName }) => fileName === source.fileName);
    yield yield* load(reading === undefined ? source : { ...source, ...reading }, "user", known, reading);
  }
  for (const source of shipped) if (!own.has(source.name)) yield yield* load(source, "shipped", known);
}

/**
 * Rule files of a folder by name; of two with one name the first ending counts. A folder that is not there has none.
 */
export function listRuleSources(folder: string): (RuleSource | UnreadSource)[] {
  if (!existsSync(folder)) return [];
  const sources = new Map<string, string>();
  for (const fileName of readdirSync(folder).sort(byEnding)) {
    const name = ruleNameOf(fileName);
    if (name !== undefined && !sources.has(name)) sources.set(name, fileName);
  }
  return [...sources].sort().flatMap(([name, fileName], index) => readSource(folder, name, fileName, index) ?? []);
}

/** The file of this name alone, whatever else the folder has; undefined: there is none. */
export function readRuleSource(folder: string, name: string): RuleSource | UnreadSource | undefined {
  if (!ruleName.test(name) || name.endsWith(".tests")) return undefined;
  const fileName = ruleEndings.map((ending) => name + ending).find((file) => existsSync(join(folder, file)));
  return fileName === undefined ? undefined : readSource(folder, name, fileName, 0);
}

/** A file that is there and cannot be loaded. */
export interface UnreadSource extends RuleSource {
  error: RuleFileError;
}

/** Undefined: it was there a moment ago. */
function readSource(
  folder: string,
  name: string,
  fileName: string,
  index: number,
): RuleSource | UnreadSource | undefined {
  const refused = (reason: string, cause?: unknown) => ({
    ...{ name, fileName, text: "" },
    error: new RuleFileError(0, "", reason, { cause }),
  });
  if (index >= filesMax) return refused(`Not loaded: there are more than ${filesMax} rule files.`);
  const path = join(folder, fileName);
  try {
    const status = statSync(path);
    if (!status.isFile()) return refused("It is not a file.");
    if (status.size > fileBytesMax)
      return refused(`A rule file has at most ${fileBytesMax} bytes, and it has ${status.size}.`);
    return { name, fileName, text: new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)) };
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    return refused(`It cannot be read: ${messageOf(error)}`, error);
  }
}

function byEnding(a: string, b: string): number {
  const rank = (name: string) => ruleEndings.findIndex((ending) => name.endsWith(ending));
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

/** The same for a file that did not change. */
export function hashOfRule({ fileName, text }: RuleSource): string {
  return sha256Hex(`${fileName}\n${text}`);
}

function* load(
  source: RuleSource | UnreadSource,
  origin: LoadedRule["origin"],
  known: readonly LoadedRule[],
  reading?: RuleReading,
): Generator<undefined, LoadedRule> {
  const { name, fileName, text } = source;
  const same = known.find((rule) => rule.fileName === fileName && rule.origin === origin && rule.text === text);
  if (same !== undefined && !("error" in source)) return same;
  const rule = { name, fileName, text, origin, hash: hashOfRule(source) };
  if ("error" in source) return { ...rule, hash: "", file: undefined, error: source.error };
  try {
    const read = origin === "shipped" ? readTestedRuleFile : readUsersFile;
    const file = reading === undefined ? read(name, text) : yield* openReading(name, reading);
    file.compiled.isShipped = origin === "shipped";
    return { ...rule, file, error: undefined };
  } catch (error) {
    if (!(error instanceof RuleFileError)) throw error;
    return { ...rule, file: undefined, error };
  }
}

/** Its parser and its schemas are loaded with the first such file: each start without any would wait for them. */
function readUsersFile(name: string, text: string): RuleFile {
  const { readRuleFile } = require("./read-rule-file.ts") as typeof import("./read-rule-file.ts");
  return readRuleFile(name, text);
}
