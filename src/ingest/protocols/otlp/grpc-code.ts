import type { ErrorCode } from "../../../lib/errors.ts";

/** The status code of gRPC for an error of ours. UNAVAILABLE and RESOURCE_EXHAUSTED make clients retry. */
export function grpcCodeOf(code: ErrorCode): number {
  return codes[code] ?? unknown;
}

const unknown = 2;

const codes: Partial<Record<ErrorCode, number>> = {
  invalid: 3,
  timeout: 14,
  not_found: 5,
  forbidden: 7,
  too_many: 14,
  too_large: 3,
  unsupported_media_type: 3,
  method_not_allowed: 12,
  unavailable: 14,
  unauthorized: 16,
};
