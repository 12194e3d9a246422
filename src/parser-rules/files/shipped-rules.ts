import accessLog from "../../../data/parser-rules/access-log.yaml" with { type: "text" };
import accounts from "../../../data/parser-rules/accounts.yaml" with { type: "text" };
import apache from "../../../data/parser-rules/apache.yaml" with { type: "text" };
import cef from "../../../data/parser-rules/cef.yaml" with { type: "text" };
import checkPoint from "../../../data/parser-rules/check-point.yaml" with { type: "text" };
import ciscoAsa from "../../../data/parser-rules/cisco-asa.yaml" with { type: "text" };
import ciscoIos from "../../../data/parser-rules/cisco-ios.yaml" with { type: "text" };
import cron from "../../../data/parser-rules/cron.yaml" with { type: "text" };
import dhcpd from "../../../data/parser-rules/dhcpd.yaml" with { type: "text" };
import docker from "../../../data/parser-rules/docker.yaml" with { type: "text" };
import fortinet from "../../../data/parser-rules/fortinet.yaml" with { type: "text" };
import ftpd from "../../../data/parser-rules/ftpd.yaml" with { type: "text" };
import haproxy from "../../../data/parser-rules/haproxy.yaml" with { type: "text" };
import jsonPostgres from "../../../data/parser-rules/json-postgres.yaml" with { type: "text" };
import jsonWindows from "../../../data/parser-rules/json-windows.yaml" with { type: "text" };
import kernel from "../../../data/parser-rules/kernel.yaml" with { type: "text" };
import leef from "../../../data/parser-rules/leef.yaml" with { type: "text" };
import mariadb from "../../../data/parser-rules/mariadb.yaml" with { type: "text" };
import named from "../../../data/parser-rules/named.yaml" with { type: "text" };
import nginx from "../../../data/parser-rules/nginx.yaml" with { type: "text" };
import packetFilter from "../../../data/parser-rules/packet-filter.yaml" with { type: "text" };
import paloAlto from "../../../data/parser-rules/palo-alto.yaml" with { type: "text" };
import pam from "../../../data/parser-rules/pam.yaml" with { type: "text" };
import pamModule from "../../../data/parser-rules/pam-module.yaml" with { type: "text" };
import postfix from "../../../data/parser-rules/postfix.yaml" with { type: "text" };
import postgres from "../../../data/parser-rules/postgres.yaml" with { type: "text" };
import sshd from "../../../data/parser-rules/sshd.yaml" with { type: "text" };
import su from "../../../data/parser-rules/su.yaml" with { type: "text" };
import sudo from "../../../data/parser-rules/sudo.yaml" with { type: "text" };
import systemd from "../../../data/parser-rules/systemd.yaml" with { type: "text" };
import windows from "../../../data/parser-rules/windows.yaml" with { type: "text" };
import type { RuleSource } from "./rule-files.ts";

/** The rule library. Each file is named, because only imports by name are carried inside the executable. */
export const shippedRules: readonly RuleSource[] = Object.entries({
  "access-log": accessLog,
  accounts,
  apache,
  cef,
  "check-point": checkPoint,
  "cisco-asa": ciscoAsa,
  "cisco-ios": ciscoIos,
  cron,
  dhcpd,
  docker,
  fortinet,
  ftpd,
  haproxy,
  "json-postgres": jsonPostgres,
  "json-windows": jsonWindows,
  kernel,
  leef,
  mariadb,
  named,
  nginx,
  "packet-filter": packetFilter,
  "palo-alto": paloAlto,
  pam,
  "pam-module": pamModule,
  postfix,
  postgres,
  sshd,
  su,
  sudo,
  systemd,
  windows,
}).map(([name, text]) => ({ name, fileName: `${name}.yaml`, text }));
