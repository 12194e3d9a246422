import type { ProtocolFormat } from "../intake.ts";
import { openDatadog } from "./datadog.ts";
import { openBulk } from "./elasticsearch/open-bulk.ts";
import { openForward } from "./forward/open-forward.ts";
import { openGelf, openGelfFrames } from "./gelf.ts";
import { openJournald } from "./journald.ts";
import { openPush } from "./loki/open-push.ts";
import { openOtlp } from "./otlp/open-otlp.ts";
import type { OpenProtocol } from "./protocol-reader.ts";
import { openClef } from "./seq/open-clef.ts";
import { openSplunk } from "./splunk.ts";
import { openSyslog } from "./syslog/open-syslog.ts";

/** What reads a body of each protocol. */
export const protocols: Readonly<Record<ProtocolFormat, OpenProtocol>> = {
  datadog: openDatadog,
  elasticsearch: openBulk,
  forward: openForward,
  gelf: openGelf,
  "gelf-frames": openGelfFrames,
  journald: openJournald,
  loki: openPush,
  otlp: openOtlp,
  seq: openClef,
  splunk: openSplunk,
  syslog: openSyslog,
};
