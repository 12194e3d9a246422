import { join, resolve } from "node:path";
import { readSettings } from "../../config/read-settings.ts";
import { eventTypes } from "../../eventstore/event/event.ts";
import type { Receipt } from "../../ingest/intake.ts";
import { openLocalIntake } from "../../ingest/thread/local-intake.ts";
import { AppError, messageOf } from "../../lib/errors.ts";
import { createFolder } from "../../lib/files.ts";
import { lockFolder } from "../../lib/folder-lock.ts";
import { CommandError } from "../command.ts";
import type { Batch } from "./batch.ts";
import type { Destination } from "./destination.ts";

/**
 * Writes into a data folder with the same intake as a service, with the settings of the environment, under the folder's
 * lock. Creates the folder if it does not exist. Throws StartError when a service holds it.
 */
export function openFolderDestination(folder: string, environment: NodeJS.ProcessEnv = process.env): Destination {
  const settings = readSettings({ flags: { data: folder }, env: environment, file: environment.VIGIE_CONFIG });
  const { logLevel, dedupSeconds, sealEvents, retentionDays, retentionBytes, minFreeMb } = settings;
  const path = makeFolder(folder);
  const lock = lockFolder(path);
  try {
    const intake = openLocalIntake({
      eventsFolder: join(path, "events"),
      rulesFolder: join(path, "parser-rules"),
      logLevel: logLevel === "info" ? "warn" : logLevel,
      dedupSeconds,
      sealEvents,
      retentionDays,
      retentionBytes,
      minFreeBytes: minFreeMb * 1024 * 1024,
    });
    return {
      send: (batch) => deliver(intake, batch),
      close: async () => {
        await intake.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** For our own user only, like everything in it. */
function makeFolder(folder: string): string {
  const path = resolve(folder);
  process.umask(0o077);
  try {
    createFolder(path);
    return path;
  } catch (error) {
    throw new CommandError(`Cannot use the data folder "${path}": ${messageOf(error)}`, 1, { cause: error });
  }
}

async function deliver(intake: ReturnType<typeof openLocalIntake>, batch: Batch): Promise<Receipt> {
  try {
    return await intake.deliver({
      bytes: new TextEncoder().encode(batch.body),
      format: "events",
      contentEncoding: "",
      mediaType: "application/x-ndjson",
      idempotencyKey: "",
      protocol: "import",
      address: "",
      type: eventTypes.indexOf("FILE"),
    });
  } catch (error) {
    // "Nothing was usable" lists the reasons; these lines are refused, the next batch may be fine.
    const body = error instanceof AppError ? (error.details.body as Partial<AllRejected> | undefined) : undefined;
    if (!Array.isArray(body?.rejected)) throw error;
    return {
      accepted: 0,
      duplicates: 0,
      cut: 0,
      outOfTime: 0,
      withoutTime: 0,
      rejected: body.rejected,
      rejectedCount: body.rejected_count ?? body.rejected.length,
    };
  }
}

interface AllRejected {
  rejected: Receipt["rejected"];
  rejected_count: number;
}
