import { setting } from "./setting.ts";
import { ipList, optionalPort, text, timezone } from "./setting-values.ts";

/** The ports that senders without HTTP use, and who may. Part of `settingTable`. */
export const listenerSettings = {
  syslogUdp: setting({
    env: "VIGIE_SYSLOG_UDP",
    flag: "syslog-udp",
    hint: "PORT",
    default: undefined,
    meaning: "take syslog over UDP on this port (usually 514); 0 takes a free one",
    schema: optionalPort(),
  }),
  syslogTcp: setting({
    env: "VIGIE_SYSLOG_TCP",
    flag: "syslog-tcp",
    hint: "PORT",
    default: undefined,
    meaning: "take syslog over TCP on this port (usually 514 or 601)",
    schema: optionalPort(),
  }),
  syslogTls: setting({
    env: "VIGIE_SYSLOG_TLS",
    flag: "syslog-tls",
    hint: "PORT",
    default: undefined,
    meaning: "take syslog over TLS on this port (usually 6514); needs --tls-cert and --tls-key",
    schema: optionalPort(),
  }),
  otlpGrpc: setting({
    env: "VIGIE_OTLP_GRPC",
    flag: "otlp-grpc",
    hint: "PORT",
    default: undefined,
    meaning: "port for logs of OpenTelemetry over gRPC, 4317 as a rule; 0 takes a free one; off without it",
    schema: optionalPort(),
  }),
  gelfUdp: setting({
    env: "VIGIE_GELF_UDP",
    flag: "gelf-udp",
    hint: "PORT",
    default: undefined,
    meaning: "take GELF over UDP on this port (usually 12201)",
    schema: optionalPort(),
  }),
  gelfTcp: setting({
    env: "VIGIE_GELF_TCP",
    flag: "gelf-tcp",
    hint: "PORT",
    default: undefined,
    meaning: "take GELF over TCP on this port (usually 12201)",
    schema: optionalPort(),
  }),
  tlsCert: setting({
    env: "VIGIE_TLS_CERT",
    flag: "tls-cert",
    hint: "PATH",
    default: "",
    meaning: "certificate of this service with those that vouch for it, PEM, for --syslog-tls",
    schema: text(0, 4096),
  }),
  tlsKey: setting({
    env: "VIGIE_TLS_KEY",
    flag: "tls-key",
    hint: "PATH",
    default: "",
    meaning: "its private key, PEM",
    schema: text(0, 4096),
  }),
  tlsClientCa: setting({
    env: "VIGIE_TLS_CLIENT_CA",
    flag: "tls-client-ca",
    hint: "PATH",
    default: "",
    meaning:
      "certificates, PEM: whoever sends over TLS must have one that these signed, and may then do so from any network",
    schema: text(0, 4096),
  }),
  senderAllow: setting({
    env: "VIGIE_SENDER_ALLOW",
    flag: "sender-allow",
    hint: "LIST",
    default: ["127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fe80::/10"],
    meaning:
      "addresses or networks, comma-separated, that may send to these ports, which know no tokens; default: this machine and private networks",
    schema: ipList(),
  }),
  senderTimezone: setting({
    env: "VIGIE_SENDER_TIMEZONE",
    flag: "sender-timezone",
    hint: "ZONE",
    default: Intl.DateTimeFormat().resolvedOptions().timeZone,
    meaning: "zone of the times of syslog that name none, such as Europe/Berlin; default: this machine's",
    schema: timezone(),
  }),
} as const;
