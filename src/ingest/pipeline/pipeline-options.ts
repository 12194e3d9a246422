import type { EventStore } from "../../eventstore/event-store.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log.ts";
import type { EventRules } from "../../parser-rules/run/event-rules.ts";
import type { TriggerMatcher } from "../../triggers/matching/trigger-matcher.ts";
import type { Dedup } from "../commit/dedup.ts";
import type { FastPath } from "../fast/fast-events.ts";

/** The parts and settings of a pipeline. */
export interface PipelineOptions {
  store: Pick<
    EventStore,
    "nextId" | "isSyncing" | "isCrowded" | "isOverfull" | "answerFor" | "write" | "whenDurable" | "flush" | "status"
  >;
  dedup: Dedup;
  /** 0: all days are kept. */
  retentionDays: number;
  rules: EventRules;
  triggers: TriggerMatcher;
  clock: Clock;
  log?: Logger;
  /** Absent: one of its own. Tests take none of the events through it. */
  fast?: FastPath;
  /** Bodies from this size on are read while others are taken. */
  largeBytes?: number;
  /** See limits.ts. */
  smallReadMs?: number;
  /** See limits.ts. */
  crowdedWaitMs?: number;
  /** See limits.ts. */
  heldBackMs?: number;
}
