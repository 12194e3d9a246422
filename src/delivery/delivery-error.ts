/**
 * Something did not arrive. The message says why in words fit to show; it holds no password and no path of a webhook.
 */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";

  constructor(
    message: string,
    /** False: it would fail again. */
    readonly canRetry: boolean,
    options: ErrorOptions & {
      /** How long the receiver asked to be left alone. */
      retryAfterMs?: number;
    } = {},
  ) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs;
  }

  readonly retryAfterMs: number | undefined;
}
