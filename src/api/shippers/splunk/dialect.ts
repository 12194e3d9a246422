import { type Dialect, wordedError } from "../../../http/dialect.ts";
import type { AppError, ErrorCode } from "../../../lib/errors.ts";

/** Errors with the numbers of the HTTP Event Collector. Its clients send again after 503. */
export const splunkDialect: Dialect = {
  tokenParameters: ["token"],
  opensOptions: true,
  errorResponse(error, request): Response {
    const { text, code, status } = wordsOf(error, request);
    return wordedError(error, { text, code }, status);
  },
};

function wordsOf({ code, message }: AppError, { headers }: Request): { text: string; code: number; status?: number } {
  if (code === "unauthorized")
    return headers.has("authorization")
      ? { text: "Invalid token", code: 4, status: 403 }
      : { text: "Token is required", code: 2, status: 401 };
  if (code === "invalid" && message === "No data") return { text: message, code: 5 };
  return words[code] ?? { text: message, code: 6 };
}

const words: Partial<Record<ErrorCode, { text: string; code: number; status?: number }>> = {
  too_many: { text: "Server is busy", code: 9, status: 503 },
  unavailable: { text: "Server is busy", code: 9, status: 503 },
  timeout: { text: "Server is busy", code: 9, status: 503 },
  too_large: { text: "Request entity too large", code: 27 },
};
