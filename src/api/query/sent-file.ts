import { open } from "node:fs/promises";
import { followPauseMs, sentChunkBytes } from "../../engine/limits.ts";

/** A file that is sent while it may still be written. */
export interface SentFile {
  path: string;
  /** Resolves when everything is written; rejects when it never will be. */
  written: Promise<unknown>;
  /** Everything was sent, or the client is gone. */
  onEnd(): void;
}

/**
 * The bytes of the file, as fast as the client takes them. When writing fails on the way, the stream fails, so that the
 * client sees a broken answer and not a short one.
 */
export function streamFile({ path, written, onEnd }: SentFile): ReadableStream<Uint8Array> {
  let isWritten = false;
  const done = written.then(() => {
    isWritten = true;
  });
  done.catch(() => undefined);
  const opening = open(path, "r");
  opening.catch(() => undefined);
  const end = async () => {
    onEnd();
    await opening.then((file) => file.close()).catch(() => undefined);
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const bytes = await nextBytes();
          if (bytes !== undefined) return controller.enqueue(bytes);
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        await end();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );

  /** Undefined at the end. */
  async function nextBytes(): Promise<Uint8Array | undefined> {
    const file = await opening;
    for (;;) {
      const wasWritten = isWritten;
      const { bytesRead, buffer } = await file.read(new Uint8Array(sentChunkBytes), 0, sentChunkBytes, null);
      if (bytesRead > 0) return buffer.subarray(0, bytesRead);
      if (wasWritten) return undefined;
      await Promise.race([done, Bun.sleep(followPauseMs)]);
    }
  }
}
