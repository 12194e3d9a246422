import { DamagedSegmentError } from "../../eventstore/errors.ts";

/** Instead of an answer: a day's file is damaged and has to be set aside, then the question asked again. */
export interface DamageFound {
  damaged: { day: string; reason: string };
}

/** Errors lose their members on the way between threads; this one is an answer. */
export function answerOrDamage<Answer>(answer: () => Answer): Answer | DamageFound {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof DamagedSegmentError)) throw error;
    return { damaged: { day: error.day, reason: error.message } };
  }
}

/** The same of an answer that takes a while. */
export async function awaitAnswerOrDamage<Answer>(answer: () => Promise<Answer>): Promise<Answer | DamageFound> {
  try {
    return await answer();
  } catch (error) {
    return answerOrDamage(() => {
      throw error;
    });
  }
}
