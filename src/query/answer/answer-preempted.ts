import { answerOrGiveUp, type GivenUp } from "../execution/preemption-budget.ts";
import type { ThreadMemory } from "../query-memory.ts";
import { answerQuery } from "./answer-query.ts";
import { answerOrDamage, type DamageFound, type ExaminingReader } from "./damage.ts";
import { type EncodedAnswer, type EncodedTask, encodeAnswer } from "./encode-answer.ts";

/**
 * Answers preempting questions in a thread at work (`runtime/preemption-mailbox.ts`), which goes on afterwards as if
 * nothing had been: both share cached columns and counts of segments, which never change, and nothing else.
 */
export function answerPreempting(
  reader: ExaminingReader,
  memory: ThreadMemory,
): (task: EncodedTask) => EncodedAnswer | DamageFound | GivenUp {
  return (task) =>
    answerOrDamage(reader, (watched) => answerOrGiveUp(() => encodeAnswer(answerQuery(task, watched, memory), task)));
}
