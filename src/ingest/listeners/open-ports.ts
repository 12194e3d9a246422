import type { Settings } from "../../config/settings.ts";
import type { Logger } from "../../lib/log.ts";
import type { Closers } from "../../lib/stop/closers.ts";
import { stopPoints } from "../../lib/stop/stop-time.ts";
import type { Intake } from "../intake.ts";
import type { Strangers } from "../receive/strangers.ts";
import { ConnectionCounts } from "./connection-counts.ts";
import { GrpcConnections } from "./grpc-connections.ts";
import { openListeners } from "./open-listeners.ts";
import type { OtlpGrpcParts } from "./otlp-grpc.ts";

export interface PortParts extends Pick<OtlpGrpcParts, "guard" | "quotas"> {
  intake: Intake;
  isDiskFull(): boolean;
  strangers: Strangers;
  onFatal(error: Error): void;
  log: Logger;
  /** Connections of streams; undefined: nobody tells how many there is room for. */
  streamsMax: number | undefined;
}

/** The requested ports besides that of the API, by their names in the settings. */
export async function openPorts(
  settings: Settings,
  parts: PortParts,
  closers: Closers,
): Promise<Record<string, number>> {
  const { guard, quotas, strangers, intake, isDiskFull, onFatal, log, streamsMax } = parts;
  const counts = new ConnectionCounts(streamsMax);
  const listenerParts = { isDiskFull, onFailed: onFatal, counts, log: log.child({ subsystem: "listeners" }) };
  const listeners = closers.keep(await openListeners(settings, intake, listenerParts));
  const ports = { ...listeners.ports };
  if (settings.otlpGrpc !== undefined) {
    const { openOtlpGrpc } = await import("./otlp-grpc.ts");
    const otlpLog = log.child({ subsystem: "otlp" });
    const place = { host: settings.host, port: settings.otlpGrpc };
    const connections = new GrpcConnections({ ...place, counts, log: otlpLog });
    const grpc = await openOtlpGrpc({
      ...{ connections, guard, intake, quotas, log: otlpLog },
      onStranger: () => strangers.note("otlp", 0),
    });
    closers.add((time) => grpc.close(time.left(stopPoints.requests)));
    ports["otlp-grpc"] = grpc.port;
    log.info({ port: grpc.port }, "takes OpenTelemetry over gRPC");
  }
  return ports;
}
