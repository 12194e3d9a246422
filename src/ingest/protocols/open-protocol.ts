import type { ProtocolFormat } from "../intake.ts";
import { openGelf, openGelfFrames } from "./gelf.ts";
import type { OpenProtocol } from "./protocol-reader.ts";
import { openSyslog } from "./syslog/open-syslog.ts";

/** What reads a body of each protocol. */
export const openProtocol: Readonly<Record<ProtocolFormat, OpenProtocol>> = {
  gelf: openGelf,
  "gelf-frames": openGelfFrames,
  syslog: openSyslog,
};
