import type { Notification } from "../../api/notifications/schema.ts";
import type { LogEvent } from "../events/log-event.ts";

/** Results of each kind of question. Twin: src/query/parse/result-schemas.ts. */
export interface Bounds {
  ts_from: number;
  ts_to: number;
}

export interface NamedCount {
  name: string;
  count: number;
}

export interface EventsResult {
  totals: Bounds;
  events: { objects: LogEvent[]; item_count?: number | null };
}

export interface TopResult {
  totals: Bounds & { values: (NamedCount & { subfields?: Record<string, NamedCount[]> })[] };
  details?: (Bounds & { total_values: NamedCount[]; total_count: number })[];
}

export interface LastResult {
  totals: Bounds & { values: (NamedCount & { last_seen: number })[] };
}

export interface RateResult {
  totals: Bounds & { sum: number; count: number; min: number; max: number; avg: number; last: number };
  details: (Bounds & { count: number })[];
}

export interface StatsResult {
  totals: Bounds & { values: ({ by: Record<string, string> } & Record<string, unknown>)[] };
}

export interface PatternValue {
  id: string;
  text: string;
  count: number;
  share: number;
  first_seen: number;
  last_seen: number;
  is_new: boolean | null;
  severities: Record<string, number>;
  /** More than one of a family. */
  pattern_count: number;
  example_id: string;
}

export interface PatternsResult {
  totals: Bounds & { count: number; pattern_count: number; item_count: number; values: PatternValue[] };
  details?: (Bounds & { values: { id: string; count: number }[] })[];
}

export interface ChangedValue {
  id?: string;
  text?: string;
  name?: string;
  kind: "new" | "gone" | "more" | "less";
  count: number;
  base_count: number;
  expected: number;
  ratio: number | null;
  p_value: number;
  adjusted_p_value: number;
}

export interface ChangesResult {
  totals: Bounds & {
    base_from: number;
    base_to: number;
    count: number;
    base_count: number;
    volume_ratio: number;
    compared: number;
    changed: number;
    values: ChangedValue[];
  };
}

export interface DistinguishingValue {
  field: string;
  name: string;
  text?: string;
  kind: "more" | "less";
  count: number;
  rest_count: number;
  share: number;
  rest_share: number;
  ratio: number | null;
}

export interface DifferencesResult {
  totals: Bounds & {
    count: number;
    rest_count: number;
    fields: number;
    skipped_fields: string[];
    compared: number;
    different: number;
    values: DistinguishingValue[];
  };
}

type Intake = Bounds & Record<"new" | "duplicates" | "dropped" | "out_of_time" | "total", number>;

export interface IntakeResult {
  totals: Intake;
  details: Intake[];
}

/** Twin: `lossLedger` in src/query/service-kinds/loss-ledger.ts. */
export interface LossResult {
  totals: {
    received: number;
    lost: number;
    loss: Record<string, number>;
    values: { protocol: string; source: string; token: string | null; received: number }[];
  };
}

export interface SystemResult {
  totals: Record<string, { min: number | null; max: number | null; avg: number | null; last: number | null }>;
  details: (Bounds & Record<string, number | null>)[];
  parts: string[];
}

export interface ListedTask {
  id: number;
  title: string;
  status: string;
  due: number | null;
  is_overdue: boolean;
  assigned_to: number | null;
  created_at: number;
}

export interface ListedNotification {
  id: number;
  title: string;
  text: string;
  event_id: string | null;
  about: Notification["about"];
  link: string | null;
  is_read: boolean;
  created_at: number;
}
