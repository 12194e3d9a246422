import { constants, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import {
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServiceDefinition,
  type UntypedHandleCall,
} from "@grpc/grpc-js";
import { eventTypes } from "../../eventstore/event/event.ts";
import type { Origin } from "../../eventstore/event-store.ts";
import { readCredential } from "../../http/access/credential.ts";
import { admit, type Guard } from "../../http/access/guard.ts";
import type { Principal } from "../../http/access/principal.ts";
import { AppError } from "../../lib/errors.ts";
import { plainAddress } from "../../lib/ip-address.ts";
import type { Logger } from "../../lib/log.ts";
import { type Intake, originOf } from "../intake.ts";
import { grpcCallsMax, grpcMessageBytesMax } from "../limits.ts";
import { encodeResponse } from "../protocols/otlp/encode-response.ts";
import { grpcCodeOf } from "../protocols/otlp/grpc-code.ts";
import type { Quotas } from "../receive/quotas.ts";
import { admitSender, tokenIdOf } from "../receive/receive-body.ts";
import { ConnectionCounts, type ConnectionPlace } from "./connection-counts.ts";
import { grpcMessageSeconds, grpcUnreadMax, grpcUnreadPerAddressMax } from "./limits.ts";

export interface OtlpGrpc {
  port: number;
  /** Accepts no new calls; those in progress get `graceMs`, then they are cut. */
  close(graceMs: number): Promise<void>;
}

/** Accepts connections within their bounds. */
export interface GrpcPort {
  /** Passes on accepted connections and returns the port. Throws StartError. */
  listen(onConnection: (socket: Socket) => void): Promise<number>;
  /** A call with a valid token has begun on the connection from that peer. */
  noteCall(address: string, port: number): void;
  /** Accepts no more connections; open ones stay. */
  close(): void;
}

export interface OtlpGrpcParts {
  connections: GrpcPort;
  guard: Guard;
  intake: Intake;
  quotas: Quotas;
  /** A call came without a valid token. */
  onStranger(): void;
  log: Logger;
  /** How long a message may take. */
  messageSeconds?: number;
}

/**
 * Takes log records of OpenTelemetry over gRPC, on a port of its own: `LogsService/Export`, answered when they are on
 * disk. Nothing of a message is parsed on this thread, nor read before its token is known. Throws StartError.
 */
export async function openOtlpGrpc(parts: OtlpGrpcParts): Promise<OtlpGrpc> {
  const { connections, guard, intake, quotas, log } = parts;
  const server = new Server({
    "grpc.max_receive_message_length": grpcMessageBytesMax,
    "grpc.max_concurrent_streams": grpcCallsMax,
    interceptors: [admitShippers(parts)],
  });
  const handle = exportHandler(guard, intake, quotas, log);
  server.addService(logsService, { Export: handle as UntypedHandleCall });
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  const port = await connections.listen((socket) => injector.injectConnection(socket));
  return {
    port,
    async close(graceMs) {
      connections.close();
      injector.drain(graceMs);
      const alarm = setTimeout(() => server.forceShutdown(), graceMs);
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      clearTimeout(alarm);
    },
  };
}

const same = (bytes: Buffer) => bytes;

const logsService: ServiceDefinition = {
  Export: {
    path: "/opentelemetry.proto.collector.logs.v1.LogsService/Export",
    requestStream: false,
    responseStream: false,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  },
};

/**
 * Ends a call without a valid token before its message is read. Counts calls that break off, or whose message the
 * library refuses as too large or damaged: no other place learns of them.
 */
function admitShippers(parts: OtlpGrpcParts): ServerInterceptor {
  const { guard, connections, intake, onStranger, messageSeconds = grpcMessageSeconds } = parts;
  // The library keeps what has come of each message, however slowly the rest follows.
  const unreadCalls = new ConnectionCounts(grpcUnreadMax, grpcUnreadPerAddressMax);
  return (_method, call) => {
    let unread: Origin | undefined;
    let place: ConnectionPlace | undefined;
    let alarm: ReturnType<typeof setTimeout> | undefined;
    const giveWay = () => {
      const details = `The message did not come within ${messageSeconds} s.`;
      call.sendStatus({ code: deadlineExceeded, details, metadata: new Metadata() });
      forgetStream(call);
    };
    const beginWait = (address: string) => {
      if (unreadCalls.refusalOf(address) !== undefined)
        throw new AppError("unavailable", "Too many messages are on their way. Send again later.");
      place = { address, hasSpoken: true, giveWay };
      unreadCalls.add(place);
      alarm = setTimeout(giveWay, messageSeconds * 1000);
    };
    const endWait = () => {
      clearTimeout(alarm);
      if (place !== undefined) unreadCalls.remove(place);
    };
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMessage(message, goOn) {
            endWait();
            unread = undefined;
            goOn(message);
          },
          /** Called at the end of every call. */
          onCancel() {
            endWait();
            if (unread !== undefined) intake.countUncounted(unread, "rejected", { deliveries: 1, bytes: 0 });
          },
          onReceiveMetadata(metadata, goOn) {
            try {
              const principal = principalOf(metadata, guard);
              const { address, port } = placeOf(call.getPeer());
              connections.noteCall(address, port);
              beginWait(address);
              unread = originOf({ protocol: "otlp", address, tokenId: tokenIdOf(principal) });
              goOn(metadata);
            } catch (error) {
              if (error instanceof AppError && error.code === "unauthorized") onStranger();
              call.sendStatus(statusOf(error));
            }
          },
        }),
    });
  };
}

function principalOf(metadata: Metadata, guard: Guard): Principal | null {
  const headers = new Headers();
  const [authorization] = metadata.get("authorization");
  if (authorization !== undefined) headers.set("authorization", String(authorization));
  return admit(guard.identify(readCredential(headers, "")), "shipper");
}

function exportHandler(guard: Guard, intake: Intake, quotas: Quotas, log: Logger): handleUnaryCall<Buffer, Uint8Array> {
  return (call, answer) => {
    const take = async () => {
      const principal = principalOf(call.metadata, guard);
      const sent = {
        protocol: "otlp",
        address: placeOf(call.getPeer()).address,
        tokenId: tokenIdOf(principal),
      } as const;
      const sizeBytes = call.request.length;
      admitSender(intake, quotas, originOf(sent), sizeBytes);
      const { accepted, rejectedCount, rejected } = await intake.deliver({
        ...sent,
        bytes: call.request,
        format: "otlp",
        contentEncoding: "",
        mediaType: "application/x-protobuf",
        idempotencyKey: "",
        sender: principal === null ? "" : `user ${principal.userId}`,
        type: eventTypes.indexOf("HTTP"),
      });
      quotas.spend(originOf(sent), accepted + rejectedCount, sizeBytes);
      return Buffer.from(encodeResponse(rejectedCount, rejected[0]?.error ?? ""));
    };
    take().then(
      (response) => answer(null, response),
      (error: unknown) => {
        if (!(error instanceof AppError)) log.error({ err: error }, "call failed");
        answer(statusOf(error));
      },
    );
  };
}

/** With what has come on it: the library has no way to, and its own end of a stream waits for the sender's. */
function forgetStream(call: object): void {
  const { stream } = call as { stream?: Pick<ServerHttp2Stream, "close"> };
  stream?.close(constants.NGHTTP2_CANCEL);
}

const deadlineExceeded = 4;
const internal = 13;

function statusOf(error: unknown): { code: number; details: string; metadata: Metadata } {
  const metadata = new Metadata();
  if (!(error instanceof AppError)) return { code: internal, details: "Internal server error.", metadata };
  return { code: grpcCodeOf(error.code), details: error.message, metadata };
}

/** The address as it is written over HTTP, and the port. */
function placeOf(peer: string): { address: string; port: number } {
  const [, inBrackets, plain = peer, port] = /^(?:ipv[46]:)?(?:\[(.*)\]|([^[\]]*)):(\d+)$/.exec(peer) ?? [];
  return { address: plainAddress(inBrackets ?? plain), port: Number(port) };
}
