// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are templates of triggers
import { describe, expect, test } from "vitest";
import { describeTemplateProblem, fillTemplate } from "../../../src/eventstore/event/event-template.ts";
import { fillLines, fillSentence, insideJson, oneLine } from "../../../src/triggers/actions/template.ts";

const values = (name: string) => ({ host: "web-1", message: 'a "b" ${host}\n' })[name] ?? "";

describe("a template", () => {
  const cases: [title: string, template: string, filled: string][] = [
    ["names values", "${host}: ${ message }", 'web-1: a "b" ${host}\n'],
    ["names what is not there", "<${nothing}>", "<>"],
    ["has a plain sign", "$${host} $5 {x} $", "${host} $5 {x} $"],
    ["has replacement patterns of JavaScript", "$& ${host} $1 $$", "$& web-1 $1 $$"],
  ];
  test.each(cases)("when it %s, then that comes out", (_, template, filled) => {
    expect(describeTemplateProblem(template)).toBeUndefined();
    expect(fillTemplate(template, values)).toBe(filled);
  });

  test.each(["${", "a ${host", "${}", "${a{b}}"])("when it is %s, then it is refused with the column", (template) => {
    expect(describeTemplateProblem(template)).toMatch(/^Column \d+: expected a name and }/);
  });

  test("when a value stands in JSON, then the JSON stays whole", () => {
    const filled = fillTemplate('{"text": "${message}"}', (name) => insideJson(values(name)));
    expect(JSON.parse(filled)).toEqual({ text: values("message") });
  });
});

test("when a text becomes one line, then line ends are spaces and it has no more characters than it may", () => {
  expect(oneLine("a\r\nb\u2028c", 10)).toBe("a b c");
  expect(oneLine("😀😀😀", 2)).toBe("😀😀");
});

describe("a sentence of ours", () => {
  const own = "${time} ${host} ${program}: ${message}";
  const all = { time: "12:00", host: "web1", program: "cron", message: "a: " + "${host}" };
  const cases: [values: Record<string, string>, sentence: string][] = [
    [all, "12:00 web1 cron: a: ${host}"],
    [{ ...all, program: "" }, "12:00 web1: a: ${host}"],
    [{ ...all, host: "", program: "" }, "12:00: a: ${host}"],
    [{ message: "alone" }, "alone"],
    [{ time: "12:00" }, "12:00"],
    [
      { ...all, message: "Traceback (most recent call last): " },
      "12:00 web1 cron: Traceback (most recent call last): ",
    ],
    [{ time: "12:00", host: "web1:" }, "12:00 web1:"],
    [{}, ""],
  ];
  test.each(cases)("when values are %j, then nothing is left of those that are missing", (known, sentence) => {
    expect(fillSentence(own, own, (name) => known[name] ?? "")).toBe(sentence);
  });

  test("when words stand around its values, then they stay", () => {
    expect(fillSentence("At ${a}, $5: ${b}", "At ${a}, $5: ${b}", (name) => `<${name}>`)).toBe("At <a>, $5: <b>");
  });

  test("when all values of a line are missing, then the line goes; a user's stays", () => {
    const lines = "${name} fired.\n\nHost: ${host}\nEvent: ${id} ${url}\n";
    const values = (name: string) => ({ name: "A", url: "http://x/" })[name] ?? "";
    expect(fillLines(lines, lines, values)).toBe("A fired.\n\nEvent:  http://x/\n");
    expect(fillLines("Host: ${host}", lines, values)).toBe("Host: ");
  });

  test("when the template is the user's, then each sign of it stays", () => {
    expect(fillSentence("${program} ${host}: x", own, () => "")).toBe(" : x");
  });
});
