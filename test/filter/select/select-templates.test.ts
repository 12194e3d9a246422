import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DictionaryColumn, TemplateTexts, TextColumn } from "../../../src/eventstore/segment.ts";
import type { TemplatePiece } from "../../../src/eventstore/template.ts";
import { compileCondition } from "../../../src/filter/condition/compile-condition.ts";
import type { Condition } from "../../../src/filter/condition/condition.ts";
import { RowSet } from "../../../src/filter/rows/row-set.ts";
import { Selection } from "../../../src/filter/rows/selection.ts";
import { countTemplates, selectTemplates } from "../../../src/filter/select/select-templates.ts";
import { mergedTexts, messages, templateColumn, variedTexts } from "../../support/store/template-texts.ts";

const words = ["connection", "Refused", "refused", "port", "7", "12", "777", "a1", "u7", "user", "0", "007", "e5"];
const parts = ["*", "?", "*ser*", "*7*", "u*", "*efus*", "7?", "1*", "é", "=>", "KKK", "*k*", "10.0.0.7", "??", "*1a*"];
const values = fc
  .array(fc.constantFrom(...words, ...parts, ...words), { minLength: 1, maxLength: 4 })
  .map((some) => some.join(" "));
/** Words of which one is wanted, or none. */
const manyWords = fc
  .tuple(fc.array(fc.constantFrom(...words, "12x", "é7", "K", "99"), { minLength: 4, maxLength: 24 }), fc.boolean())
  .map(([some, isWanted]) => (isWanted ? some.join(" | ") : `* -(${some.join(" | ")})`));
const fewWords = fc
  .array(
    fc.tuple(
      fc.constantFrom(" ", " | ", " -"),
      fc.constantFrom(...words, ...parts, '"connection refused"', '"port 7"'),
    ),
    {
      maxLength: 3,
    },
  )
  .map((some) => `${["7", "connection", "*a*", '"by 10"'][some.length % 4]}${some.flat().join("")}`);
const wordQueries = fc.oneof(fewWords, manyWords);
const patterns = fc.oneof(
  fc.constantFrom(
    "port\\s[0-9]*7+\\s?",
    "^connection refused by 10\\.0\\.0\\.\\d+ port \\d{3}$",
    "refused",
    "(?i)REFUSED by",
    "7",
    "77|12",
    "u[0-9]+ logged",
    "\\d+\\.5 ms$",
    "\\bport\\b",
    "\\B7",
    "^\\d",
    "^$",
    ".",
    "[^0-9]7[^0-9]",
    "(?:1|2).*(?:3|4)",
    "o.*7.*e.*1",
    "[0-9]7.*[07] .*\\w5",
    "\\s\\w+$",
    "0\\.(?:[1-9]|1[01]) port 1",
    "é",
    "\\p{L}\\d",
    "[k]",
    "x{900}",
  ),
  fc
    .array(
      fc.constantFrom("port ", "\\d", "7", "[a-z]", "\\w", "+", "*", "?", "(", ")", "|", ".", "^", "$", "\\b", " "),
      {
        minLength: 1,
        maxLength: 7,
      },
    )
    .map((some) => some.join("")),
);
const conditions: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constant("message"),
    op: fc.constantFrom("eq" as const, "ne" as const),
    value: fc.oneof(values, fc.array(values, { minLength: 1, maxLength: 3 }), fc.constantFrom("", "*", "7")),
    ignore_case: fc.boolean(),
  }),
  fc.record({
    field: fc.constant("message"),
    op: fc.constant("qp" as const),
    value: wordQueries,
    ignore_case: fc.boolean(),
  }),
  fc.record({
    field: fc.constant("message"),
    op: fc.constantFrom("=~" as const, "!~" as const),
    value: patterns,
    ignore_case: fc.boolean(),
  }),
  fc.record({
    field: fc.constant("message"),
    op: fc.constantFrom("lt" as const, "ge" as const),
    value: fc.constantFrom(3, 7, 700),
    ignore_case: fc.boolean(),
  }),
);

/** Words of `variedTexts`, alone, in part and together. */
const variedWords = fc.constantFrom(
  ...["abc", "DEF", "cd", "port", "login of", "from", "*bc*", "de?", "c*", "GET", "Connection", "refused", "4f", "10"],
  ...["abc refused", '"of cdecde from"', "server example", "ACK cd", "v1 GET", "*fus*", "u7", "*7*", "lo*in"],
);
const conditionsOfVaried: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constant("message"),
    op: fc.constantFrom("eq" as const, "ne" as const),
    value: fc.oneof(
      variedWords,
      fc.array(variedWords, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...variedTexts(20)),
    ),
    ignore_case: fc.boolean(),
  }),
  fc.record({
    field: fc.constant("message"),
    op: fc.constant("qp" as const),
    value: fc
      .array(fc.tuple(fc.constantFrom(" ", " | ", " -"), variedWords), { minLength: 1, maxLength: 3 })
      .map((some) => `abc${some.flat().join("")}`),
    ignore_case: fc.boolean(),
  }),
  fc.record({
    field: fc.constant("message"),
    op: fc.constantFrom("=~" as const, "!~" as const),
    value: fc.constantFrom(
      ...["of [a-c]+ from", "from (?:abc|def)+ refused", "to cd:", ":[a-f]{2} via eth[13]$", "[a-z]{3}\\.ex"],
      ...["GET /v1/[^/]*cd", "\\b(?:GET|PUT)\\b", "of \\w{3} from \\w{6}", "(?i)ABC", "\\d", "f:1", "of .* from .*z"],
    ),
    ignore_case: fc.boolean(),
  }),
);

describe("conditions on messages that are kept as templates", () => {
  test("when any condition is asked, then it chooses the rows whose text meets it", () => {
    fc.assert(
      fc.property(messages, fc.array(conditions, { minLength: 1, maxLength: 5 }), (texts, asked) => {
        const column = templateColumn(texts) as TextColumn;
        const rows = texts.length * 3 + 2;
        const all = Array.from({ length: rows }, (_, row) => column.text(row));
        for (const condition of asked) {
          const compiled = compileOrSkip(condition);
          if (!compiled) continue;
          const { test: holds, negated } = compiled;
          const selection = new Selection(0, rows);
          selectTemplates(column.templates!, holds, negated, rows, selection, () => {});
          const chosen = all.filter((_, row) => selection.has(row));
          expect({ condition, chosen }).toEqual({
            condition,
            chosen: all.filter((text) => holds.text(text) !== negated),
          });
        }
      }),
      { numRuns: 250 },
    );
  });

  test("when a machine is led through messages piece by piece, then it tells of each whether it matches", () => {
    fc.assert(
      fc.property(messages, patterns, fc.boolean(), (texts, value, ignore_case) => {
        const column = templateColumn(texts) as TextColumn;
        const test = compileOrSkip({ field: "message", op: "=~", value, ignore_case })?.test;
        const machine = test?.machine?.();
        if (!machine) return;
        const rows = Uint32Array.from({ length: texts.length * 3 + 2 }, (_, row) => row).filter((row) =>
          column.text(row),
        );
        const states = new Int32Array(rows.length);
        column.templates!.walk(rows, machine, states);
        for (const [at, row] of rows.entries()) {
          const [text, holds] = [column.text(row), machine.matches(states[at]!)];
          if (holds !== undefined) expect({ value, text, holds }).toEqual({ value, text, holds: test!.text(text) });
        }
      }),
      { numRuns: 400 },
    );
  });

  test("when a walk is stopped half way, then the next one finds each row where it is", () => {
    const many = Array.from({ length: 300 }, (_, i) => `user u${i}x has left by port ${i}${i % 2 ? " now" : ""}`);
    const column = templateColumn(many) as TextColumn;
    const rows = Uint32Array.from({ length: many.length * 3 + 2 }, (_, row) => row).filter((row) => column.text(row));
    const { test: holds } = compileCondition({ field: "message", op: "=~", value: "7.*1", ignore_case: false });
    const machine = holds.machine!()!;
    let read = 0;
    const stopping = {
      start: machine.start,
      finalMax: machine.finalMax,
      run: (...asked: Parameters<typeof machine.run>) => {
        if (++read === 100) throw new Error("stopped");
        return machine.run(...asked);
      },
      runNumber: machine.runNumber.bind(machine),
      behindAny: machine.behindAny.bind(machine),
    };
    const states = new Int32Array(rows.length);
    expect(() => column.templates!.walk(rows, stopping, states)).toThrow("stopped");
    const some = rows.filter((_, at) => at % 3 === 0);
    column.templates!.walk(some, machine, states);
    const matching = [...some].filter((_, at) => machine.matches(states[at]!)).map((row) => column.text(row));
    expect(matching).toEqual([...some].map((row) => column.text(row)).filter((text) => holds.text(text)));
  });

  test("when numbers of any length fill holes, then a machine reads their digits", () => {
    const numbers = [
      0, 7, 10, 99, 100, 999, 1_000, 1_007, 10_070, 999_999, 1_000_000, 7_000_000_007, 999_999_999_999_999,
    ];
    const texts = numbers.map((number) => `took ${number} of ${number + 1} steps`);
    const column = templateColumn(texts) as TextColumn;
    const rows = Uint32Array.from({ length: texts.length * 3 + 2 }, (_, row) => row).filter((row) => column.text(row));
    for (const value of ["00", "^took [0-9]0", "0{3} of", "(?:7|9)9* of.*0 ", "0.*0.*7.*8", "9{15}"]) {
      const { test: holds } = compileCondition({ field: "message", op: "=~", value, ignore_case: false });
      const machine = holds.machine!()!;
      const states = new Int32Array(rows.length);
      column.templates!.walk(rows, machine, states);
      const matching = [...rows].filter((_, at) => machine.matches(states[at]!)).map((row) => column.text(row));
      expect([value, matching]).toEqual([
        value,
        [...rows].map((row) => column.text(row)).filter((text) => holds.text(text)),
      ]);
      expect(matching).not.toEqual([]);
    }
  });

  const varied = variedTexts(4_000);
  test("when rare templates were united, then any condition chooses the rows whose text meets it", () => {
    const column = mergedTexts([varied]) as TextColumn;
    const holes = new Set<string>();
    for (let id = 1; id < column.templates!.ids.valueCount; id++)
      for (const piece of column.templates!.pieces(id)) if (typeof piece !== "string") holes.add(piece.kind);
    expect(holes).toContain("any");
    fc.assert(
      fc.property(fc.oneof(conditions, conditionsOfVaried), fc.constantFrom(1, 17), (condition, step) => {
        const compiled = compileOrSkip(condition);
        if (!compiled) return;
        const { test: holds, negated } = compiled;
        const selection = new Selection(0, varied.length);
        if (step > 1)
          selection.keepOnly(
            RowSet.ofList(
              varied.length,
              Uint32Array.from({ length: varied.length / step }, (_, i) => i * step),
            ),
          );
        const asked = varied.filter((_, row) => selection.has(row));
        selectTemplates(column.templates!, holds, negated, varied.length, selection, () => {});
        const chosen = varied.filter((_, row) => selection.has(row));
        expect({ condition, chosen }).toEqual({
          condition,
          chosen: asked.filter((text) => holds.text(text) !== negated),
        });
      }),
      { numRuns: 150 },
    );
  });

  test("when one of many words is wanted, then a template asks each of its holes once for all of them", () => {
    const value = Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? `q${i}` : String(i))).join(" | ");
    const condition = { field: "message", op: "qp", value, ignore_case: true } as const;
    const pieces = Array.from({ length: 20 }, (_, index) => [
      "a ",
      { kind: index % 2 ? "number" : "word", index },
    ]).flat();
    expect(compileCondition(condition).test.template!(pieces as TemplatePiece[])).toMatchObject({
      isExact: true,
      needs: [{ length: 20 }],
    });
  });

  test("when it is known how many rows each template has, then what is counted without them is what a naive reading counts", () => {
    let known = 0;
    const check = (column: TextColumn, texts: readonly string[], condition: Condition) => {
      const compiled = compileOrSkip(condition);
      if (!compiled) return;
      const { test: holds, negated } = compiled;
      const count = countTemplates(counted(column.templates!), holds, negated, texts.length, () => {});
      if (count === undefined) return;
      known++;
      const without = countTemplates(counted(column.templates!), holds, negated, texts.length, () => {}, false);
      expect(without).toBe(column.templates!.wholeId >= 0 ? undefined : count);
      expect({ condition, count }).toEqual({
        condition,
        count: texts.filter((text) => holds.text(text) !== negated).length,
      });
    };
    const united = mergedTexts([varied]) as TextColumn;
    fc.assert(
      fc.property(
        messages,
        fc.array(conditions, { minLength: 1, maxLength: 5 }),
        conditionsOfVaried,
        (texts, asked, other) => {
          const column = templateColumn(texts) as TextColumn;
          const all = Array.from({ length: texts.length * 3 + 2 }, (_, row) => column.text(row));
          for (const condition of asked) check(column, all, condition);
          check(united, varied, other);
        },
      ),
      { numRuns: 250 },
    );
    expect(known).toBeGreaterThan(100);
  });

  test("when another question is answered meanwhile, then the same rows are found", () => {
    const many = Array.from({ length: 3_000 }, (_, i) => `user u${(i * 7) % 1_000}x has left by port ${i % 300}`);
    const column = templateColumn(many) as TextColumn;
    const rows = many.length * 3 + 2;
    const { test: holds } = compileCondition({ field: "message", op: "qp", value: "*7x", ignore_case: false });
    const countWith = (tick: () => void) => {
      const selection = new Selection(0, rows);
      selectTemplates(column.templates!, holds, false, rows, selection, tick);
      return selection.count;
    };
    const other = compileCondition({ field: "message", op: "qp", value: "*3x | *99", ignore_case: false }).test;
    const answerOther = () => selectTemplates(column.templates!, other, false, rows, new Selection(0, rows), () => {});
    expect(countWith(answerOther)).toBe(countWith(() => {}));
  });

  const texts = ["connection refused by 10.0.0.7 port 1777 twice", "connection refused by 10.0.0.8 port 177 twice"];
  test.each([
    ["a phrase of the template", "qp", '"connection refused"', 2],
    ["a part of a word of the template", "qp", "*EFUSE*", 2],
    ["a phrase that no template has", "qp", '"refused connection"', 0],
    ["an address", "eq", "10.0.0.7", 1],
    ["a number of the text", "qp", "177", 1],
    ["a pattern about an address", "=~", "0\\.0\\.[78] port 1777\\b", 1],
    ["a pattern about a number", "=~", "port\\s[0-9]*777\\s", 1],
  ] as const)("when %s is looked for, then no text is put together", (_, op, value, found) => {
    const column = templateColumn(texts) as TextColumn;
    const rows = texts.length * 3 + 2;
    const { test: holds } = compileCondition({ field: "message", op, value, ignore_case: true });
    const watched = { ...holds, text: (text: string) => (text === "" ? holds.text(text) : expect.unreachable(text)) };
    const selection = new Selection(0, rows);
    selectTemplates(column.templates!, watched, false, rows, selection, () => {});
    expect(selection.count).toBe(found);
  });

  test.each([
    ["a word without a digit", "kraken", false],
    ["a word with a digit", "a1", true],
    ["a word in which a wildcard may be a digit", "kra?en", true],
  ])(
    "when %s is looked for, then the words that fill holes are looked at only if they may be it",
    (_, value, isAsked) => {
      const column = templateColumn(["user a1 has left", "user kraken7 has left", "a kraken has left"]) as TextColumn;
      const rows = 11;
      const templates = column.templates!;
      let asked = false;
      const watched: typeof templates = {
        ...templates,
        hole: (hole) => {
          asked ||= hole.kind === "word";
          return templates.hole(hole);
        },
      };
      const { test: holds, negated } = compileCondition({ field: "message", op: "qp", value, ignore_case: true });
      const selection = new Selection(0, rows);
      selectTemplates(watched, holds, negated, rows, selection, () => {});
      expect(selection.count).toBe(1);
      expect(asked).toBe(isAsked);
    },
  );
});

/** Templates whose rows are counted, as in a file. */
function counted(templates: TemplateTexts): TemplateTexts {
  const { ids, texts, valueCount } = templates.ids;
  const rows = new Uint32Array(valueCount);
  for (const id of ids) rows[id]!++;
  const uses = () => ({ rows, rowsOf: () => undefined });
  const column: Pick<DictionaryColumn, "ids" | "texts" | "valueCount" | "uses"> = { ids, texts, valueCount, uses };
  return { ...templates, ids: column as DictionaryColumn };
}

function compileOrSkip(condition: Condition): ReturnType<typeof compileCondition> | undefined {
  try {
    return compileCondition(condition);
  } catch {
    return undefined;
  }
}
