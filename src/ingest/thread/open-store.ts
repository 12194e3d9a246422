import { sealAfterSecondsDefault } from "../../eventstore/limits.ts";
import { openEventStore } from "../../eventstore/open-event-store.ts";
import { systemClock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log.ts";
import type { FiredReport } from "../../triggers/fired-report.ts";
import { PatternRegistry } from "../../triggers/matching/pattern-registry.ts";
import { TriggerMatcher } from "../../triggers/matching/trigger-matcher.ts";
import { createDedup, type Dedup } from "../commit/dedup.ts";
import { IdentityLog } from "../commit/identity-log.ts";
import { restoreDedup } from "../commit/restore-dedup.ts";
import type { IntakeOptions, KeptEvents } from "../intake.ts";
import { Pipeline } from "../pipeline/pipeline.ts";
import { openRules } from "./open-rules.ts";

/**
 * Opens the event files for writing, with the pipeline that fills them, and restores the memory of de-duplication.
 * There are no triggers until they are set; `onFired` hears of every commit in which some fired, `onChange` of
 * everything that a later snapshot gains or loses.
 */
export function openStore(
  options: IntakeOptions,
  log: Logger,
  onFired: (report: FiredReport) => void,
  onChange: () => void = () => undefined,
) {
  const { eventsFolder, sealEvents, sealBytes, retentionDays, retentionBytes, minFreeBytes, dedupSeconds } = options;
  const windowMicros = dedupSeconds * 1_000_000;
  let dedup: Dedup | undefined;
  let identities: IdentityLog | undefined;
  const store = openEventStore({
    eventsFolder,
    sealEvents,
    sealBytes,
    sealAfterSeconds: sealAfterSecondsDefault,
    retentionDays: retentionDays === 0 ? undefined : retentionDays,
    retentionBytes: retentionBytes === 0 ? undefined : retentionBytes,
    minFreeBytes,
    clock: systemClock,
    log,
    awaited: options.awaited,
    onChange,
    onLost: () => dedup?.doubt(),
    onSealed: () => identities?.flush(),
  });
  if (windowMicros === 0) {
    IdentityLog.remove(eventsFolder);
    dedup = createDedup(0);
  } else {
    identities = new IdentityLog(eventsFolder, store.nextId, log);
    dedup = createDedup(windowMicros, { shows: (id) => store.shows(id), identities, seed: identities.seed });
    restoreDedup(store, dedup, identities, systemClock() * 1000 - windowMicros);
  }
  // Firings for events that a power cut might still take must not be reported.
  const tell = (report: FiredReport) => store.whenDurable(() => onFired(report));
  const triggers = new TriggerMatcher(tell, systemClock, undefined, new PatternRegistry(retentionDays));
  const rules = openRules(options.rulesFolder, log, (delivery) => pipeline.deliver(delivery, () => undefined));
  const pipeline = new Pipeline({ store, dedup, retentionDays, rules, triggers, clock: systemClock, log });
  const setRetention = ({ days, bytes }: KeptEvents) => {
    store.setRetention({ days: days || undefined, bytes: bytes || undefined });
    pipeline.setRetentionDays(days);
    triggers.patterns.setRetentionDays(days);
  };
  return { store, pipeline, rules, triggers, setRetention };
}
