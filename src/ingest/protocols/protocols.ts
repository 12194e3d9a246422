import type { ProtocolFormat } from "../intake.ts";
import { openDatadog } from "./datadog.ts";
import { openBulk } from "./elasticsearch/open-bulk.ts";
import { openForward } from "./forward/open-forward.ts";
import { openGelf, openGelfFrames } from "./gelf.ts";
import { openJournald } from "./journald.ts";
import { openJsonPush } from "./loki/json-push.ts";
import { openProtoPush } from "./loki/proto-push.ts";
import { openJsonLogs } from "./otlp/json-logs.ts";
import { openProtoLogs } from "./otlp/proto-logs.ts";
import type { OpenProtocol, ProtocolReader } from "./protocol-reader.ts";
import { openClef } from "./seq/open-clef.ts";
import { openSplunk } from "./splunk.ts";
import { openSyslog } from "./syslog/open-syslog.ts";

/** The reader of each protocol's bodies. */
export const protocols: Readonly<Record<ProtocolFormat, OpenProtocol>> = {
  datadog: openDatadog,
  elasticsearch: openBulk,
  forward: openForward,
  gelf: openGelf,
  "gelf-frames": openGelfFrames,
  journald: openJournald,
  loki: byMediaType(openJsonPush, openProtoPush),
  otlp: byMediaType(openJsonLogs, openProtoLogs),
  seq: openClef,
  splunk: openSplunk,
  syslog: openSyslog,
};

type OpenBytes = (bytes: Uint8Array) => ProtocolReader;

/** For protocols that come as JSON or as protobuf. */
function byMediaType(openJson: OpenBytes, openProto: OpenBytes): OpenProtocol {
  return (bytes, { mediaType }) => (mediaType === "application/json" ? openJson(bytes) : openProto(bytes));
}
