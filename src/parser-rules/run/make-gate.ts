import type { RuleCondition } from "../compile/rule-condition.ts";
import { cachedGatesMax, gatesMax } from "../limits.ts";
import { MessageGate, type RequiredText, type WantedText } from "../patterns/message-gate.ts";
import { mostTelling } from "../patterns/required-texts.ts";
import type { RuleScope } from "../rule-scope.ts";

/** The facts about an event before its message is read. */
export interface KnownOfEvent {
  program: string;
  /** It has no tags but some of these. */
  tagNames: ReadonlySet<string>;
  /** False: its message names none, and it says none itself. */
  mayHaveMnemonic: boolean;
}

/** The requirements of one rule, including its file's. */
export interface NumberedRule {
  /** Its own, among all rules. */
  number: number;
  conditions: readonly RuleCondition[];
  /** Of its file. */
  notesOfMessage: ReadonlySet<string>;
}

/**
 * Makes gates for messages that rules may apply to. Events whose tags rules do not distinguish share a gate, and gates
 * that look for the same texts are one, so senders with ever new names of tags cost nothing.
 */
export class GateMaker {
  private readonly madeCache = new Map<string, MessageGate>();
  private readonly sharedCache = new Map<string, MessageGate>();
  private readonly askedTags: ReadonlySet<string>;

  /** All rules there are. */
  constructor(conditions: Iterable<RuleCondition>) {
    const fields = Array.from(conditions, ({ field }) => field);
    this.askedTags = new Set(fields.filter(({ kind }) => kind === "tag").map(({ name }) => name));
  }

  /** `rules`: those that are not ruled out by the program; `probe`: an event of the program without anything else. */
  gateFor(known: KnownOfEvent, rules: Iterable<NumberedRule>, probe: RuleScope): MessageGate {
    const tags = [...known.tagNames].filter((name) => this.askedTags.has(name)).sort();
    const key = JSON.stringify([known.program, known.mayHaveMnemonic, tags]);
    const before = this.madeCache.get(key);
    if (before !== undefined) return before;
    if (this.madeCache.size >= cachedGatesMax) this.madeCache.clear();
    const gate = this.share(wantedOf(rules, known, probe));
    this.madeCache.set(key, gate);
    return gate;
  }

  private share({ wanted, always, lacking }: Wanted): MessageGate {
    const key = JSON.stringify([wanted, always, lacking]);
    let gate = this.sharedCache.get(key);
    if (gate === undefined) {
      if (this.sharedCache.size >= gatesMax) this.sharedCache.clear();
      gate = new MessageGate(wanted, always, lacking);
      this.sharedCache.set(key, gate);
    }
    return gate;
  }
}

interface Wanted {
  wanted: readonly WantedText[];
  /** Rules that may apply to any message. */
  always: readonly number[];
  /** Rules that ask for a tag or a mnemonic which such events do not have, and what that is. */
  lacking: readonly (readonly [rule: number, field: string])[];
}

/**
 * Texts of which a message must hold one before a rule can apply. When no rule applies, nothing is changed on the way
 * that a later one could look at, so each is asked as if it were the first. A rule that lacks a note which is a part of
 * the message asks for the texts that the note must hold.
 */
function wantedOf(rules: Iterable<NumberedRule>, known: KnownOfEvent, probe: RuleScope): Wanted {
  const wanted = new Map<string, WantedText & { rules: number[] }>();
  const always: number[] = [];
  const lacking: [number, string][] = [];
  const want = (number: number, texts: readonly RequiredText[]) => {
    for (const text of texts) {
      const key = JSON.stringify(text);
      const asked = wanted.get(key) ?? { ...text, rules: [] };
      asked.rules.push(number);
      wanted.set(key, asked);
    }
  };
  for (const { number, conditions, notesOfMessage } of rules) {
    const failing = conditions.filter((one) => !isUnknown(one, known) && !one.isOfMessage && !one.holds(probe));
    const ofMessage = mostTelling(requiredBy(conditions.filter(({ isOfMessage }) => isOfMessage)));
    if (failing.length === 0) {
      if (ofMessage === undefined) always.push(number);
      else want(number, ofMessage);
      continue;
    }
    const lacked = failing.find(({ field: { kind, name } }) => kind === "tag" || name === "cisco_mnemonic");
    if (lacked === undefined) continue;
    lacking.push([number, lacked.field.name]);
    const ofNotes = requiredBy(failing.filter(({ field }) => field.kind === "tag" && notesOfMessage.has(field.name)));
    const anywhere = ofNotes.map((texts) => texts.map((text) => ({ ...text, isPrefix: false })));
    const texts = mostTelling(ofMessage === undefined ? anywhere : [...anywhere, ofMessage]);
    // Short texts would make each look at a message take longer.
    if (texts?.every(({ text }) => text.length >= laterTextMin)) want(number, texts);
  }
  return { wanted: [...wanted.values()], always, lacking };
}

function requiredBy(conditions: readonly RuleCondition[]): (readonly RequiredText[])[] {
  return conditions.flatMap(({ required }) => (required ? [required] : []));
}

/** Whether only the whole event decides if it holds. A missing tag is known to be "". */
function isUnknown({ field: { kind, name } }: RuleCondition, known: KnownOfEvent): boolean {
  if (kind === "tag") return known.tagNames.has(name);
  if (kind !== "text") return true;
  if (name === "cisco_mnemonic") return known.mayHaveMnemonic;
  return name !== "message" && name !== "program";
}

/** Of a text that a rule asks for only once another rule has set what it lacks. */
const laterTextMin = 6;
