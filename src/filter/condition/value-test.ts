import { RE2JS } from "re2js";
import type { TextMachine } from "../../eventstore/segment.ts";
import type { TemplatePiece } from "../../eventstore/template.ts";
import type { Tree } from "../words/boolean-parser.ts";
import { compilePattern, insideSteps, stepsOfPattern } from "../words/compile-pattern.ts";
import { foldCase, longText } from "../words/fold-case.ts";
import { anyRun, literalOf, type PatternToken, parsePattern } from "../words/wildcard.ts";
import type { WordLeaf } from "../words/word-query.ts";
import { hasPhrases, phraseOf, stepsOfPhrase } from "../words/words.ts";
import {
  literalRuns,
  longest,
  narrowestScan,
  placeOfRun,
  scanForLiteral,
  scanForMatches,
  scanForText,
  scanOfPhrase,
  unitedScan,
} from "./block-scan.ts";
import { numberOfText } from "./number-text.ts";
import { amountOfText, type Quantity } from "./quantity.ts";
import { RegularAutomaton } from "./regular-automaton.ts";
import { ignoresCase, requiredLiterals } from "./required-literal.ts";
import { anyVerdict, type TemplateVerdict, type TextTest, undecided } from "./template-verdict.ts";
import { templatePhrase, verdictInOrder, verdictInside, wordsOfTemplate } from "./template-words.ts";
import { compileTree, isAnyText, stepsOfTree, WordSubject } from "./word-tree.ts";

/** A yes or no about the text of a field; "" is an event without the field. */
export interface ValueTest extends TextTest {
  /** The same for a text that is a number's shortest decimal form; absent: only the text can tell. */
  number?: (value: number) => boolean;
  /** Tests that must all hold for `number` to hold; as numbers rise, the result of each changes at most once. */
  compared?: readonly ((value: number) => boolean)[];
  /** Steps that each character of a text takes at most, of about a nanosecond; absent: a few. */
  steps?: number;
  /** True: it holds for every text but the empty one. */
  isPresence?: true;
  /** The same for texts that come in pieces; absent: it cannot tell of these. */
  machine?: () => MatchingMachine | undefined;
  /** Its verdict on the texts of a template; absent: only the texts can tell. */
  template?: (pieces: readonly TemplatePiece[], tick?: () => void) => TemplateVerdict;
}

export interface MatchingMachine extends TextMachine {
  /** Whether a text that leads to this state matches; undefined: only the text itself tells. */
  matches(state: number): boolean | undefined;
}

/** The whole text is the value, in which `*` and `?` are wildcards; `*` alone is any text but none. */
export function testPattern(value: string, ignoreCase: boolean): ValueTest {
  const tokens = parsePattern(value);
  if (tokens.length > 0 && tokens.every((token) => token === anyRun)) return hasValue;
  const matches = compilePattern(tokens, ignoreCase);
  const run = longest(literalRuns(tokens));
  const start = tokens[tokens.length - 1] === anyRun ? literalOf(tokens.slice(0, -1)) : undefined;
  return {
    text: folding(matches, ignoreCase),
    scan: scanForLiteral(run, ignoreCase, placeOfRun(tokens, run) === "anywhere" ? "row" : "maybe"),
    start: start === undefined ? undefined : { value: start, ignoreCase },
    steps: stepsOfPattern(tokens),
  };
}

/** One of these texts, whole and without wildcards. */
export function testTexts(values: readonly string[], ignoreCase: boolean): ValueTest {
  const wanted = new Set(ignoreCase ? values.map(foldCase) : values);
  return {
    text: folding((text) => wanted.has(text), ignoreCase),
    scan: unitedScan(values.map((value) => scanForText(value, ignoreCase))),
    exact: values.includes("") ? undefined : { values, ignoreCase },
    // Texts of a template are never empty.
    template: () => (values.every((value) => value === "") ? false : undecided),
  };
}

/** The text is a number that meets this test. */
export function testNumber(holds: (value: number) => boolean): ValueTest {
  const number = (value: number) => !Number.isNaN(value) && holds(value);
  const canBeNumber = (piece: TemplatePiece) => typeof piece !== "string" || /^[-+.eE]*$/.test(piece);
  return {
    text: (text) => number(numberOfText(text)),
    number,
    template: (pieces) => (pieces.every(canBeNumber) ? undecided : false),
  };
}

/** The same with a test that changes at most once as numbers rise. */
export function testCompared(holds: (value: number) => boolean): ValueTest {
  return { ...testNumber(holds), compared: [holds] };
}

/** All of the tests hold, each made by `testCompared`. */
export function testBetween(tests: readonly ValueTest[]): ValueTest {
  const compared = tests.flatMap((test) => test.compared!);
  return { ...testNumber((value) => compared.every((holds) => holds(value))), compared };
}

/** The text is a number, or a number with a unit of this kind, that meets this test in seconds or bytes. */
export function testAmount(kind: Quantity["kind"], holds: (amount: number) => boolean): ValueTest {
  const number = (value: number) => !Number.isNaN(value) && holds(value);
  return { text: (text) => number(amountOfText(text, kind)), number };
}

/** The text is an address of the network. */
export function testNetwork(isInside: (address: string) => boolean): ValueTest {
  return { text: isInside, number: () => false };
}

/**
 * The words of the value stand in the text in this order; those that the value writes without a space between,
 * adjacent.
 */
export function testWords(value: string, ignoreCase: boolean): ValueTest {
  const tokens = parsePattern(value);
  if (tokens.length > 0 && tokens.every((token) => token === anyRun)) return hasValue;
  const phrases = splitTerms(tokens)
    .map((term) => phraseOf(term, ignoreCase))
    .filter((phrase) => phrase.length > 0);
  if (phrases.length === 0) return testInside(literalOf(tokens)!, ignoreCase);
  const inTemplates = phrases.map((phrase) => templatePhrase(phrase, ignoreCase));
  return {
    text: folding((text) => hasPhrases(phrases, text), ignoreCase),
    scan: narrowestScan(phrases.map((phrase) => scanOfPhrase(phrase, ignoreCase))),
    template: (pieces) => verdictInOrder(inTemplates, wordsOfTemplate(pieces, ignoreCase)),
    steps: phrases.reduce((sum, phrase) => sum + stepsOfPhrase(phrase), 0),
  };
}

/** The boolean words hold. */
export function testWordQuery(tree: Tree<WordLeaf>, ignoreCase: boolean): ValueTest {
  if (tree.kind === "leaf" && isAnyText(tree.leaf)) return hasValue;
  const compiled = compileTree(tree, ignoreCase);
  return {
    text: folding((text) => compiled.holds(new WordSubject(text)), ignoreCase),
    scan: compiled.scan,
    template: (pieces) => compiled.verdict({ pieces, words: wordsOfTemplate(pieces, ignoreCase) }),
    steps: stepsOfTree(compiled),
  };
}

/** Linear in the length of the text. An absent text never matches. Throws the errors of re2js. */
export function testRegularExpression(pattern: string, ignoreCase: boolean): ValueTest {
  const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  const literals = requiredLiterals(pattern);
  const scan = scanForMatches(literals, ignoreCase || ignoresCase(pattern));
  const literal = literals.length === 1 && !(ignoreCase || ignoresCase(pattern)) ? literals[0]! : "";
  let made: RegularAutomaton | undefined;
  const automaton = () => {
    made ??= new RegularAutomaton(compiled, scan);
    return made;
  };
  return {
    text: (text) => text !== "" && text.includes(literal) && automaton().holdsText(text),
    bytes: (bytes, from, to) => from < to && automaton().holds(bytes, from, to),
    scan,
    machine: () => (automaton().canRun ? automaton() : undefined),
    template: (pieces) => automaton().verdict(pieces),
  };
}

/** The column holds codes, the test is about their names. */
export function testByCode(names: readonly string[], test: ValueTest): ValueTest {
  return { text: (code) => test.text(names[Number(code)] ?? "") };
}

/** One of the tests holds. */
export function testAny(tests: readonly ValueTest[]): ValueTest {
  const [first] = tests;
  if (first && tests.length === 1) return first;
  const numbers = tests.map((test) => test.number);
  const exacts = tests.map((test) => test.exact);
  const isExact = exacts.every((exact) => exact !== undefined && exact.ignoreCase === exacts[0]!.ignoreCase);
  let asked = 0;
  const watched = (tick?: () => void) => {
    if ((++asked & 0x3f) === 0) tick?.();
  };
  return {
    text: (text, tick) =>
      tests.some((test) => {
        watched(tick);
        return test.text(text, tick);
      }),
    number: numbers.every((number) => number !== undefined)
      ? (value) => numbers.some((number) => number(value))
      : undefined,
    scan: unitedScan(tests.map((test) => test.scan)),
    exact: isExact
      ? { values: exacts.flatMap((exact) => exact!.values), ignoreCase: exacts[0]!.ignoreCase }
      : undefined,
    template: (pieces, tick) =>
      anyVerdict(
        tests.map(({ template }) => {
          watched(tick);
          return template?.(pieces) ?? undecided;
        }),
      ),
    steps: tests.reduce((sum, { steps = 0 }) => sum + steps, 0),
  };
}

const hasValue: ValueTest = {
  text: (text) => text !== "",
  bytes: (_bytes, from, to) => from < to,
  number: () => true,
  template: () => true,
  isPresence: true,
};

/** A long text may take a moment, so the clock is looked at before each. */
function folding(matches: (text: string) => boolean, ignoreCase: boolean): ValueTest["text"] {
  return (text, tick) => {
    if (text.length >= longText) tick?.();
    return matches(ignoreCase ? foldCase(text) : text);
  };
}

/** A value without any word, such as "=>": the text contains it. */
function testInside(literal: string, ignoreCase: boolean): ValueTest {
  if (literal.trim() === "") return { text: (text) => text === literal };
  const wanted = ignoreCase ? foldCase(literal) : literal;
  return {
    text: folding((text) => text.includes(wanted), ignoreCase),
    scan: scanForLiteral(literal, ignoreCase, "row"),
    template: (pieces) => verdictInside(wanted, pieces, ignoreCase),
    steps: insideSteps,
  };
}

function splitTerms(tokens: readonly PatternToken[]): PatternToken[][] {
  const terms: PatternToken[][] = [[]];
  for (const token of tokens) {
    if (typeof token === "string" && /\s/u.test(token)) terms.push([]);
    else terms[terms.length - 1]!.push(token);
  }
  return terms;
}
