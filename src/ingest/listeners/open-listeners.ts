import { lookup } from "node:dns/promises";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { eventTypes } from "../../eventstore/event/event.ts";
import { messageOf } from "../../lib/errors.ts";
import { createAddressCheck } from "../../lib/ip-address.ts";
import type { Logger } from "../../lib/log.ts";
import { ExitCode, StartError } from "../../lib/start-error.ts";
import { NulFramer } from "../framing/nul-framer.ts";
import { SyslogFramer } from "../framing/syslog-framer.ts";
import type { Delivery, HeldProtocol, Intake, ProtocolFormat } from "../intake.ts";
import { LineJoiner } from "../line-formats/records/line-joiner.ts";
import type { RejectionCause } from "./connection.ts";
import type { ConnectionCounts } from "./connection-counts.ts";
import type { Conversation } from "./conversation.ts";
import type { FramedDelivery } from "./delivery-outbox.ts";
import { converseForward } from "./forward-conversation.ts";
import { HeldDeliveries } from "./held-deliveries.ts";
import { forwardMessageBytesMax, gelfDocumentBytesMax, syslogMessageBytesMax } from "./limits.ts";
import { listenForStreams, type StreamListener, type StreamTls } from "./stream-listener.ts";
import { openUdp, type UdpListener } from "./udp/udp-listener.ts";
import type { UdpKind } from "./udp/udp-messages.ts";
import { UnfinishedBytes } from "./unfinished.ts";

/** Ports to open, undefined for those not wanted, and the senders that they admit. */
export interface ListenerSettings {
  host: string;
  syslogUdp: number | undefined;
  syslogTcp: number | undefined;
  syslogTls: number | undefined;
  gelfUdp: number | undefined;
  gelfTcp: number | undefined;
  forward: number | undefined;
  /** The shared key of senders to the port of the forward protocol; "" for none. */
  forwardKey: string;
  /** Paths of PEM files, "" for none. */
  tlsCert: string;
  tlsKey: string;
  tlsClientCa: string;
  senderAllow: readonly string[];
  /** Limit for each address; 0: none. */
  sourceEventsPerSecond: number;
  /** Zone of times that name none. */
  senderTimezone: string;
}

export interface ListenerParts {
  isDiskFull(): boolean;
  onFailed(error: Error): void;
  /** Counts of all ports without HTTP. */
  counts: ConnectionCounts;
  log: Logger;
}

export interface Listeners {
  /** The opened ports, by their names in the settings. */
  ports: Record<string, number>;
  /** Refuses new connections, takes messages in flight and resolves when they are stored. */
  close(): Promise<void>;
}

/** Opens the ports that do not speak HTTP. Throws StartError; then none is open. Main thread. */
export async function openListeners(
  settings: ListenerSettings,
  intake: Intake,
  { isDiskFull, onFailed, log, counts }: ListenerParts,
): Promise<Listeners> {
  const opened = new OpenListeners(settings, intake, new HeldDeliveries(intake, isDiskFull), log, counts);
  try {
    await opened.open(onFailed);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

class OpenListeners implements Listeners {
  readonly ports: Record<string, number> = {};
  readonly #settings: ListenerSettings;
  readonly #intake: Intake;
  readonly #held: HeldDeliveries;
  readonly #log: Logger;
  readonly #streams: StreamListener[] = [];
  readonly #counts: ConnectionCounts;
  readonly #unfinished = new UnfinishedBytes();
  #udp: UdpListener | undefined;

  constructor(settings: ListenerSettings, intake: Intake, held: HeldDeliveries, log: Logger, counts: ConnectionCounts) {
    this.#settings = settings;
    this.#counts = counts;
    this.#intake = intake;
    this.#held = held;
    this.#log = log;
  }

  async open(onFailed: (error: Error) => void): Promise<void> {
    const { syslogTcp, syslogTls, gelfTcp, forward, forwardKey } = this.#settings;
    const syslog = { format: "syslog", converse: converseSyslog, messageBytesMax: syslogMessageBytesMax } as const;
    const gelf = { format: "gelf-frames", converse: converseGelf, messageBytesMax: gelfDocumentBytesMax } as const;
    this.#listen("syslog-tcp", syslogTcp, syslog);
    if (syslogTls !== undefined) this.#listen("syslog-tls", syslogTls, { ...syslog, tls: readTls(this.#settings) });
    this.#listen("gelf-tcp", gelfTcp, gelf);
    this.#listen("forward", forward, {
      ...({ format: "forward", messageBytesMax: forwardMessageBytesMax, isWholeOrNothing: true } as const),
      converse: () => converseForward(forwardKey),
    });
    await this.#openUdp(onFailed);
  }

  async close(): Promise<void> {
    this.#held.stop();
    await Promise.all([this.#udp?.close(), ...this.#streams.map((stream) => stream.close())]);
  }

  #listen(protocol: HeldProtocol, port: number | undefined, kind: StreamKind): void {
    if (port === undefined) return;
    const { format, converse, messageBytesMax, isWholeOrNothing = false, tls } = kind;
    const { host, senderAllow, sourceEventsPerSecond: eventsPerSecond } = this.#settings;
    const stream = listenForStreams({
      ...{ host, port, converse, messageBytesMax, isWholeOrNothing, eventsPerSecond },
      ...(tls && { tls }),
      // A client certificate identifies the sender.
      mayCome: tls?.ca === undefined ? createAddressCheck(senderAllow) : () => true,
      deliver: (body) => this.#deliver(protocol, format, body),
      onRejected: (address, cause, bytes) =>
        isWholeOrNothing ? this.#refuse(protocol, address, cause, bytes) : this.#reject(protocol, address, 1, cause),
      counts: this.#counts,
      unfinished: this.#unfinished,
      log: this.#log.child({ protocol }),
    });
    this.#streams.push(stream);
    this.ports[protocol] = stream.port;
  }

  async #openUdp(onFailed: (error: Error) => void): Promise<void> {
    const { host, senderAllow, syslogUdp, gelfUdp, sourceEventsPerSecond: eventsPerSecond } = this.#settings;
    const wanted = [
      { protocol: "syslog-udp", kind: "syslog", format: "syslog", port: syslogUdp },
      { protocol: "gelf-udp", kind: "gelf", format: "gelf-frames", port: gelfUdp },
    ] as const satisfies { protocol: HeldProtocol; kind: UdpKind; format: ProtocolFormat; port: number | undefined }[];
    const sockets = wanted.filter(({ port }) => port !== undefined);
    if (sockets.length === 0) return;
    const address = await addressOf(host);
    this.#udp = await openUdp(
      sockets.map(({ protocol, kind, format, port }) => ({
        ...{ kind, address, port: port! },
        deliver: (body) => this.#deliver(protocol, format, { ...body, isReused: true }),
        onRejected: (from, count, cause) => this.#reject(protocol, from, count, cause),
        onDropped: (count) => this.#intake.countLoss({ protocol, source: "", tokenId: 0 }, "udp_dropped", count),
      })),
      { allowed: senderAllow, eventsPerSecond },
      onFailed,
    );
    for (const [index, { protocol }] of sockets.entries()) this.ports[protocol] = this.#udp.ports[index]!;
  }

  #deliver(
    protocol: HeldProtocol,
    format: ProtocolFormat,
    { bytes, sources, isReused }: FramedDelivery,
  ): Promise<boolean> {
    const delivery: Delivery = {
      ...{ bytes, sources, isReused, protocol, format, contentEncoding: "", mediaType: "", idempotencyKey: "" },
      address: sources[0] ?? "",
      type: eventTypes.indexOf(format === "syslog" ? "SYSLOG" : "UNKNOWN"),
      hints: { timezone: this.#settings.senderTimezone },
    };
    return this.#held.deliver(delivery);
  }

  /** A message of many events, which could not be counted. */
  #refuse(protocol: HeldProtocol, address: string, cause: RejectionCause, bytes: number): void {
    this.#intake.countUncounted({ protocol, source: address, tokenId: 0 }, cause, { deliveries: 1, bytes });
  }

  #reject(protocol: HeldProtocol, address: string, count: number, cause: RejectionCause = "rejected"): void {
    this.#intake.countLoss({ protocol, source: address, tokenId: 0 }, cause, count);
  }
}

interface StreamKind {
  format: ProtocolFormat;
  messageBytesMax: number;
  converse(): Conversation;
  isWholeOrNothing?: boolean;
  tls?: StreamTls;
}

function converseSyslog(): Conversation {
  return { framer: new SyslogFramer(), joiner: new LineJoiner() };
}

function converseGelf(): Conversation {
  return { framer: new NulFramer() };
}

/** The system calls for datagrams take only addresses. */
async function addressOf(host: string): Promise<string> {
  if (isIP(host) !== 0) return host;
  try {
    return (await lookup(host)).address;
  } catch (error) {
    throw new StartError(`Cannot listen on UDP ${host}: this machine has no such address.`, ExitCode.failed, {
      cause: error,
    });
  }
}

function readTls({ tlsCert, tlsKey, tlsClientCa }: ListenerSettings): StreamTls {
  if (tlsCert === "" || tlsKey === "")
    throw new StartError("--syslog-tls needs --tls-cert and --tls-key.", ExitCode.wrongArguments);
  const ca = tlsClientCa === "" ? undefined : readPem(tlsClientCa, "certificates of --tls-client-ca");
  const own = { cert: readPem(tlsCert, "certificate"), key: readPem(tlsKey, "private key") };
  return ca === undefined ? own : { ...own, ca };
}

function readPem(path: string, what: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new StartError(`Cannot read the ${what} "${path}": ${messageOf(error)}`, ExitCode.failed, { cause: error });
  }
}
