import { availableParallelism } from "node:os";
import type * as z from "zod";
import { passwordCharactersMin } from "../lib/password.ts";
import { defaultMemoryMb, memoryMbMin } from "../runtime/memory-budget.ts";
import { fieldLinks } from "./field-links.ts";
import { listenerSettings } from "./listener-settings.ts";
import { mailSender, mailServer } from "./mail-server.ts";
import { setting } from "./setting.ts";
import { boolean, ipList, number, oneOf, pathList, text, webUrl } from "./setting-values.ts";

/**
 * Every setting, once. A command line flag wins over the environment, the environment over the settings file, and that
 * over the default.
 */
export const settingTable = {
  data: setting({
    env: "VIGIE_DATA",
    flag: "data",
    hint: "FOLDER",
    default: "data",
    meaning: "folder for all files of the service",
    schema: text(1, 4096),
  }),
  ephemeral: setting({
    env: "VIGIE_EPHEMERAL",
    flag: "ephemeral",
    default: false,
    meaning: "keep everything in a temporary folder, removed on exit; --data is not touched",
    schema: boolean(),
  }),
  host: setting({
    env: "VIGIE_HOST",
    flag: "host",
    hint: "ADDRESS",
    default: "127.0.0.1",
    meaning: "address to listen on; 0.0.0.0 or :: for all",
    schema: text(1, 255),
  }),
  port: setting({
    env: "VIGIE_PORT",
    flag: "port",
    hint: "PORT",
    default: 7080,
    meaning: "port to listen on; 0 takes a free one",
    schema: number(0, 65_535),
  }),
  readyFile: setting({
    env: "VIGIE_READY_FILE",
    flag: "ready-file",
    hint: "PATH",
    default: "",
    meaning: "file written when the service is ready: JSON with url, ports of other protocols, pid and version",
    schema: text(0, 4096),
  }),
  adminPassword: setting({
    env: "VIGIE_ADMIN_PASSWORD",
    flag: "admin-password",
    secret: true,
    default: "",
    meaning: "password of the first user, admin, at least 8 characters; by default a random one is printed once",
    schema: text(0, 1024).refine((password) => password === "" || password.length >= passwordCharactersMin),
  }),
  trustedProxies: setting({
    env: "VIGIE_TRUSTED_PROXIES",
    flag: "trusted-proxies",
    hint: "LIST",
    default: [],
    meaning:
      "proxies whose X-Forwarded-For, -Proto and -Host are trusted: addresses or networks (10.0.0.0/8), comma-separated",
    schema: ipList(),
  }),
  ...listenerSettings,
  connections: setting({
    env: "VIGIE_CONNECTIONS",
    flag: "connections",
    hint: "N",
    default: 8_192,
    meaning: "connections to hold, fewer if the system allows fewer open files; beyond, idle ones are closed (Linux)",
    schema: number(1, 1_000_000),
  }),
  connectionsPerAddress: setting({
    env: "VIGIE_CONNECTIONS_PER_ADDRESS",
    flag: "connections-per-address",
    hint: "N",
    default: 2_048,
    meaning: "the same for one address; trusted proxies may have all",
    schema: number(1, 1_000_000),
  }),
  sourceEventsPerSecond: setting({
    env: "VIGIE_SOURCE_EVENTS_PER_SECOND",
    flag: "source-events-per-second",
    hint: "N",
    default: 0,
    meaning:
      "events that an address may send a second; beyond, HTTP is answered 429, TCP is read more slowly, datagrams are dropped and counted; 0: no limit",
    schema: number(0, 10_000_000),
  }),
  sourceBytesPerDay: setting({
    env: "VIGIE_SOURCE_BYTES_PER_DAY",
    flag: "source-bytes-per-day",
    hint: "BYTES",
    default: 0,
    meaning: "bytes one address may send over HTTP in a UTC day; 429 beyond; 0: no limit",
    schema: number(0, Number.MAX_SAFE_INTEGER),
  }),
  logLevel: setting({
    env: "VIGIE_LOG_LEVEL",
    flag: "log-level",
    hint: "LEVEL",
    default: "info",
    meaning: "trace, debug, info, warn, error, fatal or silent",
    schema: oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent"),
  }),
  sealEvents: setting({
    env: "VIGIE_SEAL_EVENTS",
    flag: "seal-events",
    hint: "N",
    // With what comes until the seal begins, four of them are one segment of the largest size (segmentRowsMax).
    default: 126_976,
    meaning: "events kept in the tail before they are sealed into the file of their day",
    schema: number(1, 10_000_000),
  }),
  dedupSeconds: setting({
    env: "VIGIE_DEDUP_SECONDS",
    flag: "dedup-seconds",
    hint: "SECONDS",
    default: 60,
    meaning: "seconds within which a repeated message raises a counter instead of being stored again; 0: never",
    schema: number(0, 86_400),
  }),
  minFreeMb: setting({
    env: "VIGIE_MIN_FREE_MB",
    flag: "min-free",
    hint: "MB",
    default: 256,
    meaning: "free space below which events and other writes are refused until there is room again",
    schema: number(0, 1_000_000_000),
  }),
  memoryMb: setting({
    env: "VIGIE_MEMORY_MB",
    flag: "memory",
    hint: "MB",
    default: defaultMemoryMb,
    meaning: `target for resident memory, at least ${memoryMbMin}: an idle service takes 150 to 180; a body of 64 MB and a heavy question need the rest`,
    schema: number(memoryMbMin, 1_000_000, "less could not be kept with a body of 64 MB and a heavy question at once"),
  }),
  retentionDays: setting({
    env: "VIGIE_RETENTION_DAYS",
    flag: "retention-days",
    hint: "DAYS",
    default: 0,
    meaning: "days of events to keep; 0: all",
    schema: number(0, 36_500),
  }),
  retentionBytes: setting({
    env: "VIGIE_RETENTION_BYTES",
    flag: "retention-bytes",
    hint: "BYTES",
    default: 0,
    meaning: "bytes of event files to keep; the oldest day is removed first; 0: no limit",
    schema: number(0, Number.MAX_SAFE_INTEGER),
  }),
  links: setting({
    env: "VIGIE_LINKS",
    flag: "links",
    hint: "JSON",
    structured: true,
    default: {},
    meaning: 'links offered for a field of an event, {"field": [{"name", "label", "url": "https://…/{value}"}]}',
    schema: fieldLinks(),
  }),
  geoipFiles: setting({
    env: "VIGIE_GEOIP_FILE",
    flag: "geoip-file",
    hint: "PATH",
    default: [],
    meaning:
      "location databases (.mmdb: countries, cities, networks) instead of the built-in one; several, comma-separated, complement each other",
    schema: pathList(),
  }),
  webhookAllow: setting({
    env: "VIGIE_WEBHOOK_ALLOW",
    flag: "webhook-allow",
    hint: "LIST",
    default: [],
    meaning:
      "addresses or networks (10.0.0.0/8), comma-separated, that webhooks may call although they are not on the public internet",
    schema: ipList(),
  }),
  smtpUrl: setting({
    env: "VIGIE_SMTP_URL",
    flag: "smtp-url",
    secret: true,
    default: undefined,
    meaning:
      "mail server, smtp://user:password@host:587 or smtps://…; ?tls=off: unencrypted, ?verify=no: any certificate",
    schema: mailServer(),
  }),
  smtpFrom: setting({
    env: "VIGIE_SMTP_FROM",
    flag: "smtp-from",
    hint: "ADDRESS",
    default: "",
    meaning: 'sender of mails, such as "vigie <vigie@example.org>" (vigie@ this machine)',
    schema: mailSender(),
  }),
  publicUrl: setting({
    env: "VIGIE_PUBLIC_URL",
    flag: "public-url",
    hint: "URL",
    default: "",
    meaning: "public address of this service, such as https://logs.example.org, for links in mails and webhooks",
    schema: webUrl(),
  }),
  queryThreads: setting({
    env: "VIGIE_QUERY_THREADS",
    flag: "query-threads",
    hint: "N",
    default: Math.min(8, Math.max(2, availableParallelism() - 1)),
    meaning: "threads that answer queries (one less than processors, 2 to 8)",
    schema: number(1, 64),
  }),
} as const;

export type SettingName = keyof typeof settingTable;
export type Settings = { [Name in SettingName]: z.output<(typeof settingTable)[Name]["schema"]> };

export const defaultSettings = Object.fromEntries(
  Object.entries(settingTable).map(([name, { default: value }]) => [name, value]),
) as unknown as Settings;
