import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { howPagesFor } from "../../src/api/how/pages.ts";
import { languageExamples } from "../../src/filter/language/examples.ts";
import { readPieces } from "../../src/filter/language/read-pieces.ts";
import { validateBody } from "../../src/http/validate.ts";
import { AppError } from "../../src/lib/errors.ts";
import { reasonOfWidget } from "../../src/performance/widget-reason.ts";
import { complete, type Incomplete } from "../../src/web/words/complete.ts";
import type { Words } from "../../src/web/words/en.ts";

// The catalogues are written for a browser, whose language they ask for.
Object.assign(globalThis, { localStorage: { getItem: () => null } });
const { en } = await import("../../src/web/words/en.ts");
const { writeShare } = await import("../../src/web/words/formats.ts");
const { de } = await import("../../src/web/words/de.ts");
const { fieldMessages } = await import("../../src/web/words/de/service/field-messages.ts");
const { lineMessages } = await import("../../src/web/words/de/service/line-messages.ts");
const { deliveryFaults, slowReasons } = await import("../../src/web/words/de/service/reasons.ts");
const { refusals } = await import("../../src/web/words/de/service/refusals.ts");

/** Every text by its path, and whether numbers or names are put in. */
function textsOf(catalogue: object, path = ""): Map<string, unknown> {
  const texts = new Map<string, unknown>();
  for (const [key, value] of Object.entries(catalogue)) {
    const at = `${path}${key}`;
    if (typeof value === "object" && value !== null)
      for (const [inner, text] of textsOf(value, `${at}.`)) texts.set(inner, text);
    else texts.set(at, value);
  }
  return texts;
}

test("when English says something, then German does, and nothing besides", () => {
  const [english, german] = [textsOf(en), textsOf(de)];
  expect(english.size).toBeGreaterThan(500);
  expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  const other = [...english].filter(([path, text]) => typeof german.get(path) !== typeof text);
  expect(other.map(([path]) => path)).toEqual([]);
});

test("when German speaks to the reader, then it does so formally", () => {
  const familiar = /\b(?:du|dich|dir|dein(?:e[mnrs]?)?)\b/i;
  const said = [...textsOf(de)].filter(([, text]) => familiar.test(String(text)));
  expect(said.map(([path]) => path)).toEqual([]);
});

test("when the service tells how senders are pointed here, then German has what is no name, path or option", () => {
  const said = howPagesFor().flatMap(({ title, place, needs }) => [title, place, needs.split(", and ")[0]!]);
  const english = /^In an? |\b(?:the|with|without|of|others|files?|devices)\b/i;
  const left = said.filter((text) => english.test(text) && de.welcome.sender.ofService(text) === text);
  expect(left.filter((text) => !text.startsWith("vigie serve"))).toEqual([]);
  expect(de.welcome.sender.ofService("the package graypy, and vigie serve --gelf-tcp 12201")).toBe(
    "das Paket graypy und vigie serve --gelf-tcp 12201",
  );
});

test("when the service refuses, then German has its words, with the names and numbers in them", () => {
  const { refusal } = de.service;
  expect(refusal("Limit reached: 200 triggers. Delete one first.")).toBe(
    "Mehr als 200 Auslöser geht nicht. Löschen Sie zuerst einen.",
  );
  expect(refusal("Queries of the type Tasks need the permission manage_tasks.")).toBe(
    "Fragen der Art Tasks brauchen das Recht manage_tasks.",
  );
  expect(refusal("The body is larger than 64 MiB, counted after decompression.")).toBe(
    "Entpackt ist es mehr als 64 MiB.",
  );
  expect(refusal("Not found.")).toBe(undefined);
  expect(refusal("Nobody wrote that.")).toBe("Der Dienst sagt: „Nobody wrote that.“");
});

test("when a field is not taken, then German says why; what it has no words for is said as it came", () => {
  const { field } = de.service;
  expect(field("This field is required.")).toBe("Dieses Feld wird gebraucht.");
  expect(field("Expected at most 10 conditions.")).toBe("Höchstens 10 Bedingungen.");
  expect(en.service.field("Expected at most 10000.")).toBe("Expected at most 10,000.");
  expect(en.service.field('Expected one of 20000, 30000, got "10000".')).toBe(
    'Expected one of 20000, 30000, got "10000".',
  );
  expect(field('Expected one of pdf, docx, got "exe".')).toBe('Erwartet wird eins von pdf, docx statt "exe".');
  expect(field("Nobody wrote that.")).toBe("Nobody wrote that.");
});

test("when something may be tried again much later, then hours are said, not seconds", () => {
  const { text } = en.states.refusals[429]!("So it is.", 80_669);
  expect(text).toBe("So it is. Try again in 23 h.");
});

test("when a widget or a rule is slow, then German says why in all its sentences, with numbers as Germans write them", () => {
  const { slowness } = de.service;
  const reasons = reasonOfWidget({
    rangeSeconds: 2.5 * 86_400,
    conditions: [
      { field: "message", op: "=~" },
      { field: "took. it", op: "=~" },
      { field: "v1.5", op: "eq" },
    ],
    field: "client",
    valueCount: 12_345,
    rowsRead: 1_234_567,
    bytesRead: 3.5 * 1024 * 1024,
    warmMs: 900,
    coldMs: 9_000,
  })!;
  expect(slowness(reasons)).toBe(
    [
      "Jeder Meldungstext wird gelesen: Ein regulärer Ausdruck (=~) auf die Meldung lässt sich nicht über Wörter nachschlagen.",
      "Der Filter prüft jeden verschiedenen Wert von „took. it“ mit einem regulären Ausdruck.",
      "Der Filter liest „v1.5“ aller 1.234.567 Ereignisse: Dafür gibt es keinen Index.",
      "Es umfasst 2,5 Tage mit 1.234.567 Ereignissen; ein kürzerer Zeitraum liest weniger.",
      "„client“ hat viele verschiedene Werte, 12.345 oder mehr, und jeder wird gezählt.",
      "Kalt braucht es 10-mal so lange: 3,5 MB kommen von der Platte.",
    ].join(" "),
  );
  expect(slowness("It matched none of these events. Nobody wrote that.")).toBe(
    "It matched none of these events. Nobody wrote that.",
  );
});

test("when a mail or a call does not arrive, then German says why; what the other side said stays as it came", () => {
  const { fault } = de.service;
  expect(fault('The mail server "mx.example.org" did not take the mail: 550 No such user. Go away.')).toBe(
    "Der Mailserver „mx.example.org“ nahm die Mail nicht an: 550 No such user. Go away.",
  );
  expect(fault('chat.example.org answered 404: "no_team".')).toBe('chat.example.org antwortete mit 404: "no_team".');
  expect(fault("hook.example.org answered 302; redirects are not followed.")).toBe(
    "hook.example.org antwortete mit 302; Umleitungen wird nicht gefolgt.",
  );
  expect(fault('Webhook: hook.example.org answered 500: "no".\nIt is tried again.')).toBe(
    'Webhook: hook.example.org antwortete mit 500: "no".\nEs wird noch einmal versucht.',
  );
  expect(fault("Nobody wrote that.")).toBe("Nobody wrote that.");
});

/** Lines that the query language does not take: one for each way in which it says so. */
const wrongLines = [
  ...["(a", "a)", "a |", "a AND", '"a', "host:", "host:()", "host:(a", 'host:"a"b', "a - b", ":a", "severity>x"],
  ...[
    "ts:5",
    "user_tags:a",
    "trigger_ids>3",
    "host=~(",
    "host=~[a",
    "host=~*",
    "host=~a**",
    "host=~\\\\q",
    "host=~a{9999}",
  ],
  ...["host=~(?<a", "host=~(?<a>b)(?<a>c)", "host=~(?z)", "host=~[b-a]", "host=~\\pX", "host=~a)"],
  ...[`${"(".repeat(99)}a`, `host:${"a".repeat(9_999)}`, `host:*${"a".repeat(999)}`, `host=~${"a".repeat(9_999)}`],
];

test("when a line of the query language is wrong, then German says why, also where the service says it", () => {
  const said = wrongLines.flatMap((line) => readPieces(line).error?.message ?? []);
  expect(said.length).toBeGreaterThan(25);
  expect(said.filter((text) => de.service.line(text) === text)).toEqual([]);
  expect(de.service.field('Column 6: expected a value right after "host:".')).toBe(
    "Spalte 6: direkt hinter „host:“ fehlt ein Wert.",
  );
  expect(de.service.refusal("Column 3: expected a word, found the end.")).toBe("Spalte 3: hier fehlt noch ein Wort.");
});

/** What the service says of 1.5 where something of this kind is expected. */
function messageFor(kind: z.ZodType): string {
  try {
    validateBody(z.object({ it: kind }), { it: 1.5 });
  } catch (error) {
    if (error instanceof AppError) return error.details.fields?.it?.join(" ") ?? "";
  }
  throw new Error("It was taken.");
}

test("when a refusal has German words, then the service still says it so", () => {
  const sources = [...new Bun.Glob("src/**/*.ts").scanSync()]
    .filter((path) => !path.startsWith("src/web/"))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const composed = [z.int(), z.string(), z.boolean(), z.array(z.int())].map(messageFor).join("\n");
  const parts = Object.keys({
    ...refusals,
    ...fieldMessages,
    ...lineMessages,
    ...slowReasons,
    ...deliveryFaults,
  }).flatMap((english) =>
    // What stands behind these marks is put in from elsewhere.
    english
      .split(/[#"]|; |, got /)
      .map((part) => part.trim())
      .filter((part) => part.length > 3),
  );
  const sentences = parts.flatMap((part) => part.split(/(?<=\.) /));
  // A line's message goes on behind its column, so its first letter may be a small one.
  const said = `${sources}\n${composed}`.toLowerCase();
  expect(sentences.filter((sentence) => !said.includes(sentence.toLowerCase()))).toEqual([]);
});

test("when a line shows what the query language can say, then German says what it finds", () => {
  expect(languageExamples.filter(([, meaning]) => de.service.example(meaning) === meaning)).toEqual([]);
});

test("when a rule or a template is shipped, then German has a text for it", () => {
  const rules = [...new Bun.Glob("data/parser-rules/*.yaml").scanSync()]
    .map((path) => /^description: (.*)$/m.exec(readFileSync(path, "utf8"))?.[1])
    .filter((description) => description !== undefined);
  expect(rules.length).toBeGreaterThan(20);
  expect(rules.filter((text) => de.service.rule(text) === text)).toEqual([]);
  const boards: { title: string; widgets: { title: string; config: { description?: string } }[] }[] = [
    ...new Bun.Glob("data/templates/*/*.json").scanSync(),
  ].map((path) => JSON.parse(readFileSync(path, "utf8")));
  const alike = boards.map(({ title }) => title).filter((title) => de.service.template(title) === title);
  expect(alike.sort()).toEqual(["Firewall", "Mail"]);
  const said = boards.flatMap(({ widgets }) => widgets.map(({ config }) => config.description ?? ""));
  expect(said.filter((text) => text !== "" && de.service.widgetDescription(text) === text)).toEqual([]);
  const titles = new Set(boards.flatMap(({ widgets }) => widgets.map(({ title }) => title)));
  expect([...titles].filter((title) => de.service.widget(title) === title).sort()).toEqual([
    "Clients",
    "Firewalls",
    "Hosts",
  ]);
});

test("when a third language lacks texts, then these are said in English, and its own stay", () => {
  const french: Incomplete<Words> = {
    parts: { save: "Enregistrer", unknownUser: (id) => `Utilisateur ${id}` },
    triggers: { weekdays: { mon: "lun" } },
  };
  const whole = complete<Words>(french, en);
  expect([...textsOf(whole).keys()]).toEqual([...textsOf(en).keys()]);
  expect([whole.parts.save, whole.parts.unknownUser(3)]).toEqual(["Enregistrer", "Utilisateur 3"]);
  expect([whole.parts.cancel, whole.parts.refused("A", "b")]).toEqual(["Cancel", "A. b"]);
  expect(whole.triggers.weekdays).toEqual({ ...en.triggers.weekdays, mon: "lun" });
  expect(complete<Words>({}, en)).toEqual(en);
});

test.each([
  [0, "0.0 %"],
  [0.00049, "< 0.1 %"],
  [0.0005, "0.1 %"],
  [0.125, "12.5 %"],
  [1, "100.0 %"],
])("when a share of %d is written, then it is %s", (share, text) => {
  expect(writeShare(share)).toBe(text);
});
