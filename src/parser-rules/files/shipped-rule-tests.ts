import accessLog from "../../../data/parser-rules/access-log.tests.yaml" with { type: "text" };
import accounts from "../../../data/parser-rules/accounts.tests.yaml" with { type: "text" };
import apache from "../../../data/parser-rules/apache.tests.yaml" with { type: "text" };
import cef from "../../../data/parser-rules/cef.tests.yaml" with { type: "text" };
import checkPoint from "../../../data/parser-rules/check-point.tests.yaml" with { type: "text" };
import ciscoAsa from "../../../data/parser-rules/cisco-asa.tests.yaml" with { type: "text" };
import ciscoIos from "../../../data/parser-rules/cisco-ios.tests.yaml" with { type: "text" };
import cron from "../../../data/parser-rules/cron.tests.yaml" with { type: "text" };
import dhcpd from "../../../data/parser-rules/dhcpd.tests.yaml" with { type: "text" };
import docker from "../../../data/parser-rules/docker.tests.yaml" with { type: "text" };
import fortinet from "../../../data/parser-rules/fortinet.tests.yaml" with { type: "text" };
import ftpd from "../../../data/parser-rules/ftpd.tests.yaml" with { type: "text" };
import haproxy from "../../../data/parser-rules/haproxy.tests.yaml" with { type: "text" };
import jsonPostgres from "../../../data/parser-rules/json-postgres.tests.yaml" with { type: "text" };
import jsonWindows from "../../../data/parser-rules/json-windows.tests.yaml" with { type: "text" };
import kernel from "../../../data/parser-rules/kernel.tests.yaml" with { type: "text" };
import leef from "../../../data/parser-rules/leef.tests.yaml" with { type: "text" };
import mariadb from "../../../data/parser-rules/mariadb.tests.yaml" with { type: "text" };
import named from "../../../data/parser-rules/named.tests.yaml" with { type: "text" };
import nginx from "../../../data/parser-rules/nginx.tests.yaml" with { type: "text" };
import packetFilter from "../../../data/parser-rules/packet-filter.tests.yaml" with { type: "text" };
import paloAlto from "../../../data/parser-rules/palo-alto.tests.yaml" with { type: "text" };
import pam from "../../../data/parser-rules/pam.tests.yaml" with { type: "text" };
import pamModule from "../../../data/parser-rules/pam-module.tests.yaml" with { type: "text" };
import postfix from "../../../data/parser-rules/postfix.tests.yaml" with { type: "text" };
import postgres from "../../../data/parser-rules/postgres.tests.yaml" with { type: "text" };
import sshd from "../../../data/parser-rules/sshd.tests.yaml" with { type: "text" };
import su from "../../../data/parser-rules/su.tests.yaml" with { type: "text" };
import sudo from "../../../data/parser-rules/sudo.tests.yaml" with { type: "text" };
import systemd from "../../../data/parser-rules/systemd.tests.yaml" with { type: "text" };
import windows from "../../../data/parser-rules/windows.tests.yaml" with { type: "text" };

/** The tests of the rule library by the names of their files, carried inside as the rules are. */
export const shippedRuleTests: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);
