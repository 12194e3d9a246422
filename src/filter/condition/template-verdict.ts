import type { Hole } from "../../eventstore/template.ts";
import type { BlockScan } from "./block-scan.ts";

/** The verdict of a test on all texts of one template: yes, no, or that it depends on the holes. */
export type TemplateVerdict = boolean | Conditional;

/** A text can only match when each of these needs is met. */
export interface Conditional {
  readonly needs: readonly Need[];
  /** True: then it matches. False: its text has to be tested. */
  readonly isExact: boolean;
}

/** One of several ways, each of which requires something of some holes. */
export type Need = readonly (readonly HoleTest[])[];

/** A requirement for the word in a hole. The same test object is used once for each value of a segment. */
export interface HoleTest {
  readonly hole: Hole;
  readonly test: TextTest;
}

/** A yes or no about a text; `scan` finds matches among many texts. */
export interface TextTest {
  /** `tick` is called now and then while one text takes its time. */
  text(text: string, tick?: () => void): boolean;
  /** The same for the UTF-8 text bytes[from .. to), without making a string of it. */
  bytes?(bytes: Uint8Array, from: number, to: number): boolean;
  scan?: BlockScan;
  /** Exactly these texts match, none of which is empty. */
  exact?: { values: readonly string[]; ignoreCase: boolean };
  /** Numbers whose decimal digits have these among them match, and no others. Two or more. */
  digits?: string;
  /** Texts that begin with this one match, and no others. */
  start?: { value: string; ignoreCase: boolean };
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

/** Beyond this many ways, testing a need costs more than testing the text itself. */
export const waysMax = 64;
