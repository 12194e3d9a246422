import { describe, expect, test } from "vitest";
import type { BodyFormat } from "../../../src/ingest/intake.ts";
import { openLocalIntake } from "../../../src/ingest/thread/local-intake.ts";
import { deliveryOf, optionsFor, storedEvents, withFolder } from "../take-in.ts";

const long = "ü".repeat(200);

/** Names that a program of ours might take for something else; from JSON, which may have a `__proto__` of its own. */
const odd = `"a.b":"dot","a-b":"dash","@x":"at","@@y":"two","$z":"dollar"," ":"blank"," in side ":"blanks",
"__proto__":"none","constructor":"none","toString":"none","hasOwnProperty":"none","length":"none","0":"zero",
"${long}":"long","t\\tn\\n":"control","nested":{"__proto__":{"deep":1},"constructor":{"x":[true,null,"",{"y":-0.5}]}},
"日本語":"😀","q\\"\\\\":"marks","nothing":null,"":"without a name"`;

const stored: Record<string, string> = {
  ...{ "a.b": "dot", "a-b": "dash", "@x": "at", $z: "dollar", " ": "blank", " in side ": "blanks" },
  ...{ ["__proto__"]: "none", constructor: "none", toString: "none", hasOwnProperty: "none", length: "none" },
  ...{ "0": "zero", [long]: "long", "t\tn\n": "control", "nested.__proto__.deep": "1" },
  ...{ "nested.constructor.x.0": "true", "nested.constructor.x.3.y": "-0.5", 日本語: "😀", 'q"\\': "marks" },
};

interface Way {
  name: string;
  format: BodyFormat;
  body: string;
  tags?: Record<string, string>;
}

/** `@x` and `@@y` are of the compact format of Seq; elsewhere they are names like others. */
const plain = { ...stored, "@@y": "two" };

/** Every name with a text, as protocols take it that have no others. */
const texts = Object.entries(plain);
const attributes = texts.map(([key, stringValue]) => ({ key, value: { stringValue } }));
const otlp = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: "odd" }, attributes }] }] }] };
const metadata = Object.fromEntries(texts);
const loki = { streams: [{ stream: { level: "info" }, values: [["1795251600000000000", "odd", metadata]] }] };

const ways: Way[] = [
  { name: "our own", format: "events", body: `{"message":"odd",${odd.replaceAll("\n", "")}}` },
  { name: "a list of our own", format: "events", body: `[{"message":"odd",${odd}}]` },
  { name: "user_tags", format: "events", body: `[{"message":"odd","user_tags":{${odd}}}]` },
  { name: "any JSON", format: "raw", body: `{"message":"odd",${odd}}` },
  {
    name: "Elasticsearch",
    format: "elasticsearch",
    body: `{"create":{}}\n{"message":"odd",${odd.replaceAll("\n", "")}}\n`,
  },
  { name: "Splunk", format: "splunk", body: `{"event":"odd","fields":{${odd}}}` },
  { name: "Splunk, an object", format: "splunk", body: `{"event":{"message":"odd",${odd}}}` },
  {
    name: "GELF",
    format: "gelf",
    body: `{"short_message":"odd",${odd}}`,
    // Its fields begin with an underscore that is none of their name.
    tags: { ...without("__proto__"), _proto__: "none" },
  },
  { name: "OTLP", format: "otlp", body: JSON.stringify(otlp) },
  { name: "Loki", format: "loki", body: JSON.stringify(loki) },
  { name: "Datadog", format: "datadog", body: `[{"message":"odd",${odd}}]` },
  {
    name: "Seq",
    format: "seq",
    body: `{"@t":"2026-11-21T09:00:00Z","@m":"odd",${odd.replace('"@x":"at",', "")}}`,
    tags: { ...without("@x", "@@y"), "@y": "two" },
  },
  {
    name: "Seq, raw",
    format: "seq",
    body: `{"Events":[{"Timestamp":"2026-11-21T09:00:00Z","MessageTemplate":"odd","Properties":{${odd}}}]}`,
    tags: { ...plain, message_template: "odd" },
  },
];

function without(...names: string[]): Record<string, string> {
  return Object.fromEntries(texts.filter(([name]) => !names.includes(name)));
}

describe("names that are found in objects by themselves, and others that are odd", () => {
  test.each(ways)("when $name has them, then each is a tag with its value", ({ format, body, tags = plain }) =>
    withFolder(async (folder) => {
      const intake = openLocalIntake(optionsFor(folder));
      expect(await intake.deliver(deliveryOf(body, { format, mediaType: "application/json" }))).toMatchObject({
        accepted: 1,
      });
      const [event] = await storedEvents(intake);
      const pairs = event!.tags.flatMap((tag, at) => (at % 2 === 0 ? [[tag, event!.tags[at + 1]]] : []));
      expect(Object.fromEntries(pairs)).toEqual(tags);
      await intake.close();
    }),
  );
});
