import type { TemplatePiece } from "../../eventstore/template.ts";
import type { Tree } from "../words/boolean-parser.ts";
import { insideSteps, literalSteps } from "../words/compile-pattern.ts";
import { foldCase } from "../words/fold-case.ts";
import { anyRun, literalOf } from "../words/wildcard.ts";
import type { WordLeaf } from "../words/word-query.ts";
import { findPhrase, findWord, phraseOf, splitWords, stepsOfPhrase, type WordPattern } from "../words/words.ts";
import { type BlockScan, narrowestScan, scanForLiteral, scanOfPhrase, unitedScan } from "./block-scan.ts";
import { allVerdicts, anyVerdict, notVerdict, type TemplateVerdict } from "./template-verdict.ts";
import { type TemplateWord, templateAnyWord, templatePhrase, verdictInside } from "./template-words.ts";

export function isAnyText({ tokens }: WordLeaf): boolean {
  return tokens.every((token) => token === anyRun);
}

/** A text (folded when case is ignored) whose words are asked for. */
export class WordSubject {
  readonly words: readonly string[];
  #looked = 0;
  #known: ReadonlySet<string> | undefined;

  constructor(readonly text: string) {
    this.words = splitWords(text);
  }

  has(word: string): boolean {
    if (this.#looked === looksMax) this.#known ??= new Set(this.words);
    else this.#looked++;
    return this.#known ? this.#known.has(word) : findWord(word, this.words, 0) >= 0;
  }
}

/** So many words are looked for one by one: making a set takes longer. */
const looksMax = 8;

export interface TemplateSubject {
  pieces: readonly TemplatePiece[];
  words: readonly TemplateWord[];
}

interface CompiledTree {
  holds(subject: WordSubject): boolean;
  verdict(subject: TemplateSubject): TemplateVerdict;
  scan?: BlockScan;
  /** For each character of a text, but for these words of the subject (see `stepsOfTree`). */
  steps: number;
  asked: number;
}

/** Steps that each character of a text takes at most: see `stepsMax`. */
export function stepsOfTree({ steps, asked }: CompiledTree): number {
  return steps + Math.min(literalSteps * asked, literalSteps * looksMax + lookUpSteps);
}

/** Boolean words, ready to be asked. */
export function compileTree(tree: Tree<WordLeaf>, ignoreCase: boolean): CompiledTree {
  if (tree.kind === "leaf") return compileLeaf(tree.leaf, ignoreCase);
  if (tree.kind === "not") {
    const part = compileTree(tree.part, ignoreCase);
    return {
      holds: (subject) => !part.holds(subject),
      verdict: (subject) => notVerdict(part.verdict(subject)),
      steps: part.steps,
      asked: part.asked,
    };
  }
  const parts =
    tree.kind === "or"
      ? compileAlternatives(tree.parts, ignoreCase)
      : tree.parts.map((part) => compileTree(part, ignoreCase));
  const scans = parts.map(({ scan }) => scan);
  const steps = parts.reduce((sum, part) => sum + part.steps, 0);
  const asked = parts.reduce((sum, part) => sum + part.asked, 0);
  if (tree.kind === "and")
    return {
      holds: (subject) => parts.every((part) => part.holds(subject)),
      verdict: (subject) => allVerdicts(parts.map((part) => part.verdict(subject))),
      scan: narrowestScan(scans),
      steps,
      asked,
    };
  return {
    holds: (subject) => parts.some((part) => part.holds(subject)),
    verdict: (subject) => anyVerdict(parts.map((part) => part.verdict(subject))),
    scan: unitedScan(scans),
    steps,
    asked,
  };
}

/** Words without wildcards are one alternative, however many they are. */
function compileAlternatives(parts: readonly Tree<WordLeaf>[], ignoreCase: boolean): CompiledTree[] {
  const words: WordPattern[] = [];
  const others: CompiledTree[] = [];
  for (const part of parts) {
    const [word, ...rest] = part.kind === "leaf" ? phraseOf(part.leaf.tokens, ignoreCase) : [];
    if (word?.literal !== undefined && rest.length === 0) words.push(word);
    else others.push(compileTree(part, ignoreCase));
  }
  return words.length === 0 ? others : [compileAnyWord(words, ignoreCase), ...others];
}

function compileAnyWord(words: readonly WordPattern[], ignoreCase: boolean): CompiledTree {
  const wanted = new Set(words.map(({ literal }) => literal!));
  const inTemplates = templateAnyWord(words, ignoreCase);
  return {
    holds: ({ words: inText }) => inText.some((word) => wanted.has(word)),
    verdict: ({ words: inTemplate }) => inTemplates.of(inTemplate),
    scan: unitedScan(words.map((word) => scanOfPhrase([word], ignoreCase))),
    steps: lookUpSteps,
    asked: 0,
  };
}

/** To look each word up. */
const lookUpSteps = 16;

function compileLeaf({ tokens }: WordLeaf, ignoreCase: boolean): CompiledTree {
  if (isAnyText({ tokens })) return { holds: ({ text }) => text !== "", verdict: () => true, steps: 0, asked: 0 };
  const phrase = phraseOf(tokens, ignoreCase);
  if (phrase.length === 0) {
    const literal = literalOf(tokens)!;
    const wanted = ignoreCase ? foldCase(literal) : literal;
    return {
      holds: ({ text }) => text.includes(wanted),
      verdict: ({ pieces }) => verdictInside(wanted, pieces, ignoreCase),
      scan: scanForLiteral(literal, ignoreCase, "row"),
      steps: insideSteps,
      asked: 0,
    };
  }
  const inTemplates = templatePhrase(phrase, ignoreCase);
  const word = phrase.length === 1 ? phrase[0]!.literal : undefined;
  return {
    holds: word === undefined ? ({ words }) => findPhrase(phrase, words, 0) >= 0 : (subject) => subject.has(word),
    verdict: ({ words }) => inTemplates.of(words),
    scan: scanOfPhrase(phrase, ignoreCase),
    steps: word === undefined ? stepsOfPhrase(phrase) : 0,
    asked: word === undefined ? 0 : 1,
  };
}
