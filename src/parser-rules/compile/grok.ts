import { expandedCharactersMax, groupsMax } from "../limits.ts";
import { grokPatterns } from "./grok-patterns.ts";

export interface ExpandedGrok {
  /** RE2 syntax. */
  pattern: string;
  /** The names of `%{NAME:tag}`, by the number of their group. */
  captures: GrokCapture[];
}

export interface GrokCapture {
  group: number;
  tag: string;
  /** Kept only when the text is one. */
  number: "int" | "float" | undefined;
}

/**
 * Replaces the names of patterns by the patterns. `%{NAME}` becomes a group that captures nothing, `%{NAME:tag}` one
 * that does; groups that the pattern has itself are counted with them. Throws an Error that names the fault.
 */
export function expandGrok(pattern: string, definitions: Readonly<Record<string, string>> = {}): ExpandedGrok {
  const expansion = new Expansion(definitions);
  const expanded = expansion.expand(pattern, []);
  return { pattern: expanded, captures: expansion.captures };
}

export function hasGrok(pattern: string): boolean {
  return pattern.includes("%{");
}

class Expansion {
  readonly captures: GrokCapture[] = [];
  private groups = 0;
  private length = 0;

  constructor(private readonly definitions: Readonly<Record<string, string>>) {}

  expand(pattern: string, inside: readonly string[]): string {
    let text = "";
    for (const [piece, reference] of pattern.matchAll(pieces)) {
      if (reference !== undefined) text += this.expandReference(reference, inside);
      else {
        if (piece === "(" || piece.startsWith("(?P<") || piece.startsWith("(?<")) this.countGroup();
        text += piece;
        this.grow(piece.length);
      }
    }
    return text;
  }

  private expandReference(reference: string, inside: readonly string[]): string {
    const found = referenceParts.exec(reference);
    if (found === null) throw new Error(`"%{${reference}}" is not written as %{NAME}, %{NAME:tag} or %{NAME:tag:int}.`);
    const [, name, tag, number] = found;
    const own = Object.hasOwn(this.definitions, name!) ? this.definitions[name!] : undefined;
    const pattern = own ?? grokPatterns[name!];
    if (pattern === undefined) throw new Error(`There is no grok pattern "${name}".`);
    if (inside.includes(name!)) throw new Error(`The grok patterns ${[...inside, name].join(" → ")} are a circle.`);
    this.grow(6);
    if (tag !== undefined) {
      this.countGroup();
      this.captures.push({ group: this.groups, tag: plainTag(tag), number: number as GrokCapture["number"] });
    }
    const inner = this.expand(pattern, [...inside, name!]);
    return tag === undefined ? `(?:${inner})` : `(${inner})`;
  }

  private countGroup(): void {
    if (++this.groups > groupsMax) throw new Error(`The pattern has more than ${groupsMax} groups.`);
  }

  private grow(characters: number): void {
    this.length += characters;
    if (this.length > expandedCharactersMax)
      throw new Error(
        `With its grok patterns filled in the pattern has more than ${expandedCharactersMax} characters.`,
      );
  }
}

/** Escapes and classes are taken as a whole, so their contents are no groups and no references. */
const pieces = /%\{([^{}]*)\}|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\(\?P?<\w+>|\(\?|./gsu;
const referenceParts = /^([A-Za-z0-9_]+)(?::([^:]+)(?::(int|float))?)?$/;

/** `[source][ip]` is `source.ip`. */
function plainTag(tag: string): string {
  return /^(?:\[[^[\]]+\])+$/.test(tag) ? tag.slice(1, -1).replaceAll("][", ".") : tag;
}
