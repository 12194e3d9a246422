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
import { readCredential } from "../../http/access/credential.ts";
import { admit, type Guard } from "../../http/access/guard.ts";
import type { Principal } from "../../http/access/principal.ts";
import { AppError, messageOf } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log.ts";
import { ExitCode, StartError } from "../../lib/start-error.ts";
import { type Intake, originOf } from "../intake.ts";
import { grpcCallsMax, grpcMessageBytesMax } from "../limits.ts";
import { encodeAnswer } from "../protocols/otlp/encode-answer.ts";
import { grpcCodeOf } from "../protocols/otlp/grpc-code.ts";
import type { Quotas } from "./quotas.ts";
import { admitSender, tokenIdOf } from "./receive-body.ts";

export interface OtlpGrpc {
  port: number;
  /** No new calls; those in progress get `graceMs`, then they are cut. */
  close(graceMs: number): Promise<void>;
}

export interface OtlpGrpcParts {
  host: string;
  port: number;
  guard: Guard;
  intake: Intake;
  quotas: Quotas;
  log: Logger;
}

/**
 * Takes log records of OpenTelemetry over gRPC, on a port of its own: `LogsService/Export`, answered when they are on
 * disk. Nothing of a message is parsed on this thread, nor read before its token is known. Throws StartError.
 */
export async function openOtlpGrpc({ host, port, guard, intake, quotas, log }: OtlpGrpcParts): Promise<OtlpGrpc> {
  const server = new Server({
    "grpc.max_receive_message_length": grpcMessageBytesMax,
    "grpc.max_concurrent_streams": grpcCallsMax,
    interceptors: [admitShippers(guard)],
  });
  const handle = exportHandler(guard, intake, quotas, log);
  server.addService(logsService, { Export: handle as UntypedHandleCall });
  const bound = await bind(server, host, port);
  return {
    port: bound,
    async close(graceMs) {
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

function bind(server: Server, host: string, port: number): Promise<number> {
  const address = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  return new Promise((resolve, reject) =>
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) return resolve(bound);
      const message = `Cannot listen on ${address} for OpenTelemetry over gRPC: ${messageOf(error)}`;
      reject(new StartError(message, ExitCode.failed, { cause: error }));
    }),
  );
}

/** Ends a call without a valid token before its message is read. */
function admitShippers(guard: Guard): ServerInterceptor {
  return (_method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata(metadata, goOn) {
            try {
              principalOf(metadata, guard);
              goOn(metadata);
            } catch (error) {
              call.sendStatus(statusOf(error));
            }
          },
        }),
    });
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
      const sent = { protocol: "otlp", address: addressOf(call.getPeer()), tokenId: tokenIdOf(principal) } as const;
      const sizeBytes = call.request.length;
      admitSender(intake, quotas, originOf(sent));
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
      return Buffer.from(encodeAnswer(rejectedCount, rejected[0]?.error ?? ""));
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

const internal = 13;

function statusOf(error: unknown): { code: number; details: string; metadata: Metadata } {
  const metadata = new Metadata();
  if (!(error instanceof AppError)) return { code: internal, details: "Internal server error.", metadata };
  return { code: grpcCodeOf(error.code), details: error.message, metadata };
}

/** Without the port, and as it is written over HTTP. */
function addressOf(peer: string): string {
  const [, inBrackets, plain = peer] = /^(?:ipv[46]:)?(?:\[(.*)\]|([^:]*)):\d+$/.exec(peer) ?? [];
  return (inBrackets ?? plain).replace(/^::ffff:(?=\d+\.)/, "");
}
