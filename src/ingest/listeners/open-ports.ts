import type { Settings } from "../../config/settings.ts";
import type { Closers } from "../../lib/closers.ts";
import type { Logger } from "../../lib/log.ts";
import type { Intake } from "../intake.ts";
import type { OtlpGrpcParts } from "../receive/otlp-grpc.ts";
import { openListeners } from "./open-listeners.ts";

export interface PortParts extends Pick<OtlpGrpcParts, "guard" | "quotas"> {
  intake: Intake;
  isDiskFull(): boolean;
  onFatal(error: Error): void;
  log: Logger;
  /** For calls in progress when a port is closed. */
  graceMs: number;
  /** Connections of streams; undefined: nobody tells how many there is room for. */
  streamsMax: number | undefined;
}

/** All ports but that of the API, those that were asked for; by what they are called in the settings. */
export async function openPorts(
  settings: Settings,
  parts: PortParts,
  closers: Closers,
): Promise<Record<string, number>> {
  const { guard, quotas, intake, isDiskFull, onFatal, log, graceMs, streamsMax } = parts;
  const listenerLog = log.child({ subsystem: "listeners" });
  const streams = { ...settings, streamsMax };
  const listeners = closers.keep(await openListeners(streams, intake, isDiskFull, onFatal, listenerLog));
  if (settings.otlpGrpc !== undefined) {
    const { openOtlpGrpc } = await import("../receive/otlp-grpc.ts");
    const place = { host: settings.host, port: settings.otlpGrpc };
    const grpc = await openOtlpGrpc({ ...place, guard, intake, quotas, log: log.child({ subsystem: "otlp" }) });
    closers.add(() => grpc.close(graceMs));
    log.info({ port: grpc.port }, "takes OpenTelemetry over gRPC");
  }
  return listeners.ports;
}
