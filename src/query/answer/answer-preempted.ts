import { answerOrGiveUp, type GivenUp } from "../execution/preemption-budget.ts";
import { besideWork } from "../execution/work-clock.ts";
import type { ThreadMemory } from "../query-memory.ts";
import { answerQuery } from "./answer-query.ts";
import { answerOrDamage, type DamageFound, type ExaminingReader } from "./damage.ts";
import { type EncodedAnswer, type EncodedTask, encodeAnswer } from "./encode-answer.ts";

/**
 * Answers preempting questions in a thread at work (`runtime/preemption-mailbox.ts`), which then continues as if
 * nothing had happened. Both tasks cache columns and counts of segments, which never change; a preempting question does
 * not touch the tables of values that the preempted task has begun to use.
 */
export function answerPreempting(
  reader: ExaminingReader,
  { tables, ...memory }: ThreadMemory,
): (task: EncodedTask) => EncodedAnswer | DamageFound | GivenUp {
  const ownMemory = () => (tables ? { ...memory, tables: tables.beside() } : memory);
  return (task) =>
    besideWork(() =>
      answerOrDamage(reader, (watched) =>
        answerOrGiveUp(() => encodeAnswer(answerQuery(task, watched, ownMemory()), task)),
      ),
    );
}
