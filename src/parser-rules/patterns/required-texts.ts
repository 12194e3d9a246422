import { requiredLiteral } from "../../filter/condition/required-literal.ts";
import type { RequiredText } from "./message-gate.ts";
import { type PatternTree, prefixOf } from "./pattern-tree.ts";

/** Texts of which every match contains one; undefined: none are known. `tree`: of the pattern, if it is understood. */
export function requiredTexts(
  pattern: string,
  ignoreCase: boolean,
  tree: PatternTree | undefined,
): readonly RequiredText[] | undefined {
  const candidates: RequiredText[][] = [];
  const prefix = tree === undefined ? "" : prefixOf(tree);
  if (prefix !== "") candidates.push([{ text: prefix, ignoreCase: false, isPrefix: true }]);
  const texts = tree === undefined ? [requiredLiteral(pattern, ignoreCase)] : textsOf(tree);
  if (texts !== undefined && !texts.includes(""))
    candidates.push(texts.map((text) => ({ text, ignoreCase, isPrefix: false })));
  return mostTelling(candidates);
}

/** Those that fewest messages hold. */
export function mostTelling(candidates: Iterable<readonly RequiredText[]>): readonly RequiredText[] | undefined {
  let best: readonly RequiredText[] | undefined;
  let most = -1;
  for (const candidate of candidates) {
    const tells = Math.min(...candidate.map(({ text, isPrefix }) => text.length * (isPrefix ? 2 : 1)));
    if (tells <= most) continue;
    most = tells;
    best = candidate;
  }
  return best;
}

function textsOf(tree: PatternTree): string[] | undefined {
  switch (tree.kind) {
    case "set":
      return tree.set.length === 2 && tree.set[0] === tree.set[1] ? [String.fromCodePoint(tree.set[0]!)] : undefined;
    case "group":
      return textsOf(tree.part);
    case "repeat":
      return tree.min > 0 ? textsOf(tree.part) : undefined;
    case "choice":
      return textsOfBranches(tree.branches);
    case "sequence":
      return textsOfSequence(tree.parts);
    case "assertion":
      return undefined;
  }
}

function textsOfBranches(branches: readonly PatternTree[]): string[] | undefined {
  const all: string[] = [];
  for (const branch of branches) {
    const texts = textsOf(branch);
    if (texts === undefined || all.length + texts.length > alternativesMax) return undefined;
    all.push(...texts);
  }
  return all;
}

/** Adjacent single characters form one text. Of all required parts, the one whose shortest text is longest. */
function textsOfSequence(parts: readonly PatternTree[]): string[] | undefined {
  let best: string[] | undefined;
  let run = "";
  const offer = (texts: string[] | undefined) => {
    if (texts !== undefined && (best === undefined || shortest(texts) > shortest(best))) best = texts;
  };
  for (const part of parts) {
    const texts = textsOf(part);
    if (part.kind === "set" && texts !== undefined) run += texts[0];
    else {
      if (run !== "") offer([run]);
      run = "";
      offer(texts);
    }
  }
  if (run !== "") offer([run]);
  return best;
}

function shortest(texts: readonly string[]): number {
  return Math.min(...texts.map((text) => text.length));
}

/** More would match most messages. */
const alternativesMax = 32;
