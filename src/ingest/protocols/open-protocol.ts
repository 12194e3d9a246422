import type { ProtocolFormat } from "../intake.ts";
import { openGelf } from "./gelf.ts";
import type { OpenProtocol } from "./protocol-reader.ts";

/** What reads a body of each protocol. */
export const openProtocol: Readonly<Record<ProtocolFormat, OpenProtocol>> = {
  gelf: openGelf,
};
