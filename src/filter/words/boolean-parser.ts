import { LanguageError } from "./language-error.ts";
import { depthMax } from "./limits.ts";
import { anyOne, anyRun, type PatternToken } from "./wildcard.ts";

/** A parsed AND, OR, NOT or parenthesis. `column` is where it begins, from 1. */
export type Tree<Leaf> =
  | { kind: "leaf"; leaf: Leaf; column: number }
  | { kind: "not"; part: Tree<Leaf>; column: number }
  | { kind: "and" | "or"; parts: Tree<Leaf>[]; column: number };

/** The role of a piece of a line: editors colour it and complete it. */
export type PieceKind = "operator" | "parenthesis" | "field" | "sign" | "value" | "pattern" | "word";

/** Called with each piece as it is read, in order, from its first character to behind its last. */
export type NotePiece = (kind: PieceKind, from: number, to: number) => void;

/**
 * The grammar that `qp` and the query language share; they differ in their leaves.
 *
 *     or   = and { ("|" | "OR") and }
 *     and  = not { ["AND"] not }
 *     not  = ("-" | "!" | "NOT ") not | "(" or ")" | leaf
 *
 * It is written by hand and not generated: the context decides what is a leaf (a dash inside a word, a comma
 * in a list, a parenthesis in a regular expression), and an error has to say what was expected. Reads each character a
 * bounded number of times. Depth is bounded, so the recursion is too.
 */
export class BooleanParser<Leaf> {
  position = 0;
  #depth = 0;

  readonly #readLeaf: (parser: BooleanParser<Leaf>) => Leaf;
  readonly #notePiece: NotePiece | undefined;

  constructor(
    readonly text: string,
    readLeaf: (parser: BooleanParser<Leaf>) => Leaf,
    notePiece?: NotePiece,
  ) {
    this.#readLeaf = readLeaf;
    this.#notePiece = notePiece;
  }

  /** Throws LanguageError. */
  parse(): Tree<Leaf> {
    const tree = this.#or();
    if (this.position < this.text.length) throw this.error('expected a word or the end, found ")" without "("');
    return tree;
  }

  get column(): number {
    return this.position + 1;
  }

  error(expected: string, column = this.column): LanguageError {
    return new LanguageError(column, expected);
  }

  skipSpace(): void {
    this.take(/\s*/y);
  }

  /** Reads what the sticky pattern matches here; undefined when it does not. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  /** Reports the piece between two places, once its meaning is certain. */
  note(kind: PieceKind, from: number, to = this.position): void {
    if (to > from) this.#notePiece?.(kind, from, to);
  }

  looksAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.position;
    return pattern.test(this.text);
  }

  /** The inside of a text in quotes; `\"` and `\\` are the escapes. Stands at the opening quote. */
  quoted(escapes: RegExp = /\\(["\\])/g): string {
    const column = this.column;
    const found = this.take(/"(?:[^"\\]|\\.)*"/suy);
    if (found === undefined) throw this.error('expected a closing quote (") for the one here', column);
    return found.slice(1, -1).replaceAll(escapes, "$1");
  }

  /** Characters up to where `end` matches, with wildcards and escapes understood; "" when there are none. */
  bare(end: RegExp): PatternToken[] {
    const tokens: PatternToken[] = [];
    while (this.position < this.text.length && !this.looksAt(end)) {
      const escaped = this.take(/\\[()|"!\-*?\\:=<>~,]/y);
      if (escaped !== undefined) tokens.push(escaped[1]!);
      else {
        const character = this.take(/./suy)!;
        tokens.push(character === "*" ? anyRun : character === "?" ? anyOne : character);
      }
    }
    return tokens;
  }

  #or(): Tree<Leaf> {
    const column = this.#skipToColumn();
    const parts = [this.#and()];
    while (this.#takeAs("operator", orSign)) parts.push(this.#and());
    return parts.length === 1 ? parts[0]! : { kind: "or", parts, column };
  }

  #and(): Tree<Leaf> {
    const column = this.#skipToColumn();
    const parts = [this.#not()];
    for (;;) {
      this.skipSpace();
      if (this.position === this.text.length || this.looksAt(orSign) || this.looksAt(/\)/y)) break;
      this.#takeAs("operator", /AND(?=[\s(])/y);
      parts.push(this.#not());
    }
    return parts.length === 1 ? parts[0]! : { kind: "and", parts, column };
  }

  #not(): Tree<Leaf> {
    const column = this.#skipToColumn();
    if (this.#takeAs("operator", /[-!](?=\S)|NOT(?=[\s(])/y))
      return this.#deeper(() => ({ kind: "not", part: this.#not(), column }));
    if (this.#takeAs("parenthesis", /\(/y)) return this.#deeper(() => this.#group(column));
    this.#expectLeaf();
    return { kind: "leaf", leaf: this.#readLeaf(this), column };
  }

  #group(column: number): Tree<Leaf> {
    const tree = this.#or();
    if (!this.#takeAs("parenthesis", /\)/y)) throw this.error('expected ")" for the "(" here', column);
    return tree;
  }

  #takeAs(kind: PieceKind, pattern: RegExp): boolean {
    const found = this.take(pattern);
    if (found !== undefined) this.note(kind, this.position - found.length);
    return found !== undefined;
  }

  #expectLeaf(): void {
    const { column } = this;
    if (this.position === this.text.length) throw this.error("expected a word, found the end");
    const stray = this.take(/[)|]|[-!](?!\S)|(?:AND|OR|NOT)(?=[\s()]|$)/y);
    if (stray !== undefined)
      throw this.error(`expected a word, found ${stray.length > 1 ? stray : `"${stray}"`}`, column);
  }

  #deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > depthMax)
      throw this.error(`expected at most ${depthMax} parentheses and negations inside each other`);
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #skipToColumn(): number {
    this.skipSpace();
    return this.column;
  }
}

const orSign = /\||OR(?=[\s(])/y;

/** Removes double negation and changes nothing else: for checking whether anything is wanted at all. */
export function hasPositiveLeaf<Leaf>(tree: Tree<Leaf>, negated = false): boolean {
  if (tree.kind === "leaf") return !negated;
  if (tree.kind === "not") return hasPositiveLeaf(tree.part, !negated);
  return tree.parts.some((part) => hasPositiveLeaf(part, negated));
}
