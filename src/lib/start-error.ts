/** Exit codes of the process. */
export const ExitCode = { ok: 0, failed: 1, wrongArguments: 2, damagedDatabase: 3 } as const;

/** The process cannot go on; `message` is the one line for stderr: it names the path or port and the cause. */
export class StartError extends Error {
  override readonly name = "StartError";

  constructor(
    message: string,
    readonly exitCode: number = ExitCode.failed,
    options?: ErrorOptions,
  ) {
    super(message.replaceAll(/\s*\n\s*/g, " "), options);
  }
}
