import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventRow } from "../../src/eventstore/event/event.ts";
import { expandGrok } from "../../src/parser-rules/compile/grok.ts";
import { grokPatterns } from "../../src/parser-rules/compile/grok-patterns.ts";
import { readKeyValues } from "../../src/parser-rules/compile/key-values.ts";
import { compileMatcher } from "../../src/parser-rules/compile/matcher.ts";
import { tokenize } from "../../src/parser-rules/compile/tokenize.ts";
import { readRuleFile } from "../../src/parser-rules/files/read-rule-file.ts";
import { createRuleSet } from "../../src/parser-rules/run/rule-set.ts";

const ref = (name: string) => `$\{${name}}`;

/** What rules of one file make of a message. */
function run(
  rules: object[],
  fields: Partial<EventRow> = {},
): Partial<EventRow> & { outcome: string; tag: Record<string, string> } {
  const row: EventRow = {
    ...{ times: [1], host: "h", program: "p", message: "m", severity: 6, facility: 1, type: 2, status: 0 },
    ...{ ciscoMnemonic: "", tags: [], extra: "" },
    ...fields,
  };
  const outcome = createRuleSet([readRuleFile("x", JSON.stringify({ rewrite_rules: rules })).compiled]).apply(row);
  const tag: Record<string, string> = {};
  for (let i = 0; i < row.tags.length; i += 2) tag[row.tags[i]!] = row.tags[i + 1]!;
  return { ...row, outcome, tag };
}

describe("tag and rewrite", () => {
  test("when values have a map, a case and a default, then they are used in this order", () => {
    const value = { value: ref("level"), case: "upper", map: { FATAL: 2, WARN: "warning" }, default: "notice" };
    const rule = { match: { field: "message", op: "=~", value: "^(?P<level>\\w+):" }, rewrite: { severity: value } };
    expect(["fatal: x", "Warn: x", "odd: x", "none"].map((message) => run([rule], { message }).severity)).toEqual([
      2, 4, 5, 6,
    ]);
  });

  test("when a tag has the name of a field, then ut_ stands before it, also when it is read", () => {
    const { tag } = run([
      { tag: { host: "x" } },
      { match: { field: "tag:host", value: "x" }, tag: { again: ref("tag:host") } },
    ]);
    expect(tag).toEqual({ ut_host: "x", again: "x" });
  });

  test("when a name begins with _, then it lives to the end of its file and is not stored", () => {
    const rules = [{ tag: { _a: "1" } }, { match: { field: "tag:_a", value: "1" }, tag: { b: `${ref("_a")}2` } }];
    expect(run(rules).tag).toEqual({ b: "12" });
  });

  test("when fields are exchanged, then each gets what the other was before", () => {
    const { host, program } = run([{ rewrite: { host: "$PROGRAM", program: "$HOST" } }]);
    expect([host, program]).toEqual(["p", "h"]);
  });

  test("when extra fields are asked for, then dotted and nested names are found", () => {
    const extra = JSON.stringify({ a: { "b.c": 1 }, "d.e": [2] });
    const { tag } = run([{ tag: { x: ref("extra:a.b.c"), y: ref("extra:d.e"), z: ref("extra:no") } }], { extra });
    expect(tag).toEqual({ x: "1", y: "[2]" });
  });

  test("when a severity is none, then the rule is undone", () => {
    const { tag, severity } = run([{ tag: { a: "b" }, rewrite: { severity: "loud" } }]);
    expect([tag, severity]).toEqual([{}, 6]);
  });
});

describe("conditions with groups", () => {
  test("when several have some, then they are counted on; an optional one fills its own when it is found", () => {
    const match = [
      { field: "message", op: "=~", value: "user=(\\w+)" },
      { field: "message", op: "=~", value: "port=(\\d+)", optional: true },
    ];
    const rule = { match, tag: { user: "$1", port: "$2" } };
    expect(run([rule], { message: "user=a port=7" }).tag).toEqual({ user: "a", port: "7" });
    expect(run([rule], { message: "user=a" }).tag).toEqual({ user: "a" });
    expect(run([rule], { message: "port=7" }).tag).toEqual({});
  });
});

describe("key=value", () => {
  const read = (text: string, options: object = {}) => {
    const found = new Map<string, string>();
    const defaults = { separator: "=", delimiter: '"', pairSeparator: " ", spacesInValues: false };
    readKeyValues(text, { ...defaults, ...options }, found);
    return Object.fromEntries(found);
  };
  test.each<[string, object, object]>([
    ["a=1 b=two c=", {}, { a: "1", b: "two", c: "" }],
    [
      'DROP IN=eth0 OUT= MAC=aa:bb msg="a \\"b\\" = c" last',
      {},
      { IN: "eth0", OUT: "", MAC: "aa:bb", msg: 'a "b" = c' },
    ],
    ["a=1, b=2 x", { pairSeparator: "," }, { a: "1", b: "2 x" }],
    ["a: 1; b: x y", { separator: ":", pairSeparator: ";" }, { a: "1", b: "x y" }],
    [
      "src=1.2.3.4 msg=some words here cs1=a\\=b\\\\c",
      { spacesInValues: true },
      { src: "1.2.3.4", msg: "some words here", cs1: "a=b\\c" },
    ],
    ["a=1 a=2", {}, { a: "1" }],
    ['q="never closed', {}, { q: "never closed" }],
  ])("when %s is read with %j, then the pairs are found", (text, options, expected) => {
    expect(read(text, options)).toEqual(expected);
  });

  test("when pairs are written, then they are read back", () => {
    const key = fc.stringMatching(/^[a-z][a-z0-9_.-]{0,6}$/);
    const value = fc.stringMatching(/^[a-zA-Z0-9:/ ]{0,10}$/);
    fc.assert(
      fc.property(fc.dictionary(key, value), (pairs) => {
        const quoted = Object.entries(pairs).map(([name, text]) => `${name}="${text}"`);
        expect(read(quoted.join(" "))).toEqual(pairs);
        expect(read(quoted.join(", "), { pairSeparator: "," })).toEqual(pairs);
      }),
    );
  });

  test("when any text is read, then it ends, also when only time linear in its length lets it", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "=", '"', "\\", " ", ",") }),
        fc.boolean(),
        (text, spacesInValues) => {
          read(text.repeat(20), { spacesInValues });
          read(text.repeat(20), { pairSeparator: "," });
        },
      ),
    );
    for (const part of ["a=", "=", '"', "a", " a", "\\=", "a =", "a  "]) {
      read(part.repeat(1_000_000));
      read(part.repeat(1_000_000), { spacesInValues: true });
    }
  });

  test("when keys come out of the text, then they replace no tag; chosen ones do", () => {
    const fields = { message: "user=b SRC=1", tags: ["user", "a"] };
    expect(run([{ kv: {} }], fields).tag).toEqual({ user: "a", SRC: "1" });
    expect(run([{ kv: { fields: { user: "user", SRC: "src_ip" } } }], fields).tag).toEqual({ user: "b", src_ip: "1" });
    expect(run([{ kv: { fields: [] }, tag: { x: ref("SRC") } }], fields).tag).toEqual({ user: "a", x: "1" });
  });
});

describe("tokenize", () => {
  test.each<[string, object, string[]]>([
    ["a,b,,d", { separator: "," }, ["a", "b", "", "d"]],
    ['"a,""b""", c ,"d', { separator: ",", quote: '"', trim: true }, ['a,"b"', "c", "d"]],
    ["a  b", { separator: " " }, ["a", "", "b"]],
    ["", { separator: "," }, [""]],
  ])("when %s is cut with %j, then these are the parts", (text, options, expected) => {
    expect(tokenize(text, 10, { quote: undefined, trim: false, separator: ",", ...options })).toEqual(expected);
  });

  test("when parts are written as CSV, then they are read back", () => {
    const part = fc.string({ unit: fc.constantFrom("a", '"', ",", " "), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const text = parts.map((each) => `"${each.replaceAll('"', '""')}"`).join(",");
        expect(tokenize(text, 100, { separator: ",", quote: '"', trim: false })).toEqual(parts);
      }),
    );
  });
});

describe("replace, json and grok", () => {
  test("when places are replaced, then groups and all of it are at hand", () => {
    const replace = [{ field: "message", expr: "(\\d+)-(?P<end>\\d+)", fmt: `[$0 ${ref("end")} $1 $HOST]` }];
    expect(run([{ replace }], { message: "a 1-2 b 3-4" }).message).toBe("a [1-2 2 1 h] b [3-4 4 3 h]");
  });

  test("when JSON is taken apart, then leaves are tags by their path", () => {
    const message = '{"a": {"b": [1, null, "x"]}, "e": ""}';
    expect(run([{ json: { prefix: "j." } }], { message }).tag).toEqual({
      "j.a.b.0": "1",
      "j.a.b.2": "x",
    });
  });

  test("when one of several patterns is found, then its names are tags, numbers only when they are some", () => {
    const grok = ["^%{IP:src_ip} %{WORD:_w} %{NOTSPACE:n:int}$", "^%{HOSTNAME:name}"];
    expect(run([{ grok, tag: { word: ref("_w") } }], { message: "192.0.2.1 abc 12" }).tag).toEqual({
      src_ip: "192.0.2.1",
      n: "12",
      word: "abc",
    });
    expect(run([{ grok }], { message: "192.0.2.1 abc x1" }).tag).toEqual({ src_ip: "192.0.2.1" });
    expect(run([{ grok }], { message: "web-1.example.com up" }).tag).toEqual({ name: "web-1.example.com" });
  });

  const samples: [name: string, matching: string[], not: string[]][] = [
    ["IPV4", ["192.0.2.1"], ["192.0.2", "a"]],
    ["IPV6", ["2001:db8::1", "::1", "fe80::1%eth0", "::ffff:192.0.2.1"], ["192.0.2.1", "abc"]],
    ["IP", ["192.0.2.1", "::1"], ["host"]],
    ["IPORHOST", ["web-1.example.com", "10.0.0.1", "::1"], [""]],
    ["MAC", ["00:11:22:aa:bb:cc", "0011.22aa.bbcc", "00-11-22-AA-BB-CC"], ["00:11"]],
    ["NUMBER", ["-1.5", ".5", "12"], ["a", "1.2.3"]],
    ["UUID", ["123e4567-e89b-12d3-a456-426614174000"], ["123e4567"]],
    ["QS", ['"a \\" b"', "'x'"], ['"open']],
    ["TIMESTAMP_ISO8601", ["2026-03-03T04:12:17.221Z", "2026-03-03 04:12:17,221+01:00"], ["03/03/2026"]],
    ["SYSLOGTIMESTAMP", ["Mar  3 04:12:09", "Nov 21 12:00:00"], ["2026"]],
    ["HTTPDATE", ["03/Mar/2026:04:12:14 +0000"], ["03/03/2026"]],
    ["DATESTAMP_RFC2822", ["Tue, 3 Mar 2026 04:12:14 +0000"], ["Tue 3"]],
    ["URI", ["https://user@example.com:8443/a/b.html?x=1&y=2", "http://[::1]/"], ["example.com"]],
    ["PATH", ["/var/log/x.log", "C:\\Windows\\x", "\\\\server\\share"], ["var"]],
    ["EMAILADDRESS", ["a.b+c@example.com"], ["a.b"]],
    ["LOGLEVEL", ["ERROR", "Warning", "info"], ["loud"]],
  ];
  test.each(samples)("when %s stands alone, then it takes %j and not %j", (name, matching, not) => {
    const matcher = compileMatcher(expandGrok(`^(?:%{${name}})$`).pattern);
    expect(matching.filter((text) => !matcher.test(text))).toEqual([]);
    expect(not.filter((text) => matcher.test(text))).toEqual([]);
  });

  test("when any standard name is used, then it compiles", () => {
    for (const name of Object.keys(grokPatterns)) compileMatcher(expandGrok(`x %{${name}:tag} y`).pattern);
  });

  test("when an access log is read with the combined name, then all its fields are there", () => {
    const message =
      '203.0.113.9 - alice [03/Mar/2026:04:12:15 +0000] "POST /api/login HTTP/2.0" 401 143 "https://shop.example.com/" "curl/8.5.0"';
    expect(run([{ grok: "^%{COMBINEDAPACHELOG}" }], { message }).tag).toMatchObject({
      ...{ clientip: "203.0.113.9", auth: "alice", verb: "POST", request: "/api/login", response: "401", bytes: "143" },
      agent: '"curl/8.5.0"',
    });
  });
});
