import { weightOf } from "../../engine/light-or-heavy.ts";
import { may, type Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer, type OrderingTerm } from "../../http/pagination.ts";
import type { Intake } from "../../ingest/intake.ts";
import { AppError, forbidden, invalidField, notFound } from "../../lib/errors.ts";
import type { RuleContent } from "../../parser-rules/files/rule-content.ts";
import { ruleName } from "../../parser-rules/files/rule-files.ts";
import { findRuleSource, type RuleFolder } from "../../parser-rules/files/rule-folder.ts";
import { shippedRules } from "../../parser-rules/files/shipped-rules.ts";
import type { RuleState } from "../../parser-rules/run/active-rules.ts";
import type { RuleTask } from "../../parser-rules/try/rule-task.ts";
import type { WorkerPool } from "../../pool/worker-pool.ts";
import type { ReloadRules } from "./reload-rules.ts";
import type { NewParserRule, ParserRule, ParserRuleQuery, ParserRuleWithText, PatchedParserRule } from "./schema.ts";

export type ParserRuleService = ReturnType<typeof createParserRuleService>;

export interface ParserRuleServiceParts {
  folder: RuleFolder;
  intake: Pick<Intake, "ruleStates">;
  reload: ReloadRules;
  pool: Pick<WorkerPool, "run">;
}

/** Rules live in files, the intake thread knows their activity, and threads of the pool read what people write. */
export function createParserRuleService({ folder, intake, reload, pool }: ParserRuleServiceParts) {
  return {
    async list(principal: Principal, query: ParserRuleQuery): Promise<ListAnswer<ParserRule>> {
      const all = (await intake.ruleStates()).map((state, index) => viewOf(principal, state, index));
      const text = (query.find ?? "").toLowerCase();
      const wanted = all.filter(
        ({ enabled, name, description }) =>
          (query.enabled === undefined || enabled === query.enabled) &&
          `${name}\n${description ?? ""}`.toLowerCase().includes(text),
      );
      wanted.sort((a, b) => compare(a, b, query.ordering));
      return listAnswer(query, wanted.length, ({ limit, offset }) => wanted.slice(offset, offset + limit));
    },

    async create(principal: Principal, { name, enabled, ...content }: NewParserRule): Promise<ParserRuleWithText> {
      requireAllHosts(principal);
      requireFreeName(name);
      if ((await intake.ruleStates()).some((state) => state.name === name))
        throw new AppError(
          "conflict",
          `There is a parser rule "${name}" already; choose another name, or change that one.`,
        );
      return put(principal, name, await textOf({ kind: "write", name, content }), enabled);
    },

    async get(principal: Principal, name: string): Promise<ParserRuleWithText> {
      return view(principal, name, await intake.ruleStates());
    },

    async replace(principal: Principal, name: string, body: RuleContent & { enabled: boolean }) {
      requireAllHosts(principal);
      requireKnown(name);
      const { enabled, ...content } = body;
      return put(principal, name, await textOf({ kind: "write", name, content }), enabled);
    },

    async update(principal: Principal, name: string, { enabled, ...content }: PatchedParserRule) {
      requireAllHosts(principal);
      const source = requireKnown(name);
      const isChanged = Object.values(content).some((value) => value !== undefined);
      if (isChanged) folder.write(name, await textOf({ kind: "change", name, before: source.text, content }));
      if (enabled !== undefined) folder.setEnabled(name, enabled);
      return view(principal, name, await reload(isChanged || enabled ? name : undefined));
    },

    async remove(principal: Principal, name: string): Promise<void> {
      requireAllHosts(principal);
      requireKnown(name);
      if (!folder.has(name))
        throw new AppError("conflict", `"${name}" is shipped with vigie and cannot be deleted; switch it off instead.`);
      folder.remove(name);
      await reload();
    },
  };

  /** Throws AppError for a file that would be refused. */
  function textOf(task: RuleTask): Promise<string> {
    return pool.run<string>("parser-rules", task, weightOf({ kind: "rules", task }));
  }

  async function put(principal: Principal, name: string, text: string, enabled: boolean): Promise<ParserRuleWithText> {
    folder.write(name, text);
    folder.setEnabled(name, enabled);
    return view(principal, name, await reload(name));
  }

  function requireKnown(name: string) {
    const source = findRuleSource(folder.path, name);
    if (source === undefined) throw notFound();
    return source;
  }

  function view(principal: Principal, name: string, states: readonly RuleState[]): ParserRuleWithText {
    const index = states.findIndex((state) => state.name === name);
    const source = findRuleSource(folder.path, name);
    if (index < 0 || source === undefined) throw notFound();
    return { ...viewOf(principal, states[index]!, index), text: source.text };
  }
}

function requireFreeName(name: string): void {
  if (!ruleName.test(name))
    throw invalidField("name", "Expected letters, digits, dots, dashes and underscores, a letter or digit first.");
  const ending = /\.(tests|ya?ml|json)$/.exec(name)?.[0];
  if (ending !== undefined) throw invalidField("name", `Expected a name without the ending "${ending}".`);
  if (["check", "test"].includes(name))
    throw invalidField("name", `"${name}" is the path on which rules are tried; choose another name.`);
}

/** A rule may give an event another host, and so show it to whom its own host hides it from. */
function requireAllHosts({ hosts }: Principal): void {
  if (hosts.length > 0) throw forbidden("Parser rules change the events of all hosts, and you may see only some.");
}

function viewOf(principal: Principal, state: RuleState, index: number): ParserRule {
  const showsErrors = may(principal, "manage_parser_rules");
  const rules = state.rules.map(({ name, kind, hits, errors, lastError, isOff }) => ({
    ...{ name, type: kind, hits, errors, switched_off: isOff },
    last_error: showsErrors ? (lastError ?? null) : null,
  }));
  const sum = (of: (rule: (typeof rules)[number]) => number) => rules.reduce((total, rule) => total + of(rule), 0);
  return {
    name: state.name,
    file_name: state.fileName,
    origin: state.origin,
    replaces_shipped: state.origin === "user" && shippedRules.some(({ name }) => name === state.name),
    enabled: state.isEnabled,
    order: index + 1,
    description: state.description,
    error: state.error ?? null,
    hits: sum(({ hits }) => hits),
    errors: sum(({ errors }) => errors),
    last_error: rules.find(({ last_error }) => last_error !== null)?.last_error ?? null,
    rules,
  };
}

function compare(a: ParserRule, b: ParserRule, ordering: readonly OrderingTerm[]): number {
  for (const { field, descending } of ordering) {
    const [left, right] = [a[field as "order"], b[field as "order"]];
    if (left !== right) return left < right === descending ? 1 : -1;
  }
  return a.order - b.order;
}
