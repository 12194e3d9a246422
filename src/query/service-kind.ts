import type * as z from "zod";
import type { ArrivalMinute, StoreStatus } from "../eventstore/event-store.ts";
import type { HostMetrics } from "../host-metrics/host-metrics.ts";
import type { Permission } from "../http/access/principal.ts";
import type { NotificationList } from "../notifications/notification-list.ts";
import type { TaskList } from "../tasks/task-list.ts";
import type { TimeRange } from "./time/time-range.ts";
import type { TimeSteps } from "./time/time-steps.ts";

/**
 * One kind of question about the service, its host or its people, complete in one file under service-kinds/ and listed
 * in kinds.ts. It reads little and is answered on the main thread, without a snapshot of events.
 */
export interface ServiceKind<Own extends z.ZodRawShape = z.ZodRawShape> {
  readonly about: "service";
  /** Without the ending "Query". */
  readonly type: string;
  /** Its own parameters; `freeze_time` and, for kinds with steps, `time_range` are added. There is no filter. */
  readonly parameters: Own;
  /** 0: it is about now and has no time range. Else its range is cut into steps of whole multiples of this. */
  readonly stepUnitSeconds: number;
  /** Permission needed to ask this kind; absent: everybody who may ask at all. */
  readonly permission?: Permission;
  /** Errors between parameters that are valid one by one: messages by parameter. */
  check?(params: z.output<z.ZodObject<Own>>): Record<string, string[]> | undefined;
  /** Never holds the thread longer than some milliseconds. */
  answer(question: ServiceQuestion<z.output<z.ZodObject<Own>>>, sources: ServiceSources): Promise<unknown>;
}

export interface ServiceQuestion<Own> {
  readonly params: Own;
  /** Whose question it is. */
  readonly userId: number;
  /** Epoch seconds. */
  readonly baseTime: number;
  /** Only for kinds with a time range. */
  readonly steps: TimeSteps | undefined;
}

/** The sources that these kinds are answered from. */
export interface ServiceSources {
  /** Epoch milliseconds, `fromMs` included, `toMs` not. */
  arrivals(fromMs: number, toMs: number): Promise<ArrivalMinute[]>;
  /** Events received, and their fate. */
  ledger(): Promise<Pick<StoreStatus, "received" | "stored" | "loss" | "origins">>;
  /** Short forms of the keys of tokens, by row id; those that are not there any more are missing. */
  tokenNames(ids: readonly number[]): ReadonlyMap<number, string>;
  tasks: TaskList;
  notifications: NotificationList;
  hostMetrics: Pick<HostMetrics, "summarize">;
}

/** Parameters of all these kinds, normalised. */
export interface ServiceParams {
  time_range?: TimeRange;
  freeze_time: boolean;
}

/** Writes a kind with the types of its parameters inferred; the result is what a list of mixed kinds holds. */
export function serviceKind<Own extends z.ZodRawShape>(definition: Omit<ServiceKind<Own>, "about">): ServiceKind {
  return { ...definition, about: "service" } as unknown as ServiceKind;
}
