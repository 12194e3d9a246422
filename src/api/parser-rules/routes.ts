import { route } from "../../http/route.ts";
import type { RuleTestService } from "./rule-test.ts";
import {
  nameInPath,
  newParserRule,
  parserRuleList,
  parserRuleQuery,
  parserRuleWithText,
  patchedParserRule,
  replacedParserRule,
  ruleTestAnswer,
  ruleTestRequest,
} from "./schema.ts";
import type { ParserRuleService } from "./service.ts";

export function parserRuleRoutes(rules: ParserRuleService, tests: RuleTestService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/parser-rules",
      summary: "List parser rules in the order in which they run",
      query: parserRuleQuery,
      answer: { status: 200, schema: parserRuleList },
      handle: ({ principal, query }) => rules.list(principal!, query),
    }),
    route({
      ...common,
      ...writing,
      method: "POST",
      path: "/api/parser-rules",
      summary: "Create a rule file; it holds for every event that comes after the answer",
      body: newParserRule,
      answer: { status: 201, schema: parserRuleWithText },
      moreErrors: [409, 429, 503],
      handle: ({ principal, body }) => rules.create(principal!, body),
    }),
    route({
      ...common,
      ...writing,
      method: "POST",
      path: "/api/parser-rules/test",
      summary: "Try rules on samples: what each did, step by step, and what came out; nothing is stored",
      body: ruleTestRequest,
      worksOnFullDisk: true,
      answer: { status: 200, schema: ruleTestAnswer },
      moreErrors: [404, 429, 503],
      handle: ({ principal, body }) => tests.run(principal!.userId, body),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/parser-rules/{name}",
      summary: "Read a rule file",
      answer: { status: 200, schema: parserRuleWithText },
      handle: ({ principal, path }) => rules.get(principal!, path.name),
    }),
    route({
      ...common,
      ...writing,
      ...one,
      method: "PUT",
      path: "/api/parser-rules/{name}",
      summary: "Replace a rule file; of a shipped one a user's file takes the place",
      body: replacedParserRule,
      answer: { status: 200, schema: parserRuleWithText },
      moreErrors: [429, 503],
      handle: ({ principal, path, body }) => rules.replace(principal!, path.name, body),
    }),
    route({
      ...common,
      ...writing,
      ...one,
      method: "PATCH",
      path: "/api/parser-rules/{name}",
      summary: "Change some fields of a rule file, or switch it on or off",
      body: patchedParserRule,
      answer: { status: 200, schema: parserRuleWithText },
      moreErrors: [429, 503],
      handle: ({ principal, path, body }) => rules.update(principal!, path.name, body),
    }),
    route({
      ...common,
      ...writing,
      ...one,
      method: "DELETE",
      path: "/api/parser-rules/{name}",
      summary: "Delete a user's rule file; a shipped one of its name is in force again",
      answer: { status: 204, schema: "none" },
      moreErrors: [409],
      handle: ({ path }) => rules.remove(path.name),
    }),
  ];
}

const common = { who: "user", tag: "parser-rules" } as const;
const writing = { permission: "manage_parser_rules" } as const;
const one = { parameters: nameInPath } as const;
