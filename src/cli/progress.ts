import type { WriteStream } from "node:tty";

export interface Progress {
  /** `done` of `total` (0: unknown), and a few words. */
  update(done: number, total: number, words: string): void;
  /** Removes the bar. */
  end(): void;
}

type Stream = Pick<WriteStream, "isTTY" | "columns" | "write">;

/**
 * Shows the progress of long work on stderr: a bar that redraws itself on a terminal, a plain line every few seconds
 * elsewhere. Work that ends before the first line is due shows nothing.
 */
export function createProgress(
  label: string,
  stream: Stream = process.stderr,
  now: () => number = performance.now.bind(performance),
): Progress {
  const interval = stream.isTTY ? redrawMs : plainLineMs;
  let shownAt = now() - (stream.isTTY ? redrawMs - firstDrawMs : 0);
  let drawn = false;
  return {
    update(done, total, words) {
      if (now() - shownAt < interval) return;
      shownAt = now();
      drawn = true;
      stream.write(
        stream.isTTY
          ? `\r${drawBar(label, done, total, words, stream.columns ?? 80)}\u001B[K`
          : plainLine(label, done, total, words),
      );
    },
    end() {
      if (stream.isTTY && drawn) stream.write("\r\u001B[K");
      drawn = false;
    },
  };
}

/** Smooth to the eye and cheap. */
const redrawMs = 100;
/** Quick work needs no bar. */
const firstDrawMs = 50;
/** Often enough to show that it lives, seldom enough for a log. */
const plainLineMs = 3000;
const barWidth = 24;

function plainLine(label: string, done: number, total: number, words: string): string {
  return `${label}: ${total > 0 ? `${percent(done, total)} %, ` : ""}${words}\n`;
}

function drawBar(label: string, done: number, total: number, words: string, columns: number): string {
  const filled = total > 0 ? Math.round((Math.min(done, total) / total) * barWidth) : 0;
  const bar = total > 0 ? `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} ${percent(done, total)} % ` : "";
  const text = `${label} ${bar} ${words}`;
  return Bun.stringWidth(text) < columns ? text : Bun.sliceAnsi(text, 0, Math.max(columns - 1, 0));
}

function percent(done: number, total: number): string {
  return String(Math.floor((Math.min(done, total) / total) * 100)).padStart(3);
}
