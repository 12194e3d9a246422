import { findKind } from "../kinds/kinds.ts";
import type { ServiceParams, ServiceSources } from "../service-kind.ts";
import { toSharedJson } from "../shared-json.ts";
import { resolveSteps } from "../time/time-range.ts";
import type { EncodedAnswer } from "./encode-answer.ts";

/** A checked question of a kind that is not about events. */
export interface ServiceTask {
  /** Without the ending "Query". */
  type: string;
  params: Record<string, unknown>;
  /** Whose question it is. */
  userId: number;
  /** Epoch seconds. */
  baseTime: number;
}

/**
 * Answers a question about the service, on the main thread. Throws AppError when the range has grown too many steps.
 */
export async function answerService(task: ServiceTask, sources: ServiceSources): Promise<EncodedAnswer> {
  const { type, params, userId, baseTime } = task;
  const kind = findKind(type);
  if (kind?.about !== "service") throw new Error(`Expected a type of query that is about the service, got "${type}".`);
  const range = (params as unknown as ServiceParams).time_range;
  const steps = range && resolveSteps(range, baseTime, kind.stepUnitSeconds);
  const results = await kind.answer({ params, userId, baseTime, steps }, sources);
  return { results: toSharedJson(results), itemCount: undefined, stopped: false, rowsRead: 0 };
}
