import { BooleanParser, hasPositiveLeaf, type Tree } from "./boolean-parser.ts";
import { LanguageError } from "./language-error.ts";
import { wildcardCharactersMax } from "./limits.ts";
import { anyRun, hasWildcard, type PatternToken } from "./wildcard.ts";

/** A word, or words that stand next to each other, as it was written. */
export interface WordLeaf {
  tokens: readonly PatternToken[];
}

/**
 * Reads the value of a `qp` condition: words, "phrases", AND (also implied), OR or |, NOT or ! or -, ( ), and the
 * wildcards * and ?. Throws LanguageError, also when nothing is wanted but only unwanted.
 */
export function parseWordQuery(text: string): Tree<WordLeaf> {
  if (text.trim() === "") throw new LanguageError(1, "expected a word, found the end");
  const tree = new BooleanParser<WordLeaf>(text, readWord).parse();
  if (!hasPositiveLeaf(tree))
    throw new LanguageError(tree.column, 'expected at least one word that is wanted; "*" stands for anything');
  return tree;
}

/** In quotes every character is meant as it is, wildcards too. */
export function readWord<Leaf>(parser: BooleanParser<Leaf>): WordLeaf {
  const { column } = parser;
  const tokens = parser.looksAt(/"/y) ? [...parser.quoted()] : parser.bare(/[\s()|"]/y);
  if (tokens.length === 0) throw parser.error("expected a word inside the quotes", column);
  if (tokens.length > wildcardCharactersMax && hasWildcard(tokens))
    throw parser.error(`expected at most ${wildcardCharactersMax} characters in a word with wildcards`, column);
  return { tokens };
}

/** The tree as a text that `parseWordQuery` reads as the same tree. */
export function formatWordQuery(tree: Tree<WordLeaf>): string {
  if (tree.kind === "leaf") return formatLeaf(tree.leaf);
  if (tree.kind === "not") return `-${formatPart(tree.part)}`;
  return tree.parts.map(formatPart).join(tree.kind === "and" ? " " : " | ");
}

function formatPart(tree: Tree<WordLeaf>): string {
  const text = formatWordQuery(tree);
  return tree.kind === "and" || tree.kind === "or" ? `(${text})` : text;
}

function formatLeaf({ tokens }: WordLeaf): string {
  const text = tokens.join("");
  const isPlain = tokens.every((token) => typeof token !== "string" || /[^\s()|"!\-*?\\:=<>~,]/u.test(token));
  if (tokens.every((token) => typeof token === "string"))
    return isPlain && !/^(?:AND|OR|NOT)$/.test(text) && text !== "" ? text : `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
  return tokens
    .map((token) => (typeof token === "string" ? escapeCharacter(token) : token === anyRun ? "*" : "?"))
    .join("");
}

function escapeCharacter(character: string): string {
  return /[()|"!\-*?\\:=<>~,]/.test(character) ? `\\${character}` : character;
}
