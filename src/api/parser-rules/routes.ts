import { route } from "../../http/route.ts";
import type { FileTestService } from "./file-tests.ts";
import type { RuleTestService } from "./rule-test.ts";
import {
  changedTests,
  nameInPath,
  newParserRule,
  parserRuleList,
  parserRuleQuery,
  parserRuleWithText,
  patchedParserRule,
  replacedParserRule,
  ruleCheckAnswer,
  ruleCheckRequest,
  ruleFileTests,
  ruleTestAnswer,
  ruleTestRequest,
  testRunAnswer,
  testRunRequest,
} from "./schema.ts";
import type { ParserRuleService } from "./service.ts";

export function parserRuleRoutes(rules: ParserRuleService, tests: RuleTestService, fileTests: FileTestService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/parser-rules",
      summary: "List parser rules in the order in which they run",
      description: "Shipped ones and those of the data folder. A file that cannot be read is listed with its error.",
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
      description:
        "Every event that comes after the answer meets it. Fields that a sender set are overwritten only by rules that say so.",
      example: { body: { name: "shop", text: shopRule } },
      body: newParserRule,
      answer: { status: 201, schema: parserRuleWithText },
      moreErrors: [409, 429, 503],
      handle: ({ principal, body }) => rules.create(principal!, body),
    }),
    route({
      ...common,
      ...writing,
      method: "POST",
      path: "/api/parser-rules/check",
      summary: "Check a rule file while it is written; nothing is stored",
      description: "Reads and compiles the text as the service would, and answers with its first fault.",
      example: { body: { text: faultyRule } },
      body: ruleCheckRequest,
      worksOnFullDisk: true,
      answer: { status: 200, schema: ruleCheckAnswer },
      moreErrors: [429, 503],
      handle: ({ principal, body }) => tests.check(principal!.userId, body),
    }),
    route({
      ...common,
      ...writing,
      method: "POST",
      path: "/api/parser-rules/test",
      summary: "Try rules on samples: what each did, step by step, and what came out; nothing is stored",
      description:
        "Runs the given text, or the rules that are in force, over the samples and shows every step, as far as the answer is not too long.",
      example: {
        body: { samples: ["Nov 21 09:00:00 web-1 sshd[71]: Failed password for root from 192.0.2.9 port 5000 ssh2"] },
      },
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
      description: "With the text of its file, as it is written.",
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
      description: "In force with the answer; a text with a mistake is refused with its line.",
      example: { body: { text: shopRule } },
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
      description: "A rule that is switched off stays in its file.",
      example: { body: { enabled: false } },
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
      description: "Shipped rules cannot be deleted, only switched off or replaced.",
      answer: { status: 204, schema: "none" },
      moreErrors: [409],
      handle: ({ principal, path }) => rules.remove(principal!, path.name),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/parser-rules/{name}/tests",
      summary: "Read the tests of a rule file",
      description: "NAME.tests.yaml, next to NAME.yaml; a shipped file has shipped ones.",
      answer: { status: 200, schema: ruleFileTests },
      handle: ({ path }) => fileTests.get(path.name),
    }),
    route({
      ...common,
      ...writing,
      ...one,
      method: "PUT",
      path: "/api/parser-rules/{name}/tests",
      summary: "Replace the tests of a rule file",
      description: "A text that is none is refused with its line; tests that fail are taken. A blank one removes them.",
      example: { body: { text: shopTests } },
      body: changedTests,
      answer: { status: 200, schema: ruleFileTests },
      moreErrors: [429, 503],
      handle: ({ path, body }) => fileTests.replace(path.name, body.text),
    }),
    route({
      ...common,
      ...writing,
      ...one,
      method: "POST",
      path: "/api/parser-rules/{name}/tests",
      summary: "Run the tests of a rule file; nothing is stored",
      description:
        "Each event meets the rules of this file and no others. Rules and tests may be given, to try a change.",
      example: { body: {} },
      body: testRunRequest,
      worksOnFullDisk: true,
      answer: { status: 200, schema: testRunAnswer },
      moreErrors: [429, 503],
      handle: ({ principal, path, body }) => fileTests.run(principal!.userId, path.name, body),
    }),
  ];
}

const common = { who: "user", tag: "parser-rules" } as const;
const writing = { permission: "manage_parser_rules" } as const;
const one = { parameters: nameInPath } as const;

const shopRule = `description: payments of the shop
rewrite_rules:
  - name: refused
    match:
      - {field: message, op: "=~", value: 'payment of (?P<user>\\w+) refused'}
    tag: {user: "\${user}", action: payment, outcome: failure}
`;

const faultyRule = `description: payments of the shop
rewrite_rules:
  - name: refused
    colour: red
`;

const shopTests = `tests:
  - name: a refused payment
    event: {program: shop, message: payment of alice refused}
    expect:
      user_tags: {user: alice, action: payment, outcome: failure}
`;
