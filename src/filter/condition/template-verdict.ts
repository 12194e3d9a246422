import type { Hole } from "../../eventstore/template.ts";
import type { BlockScan } from "./block-scan.ts";

/** What a test says about all texts of one template: yes, no, or that it depends on the holes. */
export type TemplateVerdict = boolean | Conditional;

/** A text can only match when each of these needs is met. */
export interface Conditional {
  readonly needs: readonly Need[];
  /** True: then it does match. False: its text has to be asked. */
  readonly isExact: boolean;
}

/** One of several ways, each of which asks something of some holes. */
export type Need = readonly (readonly HoleTest[])[];

/** What a hole must be filled with. The same test object is asked once for each value of a segment. */
export interface HoleTest {
  readonly hole: Hole;
  readonly test: TextTest;
}

/** A yes or no about a text; `scan` finds it in many. */
export interface TextTest {
  text(text: string): boolean;
  /** The same of the UTF-8 text bytes[from .. to), without a string of it. */
  bytes?(bytes: Uint8Array, from: number, to: number): boolean;
  scan?: BlockScan;
  /** It holds of exactly these texts, of which none is empty. */
  exact?: { values: readonly string[]; ignoreCase: boolean };
}

/** Any text of the template may match. */
export const undecided: Conditional = { needs: [], isExact: false };

export function allVerdicts(verdicts: readonly TemplateVerdict[]): TemplateVerdict {
  if (verdicts.includes(false)) return false;
  const open = verdicts.filter((verdict) => typeof verdict !== "boolean");
  if (open.length === 0) return true;
  return { needs: open.flatMap(({ needs }) => needs), isExact: open.every(({ isExact }) => isExact) };
}

export function anyVerdict(verdicts: readonly TemplateVerdict[]): TemplateVerdict {
  if (verdicts.includes(true)) return true;
  const open = verdicts.filter((verdict) => typeof verdict !== "boolean");
  const [first] = open;
  if (first === undefined) return false;
  if (open.length === 1) return first;
  const ways = open.flatMap(({ needs }) => needs[0] ?? []);
  if (ways.length > waysMax || open.some(({ needs }) => needs.length === 0)) return undecided;
  return {
    needs: [ways],
    isExact: open.every(({ needs, isExact }) => isExact && needs.length === 1),
  };
}

export function notVerdict(verdict: TemplateVerdict): TemplateVerdict {
  return typeof verdict === "boolean" ? !verdict : undecided;
}

/** More ways of one need cost more to ask than the text itself. */
export const waysMax = 64;
