/**
 * Sending failed. The text gives the reason in words fit to show; it holds no password and no path of a webhook.
 */
export class SendingError extends Error {
  override readonly name = "SendingError";

  constructor(
    message: string,
    /** False: another try would fail as well. */
    readonly canRetry: boolean,
    options: ErrorOptions & {
      /** Pause that the receiver asked for. */
      retryAfterMs?: number;
    } = {},
  ) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs;
  }

  readonly retryAfterMs: number | undefined;
}
