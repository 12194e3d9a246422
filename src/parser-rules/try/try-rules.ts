import type { EventRow } from "../../eventstore/event/event.ts";
import { AppError, notFound } from "../../lib/errors.ts";
import type { CompiledFile } from "../compile/compile-rule.ts";
import { compileRuleContent, type RuleContent } from "../files/rule-content.ts";
import { type LoadedRule, loadRules } from "../files/rule-files.ts";
import { findRuleSource } from "../files/rule-folder.ts";
import { readSwitches } from "../files/rule-switches.ts";
import { shippedRules } from "../files/shipped-rules.ts";
import { testBudgetMs } from "../limits.ts";
import { AnswerRoom } from "./answer-room.ts";
import { type RuleStep, traceRules } from "./trace-rules.ts";

/** Which rules: of content, of the file of this name, or all that are in force. */
export interface RuleTrial {
  /** The user's rules. */
  folder: string;
  name: string | undefined;
  content: RuleContent;
  samples: readonly (string | Record<string, unknown>)[];
}

/** How a sample becomes an event, and which fields came with it; throws an AppError when it is none. */
export type ReadSentSample = (sample: string | Record<string, unknown>) => SentRow;

interface SentRow {
  row: EventRow;
  sent: number;
}

export interface TriedSample {
  outcome: "kept" | "dropped" | "bad_sample" | "not_tried";
  /** Why it is no event or was not tried. */
  error: string | null;
  before: TriedEvent | null;
  after: TriedEvent | null;
  steps: TriedStep[];
  /** How many more there were; absent: none. */
  omitted_steps?: number;
}

export interface TriedEvent {
  host: string;
  program: string;
  message: string;
  severity: number;
  facility: number;
  cisco_mnemonic: string;
  user_tags: Record<string, string>;
}

export interface TriedStep extends Omit<RuleStep, "kind" | "condition" | "error"> {
  type: RuleStep["kind"];
  condition: number | null;
  error: string | null;
}

/**
 * Tries rules on samples; nothing is stored and no rule counts anything. It may take seconds. Throws AppError for rules
 * that are none.
 */
export function tryRules({ folder, name, content, samples }: RuleTrial, readSample: ReadSentSample): TriedSample[] {
  const files = filesOf(folder, name, content);
  const end = performance.now() + testBudgetMs;
  const isOver = () => performance.now() >= end;
  const room = new AnswerRoom();
  return samples.map((sample) => {
    if (room.isFull) return noRoom;
    return isOver() ? notTried : trySample({ files, isOver, room }, () => readSample(sample));
  });
}

/** Files that did not change stay compiled from one trial to the next. */
let known: LoadedRule[] = [];

function filesOf(folder: string, name: string | undefined, content: RuleContent): CompiledFile[] {
  if (Object.values(content).some((value) => value !== undefined)) return [compileRuleContent(name, content)];
  if (name === undefined) {
    known = loadRules(folder, shippedRules, known);
    const disabled = readSwitches(folder);
    return known.flatMap((rule) => (rule.file && !disabled.has(rule.name) ? [rule.file.compiled] : []));
  }
  const source = findRuleSource(folder, name);
  if (source === undefined) throw notFound(`There is no parser rule "${name}".`);
  return [compileRuleContent(name, { text: source.text })];
}

const notTried: TriedSample = {
  ...{ outcome: "not_tried", before: null, after: null, steps: [] },
  error: `The samples before it took more than ${testBudgetMs / 1000} s.`,
};

const noRoom: TriedSample = { ...notTried, error: "The results of the samples before it are too long together." };

interface Trial {
  files: readonly CompiledFile[];
  isOver: () => boolean;
  room: AnswerRoom;
}

function trySample({ files, isOver, room }: Trial, read: () => SentRow): TriedSample {
  let event: SentRow;
  try {
    event = read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: "bad_sample", error: error.message, before: null, after: null, steps: [] };
  }
  const { row, sent } = event;
  const before = eventOf(row, room);
  const steps: TriedStep[] = [];
  let omitted = 0;
  let isDropped = false;
  for (const step of traceRules(files, row, sent)) {
    isDropped = step.outcome === "dropped";
    if (room.hasRoomFor(step)) steps.push(triedStep(step));
    else omitted++;
    if (isOver()) return notTried;
  }
  return {
    outcome: isDropped ? "dropped" : "kept",
    error: null,
    before,
    after: isDropped ? null : eventOf(row, room),
    steps,
    ...(omitted > 0 && { omitted_steps: omitted }),
  };
}

function triedStep({ kind, condition, error, ...step }: RuleStep): TriedStep {
  return { ...step, type: kind, condition: condition || null, error: error || null };
}

function eventOf(row: EventRow, room: AnswerRoom): TriedEvent {
  const { host, program, message, severity, facility, ciscoMnemonic, tags } = row;
  room.take(tags.reduce((sum, text) => sum + text.length, host.length + program.length + message.length));
  const user_tags: Record<string, string> = {};
  for (let i = 0; i < tags.length; i += 2)
    Object.defineProperty(user_tags, tags[i]!, { ...shown, value: tags[i + 1]! });
  return { host, program, message, severity, facility, cisco_mnemonic: ciscoMnemonic, user_tags };
}

/** A tag may have any name, `__proto__` too. */
const shown = { enumerable: true, configurable: true, writable: true };
