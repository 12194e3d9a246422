import type { Settings } from "../../config/settings.ts";
import { defaultSettings, settingTable } from "../../config/settings.ts";
import type { Principal } from "../../http/access/principal.ts";
import type { Intake } from "../../ingest/intake.ts";
import type { Quotas } from "../../ingest/receive/quotas.ts";
import { forbidden, invalidField } from "../../lib/errors.ts";
import type { SettingsRepository } from "./repository.ts";
import { type PatchedSettings, type RunningName, type RunningSettings, runningNames } from "./schema.ts";

export type SettingsService = ReturnType<typeof createSettingsService>;

/** Twin: src/config/settings.ts, which explains each of them. */
const settingOf = {
  retention_days: "retentionDays",
  retention_bytes: "retentionBytes",
  source_bytes_per_day: "sourceBytesPerDay",
} as const satisfies Record<RunningName, keyof Settings>;

export interface SettingsServiceParts {
  repository: SettingsRepository;
  /** The values of the start. One that is not its default cannot be changed here: the operator of the service wins. */
  given: Settings;
  intake: Pick<Intake, "setRetention">;
  quotas: Pick<Quotas, "setBytesOfSource">;
}

/** Settings that may change while the service runs; kept over restarts, in force from the start. */
export function createSettingsService({ repository, given, intake, quotas }: SettingsServiceParts) {
  const fixed = runningNames.filter((name) => given[settingOf[name]] !== defaultSettings[settingOf[name]]);
  let values = readValues();
  if (runningNames.some((name) => values[name] !== given[settingOf[name]])) apply();

  function readValues(): Record<RunningName, number> {
    const stored = repository.read();
    const readOne = (name: RunningName) =>
      fixed.includes(name) ? given[settingOf[name]] : (stored.get(name) ?? given[settingOf[name]]);
    return Object.fromEntries(runningNames.map((name) => [name, readOne(name)])) as Record<RunningName, number>;
  }

  function apply(): void {
    intake.setRetention({ days: values.retention_days, bytes: values.retention_bytes });
    quotas.setBytesOfSource(values.source_bytes_per_day || null);
  }

  return {
    read: (): RunningSettings => ({ ...values, fixed }),

    /** Applies to all of them, or to none. */
    update(principal: Principal, changes: PatchedSettings): RunningSettings {
      if (!principal.isSuperuser) throw forbidden("Only a superuser changes settings.");
      const changed = runningNames.filter((name) => changes[name] !== undefined && changes[name] !== values[name]);
      const wrong = changed.find((name) => fixed.includes(name));
      if (wrong !== undefined) throw invalidField(wrong, fixedMessage(wrong));
      repository.write(changed.map((name) => [name, changes[name]!]));
      values = readValues();
      if (changed.length > 0) apply();
      return { ...values, fixed };
    },
  };
}

function fixedMessage(name: RunningName): string {
  const { flag, env } = settingTable[settingOf[name]];
  return `The start says it, by --${flag}, ${env} or the settings file: change it there.`;
}
