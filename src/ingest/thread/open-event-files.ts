import type { Settings } from "../../config/settings.ts";
import { messageOf } from "../../lib/errors.ts";
import { ExitCode, StartError } from "../../lib/start-error.ts";
import { memoryBudget } from "../../runtime/memory-budget.ts";
import type { FiredReport } from "../../triggers/fired-report.ts";
import type { IntakeOptions } from "../intake.ts";
import { openIntake, type ThreadedIntake } from "./intake-client.ts";
import type { IntakeWorker } from "./intake-worker.ts";

export interface EventFilesParts {
  eventsFolder: string;
  rulesFolder: string;
  worker: IntakeWorker;
  /** Memory of `AwaitedAnswers`. */
  awaited: SharedArrayBuffer;
  /** Called when intake cannot go on. */
  onFatal(error: Error): void;
  /** Called when events were stored. */
  onStored(): void;
  /** Called when triggers fired. */
  onFired(report: FiredReport): void;
}

/** The event files in the intake thread, set up as the settings say. Throws StartError. Main thread. */
export async function openEventFiles(settings: Settings, parts: EventFilesParts): Promise<ThreadedIntake> {
  const { eventsFolder, rulesFolder, worker, awaited, onFatal, onStored, onFired } = parts;
  const options = { ...intakeOptions(settings), eventsFolder, rulesFolder, awaited };
  try {
    return await openIntake(options, onFatal, onStored, onFired, worker);
  } catch (error) {
    throw new StartError(`Cannot open the event files in "${eventsFolder}": ${messageOf(error)}`, ExitCode.failed, {
      cause: error,
    });
  }
}

export function intakeOptions(settings: Settings): Omit<IntakeOptions, "eventsFolder"> {
  const { logLevel, dedupSeconds, sealEvents, retentionDays, retentionBytes, memoryMb, minFreeMb } = settings;
  const { bytesInFlight, sealBytes } = memoryBudget(memoryMb, settings.queryThreads);
  const kept = { retentionDays, retentionBytes, minFreeBytes: minFreeMb * bytesPerMb };
  const residentBytes = memoryMb * bytesPerMb;
  return { logLevel, dedupSeconds, sealEvents, sealBytes, bytesInFlight, residentBytes, ...kept };
}

const bytesPerMb = 1024 * 1024;
