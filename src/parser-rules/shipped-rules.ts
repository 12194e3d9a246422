import accessLog from "../../data/parser-rules/access-log.yaml" with { type: "text" };
import accounts from "../../data/parser-rules/accounts.yaml" with { type: "text" };
import apache from "../../data/parser-rules/apache.yaml" with { type: "text" };
import cron from "../../data/parser-rules/cron.yaml" with { type: "text" };
import dhcpd from "../../data/parser-rules/dhcpd.yaml" with { type: "text" };
import docker from "../../data/parser-rules/docker.yaml" with { type: "text" };
import haproxy from "../../data/parser-rules/haproxy.yaml" with { type: "text" };
import jsonPostgres from "../../data/parser-rules/json-postgres.yaml" with { type: "text" };
import kernel from "../../data/parser-rules/kernel.yaml" with { type: "text" };
import mariadb from "../../data/parser-rules/mariadb.yaml" with { type: "text" };
import named from "../../data/parser-rules/named.yaml" with { type: "text" };
import nginx from "../../data/parser-rules/nginx.yaml" with { type: "text" };
import packetFilter from "../../data/parser-rules/packet-filter.yaml" with { type: "text" };
import pam from "../../data/parser-rules/pam.yaml" with { type: "text" };
import postfix from "../../data/parser-rules/postfix.yaml" with { type: "text" };
import postgres from "../../data/parser-rules/postgres.yaml" with { type: "text" };
import sshd from "../../data/parser-rules/sshd.yaml" with { type: "text" };
import su from "../../data/parser-rules/su.yaml" with { type: "text" };
import sudo from "../../data/parser-rules/sudo.yaml" with { type: "text" };
import systemd from "../../data/parser-rules/systemd.yaml" with { type: "text" };
import type { RuleSource } from "./rule-files.ts";

/** The rule library. Named one by one, because only what is imported by name is carried inside the executable. */
export const shippedRules: readonly RuleSource[] = Object.entries({
  "access-log": accessLog,
  accounts,
  apache,
  cron,
  dhcpd,
  docker,
  haproxy,
  "json-postgres": jsonPostgres,
  kernel,
  mariadb,
  named,
  nginx,
  "packet-filter": packetFilter,
  pam,
  postfix,
  postgres,
  sshd,
  su,
  sudo,
  systemd,
}).map(([name, text]) => ({ name, fileName: `${name}.yaml`, text }));
