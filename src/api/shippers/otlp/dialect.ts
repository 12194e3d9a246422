import { type Dialect, wordedError } from "../../../http/dialect.ts";
import { statusOf } from "../../../http/on-error.ts";
import { encodeStatus } from "../../../ingest/protocols/otlp/encode-response.ts";
import { grpcCodeOf } from "../../../ingest/protocols/otlp/grpc-code.ts";
import { mediaTypeOf } from "../../../ingest/receive/receive-body.ts";

/** An error is a google.rpc.Status, written as the request was. After 429 and 503 clients send again. */
export const otlpDialect: Dialect = {
  errorResponse(error, request): Response {
    const { code, message, details } = error;
    const status = { code: grpcCodeOf(code), message };
    if (!isProtobuf(request)) return wordedError(error, status);
    const headers = { "Content-Type": protobufType, ...details.headers };
    return new Response(encodeStatus(status), { status: statusOf[code], headers });
  },
};

export const protobufType = "application/x-protobuf";

export function isProtobuf(request: Request): boolean {
  return mediaTypeOf(request) === protobufType;
}
